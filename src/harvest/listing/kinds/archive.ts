/**
 * The members of an archive (tar, tar.gz, zip), one at a time, archives inside it included.
 *
 * Bounded in the size of a member, the number of members, the depth of archives in archives, and how much may come out of
 * how little. Damage is an error: what was cut must not look like a short archive.
 */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { HarvestError } from '../../port.js';
import { type Member, tarMembers } from './tar.js';

const MAX_MEMBER = 64 * 2 ** 20;
const MAX_MEMBERS = 20_000_000;
const MAX_RATIO = 1000;
const MIN_ALLOWANCE = 100 * 2 ** 20;
const MAX_DEPTH = 3;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9;
const isTar = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';

/** `wants` says which members are rows; others that are archives themselves are opened. */
export async function* membersOf(bytes: Uint8Array, wants: (path: string) => boolean, depth = 1): AsyncGenerator<Member> {
  let count = 0;
  for await (const member of plainMembers(bytes)) {
    if (++count > MAX_MEMBERS) throw new HarvestError('limit', `the archive has more than ${MAX_MEMBERS} members`);
    if (wants(member.path)) yield member;
    else if (depth < MAX_DEPTH && isArchive(member.bytes)) yield* membersOf(member.bytes, wants, depth + 1);
  }
}

const isArchive = (bytes: Uint8Array): boolean => isGzip(bytes) || isZip(bytes) || isTar(bytes);

function plainMembers(bytes: Uint8Array): AsyncGenerator<Member> {
  if (isZip(bytes)) return zipMembers(bytes);
  return tarMembers(isGzip(bytes) ? gunzipped(bytes) : Readable.from([bytes]), MAX_MEMBER);
}

async function* gunzipped(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const allowed = Math.max(MIN_ALLOWANCE, bytes.length * MAX_RATIO);
  let length = 0;
  try {
    for await (const chunk of Readable.from([bytes]).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > allowed) throw new HarvestError('limit', `the archive unpacks to more than ${MAX_RATIO} times its size`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof HarvestError) throw error;
    throw new HarvestError('unreachable', `the archive is damaged or cut: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function* zipMembers(bytes: Uint8Array): AsyncGenerator<Member> {
  const zip = await opened(bytes);
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.uncompressedSize > MAX_MEMBER)
        throw new HarvestError('limit', `${entry.fileName} has ${entry.uncompressedSize} bytes, more than ${MAX_MEMBER}`);
      yield { path: entry.fileName, bytes: await contentOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

const damaged = (error: unknown): HarvestError =>
  new HarvestError('unreachable', `the ZIP archive is damaged or cut: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });

function opened(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return new Promise((resolve, reject) => {
    fromBuffer(buffer, { lazyEntries: true }, (error, zip) => (error ? reject(damaged(error)) : resolve(zip)));
  });
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    zip.removeAllListeners();
    zip.once('entry', resolve);
    zip.once('end', () => resolve(null));
    zip.once('error', (error: unknown) => reject(damaged(error)));
    zip.readEntry();
  });
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => (error ? reject(damaged(error)) : resolve(found)));
  });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } catch (error) {
    throw damaged(error);
  }
  return Buffer.concat(chunks);
}
