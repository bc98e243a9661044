/** Packs the files of a group into one ZIP, streamed. The same content gives the same bytes, whenever and wherever it is packed. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { DocumentGroup } from '../group.js';
import { plainName } from './entry-name.js';
import { PackageError } from './package-error.js';

/** Bytes, a path, or something that gives the bytes or a stream of them when it is their turn. */
export type PackFile = Uint8Array | string | (() => Promise<Uint8Array | Readable>);

/** No time zone has a part in these: they are local, and written as they are. */
const [YEAR, JANUARY, FIRST] = [2000, 0, 1];
const ALREADY_PACKED = /^(?:application\/(?:zip|gzip|pdf)|image\/(?!bmp|tiff|svg))/;

/** Files by the name of their document's `file`. Documents that are gone have none. */
export function packGroup(group: DocumentGroup, files: ReadonlyMap<string, PackFile>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const names = new Set<string>();
  for (const { file, format, operation } of group.documents) {
    if (operation === 'Del' || names.has(file)) continue;
    names.add(file);
    addFile(zip, file, format, files.get(file));
  }
  zip.end({ forceZip64Format: false, comment: '' });
  return output;
}

function addFile(zip: ZipFile, name: string, format: string, content: PackFile | undefined): void {
  if (content === undefined) throw new PackageError('missing', `There is no content for file ${name}: it cannot be packed.`);
  if (name === '' || plainName(name) !== name)
    throw new PackageError('names', `"${name}" is no name for a file in a package: it must have no folders.`);
  const options = {
    mtime: new Date(YEAR, JANUARY, FIRST),
    mode: 0o100644,
    forceDosTimestamp: true,
    compress: !ALREADY_PACKED.test(format),
  };
  // One way for all three, or the same content would be laid out in another way.
  zip.addReadStreamLazy(name, options, (done) => {
    streamOf(content).then(
      (stream) => {
        stream.on('error', (error) => zip.emit('error', error));
        done(null, stream);
      },
      (error: Error) => done(error, Readable.from([])),
    );
  });
}

async function streamOf(content: PackFile): Promise<Readable> {
  if (typeof content === 'string') return createReadStream(content);
  const given = typeof content === 'function' ? await content() : content;
  if (!(given instanceof Readable)) return Readable.from(inPieces([given]), { objectMode: false });
  const stream = Readable.from(inPieces(given), { objectMode: false });
  return stream.once('close', () => given.destroy());
}

const PIECE = 64 * 1024;

/** As a file on disk comes: what is compressed in other pieces is not always compressed to the same bytes. */
export async function* inPieces(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  for await (const piece of bytes) {
    const whole = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    for (; at + PIECE <= whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
    rest = whole.slice(at);
  }
  if (rest.length > 0) yield rest;
}
