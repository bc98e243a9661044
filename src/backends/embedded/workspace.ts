/**
 * The embedded back end: a folder with core.db, the archive and a place for large bodies, opened as one set.
 *
 *   core.db           frontier, repository, journal
 *   archive/          WARC files and their CDXJ
 *   spool/            bodies too large for memory, emptied on opening
 *   owner.pid         who writes here now
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Frontier, NewEntry, Outcome } from '../../frontier/index.js';
import { compiledUrl } from '../../model/index.js';
import type { Repository, RunRow, RunState, Settlement, Workspace } from '../../store/index.js';
import { recoverArchive } from './archive/index.js';
import type { CommitItem } from './commit.js';
import { openForReading, openForWriting, type Sqlite } from './database.js';
import { EmbeddedFrontier, type FrontierOptions } from './frontier.js';
import { KnownEntries } from './known-entries.js';
import { lockWorkspace } from './lock.js';
import { SqliteRepository } from './repository.js';

import { Writer, type WriterOptions } from './writer.js';

export interface EmbeddedOptions {
  readonly folder: string;
  readonly archive: Omit<WriterOptions['archive'], 'folder'>;
  readonly frontier: Omit<FrontierOptions, 'identify'> & { identify: (secret: Uint8Array) => FrontierOptions['identify'] };
}

/** Opens a workspace to crawl into it, making it when it is not there. Cuts the archive back to what was committed. */
export function openWorkspace(options: EmbeddedOptions): EmbeddedWorkspace {
  const { folder } = options;
  mkdirSync(join(folder, 'archive'), { recursive: true });
  const unlock = lockWorkspace(folder);
  try {
    return new EmbeddedWorkspace(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens a workspace to look at it, while another process may be writing. */
export function readWorkspace(folder: string): { repository: Repository; close(): void } {
  const path = join(folder, 'core.db');
  if (!existsSync(path))
    throw new Error(`There is no workspace in ${folder}: core.db is missing. Make one with: winnow crawl URL --workspace ${folder}`);
  const db = openForReading(path);
  return { repository: new SqliteRepository(db), close: () => db.close() };
}

export class EmbeddedWorkspace implements Workspace {
  readonly folder: string;
  readonly spoolFolder: string;
  readonly secret: Uint8Array;
  readonly repository: Repository;
  readonly #frontier: EmbeddedFrontier;
  readonly #reading: Sqlite;
  readonly #known: KnownEntries;
  readonly #writer: Writer;
  readonly #unlock: () => void;
  #run = 0;

  constructor(options: EmbeddedOptions, unlock: () => void) {
    this.folder = options.folder;
    this.#unlock = unlock;
    this.spoolFolder = join(this.folder, 'spool');
    rmSync(this.spoolFolder, { recursive: true, force: true });
    mkdirSync(this.spoolFolder);
    const database = join(this.folder, 'core.db');
    this.secret = prepareDatabase(database, join(this.folder, 'archive'));
    this.#reading = openForReading(database);
    this.repository = new SqliteRepository(this.#reading);
    this.#known = new KnownEntries(this.#reading);
    this.#frontier = new EmbeddedFrontier(this.#reading, { ...options.frontier, identify: options.frontier.identify(this.secret) });
    const archive = { ...options.archive, folder: join(this.folder, 'archive') };
    this.#writer = new Writer(compiledUrl(import.meta.url, './writer-thread.js'), { database, archive });
  }

  get frontier(): Frontier {
    return this.#frontier;
  }

  async beginRun(definition: string, now: number): Promise<{ run: RunRow; resumed: boolean }> {
    const begun = (await this.#writer.ask({ do: 'begin', definition, now })) as { run: RunRow; resumed: boolean };
    this.#run = begun.run.id;
    this.#writer.run = begun.run.id;
    this.#frontier.reload();
    return begun;
  }

  async endRun(state: RunState, reason: string, statistics: string, now: number): Promise<void> {
    await this.#writer.ask({ do: 'end', end: { run: this.#run, state, reason, statistics, now } });
  }

  async add(entries: Iterable<NewEntry>): Promise<number> {
    const { rows, sites } = this.#frontier.admit(entries);
    if (!rows.length) return 0;
    await this.#writer.commit({ sites, added: rows });
    this.#frontier.publish(rows);
    return rows.length;
  }

  async enter(entry: NewEntry): Promise<Entry> {
    const { rows, sites } = entry.kind === 'robots' ? this.#frontier.admitSite(entry.site) : this.#frontier.admit([entry]);
    if (rows.length) {
      await this.#writer.commit({ sites, added: rows });
      this.#frontier.publish(rows);
    }
    const known = this.#known.find(entry.fingerprint, entry.site);
    if (!known && entry.kind === 'robots') return this.enter({ ...entry, kind: 'page' }); // robots.txt is not asked for here
    if (!known) throw new Error(`${entry.url} was admitted but is not in the repository.`);
    this.#frontier.lend(known.entry, known.isQueued);
    return known.entry;
  }

  async settle(settlement: Settlement): Promise<void> {
    const { entry, outcome } = settlement;
    const { rows, sites } = this.#frontier.admit(settlement.found);
    const site = this.#frontier.admitSite(outcome.state === 'moved' ? outcome.site : entry.site, entry.id);
    const found = [...rows, ...site.rows];
    const aliases = this.#frontier.admit(settlement.aliases).rows.map((row) => ({ ...row, alias: true }));
    const item: CommitItem = {
      ...rowOf(entry, outcome),
      site: site.id,
      found: [...found, ...aliases],
      fetches: settlement.fetches,
      version: settlement.version,
      rejected: settlement.rejected,
      siteUpdate: settlement.site,
    };
    await this.#writer.commit({ sites: [...sites, ...site.sites], item });
    this.#frontier.publish(item.found);
    this.#frontier.settled(entry, outcome);
  }

  size(): number {
    const archive = this.repository.archiveFiles().reduce((sum, { length }) => sum + length, 0);
    return archive + sizeOf(join(this.folder, 'core.db')) + sizeOf(join(this.folder, 'core.db-wal'));
  }

  async close(): Promise<void> {
    // The last connection to close folds the write-ahead log into the database; a reading one could not.
    this.#reading.close();
    try {
      await this.#writer.close();
    } finally {
      rmSync(this.spoolFolder, { recursive: true, force: true });
      this.#unlock();
    }
  }
}

function rowOf(entry: Entry, outcome: Outcome): Pick<CommitItem, 'resource' | 'url' | 'state' | 'reason' | 'attempts' | 'due'> {
  const queuedAgain = outcome.state === 'retry' || outcome.state === 'moved' || outcome.state === 'returned';
  return {
    resource: entry.id,
    url: outcome.state === 'moved' ? outcome.url : entry.url,
    state: queuedAgain ? 'queued' : outcome.state,
    reason: outcome.reason,
    attempts: outcome.state === 'returned' ? entry.attempts : entry.attempts + 1,
    due: outcome.state === 'retry' ? Math.round(outcome.dueAt) : 0,
  } as const;
}

/** Makes the tables, cuts the archive to its committed length and returns the key of this workspace's fingerprints. */
function prepareDatabase(path: string, archiveFolder: string): Uint8Array {
  const db = openForWriting(path);
  try {
    const files = db.prepare('SELECT file, length FROM warc').raw().all() as [string, number][];
    recoverArchive(archiveFolder, new Map(files));
    db.prepare('UPDATE warc SET closed = 1 WHERE closed = 0').run();
    db.prepare("INSERT INTO meta (name, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING").run(randomBytes(16));
    return new Uint8Array(db.prepare("SELECT value FROM meta WHERE name = 'secret'").pluck().get() as Buffer);
  } finally {
    db.close();
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
