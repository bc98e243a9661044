/**
 * Workspace: everything a crawl keeps, opened as one set by a back end.
 *
 * `settle` and `add` group many calls into one commit; each promise resolves when its own part is durable.
 */
import type { Entry, Frontier, NewEntry, Scheduled } from '../frontier/queue/index.js';
import type { Trap } from '../frontier/traps/index.js';
import type { ArchiveReader } from './archive.js';
import type { Catalogue } from './repository/catalogue.js';
import type { Answer, NewConversion, NewDeposit, NewLogRow, StoredDeposit } from './repository/deposit.js';
import type { NewVersion, Rejection, Repository, RunRow, RunState, Settlement } from './repository/port.js';
import type { Search } from './search/port.js';

/** How a new run starts; a run that is continued goes on as it began. */
export interface RunStart {
  /** A bit for each resource to visit again, besides those never visited; null: everything. */
  readonly selection?: Uint8Array | null;
  /** What earlier runs brought is thrown away first, archive included. */
  readonly replace?: boolean;
}

export interface Workspace {
  readonly folder: string;
  /** Key of this workspace's fingerprints: 16 bytes. */
  readonly secret: Uint8Array;
  /** Where bodies too large for memory wait. */
  readonly spoolFolder: string;
  readonly frontier: Frontier;
  readonly repository: Repository;
  readonly archive: ArchiveReader;
  /** Aborted when another process has taken the workspace over: nothing is written any more. */
  readonly lost: AbortSignal;
  /** To be asked before each request: a process that was stopped for a while learns here that another has gone on without it. */
  isOurs(): boolean;
  /** What was found and mended on opening, in words for the user. */
  readonly remarks: readonly string[];
  /** Begins a run, or continues the last one when it did not finish. `elapsed` tells how long this process has been at it. */
  beginRun(definition: string, now: number, elapsed?: () => number, start?: RunStart): Promise<{ run: RunRow; resumed: boolean }>;
  /**
   * Decides what waited during the run: to be called when it has come to its end, before it is noted as finished. May be
   * repeated. `fingerprintOf` is the identity of a link's URL, null for what is never visited.
   */
  reconcile(now: number, fingerprintOf: (url: string) => readonly [high: number, low: number] | null): Promise<void>;
  endRun(state: RunState, reason: string, statistics: string, now: number): Promise<void>;
  /** Queues entries whose key is new; those queued already get their scores combined, those visited are left as they are. */
  add(entries: Iterable<NewEntry>): Promise<Scheduled>;
  /** Links of a visit that is not settled yet: those of long lists come in pieces. A visit that is repeated adds nothing twice. */
  addLinks(from: number, found: readonly NewEntry[], rejected: readonly Rejection[]): Promise<void>;
  /** These are never visited: what is queued of them is taken out, what is not yet known is known from now on. Returns how many. */
  forbid(entries: Iterable<NewEntry>): Promise<number>;
  /** False when the entry's lease had lapsed: then nothing of the settlement is kept, since somebody else visits it. */
  settle(settlement: Settlement): Promise<boolean>;
  /** Stores a trap as it is from now on. What a released one had left out is queued again; returns how many URLs. */
  setTrap(trap: Trap, now: number): Promise<number>;
  /** The entry of this key, made when it is new, to be settled without a visit: nobody is asked, so no politeness is due. */
  enter(entry: NewEntry): Promise<Entry>;
  /**
   * Takes a document that is handed over whole. Null when nothing was stored: it is to be added and is there, it is to be
   * changed and is not, or it was taken down for good.
   */
  deposit(deposit: NewDeposit): Promise<StoredDeposit | null>;
  /** The text of a version that was stored unread, and everything else that reading tells; its operation and reason stay. */
  describe(version: number, reading: NewVersion): Promise<void>;
  /**
   * Adds a file that was made of one of a version; later versions that have the same source have it too. False when nothing
   * was stored: the version is gone, or has such a file already.
   */
  addConverted(conversion: NewConversion): Promise<boolean>;
  /** Archives answers that are no document's own (lists, archives of many documents). Returns the numbers of their fetches. */
  keepAnswers(answers: readonly Answer[]): Promise<readonly number[]>;
  /** A call of the ingest service that changed nothing. One with a key of its own is logged once, however often it is told. */
  logCall(row: NewLogRow, once?: string): Promise<void>;
  /** Bytes in the archive and the database. */
  size(): number;
  /** Why writing has to pause for lack of room, in words; null to go on. */
  lacksRoom(now: number): string | null;
  /** True when an error of any of these calls means that the disk is full. */
  isDiskFull(error: unknown): boolean;
  /** Commits what is pending, closes the archive file and everything else. */
  close(): Promise<void>;
}

/** The last run of a workspace of any format: what is needed to go on with it. */
export interface LastRun {
  readonly id: number;
  readonly state: RunState;
  readonly startedAt: number;
  readonly reason: string | null;
  /** JSON, without secrets. */
  readonly definition: string;
}

/** What can be told of a workspace by its address without opening it, cheaply enough for every request. */
export interface WorkspaceSigns {
  /** Another number when the workspace was removed and made anew; null where there is none. */
  identity(address: string): number | null;
  /** Changes whenever something was committed; null where there is no workspace. */
  stamp(address: string): string | null;
  /** When something was committed last; 0 where there is no workspace. */
  changedAt(address: string): number;
  /** What its rows take on the disk. */
  databaseBytes(address: string): number;
  /** Whether anything of it has been indexed for the search. */
  hasIndex(address: string): boolean;
  /** Addresses of the workspaces in a folder. */
  below(folder: string): string[];
}

/** A workspace opened to be looked at, while another process may be writing. */
export interface WorkspaceReading {
  /** May be used after a close: it keeps nothing open. Only `segments` and `whole` ask the rows. */
  readonly archive: ArchiveReader;
  readonly repository: Repository;
  readonly catalogue: Catalogue;
  /** Full text, as far as it is indexed. Throws SearchError when nothing is. */
  search(): Search;
  /** The process that writes here now; null when there is none. */
  owner(): number | null;
  close(): void;
}

/** Opens a workspace to read for as long as somebody looks at it: how assembly hands its opening to parts that know no back end. */
export type WithReading = <T>(address: string, look: (reading: WorkspaceReading) => Promise<T>) => Promise<T>;
