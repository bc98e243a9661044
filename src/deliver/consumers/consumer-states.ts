/** How the consumers of a workspace are doing: where each is, how far behind, and since when it fails. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Repository } from '../../store/index.js';
import { BEGINNING, ConsumerError } from './consumer.js';
import { JOURNAL } from './consumer-file.js';

export interface ConsumerState {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  /** Entry of the journal it has applied last. */
  readonly position: number;
  /** Entries it has not seen yet, and the time of the oldest of them. */
  readonly lag: number;
  readonly behindSince: string | null;
  /** Entries applied in all. */
  readonly applied: number;
  readonly movedAt: string;
  readonly failing: { readonly since: string; readonly failures: number; readonly error: string } | null;
}

/** All files in the workspace that follow its journal; one that cannot be read is left out. */
export function consumerStates(workspace: string, { journal }: Pick<Repository, 'journal'>): ConsumerState[] {
  const last = journal.last();
  return consumerFiles(workspace).flatMap((file) => {
    const row = readState(file);
    if (!row) return [];
    const { position, moved, failing, failures, error, ...rest } = row;
    const next = position < last ? journal.slice(position, 1).items[0] : undefined;
    return {
      ...rest,
      file,
      position,
      lag: Math.max(0, last - position),
      behindSince: next?.at ?? null,
      movedAt: iso(moved),
      failing: failing === null ? null : { since: iso(failing), failures, error: error ?? '' },
    };
  });
}

/** Lets a consumer begin again after an entry. What it made of the journal so far is its own to deal with. */
export function resetConsumer(workspace: string, name: string, at: number, { journal }: Pick<Repository, 'journal'>): ConsumerState {
  const known = consumerStates(workspace, { journal }).find((state) => state.name === name);
  if (!known) throw new ConsumerError(`There is no consumer ${name} in ${workspace}. winnow journal consumers lists them.`);
  if (!RESETTABLE.has(known.kind))
    throw new ConsumerError(
      `${name} is a ${known.kind}: what it has made must be made anew with it. Delete ${known.file}, and it begins again.`,
    );
  const { mark } = at === 0 ? BEGINNING : { mark: journal.markAt(at) };
  const db = new Database(known.file);
  try {
    db.prepare('UPDATE cursor SET position = ?, mark = ?, sending = NULL, moved = ? WHERE list = ?').run(at, mark, Date.now(), JOURNAL);
  } finally {
    db.close();
  }
  return { ...known, position: at, lag: Math.max(0, journal.last() - at), behindSince: null };
}

/** Those that only pass entries on. */
const RESETTABLE: ReadonlySet<string> = new Set(['feed', 'webhook', 'mail']);

function consumerFiles(workspace: string): string[] {
  return [workspace, join(workspace, 'consumers')]
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.db') && basename(file) !== 'core.db')
    .toSorted();
}

interface StateRow {
  readonly name: string;
  readonly kind: string;
  readonly position: number;
  readonly applied: number;
  readonly moved: number;
  readonly failing: number | null;
  readonly failures: number;
  readonly error: string | null;
}

const STATE = `SELECT k.name, k.kind, c.position, c.applied, c.moved, k.failing, k.failures, k.error
  FROM consumer k JOIN cursor c ON c.list = ?`;

/** Null for what is no file of a consumer. */
function readState(file: string): StateRow | null {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return (db.prepare(STATE).get(JOURNAL) as StateRow | undefined) ?? null;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
