/**
 * Fields: names and the expressions that find their values, read together for one row.
 *
 * A field can use those before it. A field called `*` (or `*` followed by anything) splits pairs: each name among them
 * becomes a field, unless a field of that name is written out.
 */
import { compileRe2 } from '../../model/index.js';
import type { Content } from './content.js';
import { type Compiled, compileExpression, type Expression, type ExpressionOptions, withPages } from './expression.js';
import { Pair, textOf } from './found.js';
import type { Context, Values } from './scope.js';

export interface Fields {
  /** Names of fields that can have a value. */
  readonly names: readonly string[];
  /** Whether some names are known only when a page is read. */
  readonly isOpen: boolean;
  read(context: Context): Record<string, string[]>;
  readAsync(context: Context): Promise<Record<string, string[]>>;
}

const MAX_NAMES = 500;

export function compileFields(fields: Readonly<Record<string, Expression>>, where: string, options: ExpressionOptions = {}): Fields {
  const compiled = Object.entries(fields).map(
    ([name, expression]) => [name, compileExpression(expression, `${where}.${name}`, options)] as const,
  );
  const spread = Object.entries(fields).filter(([name]) => name.startsWith('*'));
  return new CompiledFields(
    compiled,
    spread.flatMap(([, expression]) => groupNames(expression, options)),
    spread.length > 0,
  );
}

class CompiledFields implements Fields {
  readonly names: readonly string[];
  readonly isOpen: boolean;
  readonly #fields: readonly (readonly [string, Compiled])[];

  constructor(fields: readonly (readonly [string, Compiled])[], further: readonly string[], isOpen: boolean) {
    this.#fields = fields;
    this.isOpen = isOpen;
    this.names = [...new Set([...fields.map(([name]) => name).filter((name) => !name.startsWith('*')), ...further])];
  }

  read(context: Context): Record<string, string[]> {
    return this.#read(context, new Map());
  }

  readAsync(context: Context): Promise<Record<string, string[]>> {
    return withPages(context, (fetched) => this.#read(context, fetched));
  }

  #read(context: Context, fetched: Map<string, Content | null>): Record<string, string[]> {
    const values: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
    const spread: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
    const seen: Record<string, readonly string[]> = { ...context.fields };
    const inside = { ...context, fields: seen };
    for (const [name, compiled] of this.#fields) {
      const found = compiled.found(inside, fetched);
      if (name.startsWith('*')) addPairs(spread, found);
      else values[name] = found.map(textOf).filter((text) => text !== '');
      Object.assign(seen, name.startsWith('*') ? { ...spread, ...values } : { [name]: values[name] });
    }
    return withoutEmpty({ ...spread, ...values });
  }
}

function addPairs(fields: Record<string, string[]>, found: readonly unknown[]): void {
  for (const pair of found) {
    if (!(pair instanceof Pair) || pair.value === '') continue;
    if (!(pair.name in fields) && Object.keys(fields).length >= MAX_NAMES) return;
    (fields[pair.name] ??= []).push(pair.value);
  }
}

const withoutEmpty = (values: Values): Record<string, string[]> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, list]) => (list.length ? [[name, [...list]]] : [])));

/** The names of groups in all patterns of an expression, at any depth. */
function groupNames(expression: unknown, { sets = {} }: ExpressionOptions): string[] {
  if (typeof expression !== 'object' || expression === null) return [];
  return Object.entries(expression).flatMap(([key, value]) => {
    if (key === 'pattern' && typeof value === 'string') return Object.keys(compileRe2(value).namedGroups());
    if (key !== 'set') return groupNames(value, { sets });
    const patterns = typeof value === 'string' ? (sets[value] ?? []) : (value as string[]);
    return patterns.flatMap((pattern) => Object.keys(compileRe2(pattern).namedGroups()));
  });
}
