/**
 * Archive records of one exchange, digested and compressed: response (or revisit, or resource), request, metadata, and
 * the page as it was rendered.
 *
 * The response comes first because indexes point at it and the others name it in WARC-Concurrent-To, so a
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
import type { BuiltRecord, RecordSet } from './record-set.js';
import { digestSpooled, spoolMembers } from './spooled.js';

const END_OF_RECORD = Buffer.from('\r\n\r\n');

/** Longer bodies are compressed where they are: they would hold up whoever packs for everybody. */
const LONGEST_UNPACKED = 256 * 1024;
/** Beyond this a copy costs more than what it is made for saves. */
const LONGEST_COPIED = 1024 * 1024;

/**
 * Builds the records of an exchange. In memory the bytes own their ArrayBuffer, ready to be transferred to another
 * thread; records of a spooled body are a new file beside it. The exchange is left as it is: see disposeExchange.
 * Unless it `packs`, compressing is left to packRecords.
 */
export async function buildRecords(exchange: Exchange, info: RecordInfo, options: RecordOptions, packs = true): Promise<RecordSet> {
  const payloadDigest = await digestOf([exchange.body]);
  const drafts = draftRecords(exchange, info, options, payloadDigest);
  const [main, ...others] = drafts as [Draft, ...Draft[]];
  const spooled = main.parts.find(isSpooled);
  const longest = Math.max(exchange.body.length, info.rendered?.bytes.length ?? 0);
  if (!spooled) return packs || longest > LONGEST_UNPACKED ? packed(drafts) : inMemory(drafts);
  const rest = await packed(others);
  const parts = [await headOf(main), ...main.parts, END_OF_RECORD];
  const file = await spoolMembers(parts, main.level, rest.bytes as Uint8Array, spooled.path);
  const length = file.length - lengthOf(rest.bytes);
  const records = [built(main, 0, length), ...rest.records.map((record) => ({ ...record, offset: record.offset + length }))];
  return { bytes: file, records };
}

/** Removes the files an exchange waits in. Whoever has consumed it calls this; doing so twice does no harm. */
export function disposeExchange(exchange: Pick<Exchange, 'wire' | 'body'>): void {
  for (const bytes of [exchange.wire, exchange.body]) if (isSpooled(bytes)) rmSync(bytes.path, { force: true });
}

/** Compresses what is not compressed yet. */
export function packRecords(set: RecordSet): RecordSet {
  const { bytes, records, levels } = set;
  if (!levels || isSpooled(bytes)) return set;
  const members = records.map(({ offset, length }, at) => gzipMember([bytes.subarray(offset, offset + length)], levels[at] ?? 0));
  return inRow(members, (at, offset, length) => ({ ...(records[at] as BuiltRecord), offset, length }));
}

/** Each record compressed from where its parts lie: a large body is not copied before. */
async function packed(drafts: readonly Draft[]): Promise<RecordSet> {
  const members: Uint8Array[] = [];
  for (const draft of drafts) members.push(gzipMember(await recordOf(draft), draft.level));
  return inRow(members, (at, offset, length) => built(drafts[at] as Draft, offset, length));
}

async function inMemory(drafts: readonly Draft[]): Promise<RecordSet> {
  const parts: Uint8Array[] = [];
  const records: BuiltRecord[] = [];
  let offset = 0;
  for (const draft of drafts) {
    const own = await recordOf(draft);
    const length = lengthOfAll(own);
    parts.push(...own);
    records.push(built(draft, offset, length));
    offset += length;
  }
  return { bytes: joined(parts, offset), records, levels: drafts.map(({ level }) => level) };
}

const recordOf = async (draft: Draft): Promise<Uint8Array[]> => [
  await headOf(draft),
  ...(draft.parts as readonly Uint8Array[]),
  END_OF_RECORD,
];

const lengthOfAll = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);

/** Members one after the other, and the record that each of them is. */
function inRow(members: readonly Uint8Array[], recordAt: (at: number, offset: number, length: number) => BuiltRecord): RecordSet {
  let offset = 0;
  const records = members.map(({ length }, at) => {
    offset += length;
    return recordAt(at, offset - length, length);
  });
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
  if (parts.some(isSpooled)) return `sha256:${await digestSpooled(parts)}`;
  return `sha256:${digestInMemory(parts as readonly Uint8Array[])}`;
}

/** In one piece where there is no giant: starting a digest costs more than copying a page. */
function digestInMemory(parts: readonly Uint8Array[]): string {
  const [first, ...others] = parts;
  if (first && others.length === 0) return hash('sha256', first);
  if (lengthOfAll(parts) <= LONGEST_COPIED) return hash('sha256', Buffer.concat(parts));
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('hex');
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
