/** Sites, languages and types by number: a column of numbers instead of the same words again and again. */
import type { Sqlite } from '../database.js';

export type NameKind = 'site' | 'language' | 'type';

/** The column has sixteen bits. What comes later has no name, which no crawl that is not under attack comes to. */
const MOST: Readonly<Record<NameKind, number>> = { site: 4_000_000_000, language: 65_000, type: 65_000 };

export class Names {
  readonly #db: Sqlite;
  readonly #numbers = { site: new Map<string, number>(), language: new Map<string, number>(), type: new Map<string, number>() };
  readonly #values: Record<NameKind, string[]> = { site: [], language: [], type: [] };

  constructor(db: Sqlite) {
    this.#db = db;
    this.refresh();
  }

  /** Takes in what another process has added. */
  refresh(): void {
    const known = this.#db.prepare('SELECT value FROM name WHERE kind = ? AND number >= ? ORDER BY number').pluck();
    for (const kind of ['site', 'language', 'type'] as const)
      for (const value of known.all(kind, this.#values[kind].length) as string[]) this.#keep(kind, value);
  }

  /** Forgets what a transaction that failed had added. */
  reset(): void {
    for (const kind of ['site', 'language', 'type'] as const) {
      this.#numbers[kind].clear();
      this.#values[kind].length = 0;
    }
    this.refresh();
  }

  numberOf(kind: NameKind, value: string): number {
    const known = this.#numbers[kind].get(value);
    if (known !== undefined) return known;
    const number = this.#values[kind].length;
    if (number >= MOST[kind]) return number - 1;
    this.#db.prepare('INSERT INTO name (kind, number, value) VALUES (?, ?, ?)').run(kind, number, value);
    return this.#keep(kind, value);
  }

  valueOf(kind: NameKind, number: number): string {
    return this.#values[kind][number] ?? '';
  }

  all(kind: NameKind): readonly string[] {
    return this.#values[kind];
  }

  #keep(kind: NameKind, value: string): number {
    const number = this.#values[kind].push(value) - 1;
    this.#numbers[kind].set(value, number);
    return number;
  }
}
