/**
 * Takedown: removes content from archive and repository, for good.
 *
 *   1. the affected WARC files are written anew without the records, under new names, and synced;
 *   2. one transaction wipes the rows, makes the others name the new files, and adds the deletions to the journal;
 *   3. the old files are removed, and the database is written anew so that no free page remembers.
 *
 * Killed before 2, nothing has happened but some files that the next opening removes. Killed after it, the next opening
 * or the next takedown does the rest: see unfinished.ts. Only the owner of a workspace may do this.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openForReading, type Sqlite } from '../database.js';
import { needSpace } from '../disk-space.js';
import { failpoint } from '../failpoint.js';
import { dropKnowledge } from '../knowledge/index.js';
import { eraseFromSearch } from '../search/index.js';
import { cutLog } from '../sums/index.js';
import { choose, type TakedownPlan, type TakedownWish } from './choose.js';
import { type Owned, owning } from './owning.js';
import { commitRewriting, planRewriting, type Rewriting, type Rewritten, rewriteFile, roomFor } from './rewrite-archive.js';
import { noteTakedown, removeFiles, unfinishedTakedown } from './unfinished.js';
import { wipeRows } from './wipe.js';

export interface TakedownOptions {
  readonly wish: TakedownWish;
  /** For the log; kept as it is given, so it should not repeat what is to be forgotten. */
  readonly reason?: string | null;
  readonly allowAgain?: boolean;
  readonly now?: number;
  readonly onProgress?: (sentence: string) => void;
}

export interface Takedown extends TakedownPlan {
  /** An earlier takedown had been interrupted and was brought to its end first. */
  readonly finishedEarlier: boolean;
  /** Copies of the database of older formats, which held it too. */
  readonly removedCopies: readonly string[];
  /** Somebody was reading: until they are gone, the write-ahead log may hold what was removed. */
  readonly logRemains: boolean;
}

/** What would go, from any workspace, while anybody may be writing to it. */
export function planTakedown(folder: string, wish: TakedownWish): TakedownPlan {
  const db = openForReading(join(folder, 'core.db'));
  try {
    return choose(db, wish);
  } finally {
    db.close();
  }
}

export function forget(folder: string, options: TakedownOptions): Promise<Takedown> {
  return owning(folder, async (owned) => {
    const { db } = owned;
    db.pragma('secure_delete = ON');
    const finishedEarlier = finishTakedown(owned);
    const plan = choose(db, options.wish);
    if (plan.resources === 0) return { ...plan, finishedEarlier, removedCopies: [], logRemains: false };
    await removeFromArchive(owned, options, () => {
      wipeRows(db, { now: options.now ?? Date.now(), reason: options.reason ?? null, allowAgain: options.allowAgain ?? false });
      logTakedown(db, plan, options);
    });
    options.onProgress?.('Writing the database anew');
    const removedCopies = removeCopies(folder);
    const logRemains = eraseTraces(owned);
    return { ...plan, finishedEarlier, removedCopies, logRemains };
  });
}

/**
 * Takes the fetches in the temporary table `removed` out of the archive; `withIt` runs in the transaction that makes it so.
 * Afterwards only traces in the database are left.
 */
export async function removeFromArchive(
  owned: Owned,
  { onProgress }: Pick<TakedownOptions, 'onProgress'>,
  withIt: () => void,
): Promise<void> {
  const { db, folder } = owned;
  const archive = join(folder, 'archive');
  const rewriting = planRewriting(db, archive);
  needSpace(folder, roomFor(rewriting) + 2.2 * sizeOf(db.name), `Removing records from ${folder}`);
  owned.inTransaction(() => noteTakedown(db, { files: rewriting.flatMap(({ into }) => into ?? []), wiped: false }));
  failpoint('takedown-begun');
  const rewritten = await rewriteAll(db, archive, rewriting, onProgress);
  failpoint('takedown-written');
  const unfinished = { files: rewriting.map(({ file }) => file), wiped: true };
  owned.inTransaction(() => {
    withIt();
    commitRewriting(db, rewritten);
    noteTakedown(db, unfinished);
  });
  failpoint('takedown-committed');
  removeFiles(db, archive, unfinished);
  failpoint('takedown-removed');
}

async function rewriteAll(
  db: Sqlite,
  archive: string,
  rewriting: readonly Rewriting[],
  onProgress: ((sentence: string) => void) | undefined,
): Promise<Rewritten[]> {
  const rewritten: Rewritten[] = [];
  for (const one of rewriting) {
    onProgress?.(`Writing ${one.file} anew, ${rewritten.length + 1} of ${rewriting.length}`);
    rewritten.push(await rewriteFile(db, archive, one));
  }
  return rewritten;
}

/** Brings a takedown that was interrupted to its end. True when there was one. */
export function finishTakedown(owned: Owned): boolean {
  const unfinished = unfinishedTakedown(owned.db);
  if (!unfinished) return false;
  removeFiles(owned.db, join(owned.folder, 'archive'), unfinished);
  if (unfinished.wiped) {
    removeCopies(owned.folder);
    eraseTraces(owned);
  } else owned.inTransaction(() => noteTakedown(owned.db, null));
  return true;
}

/** A database written anew has no free pages, and a log that is cut holds nothing. True when readers kept it from being cut. */
function eraseTraces(owned: Owned): boolean {
  const { db } = owned;
  owned.ownership.beat();
  eraseFromSearch(owned.folder, db);
  dropKnowledge(owned.folder);
  db.exec('VACUUM');
  failpoint('takedown-vacuumed');
  owned.inTransaction(() => noteTakedown(db, null));
  return !cutLog(db);
}

/** What migrations kept of the database as it was. */
function removeCopies(folder: string): string[] {
  const copies = readdirSync(folder).filter((name) => /^core\.db\.format-\d+$/.test(name));
  for (const name of copies) rmSync(join(folder, name), { force: true });
  return copies;
}

const sizeOf = (path: string): number =>
  ['', '-wal'].reduce((sum, suffix) => sum + (statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size ?? 0), 0);

function logTakedown(db: Sqlite, plan: TakedownPlan, { reason, now, allowAgain }: TakedownOptions): void {
  db.exec(LOG);
  db.prepare('INSERT INTO forgotten (at, reason, documents, versions, fetches, allow_again) VALUES (?, ?, ?, ?, ?, ?)').run(
    now ?? Date.now(),
    reason ?? null,
    plan.documents,
    plan.versions,
    plan.fetches,
    Number(allowAgain ?? false),
  );
}

/** Made by the first takedown, since most workspaces never see one. */
const LOG = `CREATE TABLE IF NOT EXISTS forgotten (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, reason TEXT, documents INTEGER NOT NULL, versions INTEGER NOT NULL,
  fetches INTEGER NOT NULL, allow_again INTEGER NOT NULL
)`;

export interface ForgottenRow {
  readonly at: string;
  readonly reason: string | null;
  readonly documents: number;
  readonly versions: number;
  readonly fetches: number;
  readonly allowAgain: boolean;
}

/** The takedowns of a workspace, oldest first: when, why and how much, never what. */
export function takedownsOf(folder: string): ForgottenRow[] {
  const db = openForReading(join(folder, 'core.db'));
  try {
    if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'forgotten'").get()) return [];
    const rows = db.prepare('SELECT at, reason, documents, versions, fetches, allow_again FROM forgotten ORDER BY id').all();
    return (rows as (Omit<ForgottenRow, 'at' | 'allowAgain'> & { at: number; allow_again: number })[]).map(
      ({ at, allow_again, ...row }) => ({
        at: new Date(at).toISOString(),
        ...row,
        allowAgain: allow_again === 1,
      }),
    );
  } finally {
    db.close();
  }
}

/** Versions of documents that were taken down, by whichever takedown: whoever keeps copies of them knows by it which must go. */
export function forgottenVersions(folder: string): ReadonlySet<number> {
  const db = openForReading(join(folder, 'core.db'));
  try {
    return new Set(db.prepare(FORGOTTEN_VERSIONS).pluck().all() as number[]);
  } finally {
    db.close();
  }
}

const FORGOTTEN_VERSIONS = `SELECT DISTINCT v.id FROM journal j JOIN version v ON v.id = j.version WHERE j.reason = 'forgotten' AND v.sha256 = ''`;
