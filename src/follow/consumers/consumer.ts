/**
 * A consumer takes what a list that only grows brings, the journal above all, and remembers how far it is.
 *
 * The one rule: `apply` makes its effects and its new position durable together, in one transaction of whatever it keeps
 * them in. Then a consumer that is killed at any moment goes on without a gap and without doing anything twice.
 */
import { WinnowError } from '../../model/index.js';
import type { JournalEntry, Slice } from '../../store/index.js';

export interface Consumer<Item> {
  readonly name: string;
  /** How far it is: everything up to here has been applied. */
  position(): Position | Promise<Position>;
  /** Applies all of the batch or, by throwing, nothing of what it has not moved its position past. */
  apply(batch: Batch<Item>, signal: AbortSignal): void | Promise<void>;
}

export type JournalConsumer = Consumer<JournalEntry>;

export interface Position {
  readonly at: number;
  /** What stood there: by it a consumer notices that it is shown another list than the one it followed. */
  readonly mark: string | null;
}

export const BEGINNING: Position = { at: 0, mark: null };

/** What comes after a position. Without items where all were filtered out: then only the position moves. */
export interface Batch<Item> extends Slice<Item> {
  readonly after: number;
}

/** A consumer cannot go on by itself; the message says what to do. */
export class ConsumerError extends WinnowError {
  override readonly name = 'ConsumerError';
  constructor(message: string, options?: ErrorOptions) {
    super('CONSUMER_REFUSED', message, options);
  }
}
