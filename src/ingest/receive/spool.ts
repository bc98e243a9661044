/** Files of one call on their way in: in a folder of their own, which goes with the call. */
import { mkdtempSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageTooLarge } from './too-large.js';

export interface Spooled {
  readonly path: string;
  readonly length: number;
}

export class Spool {
  readonly #folder: string;
  readonly #most: number;
  #total = 0;
  #files = 0;

  /** `most` bytes in all its files together. */
  constructor(below: string, most: number) {
    this.#folder = mkdtempSync(join(below, 'upload-'));
    this.#most = most;
  }

  async file(): Promise<SpoolFile> {
    const path = join(this.#folder, String(this.#files++));
    return new SpoolFile(path, await open(path, 'wx', 0o600), (length) => this.#count(length));
  }

  /** All of a stream in one file. */
  async keep(source: AsyncIterable<Uint8Array>): Promise<Spooled> {
    const file = await this.file();
    try {
      for await (const bytes of source) await file.write(bytes);
    } finally {
      await file.close();
    }
    return file;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  #count(length: number): void {
    this.#total += length;
    if (this.#total > this.#most) throw new MessageTooLarge(this.#most);
  }
}

class SpoolFile implements Spooled {
  length = 0;

  constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly count: (length: number) => void,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.count(bytes.length);
    this.length += bytes.length;
    await this.handle.write(bytes);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
