/** Bytes that arrive in pieces: kept in memory up to a limit, beyond it in a file. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes } from '../../../model/index.js';

export class CollectedBytes {
  #pieces: Uint8Array[] = [];
  #length = 0;
  #file: FileHandle | null = null;
  readonly #path: string;

  constructor(
    folder: string,
    private readonly limit: number,
  ) {
    this.#path = join(folder, `import-${randomUUID()}`);
  }

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
    await rm(this.#path, { force: true });
  }

  async #spill(): Promise<void> {
    this.#file ??= await open(this.#path, 'wx', 0o600);
    for (const piece of this.#pieces) await this.#file.appendFile(piece);
    this.#pieces = [];
  }
}
