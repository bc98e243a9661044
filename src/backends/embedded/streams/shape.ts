/** Which columns a reader asked for, as a list for a statement, and rows made of what that brings. */
import { expressionOf } from './sql.js';
import type { Column } from './table.js';

export interface Columns<Row> {
  readonly columns: { readonly [Name in keyof Row]-?: Column };
  readonly heavy?: readonly (keyof Row)[];
}

export class Shape<Row extends object> {
  readonly names: readonly (keyof Row)[];
  readonly list: readonly string[];
  readonly #decoders: readonly ((stored: never) => unknown)[];
  /** Places of large columns. */
  readonly #large: readonly number[];

  constructor({ columns, heavy = [] }: Columns<Row>, wanted: readonly (keyof Row)[] | undefined) {
    this.names = wanted ?? (Object.keys(columns) as (keyof Row)[]).filter((name) => !heavy.includes(name));
    this.list = this.names.map((name) => expressionOf(columns[name]));
    this.#decoders = this.names.map((name) => decoderOf(columns[name]));
    this.#large = this.names.flatMap((name, at) => (heavy.includes(name) ? [at] : []));
  }

  get isLarge(): boolean {
    return this.#large.length > 0;
  }

  /** Characters or bytes of the large columns. */
  sizeOf(values: readonly unknown[]): number {
    return this.#large.reduce((sum, at) => sum + ((values[at] as { length: number } | null)?.length ?? 0), 0);
  }

  /** What stands behind the columns is not part of the row. */
  rowOf<Wanted extends keyof Row>(values: readonly unknown[]): Pick<Row, Wanted> {
    const row: Partial<Record<keyof Row, unknown>> = {};
    for (let at = 0; at < this.names.length; at++) row[this.names[at] as keyof Row] = this.#decoders[at]?.(values[at] as never);
    return row as unknown as Pick<Row, Wanted>;
  }
}

export const decoderOf = (column: Column): ((stored: never) => unknown) => (typeof column === 'string' ? asStored : column.decode);

const asStored = (stored: unknown): unknown => stored;
