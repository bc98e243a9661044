/** Rules as messages name them (`list[0].fields.title`), and the place in a connector they stand for. */
import type { CompleteConnector, Expression, LoadedConnector } from '../../definition/connector/index.js';
import { type Path, pathOf } from '../../definition/crawl/index.js';

export interface RulePlace {
  /** What the connector says there. */
  readonly value: unknown;
  /** As it may stand in a file: below its route, or at the top. */
  readonly paths: readonly Path[];
}

/** Null where nothing is said there: steps have readings of their own. */
export function placeOfRule(connector: CompleteConnector, route: string | null, rule: string): RulePlace | null {
  const index = Math.max(
    0,
    connector.routes.findIndex(({ name }) => name === route),
  );
  const found = connector.routes[index];
  const path = meant(pathOf(rule));
  const value = found && valueAt(found, path);
  return value === undefined ? null : { value, paths: [['routes', index, ...path], path] };
}

/** Links of a file are told by the rule that follows them. */
function meant(path: Path): Path {
  const isLink = path[0] === 'document' && path.length === 5 && path[3] === 'files' && typeof path[4] === 'number';
  return isLink ? [...path, 'links'] : path;
}

export function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** A copy with another value at a path. */
export function withValueAt<T>(value: T, path: Path, put: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return put as T;
  const here = value as Record<string | number, unknown>;
  const inner = withValueAt(here[step], rest, put);
  if (Array.isArray(value)) return value.map((each: unknown, index) => (index === step ? inner : each)) as T;
  return { ...here, [step]: inner } as T;
}

/** The file and line a rule was written in; null where it is a reading of the program's own. */
export function writtenAt({ written }: LoadedConnector, { paths }: RulePlace): { path: Path; file: string; where: string } | null {
  for (const path of paths) {
    const place = written(path);
    if (place) return { path, ...place };
  }
  return null;
}

export const isExpression = (value: unknown): value is Expression =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);
