/** Values the schema has no room for: counted, listed, and cut or left out. The crawl itself knows no such limits. */
import { limitOf, TABLES } from './schema.js';

export interface Misfit {
  readonly table: string;
  readonly column: string;
  /** Number of the row; of a row that was left out, the number it would have had. */
  readonly id: number;
  readonly length: number;
  readonly limit: number;
  /** What was done about it. */
  readonly done: 'row left out' | 'cut' | 'left empty';
  /** The value, of very long ones the beginning. */
  readonly value: string;
}

const LISTED = 2000;
const SHOWN = 4096;

export class Misfits {
  readonly list: Misfit[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** True when the value fits, in characters as a database counts them; else it is noted. */
  fits(table: string, column: string, id: number, value: string, done: Misfit['done']): boolean {
    const limit = LIMITS.get(`${table}.${column}`);
    if (limit === undefined || value.length <= limit) return true;
    const length = Array.from(value).length;
    if (length <= limit) return true;
    this.#note({ table, column, id, length, limit, done, value: value.slice(0, SHOWN) });
    return false;
  }

  /** For what is too much by a rule of ours. */
  leaveOut(table: string, column: string, id: number, length: number, limit: number, value: string): void {
    this.#note({ table, column, id, length, limit, done: 'cut', value: value.slice(0, SHOWN) });
  }

  #note(misfit: Misfit): void {
    this.#count++;
    if (this.list.length < LISTED) this.list.push(misfit);
  }

  /** The value as far as it fits. */
  cut(table: string, column: string, id: number, value: string): string {
    if (this.fits(table, column, id, value, 'cut')) return value;
    return Array.from(value)
      .slice(0, LIMITS.get(`${table}.${column}`))
      .join('');
  }
}

const LIMITS: ReadonlyMap<string, number> = new Map(
  TABLES.flatMap(({ name, columns }) =>
    columns.flatMap((column) => {
      const limit = limitOf(column.type);
      return limit === null ? [] : [[`${name}.${column.name}`, limit] as const];
    }),
  ),
);
