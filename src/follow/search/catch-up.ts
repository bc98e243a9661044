/**
 * Brings the search index of a workspace to where its journal is, or keeps it there.
 *
 * An index of another journal than the one that is there now (the workspace was restored, replaced or made anew) is
 * cleared first: it is made of the journal and nothing else.
 */

import { type JournalEntry, type Repository, SearchBusy, type SearchIndex, type Slice } from '../../store/index.js';
import { type FollowOptions, follow } from '../consumers/index.js';

/** Entries at a time: large enough that a document is merged but once or twice, small enough to be over in seconds. */
const BATCH = 5000;

/** The index of a workspace, and what it is made of. */
export interface OpenedIndex {
  readonly index: SearchIndex;
  readonly repository: Repository;
  close(): void;
}

export type OpenIndex = (folder: string) => OpenedIndex;

/** Until a signal ends it. */
export async function keepIndexed(folder: string, open: OpenIndex, options: FollowOptions): Promise<void> {
  const opened = open(folder);
  try {
    startOver(opened);
    const { index, repository } = opened;
    await follow((after, limit) => readSlice(repository, after, limit), index, { batch: BATCH, ...options });
  } finally {
    opened.close();
  }
}

/** Up to the first version whose text is still to be read. Looked up after the slice: what was read meanwhile may be indexed. */
function readSlice({ journal, deposits }: Repository, after: number, limit: number): Slice<JournalEntry> {
  const slice = journal.slice(after, limit);
  const unread = deposits.firstUnread();
  if (unread === null || unread > slice.through) return slice;
  const through = Math.max(after, unread - 1);
  return { items: slice.items.filter(({ sequence }) => sequence <= through), through, mark: journal.markAt(through) };
}

export interface CaughtUp {
  /** Entries of the journal that are not indexed yet: another process is at it. */
  readonly behind: number;
}

export interface CatchUpOptions {
  readonly onProgress?: (done: number, all: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** How often to try when another process is at it. */
  readonly attempts?: number;
}

/** Everything there is now, then it ends. */
export async function catchUp(
  folder: string,
  open: OpenIndex,
  { onProgress, signal, attempts = 4 }: CatchUpOptions = {},
): Promise<CaughtUp> {
  const last = lastEntry(open(folder));
  const finish = AbortSignal.abort();
  try {
    await keepIndexed(folder, open, {
      signal,
      finish,
      attempts,
      retry: { firstMs: 250, longestMs: 1000 },
      onProgress: ({ at }) => onProgress?.(at, last),
    });
    return { behind: 0 };
  } catch (error) {
    if (error instanceof SearchBusy) return { behind: entriesBehind(open(folder)) };
    throw error;
  }
}

function startOver({ index, repository: { journal } }: OpenedIndex): void {
  const { at, mark } = index.position();
  if (at === 0 || (at <= journal.last() && journal.markAt(at) === mark)) return;
  index.clear();
}

function lastEntry({ repository, close }: OpenedIndex): number {
  try {
    return repository.journal.last();
  } finally {
    close();
  }
}

function entriesBehind({ index, repository, close }: OpenedIndex): number {
  try {
    return Math.max(0, repository.journal.last() - index.position().at);
  } finally {
    close();
  }
}
