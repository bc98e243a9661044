/**
 * Workspace: everything a crawl keeps, opened as one set by a back end.
 *
 * `settle` and `add` group many calls into one commit; each promise resolves when its own part is durable.
 */
import type { Entry, Frontier, NewEntry } from '../frontier/index.js';
import type { Repository, RunRow, RunState, Settlement } from './repository/port.js';

export interface Workspace {
  readonly folder: string;
  /** Key of this workspace's fingerprints: 16 bytes. */
  readonly secret: Uint8Array;
  /** Where bodies too large for memory wait. */
  readonly spoolFolder: string;
  readonly frontier: Frontier;
  readonly repository: Repository;
  /** Begins a run, or continues the last one when it did not finish. */
  beginRun(definition: string, now: number): Promise<{ run: RunRow; resumed: boolean }>;
  endRun(state: RunState, reason: string, statistics: string, now: number): Promise<void>;
  /** Adds entries whose key is new; known keys are left as they are. Returns how many were added. */
  add(entries: Iterable<NewEntry>): Promise<number>;
  settle(settlement: Settlement): Promise<void>;
  /** The entry of this key, made when it is new, to be settled without a visit: nobody is asked, so no politeness is due. */
  enter(entry: NewEntry): Promise<Entry>;
  /** Bytes in the archive and the database. */
  size(): number;
  /** Commits what is pending, closes the archive file and everything else. */
  close(): Promise<void>;
}
