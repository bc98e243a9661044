/**
 * Paths into JSON: `a.b[*].c`, `a[0]`, `a["x y"]`, `a[kind=Main].b`, `a[kind!=Main]`, `..name`, `$` for everything.
 *
 * A step on an array applies to each of its elements, and a single value counts as a list of one: APIs generated from
 * XML return `item` as a value or as an array. null and `{"@xsi:nil": …}` are no value.
 */
import { spend, withBudget } from '../budget.js';
import { ExpressionError } from '../content-error.js';

export type JsonQuery = (value: unknown) => unknown[];
type Step = (values: unknown[]) => unknown[];

const MAX_DEPTH = 256;

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
const TOKEN = new RegExp(
  [
    String.raw`\.\.\s*(?<deep>\*|${QUOTED}|[^\s.[\]"']+)`,
    String.raw`\.?\[\s*(?:(?:(?<star>\*)|(?<index>-?\d+)|(?<key>${QUOTED}))\s*|(?<field>${QUOTED}|[^\s=!\]"']+)\s*(?<sign>!?=)=?(?<wanted>\s*(?:${QUOTED})\s*|[^\]"']*))\]`,
    String.raw`\.?(?<name>[^.[\]"']+)`,
  ].join('|'),
  'suy',
);

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

function stepOf({ star, index, deep, key, field, sign, wanted = '', name = '' }: Record<string, string | undefined>): Step {
  if (star || name.trim() === '*') return (values) => values.flatMap(elements);
  if (index !== undefined) return (values) => values.flatMap((value) => elementAt(value, Number(index)));
  if (deep !== undefined) return (values) => values.flatMap((value) => deepValues(value, plainKey(deep)));
  if (field !== undefined) return filter(plainKey(field), plainKey(wanted.trim()), sign === '=');
  const member = plainKey(key ?? name.trim());
  return (values) => values.flatMap((value) => members(value, member));
}

/** Removes quotation marks and undoes escapes. */
function plainKey(text: string): string {
  if (text.startsWith('"')) return text.slice(1, -1).replace(/\\(.)/gs, '$1');
  return text.startsWith("'") ? text.slice(1, -1) : text;
}

/** The elements that have `wanted` among their values under a key, or those that do not. */
function filter(key: string, wanted: string, isWanted: boolean): Step {
  const has = (value: unknown) =>
    members(value, key)
      .flatMap(spread)
      .some((each) => String(each) === wanted);
  return (values) => values.flatMap(elements).filter((value) => has(value) === isWanted);
}

function members(value: unknown, key: string): unknown[] {
  spend(1);
  if (Array.isArray(value)) return value.flatMap((each) => members(each, key));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [];
  return [(value as Record<string, unknown>)[key]];
}

/** `[*]` on an array gives its elements; on an object its values, unless the object stands for a list of one. */
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

/** The end of a path is a list: an array gives its elements as values. */
const spread = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

export function isValue(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value !== 'object' || Array.isArray(value)) return true;
  const nil = (value as Record<string, unknown>)['@xsi:nil'] ?? (value as Record<string, unknown>)['xsi:nil'];
  return nil !== 'true' && nil !== true;
}
