/**
 * The files of a tar archive, one after the other, from bytes as they come: ustar, GNU long names and PAX headers.
 *
 * Nothing is ever written by a path that an archive names. Links, devices and folders are passed over; a header that is
 * none, or an end that comes too early, is an error, because an archive that was cut must not look like a short one.
 */
import { HarvestError } from '../../port.js';

export interface Member {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface TarOptions {
  /** The content of other files is passed over. Left out: all are wanted. */
  readonly wants?: (path: string, size: number) => boolean;
  readonly maxSize: number;
  /** Told of files that are larger than that, and passed over. */
  readonly onTooLarge?: (path: string, size: number) => void;
}

const BLOCK = 512;
const MAX_PATH = 4096;
/** Headers that only say more about the next file. */
const MAX_EXTENSION = 1 << 20;
const FILES: ReadonlySet<string> = new Set(['0', '\0', '', '7']);
/** Links, devices and folders: whatever size they claim, no content follows. */
const EMPTY: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '6']);

interface Header {
  readonly path: string;
  readonly size: number;
  readonly type: string;
}

/** What headers of their own say about the file that follows. */
interface Extension {
  readonly path?: string;
  readonly size?: number;
}

export async function* tarMembers(chunks: AsyncIterable<Uint8Array>, options: TarOptions): AsyncGenerator<Member> {
  const source = new Source(chunks);
  let extension: Extension = {};
  for (;;) {
    const block = source.taken(BLOCK) ?? (await source.take(BLOCK));
    if (block === null) throw damaged('it ends without its end mark');
    if (isZero(block)) return await source.drain();
    const header = headerOf(block);
    if (isExtension(header.type)) {
      extension = { ...extension, ...extensionOf(header.type, await content(source, header.size, MAX_EXTENSION)) };
      continue;
    }
    const { path, size } = { ...header, ...extension };
    extension = {};
    if (!FILES.has(header.type) || path.endsWith('/')) await source.skip(EMPTY.has(header.type) ? 0 : padded(size));
    else if (options.wants && !options.wants(path, size)) await source.skip(padded(size));
    else if (size <= options.maxSize) yield { path, bytes: await content(source, size, options.maxSize) };
    else {
      options.onTooLarge?.(path, size);
      await source.skip(padded(size));
    }
  }
}

const damaged = (what: string): HarvestError => new HarvestError('unreachable', `the tar archive is damaged: ${what}`);

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

function isZero(block: Buffer): boolean {
  for (let at = 0; at < BLOCK; at++) if (block[at] !== 0) return false;
  return true;
}

function headerOf(block: Buffer): Header {
  checkSum(block);
  const name = textAt(block, 0, 100);
  const prefix = block.toString('latin1', 257, 262) === 'ustar' && block[262] === 0 ? textAt(block, 345, 155) : '';
  return { path: prefix ? `${prefix}/${name}` : name, size: sizeIn(block), type: String.fromCharCode(block[156] ?? 0) };
}

function textAt(block: Buffer, from: number, length: number): string {
  const end = block.indexOf(0, from);
  return block.toString('utf8', from, end < 0 ? from + length : Math.min(end, from + length));
}

/** The sum of all bytes, its own place counted as blanks; old writers took bytes for signed. */
function checkSum(block: Buffer): void {
  const told = Number.parseInt(block.toString('latin1', 148, 156).replaceAll('\0', ' ').trim(), 8);
  let [plain, signed] = [256, 256];
  for (let at = 0; at < BLOCK; at++) {
    if (at === 148) at = 156;
    const byte = block[at] as number;
    plain += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  if (told !== plain && told !== signed) throw damaged('a header has a wrong sum');
}

/** Octal, or base 256 with the first bit set, as GNU writes large ones. */
function sizeIn(block: Buffer): number {
  const isBinary = ((block[124] ?? 0) & 0x80) !== 0;
  const digits = block.toString('latin1', 124, 136).replaceAll('\0', ' ').trim();
  if (isBinary) return checkedSize(block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.NaN);
  return checkedSize(/^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.NaN);
}

function checkedSize(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0) throw damaged('a member has no size');
  return size;
}

/** L and K: long names of GNU; x and g: PAX. */
const isExtension = (type: string): boolean => type === 'L' || type === 'K' || type === 'x' || type === 'g';

function extensionOf(type: string, bytes: Buffer): Extension {
  if (type === 'L') return { path: shortened(bytes.toString('utf8').replace(/\0.*$/s, '')) };
  return type === 'x' ? paxOf(bytes) : {};
}

/** Records `length name=value\n`, each as long as it says. */
function paxOf(bytes: Buffer): Extension {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, blank));
    if (blank < 0 || !Number.isInteger(length) || length <= blank - at || at + length > bytes.length)
      throw damaged('a PAX header has a wrong length');
    const record = bytes.toString('utf8', blank + 1, at + length - 1);
    const [name, value] = [record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1)];
    if (name === 'path') found.path = shortened(value);
    if (name === 'size') found.size = checkedSize(Number(value));
    at += length;
  }
  return found;
}

function shortened(path: string): string {
  if (path.length > MAX_PATH) throw new HarvestError('limit', `a member of the tar archive has a path of ${path.length} characters`);
  return path;
}

async function content(source: Source, size: number, most: number): Promise<Buffer> {
  if (size > most) throw new HarvestError('limit', `a header of the tar archive has ${size} bytes, more than ${most}`);
  const bytes = source.taken(padded(size)) ?? (await source.take(padded(size)));
  if (bytes === null) throw damaged('it ends within a member');
  return bytes.subarray(0, size);
}

/** Takes exact numbers of bytes from chunks of any size. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** What is here already, without waiting; else null. */
  taken(count: number): Buffer | null {
    if (this.#held.length < count) return null;
    const bytes = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return bytes;
  }

  /** Null where fewer are left. */
  async take(count: number): Promise<Buffer | null> {
    const parts = [this.#held];
    for (let length = this.#held.length; length < count; ) {
      const chunk = await this.#next();
      if (!chunk) return null;
      parts.push(chunk);
      length += chunk.length;
    }
    this.#held = parts.length === 1 ? this.#held : Buffer.concat(parts);
    return this.taken(count);
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (left > this.#held.length) {
      left -= this.#held.length;
      const chunk = await this.#next();
      if (!chunk) throw damaged('it ends within a member');
      this.#held = chunk;
    }
    this.#held = this.#held.subarray(left);
  }

  /** Reads what follows the end mark: only then is it known whether the whole arrived. */
  async drain(): Promise<void> {
    this.#held = this.#held.subarray(this.#held.length);
    while (await this.#next());
  }

  async #next(): Promise<Buffer | null> {
    const { done, value } = await this.#chunks.next();
    return done ? null : Buffer.from(value.buffer, value.byteOffset, value.length);
  }
}
