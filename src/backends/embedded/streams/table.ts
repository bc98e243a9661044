/** What a stream is made of in core.db: the table it goes through, its key, its columns and filters. */

export type SqlValue = string | number | bigint | null;

/** A condition on rows, with the values for its question marks. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** An expression, or one whose value is made into something else. */
export type Column = string | { readonly sql: string; readonly decode: (stored: never) => unknown };

/** A part of a key. `read` is what a cursor keeps of it, `bound` how that goes back into a statement, where that is not the same. */
export interface KeyPart {
  readonly sql: string;
  readonly read?: string;
  readonly bound?: string;
}

export interface Order {
  readonly by: readonly KeyPart[];
  readonly descending?: boolean;
  /** No index has this order: who reads everything sorts a list of keys first. */
  readonly isSorted?: boolean;
}

export interface Table<Row, Key, Filter, Orders extends string> {
  readonly name: string;
  /** With its alias, by which the expressions name its columns. */
  readonly from: string;
  /** Further tables by alias, each after those it needs. One that nothing names is left out of the statement. */
  readonly joins?: Readonly<Record<string, string>>;
  readonly key: readonly KeyPart[];
  readonly keyOf: (key: Key) => readonly SqlValue[];
  readonly columns: { readonly [Name in keyof Row]-?: Column };
  readonly heavy?: readonly (keyof Row)[];
  readonly filters: { readonly [Name in keyof Filter]-?: (wanted: NonNullable<Filter[Name]>) => Condition };
  readonly orders?: { readonly [Name in Exclude<Orders, 'key'>]: Order };
}

const isList = (wanted: unknown): wanted is readonly unknown[] => Array.isArray(wanted);

/** The expression is the wanted value, or one of a list of them. */
export const oneOf =
  <Value extends string | number>(sql: string) =>
  (wanted: Value | readonly Value[]): Condition =>
    isList(wanted)
      ? { sql: `${sql} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(wanted)] }
      : { sql: `${sql} = ?`, values: [wanted as Value] };

export const atLeast =
  (sql: string) =>
  (wanted: number): Condition => ({ sql: `${sql} >= ?`, values: [wanted] });

/** Whether a condition holds. */
export const holds =
  (sql: string) =>
  (wanted: boolean): Condition => ({ sql: wanted ? sql : `NOT (${sql})`, values: [] });

export const flag = (sql: string): Column => ({ sql, decode: (stored: number | null) => (stored === null ? null : stored !== 0) });
