/**
 * Connections to PostgreSQL, thrown away together when one of them breaks.
 *
 * The library would take a broken one up again with what was still to be sent on it, which then stands before the greeting of
 * the next: it hangs until its time is over. It also rolls back over a connection that is gone, which ends the process.
 */
import type postgres from 'postgres';
import { connect, type PostgresSettings } from './settings.js';

/** How long work on connections that did not break may go on, and the service at most takes longer to end. */
const PATIENCE_SECONDS = 5;

export class Connections {
  readonly #settings: PostgresSettings;
  #sql: postgres.Sql;
  #isClosed = false;

  constructor(settings: PostgresSettings) {
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
    try {
      return await question(this.#sql);
    } catch (error) {
      if (!isLost(error)) throw error;
      return await question(this.#sql);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 10 });
  }

  #open(): postgres.Sql {
    const opened = connect(this.#settings, {
      onclose: () => {
        if (this.#sql !== opened || this.#isClosed) return;
        this.#sql = this.#open();
        void opened.end({ timeout: PATIENCE_SECONDS });
      },
    });
    return opened;
  }
}

/** Nothing is rolled back where nobody is left to do it: the end of the connection has failed the transaction already. */
const NEVER = new Promise<never>(() => {});

const isLost = (error: unknown): boolean => /^(CONNECT|ECONN|EPIPE|57P)/.test((error as { code?: string }).code ?? '');
