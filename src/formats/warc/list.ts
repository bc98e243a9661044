/** Looking into WARC files: what they hold, and the bytes of one record. */
import { ArchiveError } from './errors.js';
import { WarcDamage } from './reading/damage.js';
import { parseMessageHead } from './reading/http-message.js';
import { isHttpMessage, PayloadTap } from './reading/payload.js';
import { type ReadRecord, RecordReader } from './reading/record-reader.js';

export interface ListedRecord {
  readonly offset: number;
  /** Bytes in the file. */
  readonly length: number;
  readonly type: string;
  readonly url: string | null;
  /** As written. */
  readonly date: string | null;
  /** HTTP status of responses and revisits. */
  readonly status: number | null;
  /** Of the payload for HTTP messages, of the block otherwise. */
  readonly contentType: string | null;
  readonly id: string | null;
}

/** Something that is no intact record, and where it begins. */
export interface ListedDamage {
  readonly offset: number;
  readonly problem: string;
}

export interface ListOptions {
  /** Look at this many bytes only: the committed length of a file that is still written to. */
  readonly length?: number | undefined;
  /** Told of each damaged place; the list goes on at the next record that can be found. Left out: damage throws ArchiveError. */
  readonly onDamage?: ((damage: ListedDamage) => void) | undefined;
}

/** Lists the records of a file in order. */
export async function* listRecords(file: string, { length, onDamage }: ListOptions = {}): AsyncGenerator<ListedRecord> {
  const reader = await RecordReader.open(file, { end: length });
  try {
    for (;;) {
      try {
        for (let record = await reader.next(); record; record = await reader.next()) yield await listed(record);
        return;
      } catch (error) {
        if (!onDamage || !(error instanceof WarcDamage)) throw asArchiveError(error, file);
        onDamage({ offset: error.offset, problem: error.problem });
        if (!(await reader.recover(error))) return;
      }
    }
  } finally {
    await reader.close();
  }
}

/** head: the record's own head. block: everything after it. payload: the body without HTTP head and chunks, as content-coded. */
export type RecordPart = 'head' | 'block' | 'payload';

/** The bytes of the record at this offset, as a stream. */
export async function* catRecord(file: string, offset: number, part: RecordPart = 'block'): AsyncGenerator<Uint8Array> {
  const reader = await RecordReader.open(file, { offset });
  try {
    const record = await reader.next();
    if (!record) throw new ArchiveError('ARCHIVE_NO_RECORD', file, `offset ${offset}`);
    if (part === 'head') yield headOf(record);
    else if (part === 'block') yield* record.block;
    else yield* payloadOf(record);
  } catch (error) {
    throw asArchiveError(error, file);
  } finally {
    await reader.close();
  }
}

/** Reads the records between two offsets; returns what is wrong with one of them, null when all are whole. */
export async function damageBetween(file: string, offset: number, end: number): Promise<ListedDamage | null> {
  try {
    const reader = await RecordReader.open(file, { offset, end });
    try {
      for (let record = await reader.next(); record; record = await reader.next()) await record.finish();
      return reader.size < end ? { offset, problem: `the file ends at ${reader.size}, before the record does` } : null;
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (error instanceof WarcDamage) return { offset: error.offset, problem: error.problem };
    if (error instanceof ArchiveError || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return { offset, problem: (error as Error).message };
    throw error;
  }
}

async function listed(record: ReadRecord): Promise<ListedRecord> {
  const { fields } = record;
  const type = fields.get('warc-type') ?? 'unknown';
  const message = isHttpMessage(record) && type !== 'request' ? await messageHead(record) : null;
  const status = Number(/^HTTP\/\S+\s+(\d{3})/.exec(message?.startLine ?? '')?.[1] ?? Number.NaN);
  const { length } = await record.finish();
  return {
    offset: record.offset,
    length,
    type,
    url: fields.uri('warc-target-uri'),
    date: fields.get('warc-date'),
    status: Number.isNaN(status) ? null : status,
    contentType: message
      ? (message.fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null)
      : fields.get('content-type'),
    id: fields.uri('warc-record-id'),
  };
}

async function messageHead(record: ReadRecord) {
  const tap = new PayloadTap(record);
  for await (const piece of record.block) {
    tap.push(piece);
    if (tap.message) return tap.message;
  }
  tap.finish();
  return tap.message ?? parseMessageHead(new Uint8Array(0));
}

async function* payloadOf(record: ReadRecord): AsyncGenerator<Uint8Array> {
  const tap = new PayloadTap(record);
  for await (const piece of record.block) yield* tap.push(piece).payload;
  yield* tap.finish().payload;
}

const headOf = ({ version, fields }: ReadRecord): Buffer =>
  Buffer.from(`WARC/${version}\r\n${fields.list.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);

function asArchiveError(error: unknown, file: string): unknown {
  if (!(error instanceof WarcDamage)) return error;
  return new ArchiveError('ARCHIVE_DAMAGED', file, `${error.problem}, offset ${error.offset}`, { cause: error });
}
