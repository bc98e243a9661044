/** A file read forward through one buffer, with jumps; `end` hides what lies behind it, such as bytes nobody committed. */
import { type FileHandle, open } from 'node:fs/promises';

const SIZE = 256 * 1024;

export class FileWindow {
  #bytes: Uint8Array = new Uint8Array(0);
  /** Offset in the file of the first byte not taken yet. */
  #position = 0;

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    readonly end: number,
  ) {}

  static async open(path: string, end = Number.POSITIVE_INFINITY): Promise<FileWindow> {
    const handle = await open(path, 'r');
    const { size } = await handle.stat();
    return new FileWindow(path, handle, Math.min(end, size));
  }

  get position(): number {
    return this.#position;
  }

  /** What lies ahead, at least `wanted` bytes unless the file ends first; a view that lasts until the next call. */
  async peek(wanted = 1): Promise<Uint8Array> {
    if (this.#bytes.length >= wanted || this.#position + this.#bytes.length >= this.end) return this.#bytes;
    const next = Buffer.allocUnsafeSlow(Math.min(Math.max(SIZE, wanted), this.end - this.#position));
    next.set(this.#bytes);
    let filled = this.#bytes.length;
    while (filled < wanted && filled < next.length) {
      const { bytesRead } = await this.handle.read(next, filled, next.length - filled, this.#position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#bytes = next.subarray(0, filled);
    return this.#bytes;
  }

  take(count: number): void {
    this.#bytes = this.#bytes.subarray(count);
    this.#position += count;
  }

  seek(position: number): void {
    const ahead = position - this.#position;
    this.#bytes = ahead >= 0 && ahead <= this.#bytes.length ? this.#bytes.subarray(ahead) : new Uint8Array(0);
    this.#position = position;
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}
