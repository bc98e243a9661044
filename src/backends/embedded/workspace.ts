/**
 * The embedded back end: a folder with core.db, the archive and a place for large bodies, opened as one set.
 *
 *   core.db           frontier, repository, journal
 *   archive/          WARC files and their CDXJ
 *   spool/            bodies too large for memory, emptied on opening
 *   queue/            the part of the queue that does not fit in memory, rebuilt on opening
 *   search.db         full text, made from the journal
 *   knowledge.db      quads, made from the journal
 *   owner.json        who writes here now
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry, Frontier, NewEntry, Outcome, Scheduled } from '../../frontier/queue/index.js';
import { ScheduledFrontier } from '../../frontier/schedule/index.js';
import type { Trap } from '../../frontier/traps/index.js';
import { isDiskFull } from '../../model/index.js';
import { removeDeadDrafts } from '../../platform/index.js';
import type {
  Answer,
  NewConversion,
  NewDeposit,
  NewLogRow,
  NewVersion,
  Rejection,
  Repository,
  RunRow,
  RunStart,
  RunState,
  Search,
  Settlement,
  StoredDeposit,
  Workspace,
  WorkspaceReading,
} from '../../store/index.js';
import { scheduled } from './admission.js';
import { type ArchiveRecovery, makeFolder, recoverArchive, syncFolder } from './archive/index.js';
import { sqliteCatalogue } from './catalogue/index.js';
import type { CommitItem } from './commit.js';
import { openForReading, openForWriting, openToOwn, type Sqlite } from './database.js';
import { DepositDesk } from './deposit-desk.js';
import { diskGuard } from './disk-space.js';
import { failpoint } from './failpoint.js';
import { type FrontierOptions, FrontierStore } from './frontier-store.js';
import type { FingerprintOf } from './listed-documents.js';
import { migrate, remarksOnMigration } from './migrations/index.js';
import { type OwnerOptions, type Ownership, ownershipCheck, takeOwnership } from './owner.js';
import { ownerIn } from './owner-sign.js';
import { reconcileRun } from './reconcile-run.js';
import { SqliteRepository } from './repository.js';
import { endRun, type RunEnd } from './runs.js';
import { openSearch, searchFile, workspaceSource } from './search/index.js';
import { completeSums, mustBeWhole, type WholeOptions } from './sums/index.js';
import { finishTakedown, ownedBy } from './takedown/index.js';
import { leftOutRows } from './trap-rows.js';
import { openTroubles } from './trouble-rows.js';
import { mustBeWorkspace } from './workspace-missing.js';
import { Writer, type WriterOptions } from './writer.js';

export interface EmbeddedOptions {
  readonly folder: string;
  readonly archive: Omit<WriterOptions['archive'], 'folder'>;
  readonly frontier: Omit<FrontierOptions, 'identify'> & { identify: (secret: Uint8Array) => FrontierOptions['identify'] };
  /** How duplicates are found; left out: by likeness, with the defaults. */
  readonly duplicates?: WriterOptions['duplicates'];
  /** Bytes that must stay free on the disk. */
  readonly keepFree: number;
  readonly owner?: OwnerOptions;
}

/** Entries admitted at one go: so many keep the main thread for a few milliseconds only. */
const SLICE = 2000;
/** Slices on their way to the disk while the next one is admitted. */
const AHEAD = 3;

/** Opens a workspace to crawl into it, making it when it is not there. Cuts the archive back to what was committed. */
export function openWorkspace(options: EmbeddedOptions): EmbeddedWorkspace {
  const { folder } = options;
  makeFolder(join(folder, 'archive'));
  const database = join(folder, 'core.db');
  mustBeWhole(database);
  const db = openToOwn(database);
  try {
    const ownership = takeOwnership(folder, db, options.owner);
    failpoint('owner-taken');
    try {
      completeSums(database);
      return new EmbeddedWorkspace(options, db, ownership);
    } catch (error) {
      ownership.release();
      throw error;
    }
  } finally {
    db.close();
  }
}

/** Opens a workspace to look at it, while another process may be writing. */
export function readWorkspace(folder: string, whole: WholeOptions = {}): WorkspaceReading {
  mustBeWorkspace(folder);
  const path = join(folder, 'core.db');
  mustBeWhole(path, whole);
  const db = openForReading(path);
  let search: Search | null = null;
  return {
    repository: new SqliteRepository(db),
    catalogue: sqliteCatalogue(db),
    search: () => (search ??= openSearch(searchFile(folder), workspaceSource(db))),
    owner: () => ownerIn(folder),
    close() {
      search?.close();
      db.close();
    },
  };
}

export class EmbeddedWorkspace implements Workspace {
  readonly folder: string;
  readonly spoolFolder: string;
  readonly secret: Uint8Array;
  readonly repository: Repository;
  readonly remarks: readonly string[];
  readonly lacksRoom: (now: number) => string | null;
  readonly isDiskFull = isDiskFull;
  readonly #frontier: ScheduledFrontier;
  readonly #store: FrontierStore;
  readonly #reading: Sqlite;
  readonly #writer: Writer;
  readonly #ownership: Ownership;
  readonly #deposits: DepositDesk;
  #run = 0;
  #elapsed: () => number = () => 0;

  /** `db` is used for what has to be written before the writer thread takes over. */
  constructor(options: EmbeddedOptions, db: Sqlite, ownership: Ownership) {
    this.folder = options.folder;
    this.#ownership = ownership;
    // Each owner has its own: a former one that still lives must not clear ours away.
    this.spoolFolder = join(this.folder, 'spool', ownership.token);
    const remarks = remarksOnMigration(migrate(db, ownership));
    if (finishTakedown(ownedBy(this.folder, db, ownership))) remarks.push('Brought a takedown that had been interrupted to its end.');
    // Each owner has folders of its own there: one that was deposed must not empty those of the next.
    for (const place of ['', 'archive']) removeDeadDrafts(join(this.folder, place));
    for (const derived of ['spool', 'queue']) rmSync(join(this.folder, derived), { recursive: true, force: true });
    mkdirSync(this.spoolFolder, { recursive: true });
    const { secret, recovery } = prepareDatabase(db, join(this.folder, 'archive'), ownership);
    this.secret = secret;
    this.remarks = [...remarks, ...remarksOn(recovery)];
    this.lacksRoom = diskGuard({ folder: this.folder, keepFree: options.keepFree });
    const database = join(this.folder, 'core.db');
    this.#reading = openForReading(database);
    syncFolder(this.folder); // SQLite syncs the names of its files too, but goes on when that fails
    this.repository = new SqliteRepository(this.#reading);
    const identify = options.frontier.identify(this.secret);
    this.#frontier = new ScheduledFrontier(options.frontier);
    const queues = join(this.folder, 'queue', ownership.token);
    this.#store = new FrontierStore(this.#reading, queues, { ...options.frontier, identify }, this.#frontier.schedule);
    this.#frontier.open(this.#store);
    failpoint('queue-replayed');
    const archive = { ...options.archive, folder: join(this.folder, 'archive') };
    this.#writer = new Writer({
      database,
      owner: ownership.token,
      archive,
      duplicates: options.duplicates,
    });
    this.#deposits = new DepositDesk(this.#store, this.#writer, identify);
  }

  get frontier(): Frontier {
    return this.#frontier;
  }

  get lost(): AbortSignal {
    return this.#ownership.lost;
  }

  isOurs(): boolean {
    return this.#ownership.holds();
  }

  async beginRun(
    definition: string,
    now: number,
    elapsed = since(Date.now()),
    start: RunStart = {},
  ): Promise<{ run: RunRow; resumed: boolean }> {
    const begin = { definition, now, size: this.size(), ...start };
    const begun = (await this.#writer.ask({ do: 'begin', begin })) as { run: RunRow; resumed: boolean };
    const { id, elapsed: before } = begun.run;
    this.#run = id;
    this.#elapsed = () => before + elapsed();
    this.#writer.beginRun(id, this.#elapsed);
    this.#store.run = id;
    if (!begun.resumed) await this.#store.startOver(() => this.#frontier.schedule.startOver());
    this.#frontier.beginRun(openTroubles(this.#reading), now);
    if (begun.resumed) await this.#askRobotsAgain(now);
    return begun;
  }

  /** What a site's robots.txt said holds for a time only; when that is over, or nothing was said, it is asked again. */
  async #askRobotsAgain(now: number): Promise<void> {
    const expired = this.#reading
      .prepare(
        "SELECT origin FROM site WHERE robots_state IS NOT NULL AND (coalesce(robots_expires, 0) < ? OR robots_state = 'unavailable')",
      )
      .pluck()
      .all(now) as string[];
    const { rows, rescored } = this.#store.robotsAgain(expired);
    if (!rows.length && !rescored.length) return;
    await this.#writer.commit({ added: rows, rescored });
    this.#store.publish(rows, rescored);
  }

  async reconcile(now: number, fingerprintOf: FingerprintOf): Promise<void> {
    await reconcileRun(this.#writer, this.#reading, { run: this.#run, now, fingerprintOf });
  }

  async endRun(state: RunState, reason: string, statistics: string, now: number): Promise<void> {
    const end = { run: this.#run, state, reason, statistics, now, elapsed: this.#elapsed() };
    try {
      const troubles = this.#frontier.takeTroubles();
      if (troubles.length > 0) await this.#writer.commit({ troubles });
      await this.#writer.ask({ do: 'end', end });
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.#endWithoutWriter(end);
    }
  }

  /** The writer has given up for lack of room; what it had begun is cut back, and this little may still fit. */
  #endWithoutWriter(end: RunEnd): void {
    const db = openForWriting(join(this.folder, 'core.db'));
    try {
      const checkOwner = ownershipCheck(db, this.#ownership.token);
      db.transaction(() => {
        checkOwner();
        endRun(db, end);
      }).immediate();
    } finally {
      db.close();
    }
  }

  async add(entries: Iterable<NewEntry>): Promise<Scheduled> {
    const total = { added: 0, updated: 0, known: 0 };
    const underWay: Promise<void>[] = [];
    for (const slice of slices(entries)) {
      const fared = this.#addSlice(slice).then(({ added, updated, known }) => {
        total.added += added;
        total.updated += updated;
        total.known += known;
      });
      underWay.push(fared);
      if (slice.length < SLICE) continue;
      if (underWay.length >= AHEAD) await underWay.shift();
      await new Promise(setImmediate); // fetchers must not wait for a long list
    }
    await Promise.all(underWay);
    return total;
  }

  async #addSlice(entries: readonly NewEntry[]): Promise<Scheduled> {
    const admission = this.#store.admit(entries);
    const { rows, sites, rescored } = admission;
    if (!rows.length && !rescored.length) return scheduled(admission);
    await this.#writer.commit({ sites, added: rows, rescored });
    this.#store.publish(rows, rescored);
    return scheduled(admission);
  }

  async addLinks(from: number, found: readonly NewEntry[], rejected: readonly Rejection[]): Promise<void> {
    const { rows, sites, rescored } = this.#store.admit(found);
    if (!rows.length && !rescored.length && !rejected.length) return;
    await this.#writer.commit({ sites, added: rows, rescored, rejected: rejected.map((rejection) => ({ rejection, foundOn: from })) });
    this.#store.publish(rows, rescored);
  }

  async forbid(entries: Iterable<NewEntry>): Promise<number> {
    let count = 0;
    for (const each of entries) {
      const entry = await this.#lend(each);
      if (!entry) continue;
      await this.settle({ ...NOTHING, entry, outcome: { state: 'excluded', reason: 'blacklisted' } });
      count++;
    }
    return count;
  }

  async enter(entry: NewEntry): Promise<Entry> {
    const known = await this.#lend(entry);
    if (!known && entry.kind === 'robots') return this.enter({ ...entry, kind: 'page' }); // robots.txt is not asked for here
    if (!known) throw new Error(`${entry.url} was admitted but is not in the repository.`);
    return known;
  }

  /** Null when it is being visited this moment. */
  async #lend(entry: NewEntry): Promise<Entry | null> {
    const isRobots = entry.kind === 'robots';
    const { rows, sites } = isRobots ? this.#store.admitSite(entry.site) : this.#store.admit([{ ...entry, score: null }]);
    if (rows.length) {
      await this.#writer.commit({ sites, added: rows });
      this.#store.publish(rows);
    }
    const lent = this.#store.lend(isRobots ? this.#store.robotsFingerprint(entry.site) : entry.fingerprint, entry.site);
    return lent && this.#frontier.lend(lent);
  }

  async settle(settlement: Settlement): Promise<boolean> {
    const { entry, outcome } = settlement;
    if (!this.#frontier.holds(entry)) return false;
    const { rows, sites, rescored } = this.#store.admit([...settlement.found, ...(settlement.files ?? [])]);
    const site = this.#store.admitSite(outcome.state === 'moved' ? outcome.site : entry.site);
    const aliases = this.#store.admitAliases(settlement.aliases);
    const found = [...rows, ...site.rows, ...aliases.rows];
    const row = rowOf(entry, outcome);
    // Every field by name: a spread would cost as much as all the rest, once for every page.
    const item: CommitItem = {
      resource: row.resource,
      url: row.url,
      redirects: row.redirects,
      seed: row.seed,
      state: row.state,
      reason: row.reason,
      attempts: row.attempts,
      site: site.id,
      movedFrom: outcome.state === 'moved' ? this.#store.admitSite(entry.site).id : null,
      log: this.#store.logOf(entry, outcome, site.id, this.#frontier.turnOf(entry)),
      found,
      fetches: settlement.fetches,
      version: settlement.version,
      sign: settlement.sign ?? null,
      listing: settlement.listing ?? null,
      files: settlement.files?.map(({ fingerprint }) => this.#store.idOf(fingerprint)) ?? null,
      file: settlement.file ?? null,
      sure: settlement.sure ?? false,
      rejected: settlement.rejected,
      siteUpdate: settlement.site,
      trap: settlement.trap ?? null,
      rendering: settlement.rendering ?? null,
    };
    const requeued = item.log?.operation === 'settled' && !this.#frontier.wasQueued(entry) ? site.id : undefined;
    const troubles = this.#frontier.takeTroubles();
    await this.#writer.commit({ sites: [...sites, ...site.sites, ...aliases.sites], rescored, item, requeued, troubles });
    failpoint('settled');
    this.#store.publish(found, rescored);
    this.#frontier.settled(entry, outcome, settlement.version !== null);
    const page = this.#store.takeLater(entry.id);
    if (page) await this.#addSlice([page]);
    return true;
  }

  deposit(deposit: NewDeposit): Promise<StoredDeposit | null> {
    return this.#deposits.take(deposit);
  }

  async describe(version: number, reading: NewVersion): Promise<void> {
    await this.#writer.commit({ reading: { version, reading } });
  }

  addConverted(conversion: NewConversion): Promise<boolean> {
    return this.#deposits.addConverted(conversion);
  }

  keepAnswers(answers: readonly Answer[]): Promise<readonly number[]> {
    return this.#deposits.keep(answers);
  }

  async logCall(row: NewLogRow, once?: string): Promise<void> {
    await this.#writer.commit({ call: { row, once: once ?? null } });
  }

  async setTrap(trap: Trap, now: number): Promise<number> {
    const released = trap.state === 'released' ? leftOutRows(this.#reading, trap.id) : [];
    const rescored = this.#store.requeue(released);
    await this.#writer.commit({ trap: { trap, at: now }, rescored });
    this.#store.publish([], rescored);
    return rescored.length;
  }

  size(): number {
    const archive = this.repository.archiveFiles().reduce((sum, { length }) => sum + length, 0);
    return archive + sizeOf(join(this.folder, 'core.db')) + sizeOf(join(this.folder, 'core.db-wal'));
  }

  async close(): Promise<void> {
    try {
      this.#frontier.close(Date.now());
      await this.#store.close();
      // The last connection to close folds the write-ahead log into the database; a reading one could not.
      this.#reading.close();
    } finally {
      await this.#closeWriter(); // whatever happened: its thread would keep the process alive
    }
  }

  async #closeWriter(): Promise<void> {
    try {
      await this.#writer.close();
    } finally {
      removeSpool(this.spoolFolder);
      this.#ownership.release();
    }
  }
}

const since = (start: number) => (): number => Date.now() - start;

const NOTHING = { fetches: [], version: null, found: [], aliases: [], rejected: [], site: null };

function* slices(entries: Iterable<NewEntry>): Generator<NewEntry[]> {
  let slice: NewEntry[] = [];
  for (const entry of entries) {
    slice.push(entry);
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length) yield slice;
}

function rowOf(
  entry: Entry,
  outcome: Outcome,
): Pick<CommitItem, 'resource' | 'url' | 'redirects' | 'seed' | 'state' | 'reason' | 'attempts'> {
  const queuedAgain = outcome.state === 'retry' || outcome.state === 'moved' || outcome.state === 'returned';
  return {
    resource: entry.id,
    url: outcome.state === 'moved' ? outcome.url : entry.url,
    redirects: entry.redirects + Number(outcome.state === 'moved'),
    seed: entry.seed ?? entry.id,
    state: queuedAgain ? null : outcome.state,
    reason: outcome.reason,
    attempts: outcome.state === 'returned' ? entry.attempts : entry.attempts + 1,
  };
}

/** Cuts the archive to its committed length and returns the key of this workspace's fingerprints. */
function prepareDatabase(db: Sqlite, archiveFolder: string, { token }: Ownership): { secret: Uint8Array; recovery: ArchiveRecovery } {
  const checkOwner = ownershipCheck(db, token);
  // In one transaction: a process that was stopped here for too long must not cut what its successor is writing.
  return db
    .transaction(() => {
      checkOwner();
      const files = db.prepare('SELECT file, length FROM warc').raw().all() as [string, number][];
      const recovery = recoverArchive(archiveFolder, new Map(files));
      db.prepare('UPDATE warc SET closed = 1 WHERE closed = 0').run();
      db.prepare("INSERT INTO meta (name, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING").run(randomBytes(16));
      return { secret: new Uint8Array(db.prepare("SELECT value FROM meta WHERE name = 'secret'").pluck().get() as Buffer), recovery };
    })
    .immediate();
}

/** What was cut is nothing to speak of: it was never part of the crawl. What is missing is. */
function remarksOn({ missing, orphans }: ArchiveRecovery): string[] {
  return [
    ...missing.map(
      ({ file, bytes }) =>
        `The archive file ${file} lacks ${bytes} bytes that were stored: restore it from a backup; winnow archive check says which records are gone.`,
    ),
    ...(orphans.length ? [`Moved to archive/orphans, since the repository does not know them: ${orphans.join(', ')}.`] : []),
  ];
}

/** Our own; the folder around it only when no other owner has its own there. */
function removeSpool(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  try {
    rmdirSync(dirname(folder));
  } catch {
    // Somebody else's bodies wait there.
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
