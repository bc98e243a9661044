/**
 * Archive records of one exchange, digested and compressed: response (or revisit, or resource), request, metadata.
 *
 * The response comes first because indexes point at it and the other two name it in WARC-Concurrent-To, so a
 * reader never meets a name it has not seen. What the records say is drafts.ts. CPU work without state, made for
 * reader threads. The surprise: the payload digest is over the body as content-coded but without chunks, the
 * block digest over the bytes as they stood on the wire.
 */
import { createHash, hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Bytes, type Exchange, isSpooled, lengthOf } from '../../model/index.js';
import { type Draft, draftRecords, type RecordInfo, type RecordOptions } from './drafts.js';
import { gzipMember } from './gzip.js';
import { recordHead } from './header.js';
import type { BuiltRecord, RecordSet } from './port.js';
import { digestSpooled, spoolMembers } from './spooled.js';

const END_OF_RECORD = Buffer.from('\r\n\r\n');

/**
 * Builds the records of an exchange. In memory the bytes own their ArrayBuffer, ready to be transferred to another
 * thread; records of a spooled body are a new file beside it. The exchange is left as it is: see disposeExchange.
 */
export async function buildRecords(exchange: Exchange, info: RecordInfo, options: RecordOptions): Promise<RecordSet> {
  const payloadDigest = await digestOf([exchange.body]);
  const drafts = draftRecords(exchange, info, options, payloadDigest);
  const [main, ...others] = drafts as [Draft, ...Draft[]];
  const spooled = main.parts.find(isSpooled);
  if (!spooled) return inMemory(drafts);
  const rest = await inMemory(others);
  const parts = [await headOf(main), ...main.parts, END_OF_RECORD];
  const file = await spoolMembers(parts, main.level, rest.bytes as Uint8Array, spooled.path);
  const length = file.length - lengthOf(rest.bytes);
  const records = [built(main, 0, length), ...rest.records.map((record) => ({ ...record, offset: record.offset + length }))];
  return { bytes: file, records };
}

/** Removes the files an exchange waits in. Whoever has consumed it calls this; doing so twice does no harm. */
export function disposeExchange(exchange: Exchange): void {
  for (const bytes of [exchange.wire, exchange.body]) if (isSpooled(bytes)) rmSync(bytes.path, { force: true });
}

async function inMemory(drafts: readonly Draft[]): Promise<RecordSet> {
  const members: Buffer[] = [];
  const records: BuiltRecord[] = [];
  let offset = 0;
  for (const draft of drafts) {
    const member = gzipMember([await headOf(draft), ...(draft.parts as Uint8Array[]), END_OF_RECORD], draft.level);
    members.push(member);
    records.push(built(draft, offset, member.length));
    offset += member.length;
  }
  return { bytes: joined(members, offset), records };
}

const built = ({ type, id, payloadDigest }: Draft, offset: number, length: number): BuiltRecord => ({
  type,
  id,
  offset,
  length,
  payloadDigest,
});

async function headOf(draft: Draft): Promise<Buffer> {
  const length = draft.parts.reduce((sum, part) => sum + lengthOf(part), 0);
  return recordHead([...draft.fields, ['WARC-Block-Digest', await digestOf(draft.parts)], ['Content-Length', length]]);
}

async function digestOf(parts: readonly Bytes[]): Promise<string> {
  const [only] = parts;
  if (parts.length === 1 && only instanceof Uint8Array) return `sha256:${hash('sha256', only)}`;
  if (parts.some(isSpooled)) return `sha256:${await digestSpooled(parts)}`;
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part as Uint8Array);
  return `sha256:${sum.digest('hex')}`;
}

/** Copied into memory of its own: slices of Node's shared pool cannot be transferred. */
function joined(members: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const member of members) {
    bytes.set(member, at);
    at += member.length;
  }
  return bytes;
}
