/**
 * The frontier's log: what was queued, found known, settled or put off, as packed records of 32 bytes.
 *
 * Every commit adds one blob to the table `frontier_log`, in the transaction that stores the rest. Reading it from
 * the start gives the queue as it was at the last commit. So a commit never touches an index, whose pages would lie
 * all over the disk, and opening reads one run of pages. The truth about a resource stays in its row: the log can be
 * written anew from there (`rebuildLog`), which is what a new run does.
 */
import type { EntryKind } from '../../frontier/queue/index.js';
import type { Sqlite } from './database.js';
import { STATES } from './schema.js';

export type LogOperation = 'queued' | 'known' | 'settled' | 'retry';

/** One record. `value` is the score (NaN: none) of what is queued, the due time of what waits. */
export interface LogRecord {
  operation: LogOperation;
  kind: EntryKind;
  immediate: boolean;
  turn: number;
  depth: number;
  site: number;
  id: number;
  high: number;
  low: number;
  value: number;
}

const RECORD = 32;
const OPERATION_CODE: Readonly<Record<LogOperation, number>> = { queued: 0, known: 1, settled: 2, retry: 3 };
const KIND_CODE: Readonly<Record<EntryKind, number>> = { robots: 0, sitemap: 1, requisite: 2, page: 3 };
const OPERATIONS = Object.keys(OPERATION_CODE) as LogOperation[];
const KINDS = Object.keys(KIND_CODE) as EntryKind[];
const DEEPEST = 0xffff;
/** Records per blob when a log is written anew. */
const BLOB = 16_384;

export class LogPacker {
  #view: DataView;
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(records = 256) {
    this.#bytes = new Uint8Array(records * RECORD);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get records(): number {
    return this.#length / RECORD;
  }

  /** Give it objects with the keys in the order of LogRecord: tens of thousands a second come by here. */
  add(r: Readonly<LogRecord>): void {
    if (this.#length === this.#bytes.length) this.#grow();
    const at = this.#length;
    const view = this.#view;
    view.setUint8(at, OPERATION_CODE[r.operation]);
    view.setUint8(at + 1, KIND_CODE[r.kind]);
    view.setUint8(at + 2, Number(r.immediate));
    view.setUint8(at + 3, 0);
    view.setUint16(at + 4, r.turn, true);
    view.setUint16(at + 6, Math.min(r.depth, DEEPEST), true);
    view.setUint32(at + 8, r.site, true);
    view.setUint32(at + 12, r.id, true);
    view.setUint32(at + 16, r.high, true);
    view.setUint32(at + 20, r.low, true);
    view.setFloat64(at + 24, r.value, true);
    this.#length += RECORD;
  }

  /** The records added since the last time, or null when there are none. */
  take(): Uint8Array<ArrayBuffer> | null {
    if (this.#length === 0) return null;
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #grow(): void {
    const bytes = new Uint8Array(2 * this.#bytes.length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/** Calls back for each record of the log, oldest first. The object is the same every time: copy what is to be kept. */
export function readLog(db: Sqlite, each: (record: Readonly<LogRecord>) => void): void {
  const record: LogRecord = {
    operation: 'known',
    kind: 'page',
    immediate: false,
    turn: 0,
    depth: 0,
    site: 0,
    id: 0,
    high: 0,
    low: 0,
    value: 0,
  };
  for (const blob of db.prepare('SELECT records FROM frontier_log ORDER BY id').pluck().iterate() as IterableIterator<Buffer>) {
    const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
    for (let at = 0; at + RECORD <= blob.byteLength; at += RECORD) each(unpack(view, at, record));
  }
}

function unpack(view: DataView, at: number, record: LogRecord): LogRecord {
  record.operation = OPERATIONS[view.getUint8(at)] as LogOperation;
  record.kind = KINDS[view.getUint8(at + 1)] as EntryKind;
  record.immediate = view.getUint8(at + 2) === 1;
  record.turn = view.getUint16(at + 4, true);
  record.depth = view.getUint16(at + 6, true);
  record.site = view.getUint32(at + 8, true);
  record.id = view.getUint32(at + 12, true);
  record.high = view.getUint32(at + 16, true);
  record.low = view.getUint32(at + 20, true);
  record.value = view.getFloat64(at + 24, true);
  return record;
}

/**
 * Which resources a rebuilt log queues: those never visited, everything that is not just another name, or those never
 * visited and those whose bit is set.
 */
export type Requeue = 'unvisited' | 'everything' | Uint8Array;

/** Writes the log anew from the resources, and the counts of each site's queue with it. To be called inside a transaction. */
export function rebuildLog(db: Sqlite, requeue: Requeue): void {
  db.exec('DELETE FROM frontier_log; DELETE FROM queue');
  const insert = db.prepare('INSERT INTO frontier_log (records) VALUES (?)');
  const packer = new LogPacker(BLOB);
  const queued = new Map<number, number>();
  // Reading while writing is allowed on one connection as long as the statement that reads is not the one that writes; so it goes in slices.
  for (let after = 0, more = true; more; ) {
    const rows = db.prepare(`${SELECT_ROWS} LIMIT ${BLOB}`).raw().all(after) as ResourceRow[];
    for (const row of rows) {
      const record = recordOf(row, requeue);
      packer.add(record);
      queued.set(record.site, (queued.get(record.site) ?? 0) + Number(record.operation === 'queued'));
    }
    const blob = packer.take();
    if (blob) insert.run(blob);
    more = rows.length === BLOB;
    after = rows.at(-1)?.[0] ?? 0;
  }
  const count = db.prepare('INSERT INTO queue (site, queued) VALUES (?, ?)');
  for (const [site, number] of queued) count.run(site, number);
}

type ResourceRow = [
  id: number,
  site: number,
  high: number,
  low: number,
  kind: EntryKind,
  depth: number,
  score: number | null,
  state: number,
];

const SELECT_ROWS = `SELECT id, site, (fingerprint >> 32) & 4294967295, fingerprint & 4294967295, kind, depth, score, state
  FROM resource WHERE id > ? ORDER BY id`;

function isChosen(id: number, requeue: Requeue): boolean {
  if (typeof requeue === 'string') return requeue === 'everything';
  return (((requeue[id >>> 3] ?? 0) >>> (id & 7)) & 1) === 1;
}

function recordOf([id, site, high, low, kind, depth, score, state]: ResourceRow, requeue: Requeue): LogRecord {
  const queued = state === STATES.queued || (state !== STATES.alias && isChosen(id, requeue));
  return {
    operation: queued ? 'queued' : 'known',
    kind,
    immediate: false,
    turn: 0,
    depth,
    site,
    id,
    high,
    low,
    value: score ?? Number.NaN,
  };
}
