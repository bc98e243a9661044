/**
 * Tables of a database, for people who look into it: which there are, how many rows they have, and some of the rows.
 *
 * Nothing can be changed through it. Every answer is bounded: large tables are estimated, long values are cut, bytes are
 * told by their number.
 */
import { WinnowError } from '../model/index.js';
export interface TableFigures {
  readonly name: string;
  /** Null: they were not counted. */
  readonly rows: number | null;
  /** False: an estimate. */
  readonly isExact: boolean;
  /** With its indexes; null where that is not known. */
  readonly bytes: number | null;
}

export interface TableRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows before the next part; null at the end. */
  readonly next: number | null;
}

export interface DatabaseState {
  /** With its version. */
  readonly product: string;
  readonly bytes: number;
  readonly connections: number;
  /** Transactions that were committed since it was made. */
  readonly commits: number;
  readonly startedAt: string;
}

/** A database beside the workspaces. Everything throws DatabaseNotReady when it cannot be asked now. */
export interface TableDatabase {
  readonly name: string;
  state(): Promise<DatabaseState>;
  tables(): Promise<readonly TableFigures[]>;
  /** Null: there is no such table. */
  rows(table: string, after: number, limit: number): Promise<TableRows | null>;
  close(): Promise<void>;
}

export class DatabaseNotReady extends WinnowError {
  override readonly name = 'DatabaseNotReady';
  constructor(database: string, cause: unknown) {
    super('DATABASE_AWAY', `The database ${database} cannot be read now (${wordsOf(cause)}). Try again soon.`, { cause });
  }
}

/** What cannot be reached is told by a code, sometimes without a word. */
function wordsOf(cause: unknown): string {
  const { message, code } = cause as { readonly message?: string; readonly code?: string };
  return message || code || 'no reason was given';
}

/** Rows that are counted one by one; of longer tables the number is estimated. */
export const MOST_COUNTED = 10_000;
/** Characters of a value that are shown. */
export const LONGEST_SHOWN = 200;
