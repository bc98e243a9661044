/**
 * How decoded bytes lie in a file: plain, or as gzip members.
 *
 * Node's own gunzip runs over member boundaries without a word, but records are found by them. So the members are
 * taken apart here: header, raw deflate data, and a trailer that is checked.
 */
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { beginsAsArc, LONGEST_ARC_LINE } from './arc-head.js';
import { WarcDamage } from './damage.js';
import type { FileWindow } from './file-window.js';

export interface Framing {
  readonly gzip: boolean;
  /** Offset in the file up to which bytes were handed out; exact when `read` has returned null. */
  readonly position: number;
  /** Goes to the next member; false at the end of the file. A plain file is one member. */
  begin(): Promise<boolean>;
  /** The next decoded bytes of this member; null at its end. */
  read(): Promise<Uint8Array | null>;
  /** Continues at an offset that is the start of a member or record. */
  seek(position: number): void;
  /** The next offset from here on where a record may begin; null when there is none. */
  findStart(from: number): Promise<number | null>;
}

const MAGIC = Buffer.from([0x1f, 0x8b, 8]);
const WARC = Buffer.from('WARC/');
/** Compressed input handed to zlib at once: even at deflate's worst ratio its output stays below 20 MB. */
const INPUT = 16 * 1024;

/** Words of the grammar may be written in any case. */
export const beginsAsRecord = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, WARC.length)).toString('latin1').toUpperCase() === 'WARC/' || beginsAsArc(bytes);

/** null: neither plain nor gzip. */
export async function framingOf(window: FileWindow): Promise<Framing | null> {
  const start = await window.peek(LONGEST_ARC_LINE);
  if (MAGIC.equals(start.subarray(0, MAGIC.length))) return new GzipFraming(window);
  return beginsAsRecord(start) ? new PlainFraming(window) : null;
}

/** How records lie that stand further on in a file whose beginning tells nothing. null: there are none. */
export async function laterFraming(window: FileWindow): Promise<Framing | null> {
  for (const framing of [new GzipFraming(window), new PlainFraming(window)]) {
    const start = await framing.findStart(1);
    framing.seek(0);
    if (start !== null) return framing;
  }
  return null;
}

class PlainFraming implements Framing {
  readonly gzip = false;
  constructor(private readonly window: FileWindow) {}

  get position(): number {
    return this.window.position;
  }

  async begin(): Promise<boolean> {
    return (await this.window.peek()).length > 0;
  }

  async read(): Promise<Uint8Array | null> {
    const bytes = await this.window.peek();
    this.window.take(bytes.length);
    return bytes.length > 0 ? bytes : null;
  }

  seek(position: number): void {
    this.window.seek(position);
  }

  /** A version line at the start of a line; bodies may hold one too, which then fails as a record and is passed over. */
  async findStart(from: number): Promise<number | null> {
    for (let at = await find(this.window, WARC, from); at !== null; at = await find(this.window, WARC, at + 1)) {
      this.window.seek(at - 1);
      const before = (await this.window.peek())[0];
      if (before === 0x0a) return at;
    }
    return null;
  }
}

class GzipFraming implements Framing {
  readonly gzip = true;
  #member: Inflater | null = null;
  #start = 0;
  #ready: Uint8Array[] = [];

  constructor(private readonly window: FileWindow) {}

  get position(): number {
    return this.window.position;
  }

  async begin(): Promise<boolean> {
    this.#forget();
    this.#start = this.window.position;
    if ((await this.window.peek()).length === 0) return false;
    await this.#passHeader();
    this.#member = new Inflater();
    return true;
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#ready.length === 0 && this.#member) await this.#inflateMore(this.#member);
    return this.#ready.shift() ?? null;
  }

  seek(position: number): void {
    this.#forget();
    this.window.seek(position);
  }

  async findStart(from: number): Promise<number | null> {
    for (let at = await find(this.window, MAGIC, from); at !== null; at = await find(this.window, MAGIC, at + 1)) {
      if (await this.#beginsRecord(at)) return at;
    }
    return null;
  }

  /** Three magic bytes turn up in any compressed data; only a member whose text begins as a record does counts. */
  async #beginsRecord(at: number): Promise<boolean> {
    this.seek(at);
    try {
      await this.begin();
      const start = await this.read();
      return start !== null && beginsAsRecord(start);
    } catch {
      return false;
    } finally {
      this.seek(at);
    }
  }

  async #inflateMore(member: Inflater): Promise<void> {
    const input = (await this.window.peek()).subarray(0, INPUT);
    if (input.length === 0) throw this.#damage('the file ends inside this gzip member');
    const { consumed, output } = await member.push(input).catch((error: Error) => {
      throw this.#damage(`the compressed data is damaged (${error.message})`);
    });
    this.window.take(consumed);
    this.#ready = output;
    if (consumed < input.length) await this.#checkTrailer(member);
  }

  async #checkTrailer(member: Inflater): Promise<void> {
    const trailer = (await this.window.peek(8)).subarray(0, 8);
    if (trailer.length < 8) throw this.#damage('the file ends inside this gzip member');
    const view = new DataView(trailer.buffer, trailer.byteOffset, 8);
    const intact = view.getUint32(0, true) === member.crc && view.getUint32(4, true) === member.size % 2 ** 32;
    if (!intact) throw this.#damage('the checksum of this gzip member does not fit its content');
    this.window.take(8);
    member.close();
    this.#member = null;
  }

  /** RFC 1952: fixed part, then optional extra field, name, comment and header checksum. */
  async #passHeader(): Promise<void> {
    const fixed = (await this.window.peek(10)).subarray(0, 10);
    if (!MAGIC.subarray(0, fixed.length).equals(fixed.subarray(0, 3))) throw this.#damage('no gzip member begins here');
    if (fixed.length < 10) throw this.#damage('the file ends inside this gzip member');
    const flags = fixed[3] ?? 0;
    if (flags & 0xe0) throw this.#damage('the header of this gzip member has reserved flags');
    this.window.take(10);
    if (flags & 4) await this.#passExtra();
    if (flags & 8) await this.#passText();
    if (flags & 16) await this.#passText();
    if (flags & 2) await this.#pass(2);
  }

  async #passExtra(): Promise<void> {
    const [low = 0, high = 0] = await this.window.peek(2);
    await this.#pass(2 + low + 256 * high);
  }

  async #passText(): Promise<void> {
    const end = (await this.window.peek(4096)).subarray(0, 4096).indexOf(0);
    if (end < 0) throw this.#damage('the header of this gzip member does not end');
    this.window.take(end + 1);
  }

  async #pass(count: number): Promise<void> {
    if ((await this.window.peek(count)).length < count) throw this.#damage('the file ends inside this gzip member');
    this.window.take(count);
  }

  #damage(problem: string): WarcDamage {
    const start = this.#start;
    this.#forget();
    return new WarcDamage(start, problem);
  }

  #forget(): void {
    this.#member?.close();
    this.#member = null;
    this.#ready = [];
  }
}

/** One member's deflate data, pushed piece by piece. It is at its end when it takes less than it was offered. */
class Inflater {
  crc = 0;
  size = 0;
  readonly #engine: InflateRaw = createInflateRaw({ chunkSize: 64 * 1024 });
  #output: Uint8Array[] = [];
  #fail: (error: Error) => void = () => {};

  constructor() {
    this.#engine.on('data', (piece: Uint8Array) => this.#keep(piece));
    this.#engine.on('error', (error) => this.#fail(error));
  }

  async push(input: Uint8Array): Promise<{ consumed: number; output: Uint8Array[] }> {
    const before = this.#engine.bytesWritten;
    await new Promise<void>((resolve, reject) => {
      this.#fail = reject;
      this.#engine.write(input, (error) => (error ? reject(error) : resolve()));
    });
    while (this.#engine.read() !== null); // what still waits inside goes through the listener above
    const output = this.#output;
    this.#output = [];
    return { consumed: this.#engine.bytesWritten - before, output };
  }

  close(): void {
    this.#fail = () => {};
    this.#engine.destroy();
  }

  #keep(piece: Uint8Array): void {
    this.crc = crc32(piece, this.crc);
    this.size += piece.length;
    this.#output.push(piece);
  }
}

/** First offset of the bytes at or after `from`; leaves the window there. */
async function find(window: FileWindow, wanted: Buffer, from: number): Promise<number | null> {
  window.seek(from);
  for (;;) {
    const bytes = await window.peek(wanted.length);
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(wanted);
    if (at >= 0) return window.position + at;
    if (bytes.length < wanted.length) return null;
    window.take(bytes.length - wanted.length + 1);
  }
}
