/** Unpacks the files of a group into a folder, one after the other, with their digests. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DocumentGroup, type Package, type PackageEntry, PackageError } from '../document-groups/index.js';
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

/** Several documents may be one entry: it is unpacked once, and counts as often as it is stored. */
export async function unpack(
  zip: Package,
  entries: ReadonlyMap<string, PackageEntry>,
  folder: string,
  most: number,
): Promise<Map<string, UnpackedFile>> {
  const total = [...entries.values()].reduce((sum, { length }) => sum + length, 0);
  if (total > most) throw new PackageError('limit', `Zip archive has ${total} bytes of documents; ${most} are allowed.`);
  const unpacked = new Map<PackageEntry['name'], UnpackedFile>();
  const contents = new Map<string, UnpackedFile>();
  for (const [identifier, entry] of entries) {
    const content = unpacked.get(entry.name) ?? (await unpackEntry(zip, entry, join(folder, `file-${unpacked.size}`)));
    unpacked.set(entry.name, content);
    contents.set(identifier, content);
  }
  return contents;
}

async function unpackEntry(zip: Package, entry: PackageEntry, path: string): Promise<UnpackedFile> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let length = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      md5.update(chunk);
      sha256.update(chunk);
      length += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(await zip.read(entry), measure, createWriteStream(path));
  return { path, length, md5: md5.digest('hex'), sha256: sha256.digest('hex') };
}
