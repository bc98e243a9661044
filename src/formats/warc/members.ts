/**
 * Files inside a ZIP that was fetched or received, in memory or on disk: `law.zip!annex.xml` is a member of a member.
 *
 * The ZIP comes from anywhere: the number of its entries, what one grows to and how deep it is nested are bounded, and what an
 * entry says of its size is checked while it is unpacked. Names are only compared, never used as paths.
 */
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError } from './errors.js';

interface MemberLimits {
  /** Bytes of one member. */
  readonly bytes: number;
  readonly entries: number;
  /** Archives inside archives. */
  readonly depth: number;
}

interface Member {
  readonly name: string;
  readonly length: number;
  read(): Promise<Uint8Array>;
}

const MEMBER_LIMITS: MemberLimits = { bytes: 1 << 30, entries: 100_000, depth: 4 };

/** The members of a ZIP in its own order, folders left out. To be read before the next one is asked for. */
async function* eachMember(bytes: Uint8Array, limits: MemberLimits = MEMBER_LIMITS): AsyncGenerator<Member> {
  const zip = await open(bytes, limits);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      yield { name: entry.fileName, length: entry.uncompressedSize, read: () => unpack(zip, entry, limits) };
    }
  } catch (error) {
    throw unreadable('the ZIP', error);
  } finally {
    zip.close();
  }
}

/** The bytes of one member; `path` names it, members of members joined by `!`. */
export async function readMember(bytes: Uint8Array, path: string, limits: MemberLimits = MEMBER_LIMITS): Promise<Uint8Array> {
  if (limits.depth === 0) throw new ArchiveError('ARCHIVE_NO_MEMBER', path, 'archives are nested too deep');
  let outer = '';
  for await (const { name, read } of eachMember(bytes, limits)) {
    if (name === path) return read(); // a name may have a `!` of its own
    if (path.startsWith(`${name}!`) && name.length > outer.length) outer = name;
  }
  if (outer === '') throw new ArchiveError('ARCHIVE_NO_MEMBER', path, `there is no ${path}`);
  const inside = await readMember(bytes, outer, limits);
  return readMember(inside, path.slice(outer.length + 1), { ...limits, depth: limits.depth - 1 });
}

/** A member of a ZIP on disk, unpacked as it is read; null where the ZIP itself has none of this name. */
export async function streamMember(
  file: string,
  name: string,
  limits: MemberLimits = MEMBER_LIMITS,
): Promise<{ readonly length: number; readonly stream: Readable } | null> {
  const zip = await checked(openPromise(file, { validateEntrySizes: true, autoClose: false }), limits);
  let stream: Readable | null = null;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      stream = (await zip.openReadStreamPromise(entry)).once('close', () => zip.close());
      return { length: entry.uncompressedSize, stream };
    }
    return null;
  } catch (error) {
    throw unreadable('the ZIP', error);
  } finally {
    if (stream === null) zip.close();
  }
}

const open = (bytes: Uint8Array, limits: MemberLimits): Promise<ZipFile> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return checked(fromBufferPromise(buffer, { validateEntrySizes: true }), limits);
};

async function checked(opening: Promise<ZipFile>, { entries }: MemberLimits): Promise<ZipFile> {
  const zip = await opening.catch((error: unknown) => {
    throw unreadable('the ZIP', error);
  });
  if (zip.entryCount <= entries) return zip;
  zip.close();
  throw unreadable('the ZIP', new Error(`it has ${zip.entryCount} entries; ${entries} are the limit`));
}

async function unpack(zip: ZipFile, entry: Entry, { bytes }: MemberLimits): Promise<Uint8Array> {
  const { fileName, uncompressedSize } = entry;
  if (uncompressedSize > bytes) throw unreadable(fileName, new Error(`it unpacks to ${uncompressedSize} bytes; ${bytes} are the limit`));
  const pieces: Buffer[] = [];
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  } catch (error) {
    throw unreadable(fileName, error);
  }
  const whole = Buffer.concat(pieces);
  return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength);
}

const unreadable = (what: string, error: unknown): ArchiveError =>
  error instanceof ArchiveError ? error : new ArchiveError('ARCHIVE_NOT_A_ZIP', what, (error as Error).message, { cause: error });
