/**
 * The members of an archive (tar, tar.gz, zip), one at a time, archives inside it included; from memory or from a file.
 *
 * Bounded in the size of a member, the number of members, the depth of archives in archives, and how much may come out of
 * how little. Damage is an error: what was cut must not look like a short archive. Whoever wants to know before anything
 * is taken whether an archive is sound reads it once without wanting a member.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import { type Entry, fromBuffer, open as openZip, type ZipFile } from 'yauzl';
import { type Bytes, isSpooled, messageOf } from '../../../../model/index.js';
import { HarvestError } from '../../port.js';
import { type Member, tarMembers } from './tar.js';

export interface MemberOptions {
  /** Which members are had; of others only archives are opened. */
  readonly wants: (path: string) => boolean;
  /** Told of members that are passed over though they were wanted, and why. */
  readonly onLeftOut?: (path: string, why: string) => void;
}

const MAX_MEMBER = 64 * 2 ** 20;
const MAX_MEMBERS = 20_000_000;
const MAX_RATIO = 250;
const MIN_ALLOWANCE = 100 * 2 ** 20;
const MAX_DEPTH = 3;
/** Few large pieces cost less than many small ones. */
const PIECE = 256 * 1024;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz|gz)$/i;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9;
const isTar = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';

export async function* membersOf(body: Bytes, options: MemberOptions, depth = 1): AsyncGenerator<Member> {
  let count = 0;
  for await (const member of plainMembers(body, withArchives(options, depth))) {
    if (++count > MAX_MEMBERS) throw new HarvestError('limit', `the archive has more than ${MAX_MEMBERS} members`);
    if (options.wants(member.path)) {
      if (isPlainPath(member.path)) yield member;
      else options.onLeftOut?.(member.path, 'its path leads out of the archive');
    } else if (isArchive(member.bytes)) yield* membersOf(member.bytes, options, depth + 1);
  }
}

/** Archives inside are told by their names, so that everything else may be passed over unread. */
const withArchives = ({ wants, onLeftOut }: MemberOptions, depth: number): MemberOptions => ({
  wants: (path) => wants(path) || (depth < MAX_DEPTH && ARCHIVE.test(path)),
  onLeftOut: (path, why) => (wants(path) ? onLeftOut?.(path, why) : undefined),
});

const isArchive = (bytes: Uint8Array): boolean => isGzip(bytes) || isZip(bytes) || isTar(bytes);

/** Names of files are made of it: nothing but plain folders and a name. */
const isPlainPath = (path: string): boolean =>
  !/^\/|\\|^[a-z]:/i.test(path) && !/\p{Cc}/u.test(path) && !path.split('/').includes('..') && path.length <= 4096;

async function* plainMembers(body: Bytes, options: MemberOptions): AsyncGenerator<Member> {
  const head = await headOf(body);
  if (isZip(head)) return yield* zipMembers(body, options);
  const chunks = isGzip(head) ? gunzipped(body) : piecesOf(body);
  const tar = { wants: options.wants, maxSize: MAX_MEMBER, onTooLarge: tooLarge(options) };
  yield* tarMembers(chunks, tar);
}

const tooLarge =
  ({ onLeftOut }: MemberOptions) =>
  (path: string, size: number): void =>
    onLeftOut?.(path, `it has ${size} bytes, more than ${MAX_MEMBER}`);

const piecesOf = (body: Bytes): Readable =>
  isSpooled(body) ? createReadStream(body.path, { highWaterMark: PIECE }) : Readable.from([body]);

async function headOf(body: Bytes): Promise<Uint8Array> {
  if (!isSpooled(body)) return body.subarray(0, 4);
  const file = await open(body.path);
  try {
    return (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer;
  } finally {
    await file.close();
  }
}

async function* gunzipped(body: Bytes): AsyncGenerator<Uint8Array> {
  const allowed = Math.max(MIN_ALLOWANCE, body.length * MAX_RATIO);
  const source = piecesOf(body);
  const plain = createGunzip({ chunkSize: PIECE });
  source.once('error', (error) => plain.destroy(error));
  let length = 0;
  try {
    for await (const chunk of source.pipe(plain) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > allowed) throw new HarvestError('limit', `the archive unpacks to more than ${MAX_RATIO} times its size`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof HarvestError) throw error;
    throw new HarvestError('unreachable', `the archive is damaged or cut: ${messageOf(error)}`, { cause: error });
  } finally {
    source.destroy();
    plain.destroy();
  }
}

async function* zipMembers(body: Bytes, options: MemberOptions): AsyncGenerator<Member> {
  const zip = await opened(body);
  let left = Math.max(MIN_ALLOWANCE, body.length * MAX_RATIO);
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.uncompressedSize > MAX_MEMBER) {
        tooLarge(options)(entry.fileName, entry.uncompressedSize);
        continue;
      }
      left -= entry.uncompressedSize;
      if (left < 0) throw new HarvestError('limit', `the archive unpacks to more than ${MAX_RATIO} times its size`);
      // Read also where it is not wanted: its sum tells whether the archive is sound.
      const bytes = await contentOf(zip, entry);
      if (options.wants(entry.fileName)) yield { path: entry.fileName, bytes };
    }
  } finally {
    zip.close();
  }
}

const damaged = (error: unknown): HarvestError =>
  error instanceof HarvestError
    ? error
    : new HarvestError('unreachable', `the ZIP archive is damaged or cut: ${messageOf(error)}`, { cause: error });

function opened(body: Bytes): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, zip: ZipFile): void => (error ? reject(damaged(error)) : resolve(zip));
    if (isSpooled(body)) openZip(body.path, { lazyEntries: true, autoClose: false }, done);
    else fromBuffer(Buffer.from(body.buffer, body.byteOffset, body.length), { lazyEntries: true }, done);
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
  if (entry.isEncrypted()) throw new HarvestError('limit', `${entry.fileName} is encrypted`);
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => (error ? reject(damaged(error)) : resolve(found)));
  });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } catch (error) {
    throw damaged(error);
  }
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32) throw damaged(new Error(`${entry.fileName} has a wrong sum`));
  return bytes;
}
