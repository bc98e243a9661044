/**
 * A conversion at work beside a run: enters what the journal brings, converts what waits, and says at the end what came of it.
 *
 * Nothing it does can end the run. A converter that is away is tried again with longer and longer pauses, and once more at the
 * end; what waits then waits for the next start.
 */

import { messageOf } from '../../model/index.js';
import type { Repository } from '../../store/index.js';
import { consumerFile, followJournal, type Pauses, pauseAfter, wait } from '../consumers/index.js';
import { ConversionBook } from './conversion-book.js';
import { ConversionSink, type SinkOptions } from './conversion-sink.js';

export interface OpenConversionOptions extends Omit<SinkOptions, 'book' | 'repository' | 'retry'> {
  readonly name: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly repository: Repository;
  /** Resolves when the run has begun, before which nothing may be written; false: none did. */
  readonly begun: Promise<boolean>;
  /** What was there before is converted too. */
  readonly fromStart: boolean;
  readonly idle?: Pauses;
  readonly retry?: Pauses;
}

export interface ConversionReport {
  readonly name: string;
  /** Files stored while it was open. */
  readonly stored: number;
  /** That the converter would not have, or could not deal with. */
  readonly refused: number;
  /** That wait for the next start, older ones included. */
  readonly waiting: number;
  /** Why not everything was converted; null when it was. */
  readonly failure: string | null;
}

export interface RunningConversion {
  /** Converts the rest, within the time. Never rejects. */
  finish(withinMs?: number): Promise<ConversionReport>;
}

const IDLE: Pauses = { firstMs: 50, longestMs: 1000 };
const RETRY: Pauses = { firstMs: 1000, longestMs: 300_000 };

export function openConversion(options: OpenConversionOptions): RunningConversion {
  const { name, workspace, repository, fromStart, retry = RETRY } = options;
  const book = new ConversionBook(name, consumerFile(workspace, name));
  const { journal } = repository;
  book.begin(() => (fromStart ? { at: 0, mark: null } : { at: journal.last(), mark: journal.markAt(journal.last()) }));
  return new Work(new ConversionSink({ ...options, book, retry }), book, options);
}

class Work implements RunningConversion {
  readonly #stop = new AbortController();
  readonly #finish = new AbortController();
  readonly #before: ReturnType<ConversionBook['counts']>;
  readonly #ended: Promise<void>;
  #failure: string | null = null;

  constructor(
    private readonly sink: ConversionSink,
    private readonly book: ConversionBook,
    private readonly options: OpenConversionOptions,
  ) {
    this.#before = book.counts();
    this.#ended = this.#work().catch((error: unknown) => this.#noteTrouble(error));
  }

  async finish(withinMs?: number): Promise<ConversionReport> {
    const timer = withinMs === undefined ? undefined : setTimeout(() => this.#stop.abort(), withinMs);
    this.#finish.abort();
    await this.#ended;
    clearTimeout(timer);
    const report = this.#report();
    await this.options.converter.close();
    this.book.close();
    return report;
  }

  async #work(): Promise<void> {
    if (!(await this.options.begun)) return;
    await this.sink.storeAnswered();
    const entered = new AbortController();
    const converting = this.#convertUntil(entered.signal);
    try {
      await this.#followJournal();
    } finally {
      entered.abort();
      await converting;
    }
    await this.sink.convertWaiting(this.#stop.signal, true);
    if (this.book.counts().waiting === undefined) this.#noteWell();
  }

  #followJournal(): Promise<void> {
    const { repository, idle = IDLE } = this.options;
    const onTrouble = ({ error }: { readonly error: Error }): void => this.#noteTrouble(error);
    return followJournal(repository, this.sink, { signal: this.#stop.signal, finish: this.#finish.signal, idle, onTrouble });
  }

  async #convertUntil(entered: AbortSignal): Promise<void> {
    const { idle = IDLE, retry = RETRY } = this.options;
    for (let failures = 0; !entered.aborted && !this.#stop.signal.aborted; ) {
      try {
        await this.sink.convertWaiting(this.#stop.signal);
        if (failures > 0) this.#noteWell();
        failures = 0;
        await wait(idle.longestMs / 4, entered, this.#stop.signal);
      } catch (error) {
        this.#noteTrouble(error);
        const wish = (error as { retryAfterMs?: number }).retryAfterMs ?? 0;
        await wait(Math.max(wish, pauseAfter(failures++, retry)), entered, this.#stop.signal);
      }
    }
  }

  #noteTrouble(error: unknown): void {
    const message = messageOf(error);
    if (this.#failure === null)
      this.options.onRemark(`${this.options.name}: ${message}. What is to be converted waits, also over the end of this run`);
    this.#failure = message;
    this.book.file.noteTrouble(message);
  }

  #noteWell(): void {
    if (this.#failure !== null) this.options.onRemark(`${this.options.converter.name} is reached again.`);
    this.#failure = null;
    this.book.file.noteWell();
  }

  #report(): ConversionReport {
    const counts = this.book.counts();
    const gained = (...states: ('stored' | 'refused' | 'failed')[]): number =>
      states.reduce((sum, state) => sum + (counts[state] ?? 0) - (this.#before[state] ?? 0), 0);
    const waiting = (counts.waiting ?? 0) + (counts.answered ?? 0);
    return { name: this.options.name, stored: gained('stored'), refused: gained('refused', 'failed'), waiting, failure: this.#failure };
  }
}
