/** One step from a format to the next. */
import type { Sqlite } from '../database.js';

export interface Migration {
  /** The format it leads to; it starts at the one before. */
  readonly to: number;
  /** What it does, in words for the user. */
  readonly title: string;
  /** Runs inside the one transaction that also raises the format version. */
  migrate(db: Sqlite, context: MigrationContext): void;
}

export interface MigrationContext {
  /** To be called every so often in long work, with how much of it is done. */
  readonly step: (done: number, total: number) => void;
}
