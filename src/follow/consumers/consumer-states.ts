/** How the consumers of a workspace are doing: where each is, how far behind, and since when it fails. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../../store/index.js';
import { BEGINNING, ConsumerError } from './consumer.js';
import { JOURNAL, newToken } from './consumer-file.js';
import { openDatabase } from './open-database.js';

export interface ConsumerState {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  /** Entry of the journal it has applied last; null when it follows other things. */
  readonly position: number | null;
  /** Entries it has not seen yet, and the time of the oldest of them. */
  readonly lag: number;
  readonly behindSince: string | null;
  /** What it has applied in all, and when last. */
  readonly applied: number;
  readonly movedAt: string | null;
  readonly failing: { readonly since: string; readonly failures: number; readonly error: string } | null;
}

/** All files in the workspace that follow its journal; one that cannot be read is left out. */
export function consumerStates(workspace: string, { journal }: Pick<Repository, 'journal'>): ConsumerState[] {
  const last = journal.last();
  return consumerFiles(workspace).flatMap((file) => {
    const row = readState(file);
    if (!row) return [];
    const { position, moved, failing, failures, error, ...rest } = row;
    const lag = position === null ? 0 : Math.max(0, last - position);
    return {
      ...rest,
      file,
      position,
      lag,
      behindSince: lag > 0 ? (journal.slice(position ?? 0, 1).items[0]?.at ?? null) : null,
      movedAt: moved === null ? null : iso(moved),
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
  if (known.position === null) throw new ConsumerError(`${name} does not follow the journal: there is nothing to set back.`);
  const { mark } = at === 0 ? BEGINNING : { mark: journal.markAt(at) };
  const db = openDatabase(known.file);
  try {
    db.transaction(() => {
      db.prepare('UPDATE cursor SET position = ?, mark = ?, sending = NULL, moved = ? WHERE list = ?').run(at, mark, Date.now(), JOURNAL);
      db.prepare('UPDATE consumer SET token = ?').run(newToken());
    }).immediate();
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
    .filter((file) => file.endsWith('.db'))
    .toSorted();
}

interface StateRow {
  readonly name: string;
  readonly kind: string;
  readonly position: number | null;
  readonly applied: number;
  readonly moved: number | null;
  readonly failing: number | null;
  readonly failures: number;
  readonly error: string | null;
}

const STATE = `SELECT k.name, k.kind, c.position, coalesce(sum(a.applied), 0) AS applied, max(a.moved) AS moved, k.failing, k.failures, k.error
  FROM consumer k LEFT JOIN cursor c ON c.list = ? LEFT JOIN cursor a GROUP BY k.name`;

/** Null for what is no file of a consumer. */
function readState(file: string): StateRow | null {
  try {
    const db = openDatabase(file, { readonly: true, fileMustExist: true });
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
