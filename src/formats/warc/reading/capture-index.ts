/**
 * Which records of a file belong together: the request of each response, the original of each revisit.
 *
 * By WARC-Concurrent-To and WARC-Refers-To where they stand, else requests by standing next to a
 * response of the same URI, and originals by URI and date or by payload digest. Offsets only, so the index stays small.
 */
import { WarcDamage } from './damage.js';
import { type ReadRecord, RecordReader } from './record-reader.js';

export interface CaptureIndex {
  /** Offset of a capture → offset of its request. */
  readonly requests: ReadonlyMap<number, number>;
  /** Offset of a revisit → offset of the response it stands for. */
  readonly originals: ReadonlyMap<number, number>;
}

/** Captures beyond this many are imported without their requests, so that no file can fill the memory. */
const MOST_CAPTURES = 2_000_000;

export async function captureIndex(file: string): Promise<CaptureIndex> {
  const reader = await RecordReader.open(file);
  const notes = new Notes();
  try {
    for (let going = true; going; ) going = await readOn(reader, notes);
  } finally {
    await reader.close();
  }
  return notes.resolve();
}

async function readOn(reader: RecordReader, notes: Notes): Promise<boolean> {
  try {
    for (let record = await reader.next(); record; record = await reader.next()) {
      // Records inside a shared gzip member cannot be jumped to, so there is no use in remembering them.
      if (!record.sharesMember && !notes.full) notes.take(record);
    }
    return false;
  } catch (error) {
    if (error instanceof WarcDamage) return reader.recover(error);
    throw error;
  }
}

interface Seen {
  readonly kind: 'request' | 'capture';
  readonly offset: number;
  readonly url: string;
}

class Notes {
  readonly #requests = new Map<number, number>();
  readonly #byId = new Map<string, Seen>();
  readonly #concurrent: { from: Seen; id: string }[] = [];
  readonly #responses = new Map<string, number>();
  readonly #revisits: { offset: number; keys: string[] }[] = [];
  #last: Seen | null = null;

  get full(): boolean {
    return this.#byId.size >= MOST_CAPTURES;
  }

  take(record: ReadRecord): void {
    const kind = kindOf(record);
    if (!kind) return;
    const seen: Seen = { kind, offset: record.offset, url: record.fields.uri('warc-target-uri') ?? '' };
    const id = record.fields.uri('warc-record-id');
    if (id !== null) this.#byId.set(id, seen);
    const concurrent = record.fields.uris('warc-concurrent-to');
    for (const other of concurrent) this.#concurrent.push({ from: seen, id: other });
    if (this.#last?.url === seen.url) this.#pair(this.#last, seen);
    this.#last = seen;
    if (kind === 'capture') this.#takeCapture(record, id);
  }

  /** Names given by the records themselves come last and so overrule what merely stood side by side. */
  resolve(): CaptureIndex {
    for (const { from, id } of this.#concurrent) {
      const other = this.#byId.get(id);
      if (other) this.#pair(from, other);
    }
    const originals = new Map<number, number>();
    for (const { offset, keys } of this.#revisits) {
      const key = keys.find((candidate) => this.#responses.has(candidate));
      if (key !== undefined) originals.set(offset, this.#responses.get(key) as number);
    }
    return { requests: this.#requests, originals };
  }

  #takeCapture(record: ReadRecord, id: string | null): void {
    const { fields, offset } = record;
    const digest = fields.get('warc-payload-digest');
    if (fields.get('warc-type') === 'revisit') {
      const refersTo = fields.uri('warc-refers-to');
      const url = fields.uri('warc-refers-to-target-uri');
      const keys = [refersTo, url && `${url} ${fields.get('warc-refers-to-date')}`, digest];
      this.#revisits.push({ offset, keys: keys.filter((key) => key !== null) });
      return;
    }
    for (const key of [id, `${fields.uri('warc-target-uri')} ${fields.get('warc-date')}`, digest]) {
      if (key !== null && !this.#responses.has(key)) this.#responses.set(key, offset);
    }
  }

  #pair(one: Seen, other: Seen): void {
    if (one.kind === other.kind) return;
    const [capture, request] = one.kind === 'capture' ? [one, other] : [other, one];
    this.#requests.set(capture.offset, request.offset);
  }
}

function kindOf({ fields }: ReadRecord): 'request' | 'capture' | null {
  const type = fields.get('warc-type');
  if (type === 'request') return 'request';
  return type === 'response' || type === 'revisit' || type === 'resource' ? 'capture' : null;
}
