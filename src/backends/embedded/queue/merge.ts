/**
 * Merges runs into one, queue by queue. Runs in the merging thread; reads its inputs by path, because descriptors and
 * cursors of the owner go on moving.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { idOf, isBefore, turnOf } from './places.js';
import { isAfter, type Taken } from './run.js';
import { RECORD_BYTES, RecordBuffer, RunFileWriter, type RunIndex } from './run-file.js';

export interface MergeInput {
  readonly path: string;
  readonly queues: Int32Array;
  /** Next record the owner would read, when the merge began. */
  readonly next: Uint32Array;
  readonly end: Uint32Array;
  readonly taken: ReadonlyMap<number, Taken>;
}

export interface MergeJob {
  readonly inputs: readonly MergeInput[];
  readonly output: string;
  /** Current turn of each id by chunks of 65,536; empty when nobody shares them, and then nothing is dropped. */
  readonly turns: readonly (SharedArrayBuffer | undefined)[];
}

/** `alive` is called from time to time. */
export function mergeRuns(job: MergeJob, alive: () => void): RunIndex {
  const readers: GroupReader[] = [];
  const writer = new RunFileWriter(job.output);
  try {
    for (const input of job.inputs) readers.push(new GroupReader(input, alive));
    const isStale = staleness(job.turns);
    for (let queue = firstQueue(readers); queue !== Number.POSITIVE_INFINITY; queue = firstQueue(readers)) {
      mergeQueue(queue, readers, writer, isStale);
    }
    const index = writer.finish();
    closeSync(writer.fd);
    return index;
  } catch (error) {
    writer.discard();
    throw error;
  } finally {
    for (const reader of readers) reader.close();
  }
}

const firstQueue = (readers: readonly GroupReader[]): number =>
  readers.reduce((first, { queue }) => Math.min(first, queue), Number.POSITIVE_INFINITY);

function mergeQueue(queue: number, readers: readonly GroupReader[], writer: RunFileWriter, isStale: (key: number) => boolean): void {
  const open: { reader: GroupReader; source: number }[] = [];
  for (const [source, reader] of readers.entries()) if (reader.enter(queue)) open.push({ reader, source });
  while (open.length) {
    let best = 0;
    for (let i = 1; i < open.length; i++) {
      const { reader } = open[i] as (typeof open)[0];
      const { reader: first } = open[best] as (typeof open)[0];
      if (isBefore(reader.order, reader.key, first.order, first.key)) best = i;
    }
    const { reader, source } = open[best] as (typeof open)[0];
    if (!isStale(reader.key)) writer.write(queue, reader.order, reader.key, source);
    if (!reader.advance()) open.splice(best, 1);
  }
}

/** A turn that has passed never comes back, so that reading while the owner writes does no harm: at worst a stale place stays. */
function staleness(chunks: MergeJob['turns']): (key: number) => boolean {
  if (!chunks.length) return () => false;
  const turns = chunks.map((chunk) => chunk && new Uint16Array(chunk));
  return (key) => {
    const id = idOf(key);
    const chunk = turns[id >>> 16];
    return chunk !== undefined && chunk[id & 0xffff] !== turnOf(key);
  };
}

/** One input, read group by group from its first to its last. */
class GroupReader {
  order = 0;
  key = 0;
  readonly #input: MergeInput;
  readonly #fd: number;
  readonly #alive: () => void;
  readonly #buffer = new RecordBuffer(8192);
  #group = 0;
  /** Records of the file that are in the buffer. */
  #from = 0;
  #until = 0;
  #next = 0;
  #end = 0;
  #taken: Taken | undefined;

  constructor(input: MergeInput, alive: () => void) {
    this.#input = input;
    this.#alive = alive;
    this.#fd = openSync(input.path, 'r');
  }

  /** The next queue that can be entered; infinite after the last. */
  get queue(): number {
    return this.#input.queues[this.#group] ?? Number.POSITIVE_INFINITY;
  }

  /** Goes to the first record of the queue. Queues must be asked for in ascending order. */
  enter(queue: number): boolean {
    const { next, end, taken } = this.#input;
    if (this.queue !== queue) return false;
    this.#next = next[this.#group] as number;
    this.#end = end[this.#group] as number;
    this.#taken = taken.get(queue);
    this.#group++;
    return this.advance();
  }

  /** The next record of the queue that was not taken already; false after the last. */
  advance(): boolean {
    while (this.#next < this.#end) {
      if (this.#next < this.#from || this.#next >= this.#until) this.#fill();
      const record = this.#next++ - this.#from;
      this.order = this.#buffer.orderAt(record);
      this.key = this.#buffer.keyAt(record);
      if (!this.#taken || isAfter(this.#taken, this.#buffer.sourceAt(record), this.order, this.key)) return true;
    }
    return false;
  }

  #fill(): void {
    this.#alive();
    this.#from = this.#next;
    const position = this.#from * RECORD_BYTES;
    let read = 0;
    while (read < RECORD_BYTES) {
      const more = readSync(this.#fd, this.#buffer.bytes, read, this.#buffer.bytes.length - read, position + read);
      if (more === 0) throw new Error(`The queue file ${this.#input.path} is shorter than it was written.`);
      read += more;
    }
    this.#until = this.#from + Math.floor(read / RECORD_BYTES);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
