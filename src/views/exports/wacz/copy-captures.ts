/**
 * One WARC file made of captures picked from others: their bytes as they are, each with what it stands for before it.
 *
 * A gzip member holds nothing of its neighbours, so records are copied as they are; they are read only to see that they are
 * whole. Yields pieces as they are asked for
 * and keeps one open file and one bit a capture, whatever the size. A source may serve several WARC files, one after
 * the other: each ends before it would grow beyond a limit, and each brings the originals it needs.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { damageBetween } from '../../../formats/warc/index.js';
import type { ArchivedCapture, SelectedCapture } from '../../../store/index.js';

/** A capture where it lies in the new file. */
export interface CopiedCapture {
  readonly capture: ArchivedCapture;
  readonly offset: number;
  /** Given for those that were selected; null for an original that only came along. */
  readonly selected: SelectedCapture | null;
  /** A revisit of something this file had before it. */
  readonly isRepeated: boolean;
}

/** Told of each record that is left out because it is damaged. */
export type OnDamage = (damage: { readonly file: string; readonly offset: number; readonly problem: string }) => void;

export class CaptureSource {
  readonly #captures: Iterator<SelectedCapture>;
  readonly #folder: string;
  readonly #onDamage: OnDamage;
  #next: SelectedCapture | null;
  #open: { readonly file: string; readonly handle: FileHandle } | null = null;

  constructor(captures: Iterable<SelectedCapture>, folder: string, onDamage: OnDamage) {
    this.#onDamage = onDamage;
    this.#captures = captures[Symbol.iterator]();
    this.#folder = folder;
    this.#next = this.#read();
  }

  /** The capture the next file begins with; null when there is nothing left. */
  get first(): SelectedCapture | null {
    return this.#next;
  }

  /** Bytes of the next file, behind the `head` that opens it; tells about each capture before its bytes come. */
  async *copy(head: Uint8Array, most: number, tell: (copied: CopiedCapture) => Promise<void>): AsyncGenerator<Uint8Array> {
    const here = new IdSet();
    let length = head.length;
    yield head;
    for (let next = this.#next; next; next = this.#next) {
      const wanted = wantedOf(next, here);
      if (await this.#isDamaged(wanted)) {
        this.#next = this.#read();
        continue;
      }
      const isRepeated = next.original !== null && wanted.length === 1;
      const size = wanted.reduce((sum, { offset, end }) => sum + end - offset, 0);
      if (length > head.length && length + size > most) return;
      for (const capture of wanted) {
        here.add(capture.id);
        await tell({ capture, offset: length, selected: capture.id === next.id ? next : null, isRepeated });
        yield* this.#bytesOf(capture);
        length += capture.end - capture.offset;
      }
      this.#next = this.#read();
    }
  }

  async close(): Promise<void> {
    this.#captures.return?.();
    await this.#open?.handle.close();
    this.#open = null;
  }

  #read(): SelectedCapture | null {
    const { done, value } = this.#captures.next();
    return done ? null : value;
  }

  /** A damaged record would go on damaged, under a digest that says it is whole. What stands for one goes with it. */
  async #isDamaged(wanted: readonly ArchivedCapture[]): Promise<boolean> {
    for (const { file, offset, end } of wanted) {
      const damage = await damageBetween(join(this.#folder, file), offset, end);
      if (!damage) continue;
      this.#onDamage({ file, ...damage });
      return true;
    }
    return false;
  }

  async *#bytesOf({ file, offset, end }: ArchivedCapture): AsyncGenerator<Uint8Array> {
    const handle = await this.#handleOf(file);
    for (let at = offset; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, end - at));
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error(`${file} ends at ${at}, before a record that was stored: winnow archive check says more.`);
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async #handleOf(file: string): Promise<FileHandle> {
    if (this.#open?.file !== file) {
      await this.#open?.handle.close();
      this.#open = null;
      this.#open = { file, handle: await open(join(this.#folder, file), 'r') };
    }
    return this.#open.handle;
  }
}

const PIECE = 256 * 1024;

/** The capture, and before it the one it stands for, as far as they are not there yet. */
function wantedOf(next: SelectedCapture, here: IdSet): ArchivedCapture[] {
  const { original } = next;
  return original && !here.has(original.id) ? [original, next] : [next];
}

/** Numbers that mostly count up: one bit each. */
class IdSet {
  #bits = new Uint8Array(1024);

  has(id: number): boolean {
    return ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  add(id: number): void {
    if (id >> 3 >= this.#bits.length) {
      const more = new Uint8Array(2 * (id >> 3));
      more.set(this.#bits);
      this.#bits = more;
    }
    this.#bits[id >> 3] = (this.#bits[id >> 3] ?? 0) | (1 << (id & 7));
  }
}
