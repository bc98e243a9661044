/** Unpacks the files of a group, one after the other, with their digests: small ones into memory, others into files. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DocumentGroup, type Package, type PackageEntry, PackageError } from '../formats/document-groups/index.js';
import type { UnpackedFile } from './port.js';
import { missingFile } from './rules.js';

/** The entry of each document that is not Del, by its identifier. */
export function entriesOf(zip: Package, { documents }: DocumentGroup): Map<string, PackageEntry> {
  const entries = new Map<string, PackageEntry>();
  for (const document of documents) {
    if (document.operation === 'Del') continue;
    const entry = zip.find(document.file);
    if (!entry) throw missingFile(document);
    entries.set(document.identifier, entry);
  }
  return entries;
}

/** Of all small files of a call, which stay in memory. */
const MOST_IN_MEMORY = 1 << 20;
let files = 0;

export class Unpacking {
  readonly #folder: string;
  readonly #most: number;
  readonly #paths: string[] = [];
  #left = MOST_IN_MEMORY;

  /** `most` bytes in all. */
  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  /** Several documents may be one entry: it is unpacked once, and counts as often as it is stored. */
  async unpack(zip: Package, entries: ReadonlyMap<string, PackageEntry>): Promise<Map<string, UnpackedFile>> {
    const total = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
    if (total > this.#most) throw new PackageError('limit', `Zip archive has ${total} bytes of documents; ${this.#most} are allowed.`);
    const unpacked = new Map<PackageEntry['name'], UnpackedFile>();
    const contents = new Map<string, UnpackedFile>();
    for (const [identifier, entry] of entries) {
      const content = unpacked.get(entry.name) ?? (await this.#unpackEntry(zip, entry));
      unpacked.set(entry.name, content);
      contents.set(identifier, content);
    }
    return contents;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#paths.map((path) => rm(path, { force: true })));
  }

  #unpackEntry(zip: Package, entry: PackageEntry): Promise<UnpackedFile> {
    if (entry.length > this.#left) return this.#intoFile(zip, entry);
    this.#left -= entry.length;
    return intoMemory(zip, entry);
  }

  async #intoFile(zip: Package, entry: PackageEntry): Promise<UnpackedFile> {
    const path = join(this.#folder, `file-${process.pid}-${files++}`);
    this.#paths.push(path);
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        md5.update(chunk);
        sha256.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(await zip.read(entry), measure, createWriteStream(path, { mode: 0o600 }));
    return { path, length: entry.length, md5: md5.digest('hex'), sha256: sha256.digest('hex') };
  }
}

/** An entry never gives more than its directory says. */
async function intoMemory(zip: Package, entry: PackageEntry): Promise<UnpackedFile> {
  const pieces: Buffer[] = [];
  for await (const piece of await zip.read(entry)) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces); // stream/consumers would take it through a Blob, which costs more than unpacking does
  const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
  return { path: '', bytes, length: bytes.length, md5: digest('md5'), sha256: digest('sha256') };
}
