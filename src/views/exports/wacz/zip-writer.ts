/**
 * A ZIP file written as it comes, nothing compressed: what is in a WACZ is compressed already, and a player reads ranges
 * of it where they lie.
 *
 * The same content gives the same bytes: times are given, and told in UTC whatever the machine's zone.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Resource } from './datapackage.js';

export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;
  readonly #options: { compress: boolean; mtime: Date; mode: number; forceDosTimestamp: boolean };
  #fail: (error: Error) => void = () => {};
  readonly #failed: Promise<never>;

  constructor(path: string, at: number) {
    const mtime = new Date(at + new Date(at).getTimezoneOffset() * 60_000);
    this.#options = { compress: false, mtime, mode: 0o100644, forceDosTimestamp: true };
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => {});
    this.#written = pipeline(this.#zip.outputStream, createWriteStream(path, { flush: true }));
    this.#written.catch(this.#fail);
    this.#zip.on('error', (error) => this.#fail(error as Error));
  }

  /** Resolves when all pieces have been taken. */
  async add(name: string, pieces: AsyncIterable<Uint8Array>): Promise<Resource> {
    const sum = createHash('sha256');
    let bytes = 0;
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        sum.update(piece);
        bytes += piece.length;
        yield piece;
      }
    }
    const source = Readable.from(watched(), { objectMode: false, highWaterMark: 1 << 20 });
    const ended = new Promise<void>((resolve, reject) => {
      source.once('end', resolve);
      source.once('error', reject);
    });
    this.#zip.addReadStream(source, name, this.#options);
    await Promise.race([ended, this.#failed]);
    return { path: name, hash: `sha256:${sum.digest('hex')}`, bytes };
  }

  addFile(name: string, path: string): Promise<Resource> {
    return this.add(name, createReadStream(path));
  }

  addBytes(name: string, bytes: Uint8Array): void {
    this.#zip.addBuffer(Buffer.from(bytes), name, this.#options);
  }

  async finish(): Promise<void> {
    this.#zip.end();
    await Promise.race([this.#written, this.#failed]);
  }

  /** Lets go of the file after a failure. */
  abandon(): void {
    (this.#zip.outputStream as Readable).destroy();
  }
}
