/**
 * Compound files (OLE), the container of office files before 2007: streams by name.
 *
 * Chains of sectors are counted, so a loop ends; a stream is never longer than the file.
 */
import { Unreadable } from './unreadable.js';

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER = 512;
const NO_SECTOR = 0xfffffffa;
const MAX_ENTRIES = 20_000;

interface Entry {
  readonly name: string;
  readonly start: number;
  readonly size: number;
  readonly isStream: boolean;
  /** Neighbours in the folder and, for a folder, its first entry. */
  readonly links: readonly number[];
}

export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #sectorSize: number;
  readonly #fat: Uint32Array;
  readonly #entries = new Map<string, Entry>();
  #miniFat: Uint32Array | null = null;
  #miniStream: Buffer | null = null;
  #root: Entry | null = null;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (bytes.length < HEADER || !this.#bytes.subarray(0, 8).equals(MAGIC)) throw new Unreadable('is damaged: it has no header');
    const shift = this.#bytes.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new Unreadable('is damaged: its sectors have an impossible size');
    this.#sectorSize = 1 << shift;
    this.#fat = this.#readFat();
    this.#readDirectory();
  }

  names(): string[] {
    return [...this.#entries.values()].map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Null when there is no such stream. */
  stream(name: string): Buffer | null {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry?.isStream) return null;
    const small = entry.size < this.#bytes.readUInt32LE(56);
    const whole = small ? this.#smallStream(entry.start, entry.size) : this.#chain(entry.start, this.#fat, entry.size);
    return whole.subarray(0, entry.size);
  }

  #sector(index: number): Buffer {
    const at = (index + 1) * this.#sectorSize;
    return this.#bytes.subarray(at, at + this.#sectorSize);
  }

  get #sectors(): number {
    return Math.ceil(this.#bytes.length / this.#sectorSize);
  }

  /** The header lists the table's sectors; those after the first 109 are listed in a chain of further sectors. */
  #readFat(): Uint32Array {
    const places: number[] = [];
    for (let at = 76; at < HEADER; at += 4) places.push(this.#bytes.readUInt32LE(at));
    let next = this.#bytes.readUInt32LE(68);
    for (let left = this.#sectors; next < NO_SECTOR && left > 0; left--) {
      const sector = this.#sector(next);
      if (sector.length < this.#sectorSize) break;
      for (let at = 0; at + 8 <= sector.length; at += 4) places.push(sector.readUInt32LE(at));
      next = sector.readUInt32LE(sector.length - 4);
    }
    const used = places.filter((place) => place < NO_SECTOR && place < this.#sectors).slice(0, this.#sectors);
    return wordsOf(used.map((place) => this.#sector(place)));
  }

  #readDirectory(): void {
    const directory = this.#chain(this.#bytes.readUInt32LE(48), this.#fat, this.#bytes.length);
    const entries: Entry[] = [];
    for (let at = 0; at + 128 <= directory.length && entries.length < MAX_ENTRIES; at += 128) {
      const kind = directory[at + 66];
      const length = Math.min(Math.max(directory.readUInt16LE(at + 64) - 2, 0), 62);
      const name = directory.toString('utf16le', at, at + length);
      const size = Math.min(directory.readUInt32LE(at + 120), this.#bytes.length);
      const links = [68, 72, 76].map((offset) => directory.readUInt32LE(at + offset));
      entries.push({ name, start: directory.readUInt32LE(at + 116), size, isStream: kind === 2, links });
    }
    this.#root = entries[0] ?? null;
    this.#listOutermost(entries);
  }

  /** Embedded objects are folders with streams of the same names: only the outermost streams count. */
  #listOutermost(entries: readonly Entry[]): void {
    const open = [this.#root?.links[2] ?? NO_SECTOR];
    const seen = new Set<number>();
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const entry = entries[index];
      if (!entry || seen.has(index)) continue;
      seen.add(index);
      this.#entries.set(entry.name.toLowerCase(), entry);
      open.push(entry.links[0] ?? NO_SECTOR, entry.links[1] ?? NO_SECTOR);
    }
  }

  #chain(start: number, table: Uint32Array, most: number): Buffer {
    const parts: Buffer[] = [];
    let length = 0;
    let left = Math.min(this.#sectors, Math.ceil(most / this.#sectorSize) + 1);
    for (let sector = start; sector < NO_SECTOR && left > 0 && length < most; left--) {
      const part = this.#sector(sector);
      if (part.length === 0) break;
      parts.push(part);
      length += part.length;
      sector = table[sector] ?? NO_SECTOR;
    }
    return Buffer.concat(parts);
  }

  /** Streams under 4 KB share sectors, in blocks of 64 bytes. */
  #smallStream(start: number, size: number): Buffer {
    this.#miniFat ??= wordsOf([this.#chain(this.#bytes.readUInt32LE(60), this.#fat, this.#bytes.length)]);
    this.#miniStream ??= this.#root ? this.#chain(this.#root.start, this.#fat, this.#root.size) : Buffer.alloc(0);
    const parts: Buffer[] = [];
    let left = Math.ceil(size / 64);
    for (let piece = start; piece < NO_SECTOR && left > 0; left--) {
      const part = this.#miniStream.subarray(piece * 64, piece * 64 + 64);
      if (part.length === 0) break;
      parts.push(part);
      piece = this.#miniFat[piece] ?? NO_SECTOR;
    }
    return Buffer.concat(parts);
  }
}

function wordsOf(parts: readonly Buffer[]): Uint32Array {
  const bytes = Buffer.concat(parts);
  const words = new Uint32Array(bytes.length >> 2);
  for (let i = 0; i < words.length; i++) words[i] = bytes.readUInt32LE(i * 4);
  return words;
}
