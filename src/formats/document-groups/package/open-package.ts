/**
 * Opens the ZIP of a group: a list of its entries, each of which can be streamed.
 *
 * The file comes from anywhere. Names, number, encryption and what everything unpacks to are judged by its directory before
 * a byte is unpacked; while unpacking, an entry that is longer or other than the directory says ends with an error.
 */
import { stat } from 'node:fs/promises';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { checkedName, decodedName } from './entry-name.js';
import { PackageError } from './package-error.js';

export interface PackageLimits {
  readonly entries: number;
  /** Bytes of one entry, unpacked. */
  readonly entry: number;
  /** Bytes of all entries, unpacked. */
  readonly total: number;
  /** How many times its packed size the whole may unpack to, beyond 64 MB. */
  readonly ratio: number;
}

const MB = 1024 * 1024;
const PACKAGE_LIMITS: PackageLimits = { entries: 20_000, entry: 512 * MB, total: 2048 * MB, ratio: 200 };
const RATIO_COUNTS_FROM = 64 * MB;

export interface PackageEntry {
  /** Without folders: what a document's `file` is compared with. */
  readonly name: string;
  /** As it stands in the archive. */
  readonly path: string;
  /** Unpacked, as the directory says; more never comes. */
  readonly length: number;
}

export interface Package {
  readonly entries: readonly PackageEntry[];
  /** By the name of a document's file, whatever folders either has. */
  find(file: string): PackageEntry | undefined;
  /** Ends with PackageError when the bytes are not what the archive promised. */
  read(entry: PackageEntry): Promise<Readable>;
  close(): void;
}

/** Opens a ZIP on disk or in memory; PackageError when it is none, or more than the limits allow. */
export async function openPackage(source: string | Uint8Array, limits: Partial<PackageLimits> = {}): Promise<Package> {
  const packed = typeof source === 'string' ? (await stat(source)).size : source.length;
  if (packed === 0) throw new PackageError('empty', 'Zip archive is empty.');
  const zip = await open(source);
  try {
    return packageOf(zip, await listEntries(zip, packed, { ...PACKAGE_LIMITS, ...limits }));
  } catch (error) {
    zip.close();
    throw error instanceof PackageError ? error : unreadable(error);
  }
}

const OPTIONS = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };

async function open(source: string | Uint8Array): Promise<ZipFile> {
  try {
    return typeof source === 'string' ? await openPromise(source, OPTIONS) : await fromBufferPromise(Buffer.from(source), OPTIONS);
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown): PackageError =>
  new PackageError('unreadable', `Zip archive is not readable: ${(error as Error).message}`, { cause: error });

async function listEntries(zip: ZipFile, packed: number, limits: PackageLimits): Promise<Map<string, Listed>> {
  if (zip.entryCount > limits.entries) throw over(`${zip.entryCount} entries; ${limits.entries} are allowed`);
  const entries = new Map<string, Listed>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const path = decodedName(entry);
    const name = checkedName(path);
    if (name === '') continue;
    if (entries.has(name)) throw new PackageError('names', `Zip archive has two entries called ${name.slice(0, 200)}.`);
    checkEntry(entry, name, limits);
    total += entry.uncompressedSize;
    checkTotal(total, packed, limits);
    entries.set(name, { name, path, length: entry.uncompressedSize, entry });
  }
  if (entries.size === 0) throw new PackageError('empty', 'Zip archive is empty.');
  return entries;
}

interface Listed extends PackageEntry {
  readonly entry: Entry;
}

function checkEntry(entry: Entry, name: string, limits: PackageLimits): void {
  if (entry.isEncrypted())
    throw new PackageError('encrypted', `Zip archive is encrypted: ${name.slice(0, 200)}. Send it without a password.`);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new PackageError(
      'unreadable',
      `Zip archive uses compression method ${entry.compressionMethod}; only deflate and store are read.`,
    );
  if (entry.uncompressedSize > limits.entry)
    throw over(`a file of ${entry.uncompressedSize} bytes, ${name.slice(0, 200)}; ${limits.entry} are allowed`);
}

function checkTotal(total: number, packed: number, limits: PackageLimits): void {
  if (total > limits.total) throw over(`more than ${limits.total} bytes unpacked, the most that are allowed`);
  if (total > RATIO_COUNTS_FROM && total > packed * limits.ratio)
    throw over(`files that unpack to more than ${limits.ratio} times its size, the most that is allowed`);
}

const over = (what: string): PackageError => new PackageError('limit', `Zip archive has ${what}.`);

function packageOf(zip: ZipFile, entries: ReadonlyMap<string, Listed>): Package {
  return {
    entries: [...entries.values()].map(({ name, path, length }) => ({ name, path, length })),
    find: (file) => entries.get(checkedName(file)),
    async read({ name }) {
      const listed = entries.get(name);
      if (!listed) throw new PackageError('missing', `Zip archive does not contain file: ${name}`);
      return openEntry(zip, listed);
    },
    close: () => zip.close(),
  };
}

async function openEntry(zip: ZipFile, { entry, name }: Listed): Promise<Readable> {
  const source = await zip.openReadStreamPromise(entry).catch((error: Error) => {
    throw damaged(name, error);
  });
  const checked = new ChecksumCheck(name, entry.crc32);
  source.on('error', (error) => checked.destroy(damaged(name, error)));
  checked.on('close', () => source.destroy());
  return source.pipe(checked);
}

const damaged = (name: string, cause?: Error): PackageError =>
  new PackageError('damaged', `Zip archive is damaged at ${name.slice(0, 200)}: ${cause?.message ?? 'its checksum is wrong'}.`, { cause });

/** Passes bytes on and fails at the end when they are others than the archive was made of. */
class ChecksumCheck extends Transform {
  private sum = 0;

  constructor(
    private readonly entry: string,
    private readonly expected: number,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.sum = crc32(chunk, this.sum);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.sum === this.expected ? null : damaged(this.entry));
  }
}
