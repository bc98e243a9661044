/**
 * Paths into JSON: `a.b[*].c`, `a[0]`, `a["x y"]`, `..name`, `$` for the whole.
 *
 * A step on an array goes into each of its elements, and a single value counts as a list of one: APIs made of XML give
 * `item` as a value or as an array, as it happens. null and `{"@xsi:nil": …}` are no value.
 */
import { spend, withBudget } from '../budget.js';
import { ExpressionError } from '../content-error.js';

export type JsonQuery = (value: unknown) => unknown[];
type Step = (values: unknown[]) => unknown[];

const MAX_DEPTH = 256;

const TOKEN =
  /\.\.\s*(?<deep>[^\s.[\]"']+|\*)|\.?\[\s*(?:(?<star>\*)|(?<index>-?\d+)|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>[^']*)')\s*\]|\.?(?<name>[^.[\]"']+)/gsuy;

export function compileJsonPath(source: string, where: string): JsonQuery {
  const steps = stepsOf(source.trim().replace(/^(?:\$(?=$|[.[])|\.$)/, ''), source, where);
  const run = (value: unknown) => steps.reduce<unknown[]>((values, step) => step(values), [value]);
  return (value) => withBudget(`the path ${source}`, 0, () => run(value).flatMap(spread).filter(isValue));
}

function stepsOf(path: string, source: string, where: string): Step[] {
  const steps: Step[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < path.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(path)?.groups;
    if (!groups)
      throw new ExpressionError(
        where,
        `${source} is no JSON path: it cannot be read from character ${at + 1} on. Write a.b[*].c or a["x y"].`,
      );
    steps.push(stepOf(groups));
  }
  return steps;
}

function stepOf(groups: Record<string, string | undefined>): Step {
  if (groups.star || groups.name?.trim() === '*') return (values) => values.flatMap(elements);
  if (groups.index !== undefined) return (values) => values.flatMap((value) => elementAt(value, Number(groups.index)));
  if (groups.deep !== undefined) return (values) => values.flatMap((value) => deepValues(value, groups.deep ?? ''));
  const key = groups.double === undefined ? (groups.single ?? groups.name ?? '').trim() : unescape(groups.double);
  return (values) => values.flatMap((value) => members(value, key));
}

const unescape = (text: string): string => text.replace(/\\(.)/g, '$1');

/** One array deep, twice over: a list of lists is rare, but it happens. */
function members(value: unknown, key: string): unknown[] {
  spend(1);
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) ? [] : members(each, key)));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [];
  return [(value as Record<string, unknown>)[key]];
}

/** `[*]` on an array: its elements; on an object its values, unless it stands for a list of one. */
function elements(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isValue(value) ? [value] : [];
}

function elementAt(value: unknown, index: number): unknown[] {
  const list = elements(value);
  const found = list.at(index);
  return found === undefined ? [] : [found];
}

function deepValues(value: unknown, key: string, depth = 0): unknown[] {
  spend(1);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((each) => deepValues(each, key, depth + 1));
  return Object.entries(value).flatMap(([name, each]) => [
    ...(name === key || key === '*' ? [each] : []),
    ...deepValues(each, key, depth + 1),
  ]);
}

/** What a path ends at is a list: the elements of an array are its values. */
const spread = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

export function isValue(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value !== 'object' || Array.isArray(value)) return true;
  const nil = (value as Record<string, unknown>)['@xsi:nil'] ?? (value as Record<string, unknown>)['xsi:nil'];
  return nil !== 'true' && nil !== true;
}
