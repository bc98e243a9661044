/**
 * The files of a tar archive, one after the other, from bytes as they come: ustar, GNU long names and PAX paths.
 *
 * Members larger than the limit, links and devices are passed over; a header that is none ends the reading with an error,
 * because an archive that was cut must not look like a short one.
 */
import { HarvestError } from '../../port.js';

export interface Member {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
const MAX_NAME = 4096;
const FILE = new Set(['0', '\0', '']);

interface Header {
  readonly path: string;
  readonly size: number;
  readonly type: string;
}

export async function* tarMembers(chunks: AsyncIterable<Uint8Array>, maxSize: number): AsyncGenerator<Member> {
  const source = new Source(chunks);
  let longPath: string | null = null;
  for (;;) {
    const block = await source.take(BLOCK);
    if (block === null) throw new HarvestError('unreachable', 'the tar archive ends without its end mark');
    if (block.every((byte) => byte === 0)) return;
    const { path, size, type } = headerOf(block);
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'L' || type === 'x') longPath = pathIn(type, await content(source, size, padded, MAX_NAME * 16)) ?? longPath;
    else if (FILE.has(type) && size <= maxSize) {
      yield { path: longPath ?? path, bytes: await content(source, size, padded, maxSize) };
      longPath = null;
    } else {
      await source.skip(padded);
      longPath = null;
    }
  }
}

function headerOf(block: Buffer): Header {
  const text = (from: number, length: number): string => block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(148, 8).trim(), 8) !== sum)
    throw new HarvestError('unreachable', 'the tar archive is damaged: a header has a wrong sum');
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
  return { path: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), size: sizeOf(block), type: text(156, 1) };
}

/** Octal, or base 256 with the first bit set, as GNU writes large ones. */
function sizeOf(block: Buffer): number {
  const size =
    ((block[124] ?? 0) & 0x80) === 0
      ? Number.parseInt(block.toString('latin1', 124, 136).replace(/\0/g, ' ').trim() || '0', 8)
      : Number(BigInt.asUintN(64, block.readBigUInt64BE(128)));
  if (!Number.isSafeInteger(size) || size < 0) throw new HarvestError('unreachable', 'the tar archive is damaged: a member has no size');
  return size;
}

async function content(source: Source, size: number, padded: number, most: number): Promise<Buffer> {
  if (size > most) throw new HarvestError('limit', `a member of the tar archive has ${size} bytes, more than ${most}`);
  const bytes = await source.take(padded);
  if (bytes === null) throw new HarvestError('unreachable', 'the tar archive ends within a member');
  return bytes.subarray(0, size);
}

function pathIn(type: string, bytes: Buffer): string | null {
  if (type === 'L') return bytes.toString('utf8').replace(/\0.*$/s, '').slice(0, MAX_NAME);
  return /^\d+ path=(.*)$/m.exec(bytes.toString('utf8'))?.[1]?.slice(0, MAX_NAME) ?? null;
}

/** Takes exact numbers of bytes from chunks of any size. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Null where fewer are left. */
  async take(count: number): Promise<Buffer | null> {
    while (this.#length < count) if (!(await this.#more())) return null;
    const [first] = this.#held;
    const all =
      this.#held.length === 1 && first
        ? Buffer.from(first.buffer, first.byteOffset, first.length)
        : Buffer.concat(this.#held, this.#length);
    this.#hold(all.subarray(count));
    return all.subarray(0, count);
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (left > this.#length) {
      left -= this.#length;
      this.#hold(new Uint8Array(0));
      if (!(await this.#more())) throw new HarvestError('unreachable', 'the tar archive ends within a member');
    }
    await this.take(left);
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#held.push(value);
    this.#length += value.length;
    return true;
  }

  #hold(rest: Uint8Array): void {
    this.#held = rest.length ? [rest] : [];
    this.#length = rest.length;
  }
}
