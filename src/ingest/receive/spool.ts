/**
 * What arrives in one call: small things in memory, everything else in files that go with the call.
 *
 * Most groups are small, and files cost more than their bytes do. What all calls together hold in memory is bounded.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageTooLarge } from './too-large.js';

export interface Spooled {
  readonly content: Uint8Array | string;
  readonly length: number;
}

/** Of one thing, and of all things of all calls. */
const SMALL = 256 << 10;
const MOST_IN_MEMORY = 32 << 20;
let inMemory = 0;
let files = 0;

export class Spool {
  readonly #folder: string;
  readonly #most: number;
  readonly #kept: SpoolFile[] = [];
  #total = 0;

  /** `most` bytes in all together. */
  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  file(): SpoolFile {
    const file = new SpoolFile(join(this.#folder, `upload-${process.pid}-${files++}`), (length) => this.#count(length));
    this.#kept.push(file);
    return file;
  }

  /** All of a stream. */
  async keep(source: AsyncIterable<Uint8Array>): Promise<Spooled> {
    const file = this.file();
    for await (const bytes of source) await file.write(bytes);
    return file.end();
  }

  async remove(): Promise<void> {
    await Promise.all(this.#kept.map((file) => file.remove()));
  }

  #count(length: number): void {
    this.#total += length;
    if (this.#total > this.#most) throw new MessageTooLarge(this.#most);
  }
}

class SpoolFile {
  readonly #path: string;
  readonly #count: (length: number) => void;
  #pieces: Uint8Array[] = [];
  #held = 0;
  #handle: FileHandle | null = null;
  length = 0;

  constructor(path: string, count: (length: number) => void) {
    this.#path = path;
    this.#count = count;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#count(bytes.length);
    this.length += bytes.length;
    if (this.#handle === null && this.length <= SMALL && inMemory + bytes.length <= MOST_IN_MEMORY) return this.#hold(bytes);
    this.#handle ??= await this.#spill();
    await this.#handle.write(bytes);
  }

  async end(): Promise<Spooled> {
    if (this.#handle === null) return { content: Buffer.concat(this.#pieces), length: this.length };
    await this.#handle.close();
    return { content: this.#path, length: this.length };
  }

  async remove(): Promise<void> {
    this.#release();
    if (this.#handle === null) return;
    await this.#handle.close().catch(() => undefined); // it may be closed already
    await rm(this.#path, { force: true });
  }

  #hold(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    inMemory += bytes.length;
  }

  async #spill(): Promise<FileHandle> {
    const handle = await open(this.#path, 'wx', 0o600);
    for (const bytes of this.#pieces) await handle.write(bytes);
    this.#release();
    return handle;
  }

  #release(): void {
    inMemory -= this.#held;
    this.#held = 0;
    this.#pieces = [];
  }
}
