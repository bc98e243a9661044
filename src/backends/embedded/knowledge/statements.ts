/** Prepared statements by their text. One that is being gone through cannot be asked again: for the same question inside, there is a second. */
import type { Sqlite, Statement } from '../database.js';

const KEPT = 200;

export class Statements {
  readonly #idle = new Map<string, Statement[]>();

  constructor(private readonly db: Sqlite) {}

  /** Rows as arrays of numbers. */
  *iterate(sql: string, values: readonly unknown[]): Generator<number[]> {
    const statement = this.#take(sql);
    try {
      yield* statement.iterate(...values) as IterableIterator<number[]>;
    } finally {
      this.#give(sql, statement);
    }
  }

  number(sql: string, values: readonly unknown[]): number {
    const statement = this.#take(sql);
    try {
      return (statement.get(...values) as number[] | undefined)?.[0] ?? 0;
    } finally {
      this.#give(sql, statement);
    }
  }

  #take(sql: string): Statement {
    return this.#idle.get(sql)?.pop() ?? this.db.prepare(sql).raw();
  }

  #give(sql: string, statement: Statement): void {
    if (this.#idle.size > KEPT) this.#idle.clear();
    const idle = this.#idle.get(sql);
    if (idle) idle.push(statement);
    else this.#idle.set(sql, [statement]);
  }
}
