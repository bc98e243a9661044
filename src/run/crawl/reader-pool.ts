/**
 * Reader threads, seen from the main thread: a task in, a reading out.
 *
 * A thread that dies or takes too long (a page that makes a parser run away) loses the few tasks it was given, and a new
 * thread takes its place. Which of them was to blame nobody knows; so each is read again alone and apart, on a thread that
 * no other pages wait for, where the innocent succeed. A page that fails there too has given its site away: all further
 * pages of the site are read apart, so it never holds the common threads up again. The same holds for a page that could
 * not be read at its last visit. A thread that does not even start is no fault of a page and ends the crawl.
 *
 * No reader's failure costs the bytes: what a thread dies over twice is archived all the same, and its page says why there
 * is no text. So tasks are copied to the threads, and files that bodies wait in stay until their reading is there.
 *
 * Large bodies have a thread of their own, one at a time, so that pages never wait behind a download of a gigabyte.
 *
 * Files whose readers do much with few bytes (PDF, office files) have threads of their own too, with bounds on memory
 * besides time, where they are always alone.
 */

import { disposeExchange } from '../../formats/warc/index.js';
import { lengthOf } from '../../model/index.js';
import { isHeavyFile } from './heavy-file.js';
import { type Job, type ReaderThreadOptions, ReadFailed } from './reader-handle.js';
import { type LaneOptions, ReaderLane } from './reader-lane.js';
import type { HandOn, Reading, ReadTask } from './reading.js';

export { type PieceTaken, type ReaderAnswer, type ReaderBegin, type ReaderMessage, ReadFailed } from './reader-handle.js';

export interface ReaderPoolOptions extends Omit<ReaderThreadOptions, 'argv'> {
  /** At most so many for pages; the second begins when the first cannot keep up. */
  readonly threads: number;
  /** How long a page may take on a thread that others share; elsewhere `taskMs` holds, as for files. */
  readonly pageMs?: number;
  /** By how many megabytes the process may grow while a file is read. */
  readonly filesGrowthMb?: number;
}

const AHEAD = 8;
/** Bodies over this size are large. Such a page takes a tenth of a second, which is as long as others should wait. */
const LARGE = 8 * 1024 * 1024;
/** In the process.argv of the thread for large bodies, and of those for files. */
export const LARGE_BODIES = 'large-bodies';
export const FILES = 'files';
/** In that of the thread for pages that others are not to wait for. */
export const APART = 'apart';
const PAGE_MS = 5000;
/** Sites that are read apart. Who has more than these is at no disadvantage: each costs one page's time again. */
const MOST_SITES = 10_000;
const FILES_TASK_MS = 30_000;
const FILES_HEAP_MB = 512;
const FILES_GROWTH_MB = 1024;
const FILES_THREADS = 4;

export class ReaderPool {
  readonly #pages: ReaderLane;
  readonly #large: ReaderLane;
  readonly #files: ReaderLane;
  readonly #apart: ReaderLane;
  readonly #pageMs: number;
  /** Hosts of which a page ran away, even alone. */
  readonly #strayed = new Set<string>();
  #nextId = 1;
  #failure: Error | null = null;
  #closed = false;

  constructor(options: ReaderPoolOptions) {
    const onFailure = (error: Error) => this.#fail(error);
    this.#pageMs = Math.min(options.taskMs, options.pageMs ?? PAGE_MS);
    this.#pages = new ReaderLane({ ...options, taskMs: this.#pageMs, argv: [], ahead: AHEAD }, onFailure);
    this.#apart = new ReaderLane({ ...options, isReusable: false, argv: [APART], threads: 1, ahead: 1 }, onFailure);
    this.#large = new ReaderLane({ ...options, isReusable: false, argv: [LARGE_BODIES], threads: 1, ahead: 1 }, onFailure);
    this.#files = new ReaderLane(filesLane(options), onFailure);
    this.#pages.start();
  }

  /** Its threads do not even start: nothing will be read any more. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** `handOn` is given the links of long lists in pieces, which the reading then leaves out. Rejects with ReadFailed only when not even the bytes could be taken, or the pool was closed meanwhile. */
  async read(task: ReadTask, handOn?: HandOn): Promise<Reading> {
    try {
      return await this.#readOrKeep(task, handOn);
    } catch (error) {
      disposeExchange(task.exchange);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true; // before: what dies now is not read again
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  async #readOrKeep(task: ReadTask, handOn?: HandOn): Promise<Reading> {
    let why = '';
    for (const lane of this.#lanesFor(task)) {
      try {
        return await this.#readIn(lane, task, lane === this.#files || lane === this.#apart, handOn);
      } catch (error) {
        if (!(error instanceof ReadFailed) || this.#closed) throw error;
        why = error.message;
        if (lane === this.#apart) this.#note(hostOf(task));
      }
    }
    return this.#readIn(this.#large, { ...task, unread: why }, false);
  }

  /** One after the other, as far as each fails. Only pages share a thread, and may suffer for another's fault. */
  #lanesFor(task: ReadTask): readonly ReaderLane[] {
    if (isHeavyFile(task.exchange)) return [this.#files];
    if (lengthOf(task.exchange.body) > LARGE) return [this.#large];
    return wasUnread(task) || this.#strayed.has(hostOf(task)) ? [this.#apart] : [this.#pages, this.#apart];
  }

  #note(host: string): void {
    if (this.#strayed.size >= MOST_SITES) this.#strayed.clear();
    this.#strayed.add(host);
  }

  #readIn(lane: ReaderLane, task: ReadTask, alone: boolean, handOn?: HandOn): Promise<Reading> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      // Its first page had time enough to show that it is not the machine that is slow.
      const taskMs = lane === this.#apart && this.#strayed.has(hostOf(task)) ? this.#pageMs : undefined;
      const message = { id: this.#nextId++, task, inPieces: handOn !== undefined };
      const job: Job = { message, alone, handOn, resolve, reject, taskMs };
      lane.add(job);
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const lane of this.#lanes) lane.fail(error);
  }

  get #lanes(): readonly ReaderLane[] {
    return [this.#pages, this.#apart, this.#large, this.#files];
  }
}

const hostOf = ({ exchange: { url } }: ReadTask): string => (URL.canParse(url) ? new URL(url).host : url);

const wasUnread = ({ previous }: ReadTask): boolean => previous?.digests?.includes('"unread":true') ?? false;

const filesLane = (options: ReaderPoolOptions): LaneOptions => ({
  ...options,
  argv: [FILES],
  threads: Math.min(options.threads, FILES_THREADS),
  ahead: 1,
  taskMs: Math.min(options.taskMs, FILES_TASK_MS),
  heapMb: Math.min(options.heapMb, FILES_HEAP_MB),
  growthMb: options.filesGrowthMb ?? FILES_GROWTH_MB,
});
