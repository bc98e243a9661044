/**
 * The journal to standard output, as a consumer: what has left the process is acknowledged, and nothing else.
 *
 * With a name its position is kept, so the next call goes on. At least once: a kill between the output and the
 * acknowledgement repeats one batch, which whoever reads can tell by the sequence.
 */
import { type Batch, type Consumer, ConsumerFile, consumerFile, type Position } from '../../follow/consumers/index.js';
import { type JournalEntry, markOf } from '../../store/index.js';
import { writeBlock } from '../../views/exports/index.js';

/** Whoever read our output does not any more. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** All that was asked for has been written. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

export interface FeedOptions {
  readonly line: (entry: JournalEntry) => string;
  readonly limit: number;
  readonly start: Position;
  /** Keeps the position in the workspace under this name. */
  readonly consumer?: { readonly workspace: string; readonly name: string } | undefined;
}

export class Feed implements Consumer<JournalEntry> {
  readonly name: string;
  readonly #line: FeedOptions['line'];
  readonly #file: ConsumerFile | null;
  #position: Position;
  #left: number;

  constructor({ line, limit, start, consumer }: FeedOptions) {
    this.name = consumer?.name ?? 'journal';
    this.#line = line;
    this.#left = limit;
    this.#file = consumer ? openFile(consumer.workspace, consumer.name, start) : null;
    this.#position = start;
  }

  position(): Position {
    return this.#file?.position() ?? this.#position;
  }

  async apply(batch: Batch<JournalEntry>): Promise<void> {
    const items = batch.items.slice(0, this.#left);
    const text = items.map((entry) => `${this.#line(entry)}\n`).join('');
    if (text && !(await writeBlock(process.stdout, text))) throw new ReaderGone();
    this.#left -= items.length;
    this.#acknowledge(items.length < batch.items.length ? cut(batch, items) : batch);
    if (this.#left <= 0) throw new LimitReached();
  }

  close(): void {
    this.#file?.close();
  }

  #acknowledge(batch: Batch<JournalEntry>): void {
    this.#file?.apply(batch, () => {});
    this.#position = { at: batch.through, mark: batch.mark };
  }
}

function openFile(workspace: string, name: string, start: Position): ConsumerFile {
  const file = new ConsumerFile({ name, kind: 'feed', file: consumerFile(workspace, name), lists: [] });
  file.begin('journal', () => start);
  return file;
}

/** Up to the last entry that was written. */
function cut(batch: Batch<JournalEntry>, items: readonly JournalEntry[]): Batch<JournalEntry> {
  const last = items.at(-1);
  if (!last) return { ...batch, items, through: batch.after, mark: null };
  return { ...batch, items, through: last.sequence, mark: markOf(last) };
}
