/** Which columns a reader asked for, as a list for a statement, and rows made of what that brings. */
import { expressionOf } from './sql.js';
import type { Column, KeyPart, SqlValue } from './table.js';

export interface Columns<Row> {
  readonly columns: { readonly [Name in keyof Row]-?: Column };
  readonly heavy?: readonly (keyof Row)[];
}

export type Stored = Record<string, unknown>;

/** Names that no column has: what is read beside a row, and is no part of it. */
const BESIDE = ['@0', '@1', '@2'] as const;

export class Shape<Row extends object> {
  readonly list: readonly string[];
  readonly #decoders: readonly (readonly [name: string, decode: (stored: never) => unknown])[];
  readonly #large: readonly string[];
  /** By what name each part that is read beside the row comes: an asked column's, where it is one. */
  readonly #beside: readonly string[];

  /** `parts` are read with every row. Rows are made without a copy where the parts are columns that were asked for. */
  constructor({ columns, heavy = [] }: Columns<Row>, wanted: readonly (keyof Row)[] | undefined, parts: readonly string[]) {
    const names = wanted ?? (Object.keys(columns) as (keyof Row)[]).filter((name) => !heavy.includes(name));
    const expressions = names.map((name) => expressionOf(columns[name]));
    this.#beside = parts.map((part, at) => (expressions.includes(part) ? String(names[expressions.indexOf(part)]) : String(BESIDE[at])));
    const extra = parts.flatMap((part, at) => (expressions.includes(part) ? [] : [`${part} AS "${String(BESIDE[at])}"`]));
    this.list = [...expressions.map((expression, at) => `${expression} AS "${String(names[at])}"`), ...extra];
    this.#decoders = names.flatMap((name) => decodersOf(String(name), columns[name]));
    this.#large = names.filter((name) => heavy.includes(name)).map(String);
  }

  get isLarge(): boolean {
    return this.#large.length > 0;
  }

  /** Characters or bytes of the large columns. */
  sizeOf(stored: Stored): number {
    return this.#large.reduce((sum, name) => sum + ((stored[name] as { length: number } | null)?.length ?? 0), 0);
  }

  /** What was read beside the row: to be asked for before the row is made. */
  besideOf(stored: Stored): SqlValue[] {
    return this.#beside.map((name) => stored[name] as SqlValue);
  }

  rowOf<Wanted extends keyof Row>(stored: Stored): Pick<Row, Wanted> {
    const row = this.#beside.some((name) => name.startsWith('@')) ? withoutBeside(stored) : stored;
    for (const [name, decode] of this.#decoders) row[name] = decode(row[name] as never);
    return row as unknown as Pick<Row, Wanted>;
  }
}

function withoutBeside({ '@0': _first, '@1': _second, '@2': _third, ...row }: Stored): Stored {
  return row;
}

const decodersOf = (name: string, column: Column) => (typeof column === 'string' ? [] : [[name, column.decode] as const]);

export const decoderOf = (column: Column): ((stored: never) => unknown) => (typeof column === 'string' ? asStored : column.decode);

const asStored = (stored: unknown): unknown => stored;

/** What a cursor keeps of a row. */
export const placeList = (by: readonly KeyPart[]): string[] => by.map(({ sql, read }) => read ?? sql);
