/** Bytes that arrive in pieces: kept in memory up to a limit, beyond it in a file. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes } from '../../../model/index.js';
import { draftBeside } from '../../../platform/index.js';

export class CollectedBytes {
  #pieces: Uint8Array[] = [];
  #length = 0;
  #file: FileHandle | null = null;
  #path = '';

  constructor(
    private readonly folder: string,
    private readonly limit: number,
  ) {}

  async add(piece: Uint8Array): Promise<void> {
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#file || this.#length > this.limit) await this.#spill();
  }

  async finish(): Promise<Bytes> {
    if (!this.#file) return Uint8Array.from(Buffer.concat(this.#pieces, this.#length));
    await this.#file.close();
    return { path: this.#path, length: this.#length };
  }

  /** Gives up: nothing is left behind. */
  async discard(): Promise<void> {
    await this.#file?.close().catch(() => {});
    if (this.#file) await rm(this.#path, { force: true });
  }

  async #spill(): Promise<void> {
    this.#file ??= await this.#open();
    for (const piece of this.#pieces) await this.#file.appendFile(piece);
    this.#pieces = [];
  }

  #open(): Promise<FileHandle> {
    this.#path = draftBeside(join(this.folder, 'import'));
    return open(this.#path, 'wx', 0o600);
  }
}
