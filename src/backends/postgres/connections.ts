/**
 * Connections to PostgreSQL, thrown away together when one of them breaks.
 *
 * The library would take a broken one up again with what was still to be sent on it, which then stands before the greeting of
 * the next: it hangs until its time is over. It also rolls back over a connection that is gone, which ends the process.
 */
import type postgres from 'postgres';
import { type ConnectOptions, connect, type PostgresSettings } from './settings.js';

/** How long work on connections that did not break may go on, and the service at most takes longer to end. */
const PATIENCE_SECONDS = 5;

export class Connections {
  readonly #settings: PostgresSettings;
  #sql: postgres.Sql;
  #isClosed = false;

  constructor(
    settings: PostgresSettings,
    private readonly options: Omit<ConnectOptions, 'onclose'> = {},
  ) {
    this.#settings = settings;
    this.#sql = this.#open();
  }

  /** To be asked for anew for each question. */
  get sql(): postgres.Sql {
    return this.#sql;
  }

  /** `work` asks `mustBeThere` after it has waited for anything but its own statements. */
  async transaction<Result>(work: (sql: postgres.TransactionSql, mustBeThere: () => void) => Promise<Result>): Promise<void> {
    let lost: unknown = null;
    const mustBeThere = (): void => {
      if (lost !== null) throw lost;
    };
    const begun = this.#sql.begin((sql) =>
      work(sql, mustBeThere).catch((error: unknown) => (isLost(error) ? NEVER : Promise.reject(error))),
    );
    await begun.catch((error: unknown) => {
      lost = error;
      throw error;
    });
  }

  /** For what may be asked again: a connection that broke while nobody used it is found out by the next question. */
  async ask<Rows>(question: (sql: postgres.Sql) => PromiseLike<Rows>): Promise<Rows> {
    const asked = this.#sql;
    try {
      return await question(asked);
    } catch (error) {
      if (!isLost(error)) throw error;
      this.#replace(asked); // the others of its time are as dead, and tell only when they are asked
      return await question(this.#sql);
    }
  }

  async close(patience = 10): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: patience });
  }

  #open(): postgres.Sql {
    const opened = connect(this.#settings, { ...this.options, onclose: () => this.#replace(opened) });
    return opened;
  }

  #replace(broken: postgres.Sql): void {
    if (this.#sql !== broken || this.#isClosed) return;
    this.#sql = this.#open();
    void broken.end({ timeout: PATIENCE_SECONDS });
  }
}

/** Nothing is rolled back where nobody is left to do it: the end of the connection has failed the transaction already. */
const NEVER = new Promise<never>(() => {});

/** The connection is gone, or the server goes: no fault of the question. */
export const isLost = (error: unknown): boolean => /^(CONNECT|ECONN|EPIPE|57P)/.test((error as { code?: string }).code ?? '');
