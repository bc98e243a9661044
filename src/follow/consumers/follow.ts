/**
 * Follow: hands a consumer what a list brings, batch after batch, and waits for more.
 *
 * Whatever the consumer or the reading throws is kept here: it is told to `onTrouble`, and the same batch is tried again
 * after a pause that doubles. So a consumer that was down for a week catches up, and one that fails disturbs nobody
 * else. Nothing is ever left out; a batch that can never be applied stays in the way, and is reported as such.
 */
import type { JournalFilter, Repository, Slice } from '../../store/index.js';
import { type Consumer, ConsumerError, type JournalConsumer, type Position } from './consumer.js';
import { type Pauses, pauseAfter, wait } from './pauses.js';

export interface FollowOptions {
  /** Ends it at once; what is under way is given the signal too. */
  readonly signal?: AbortSignal | undefined;
  /** Ends it as soon as there is nothing more to apply. An aborted one asks for what there is now. */
  readonly finish?: AbortSignal | undefined;
  /** Items handed over at a time, at most. */
  readonly batch?: number;
  /** Shortest pause between two batches that are not full: few large ones instead of many small ones. */
  readonly gatherMs?: number;
  /** Waiting for more: from `first` on longer and longer. */
  readonly idle?: Pauses;
  /** After a failure. */
  readonly retry?: Pauses;
  /** Attempts at a batch, after which the error is thrown. Left out: for ever. */
  readonly attempts?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly onTrouble?: (trouble: Trouble) => void;
}

export interface Progress {
  readonly name: string;
  readonly at: number;
  /** Items of this batch. */
  readonly applied: number;
}

export interface Trouble {
  readonly name: string;
  readonly error: Error;
  /** Failures in a row. */
  readonly failures: number;
  readonly retryInMs: number;
}

/** Reads what comes after a position. */
export type ReadAfter<Item> = (after: number, limit: number) => Slice<Item>;

export interface JournalFollowOptions extends FollowOptions {
  /** Entries that the consumer is not shown. Its position moves past them. */
  readonly filter?: JournalFilter;
}

const IDLE: Pauses = { firstMs: 50, longestMs: 1000 };
const RETRY: Pauses = { firstMs: 1000, longestMs: 300_000 };
const BATCH = 500;

/** Applies the journal to a consumer, from where it is, and goes on as entries are written. */
export async function followJournal(repository: Repository, consumer: JournalConsumer, options: JournalFollowOptions = {}): Promise<void> {
  const { journal } = repository;
  assertSameJournal(consumer.name, await consumer.position(), journal);
  await follow((after, limit) => journal.slice(after, limit, options.filter), consumer, options);
}

/** Resolves when a signal ends it; rejects only when `attempts` are used up. */
export async function follow<Item>(read: ReadAfter<Item>, consumer: Consumer<Item>, options: FollowOptions = {}): Promise<void> {
  const { signal = NEVER, finish = NEVER, idle = IDLE, gatherMs = 0, batch = BATCH } = options;
  let position: Position | null = null;
  let failures = 0;
  let quiet = 0;
  while (!signal.aborted) {
    try {
      position ??= await consumer.position();
      const slice = read(position.at, batch);
      if (slice.through === position.at) {
        if (finish.aborted) return;
        await wait(pauseAfter(quiet++, idle), signal, finish);
        continue;
      }
      await consumer.apply({ ...slice, after: position.at }, signal);
      position = { at: slice.through, mark: slice.mark };
      failures = quiet = 0;
      options.onProgress?.({ name: consumer.name, at: position.at, applied: slice.items.length });
      if (slice.items.length > 0 && slice.items.length < batch) await wait(gatherMs, signal, finish);
      else await new Promise(setImmediate); // others have their turn between two batches
    } catch (error) {
      if (signal.aborted) return;
      position = null; // part of the batch may have been applied
      const pause = troubled(consumer.name, error, ++failures, options);
      await wait(pause, signal, ...(finish.aborted ? [] : [finish])); // asked to finish, it tries once more without delay
    }
  }
}

const NEVER = new AbortController().signal;
/** A remote service that asks for patience is given it, within reason. */
const LONGEST_WISH_MS = 3_600_000;

/** Reports and returns how long to wait. */
function troubled(name: string, thrown: unknown, failures: number, { attempts, retry = RETRY, onTrouble }: FollowOptions): number {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (failures >= (attempts ?? Number.POSITIVE_INFINITY)) throw error;
  const wish = 'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0;
  const retryInMs = Math.max(pauseAfter(failures - 1, retry), Math.min(wish, LONGEST_WISH_MS));
  onTrouble?.({ name, error, failures, retryInMs });
  return retryInMs;
}

/** A workspace may have been replaced by another, or by an older copy: then "go on after 5000" would mean something else. */
function assertSameJournal(name: string, { at, mark }: Position, journal: Repository['journal']): void {
  if (at === 0 || (at <= journal.last() && (mark === null || journal.markAt(at) === mark))) return;
  throw new ConsumerError(
    `The consumer ${name} has followed another journal up to entry ${at}; this one ${at > journal.last() ? `ends at ${journal.last()}` : 'has another entry there'}. ` +
      `Was the workspace restored or replaced? To read this journal from its beginning: winnow journal reset ${name}`,
  );
}
