/**
 * Members of archives that portals pack documents in: ZIP, and ZIP or gzip inside ZIP.
 *
 * Everything is bounded before it is inflated: members, bytes in all, the ratio of each, archives inside archives.
 */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { messageOf } from '../../../model/index.js';
import { HarvestError } from '../port.js';

export interface Member {
  /** Path inside; those of archives inside are joined by `!`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface UnpackLimits {
  readonly members: number;
  readonly bytes: number;
  readonly ratio: number;
}

export const UNPACK_LIMITS: UnpackLimits = { members: 20_000, bytes: 1024 * 1024 * 1024, ratio: 1_000 };
/** Small members may be packed however well. */
const RATIO_COUNTS_OVER = 1024 * 1024;

export async function* membersOf(bytes: Uint8Array, url: string, limits: UnpackLimits = UNPACK_LIMITS): AsyncGenerator<Member> {
  const zip = await opened(bytes, url);
  let left = limits.bytes;
  let count = 0;
  try {
    for (let entry = await nextEntry(zip, url); entry; entry = await nextEntry(zip, url)) {
      if (entry.fileName.endsWith('/')) continue;
      if (++count > limits.members) throw tooMuch(url, `more than ${limits.members} members`);
      left -= entry.uncompressedSize;
      if (left < 0) throw tooMuch(url, `more than ${limits.bytes} bytes unpacked`);
      const isBomb = entry.uncompressedSize > RATIO_COUNTS_OVER && entry.uncompressedSize > limits.ratio * entry.compressedSize;
      if (isBomb) throw tooMuch(url, `${entry.fileName} grows to ${entry.uncompressedSize} bytes`);
      if (entry.isEncrypted()) throw new HarvestError('limit', `${url}: ${entry.fileName} is encrypted`, { url });
      yield { path: entry.fileName, bytes: await bytesOf(zip, entry, url) };
    }
  } finally {
    zip.close();
  }
}

export async function ungzipped(bytes: Uint8Array, url: string, limits: UnpackLimits = UNPACK_LIMITS): Promise<Uint8Array> {
  const most = Math.min(limits.bytes, Math.max(RATIO_COUNTS_OVER, limits.ratio * bytes.length));
  return promisify(gunzip)(bytes, { maxOutputLength: most }).catch((cause: unknown) => {
    throw new HarvestError('limit', `${url}: the gzip file cannot be unpacked: ${messageOf(cause)}`, { url, cause });
  });
}

const tooMuch = (url: string, what: string): HarvestError => new HarvestError('limit', `${url} is not unpacked: ${what}`, { url });

const broken = (url: string, cause: unknown): HarvestError =>
  new HarvestError('template', `${url} is no sound ZIP archive: ${messageOf(cause)}`, { url, cause });

function opened(bytes: Uint8Array, url: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true } as const;
    fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options, (error, zip) =>
      error ? reject(broken(url, error)) : resolve(zip),
    );
  });
}

function nextEntry(zip: ZipFile, url: string): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const done = (act: () => void): void => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      act();
    };
    zip.once('entry', (entry: Entry) => done(() => resolve(entry)));
    zip.once('end', () => done(() => resolve(null)));
    zip.once('error', (error) => done(() => reject(broken(url, error))));
    zip.readEntry();
  });
}

function bytesOf(zip: ZipFile, entry: Entry, url: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(broken(url, error));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('error', (cause) => reject(broken(url, cause)));
      stream.once('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}
