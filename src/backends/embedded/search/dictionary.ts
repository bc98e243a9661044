/** Reads what segment-writer.ts wrote: words in order, and the lists behind them. */
import type { Sqlite, Statement } from '../database.js';
import { ByteReader } from './bytes.js';
import { SPAN } from './segment-writer.js';

/** A word of a segment. */
export interface WordEntry {
  readonly segment: number;
  readonly word: string;
  readonly languages: number;
  readonly documents: number;
  readonly last: number;
  readonly docs: Uint8Array | null;
  readonly positions: Uint8Array | null;
  /** Of the row that holds what is null above. */
  readonly list: number;
}

/** Goes through the words of one block. */
export class BlockCursor {
  /** Bytes of the word the cursor stands at. */
  readonly word = new Uint8Array(1024);
  wordLength = 0;
  languages = 0;
  documents = 0;
  last = 0;
  isInline = true;
  list = 0;
  /** Where an inline list stands in the block: documents, then positions. */
  docsAt = 0;
  positionsAt = 0;
  endAt = 0;
  readonly #reader: ByteReader;

  constructor(data: Uint8Array) {
    this.#reader = new ByteReader(data);
  }

  open(data: Uint8Array): void {
    this.#reader.bytes = data;
    this.#reader.at = 0;
  }

  next(): boolean {
    const reader = this.#reader;
    if (reader.at >= reader.bytes.length) return false;
    const shared = reader.number();
    const own = reader.number();
    for (let at = 0; at < own; at++) this.word[shared + at] = reader.bytes[reader.at++] as number;
    this.wordLength = shared + own;
    this.languages = reader.number();
    this.documents = reader.number();
    this.last = reader.number();
    this.#passLists(reader);
    return true;
  }

  #passLists(reader: ByteReader): void {
    const head = reader.number();
    const positions = reader.number();
    this.isInline = (head & 1) === 1;
    if (!this.isInline) {
      this.list = reader.number();
      return;
    }
    this.docsAt = reader.at;
    this.positionsAt = this.docsAt + (head >>> 1);
    this.endAt = this.positionsAt + positions;
    reader.at = this.endAt;
  }

  get bytes(): Uint8Array {
    return this.#reader.bytes;
  }

  get docs(): Uint8Array {
    return this.#reader.bytes.subarray(this.docsAt, this.positionsAt);
  }

  get positions(): Uint8Array {
    return this.#reader.bytes.subarray(this.positionsAt, this.endAt);
  }

  entry(segment: number): WordEntry {
    const { languages, documents, last, isInline, list } = this;
    const word = Buffer.from(this.word.buffer, 0, this.wordLength).toString();
    return {
      segment,
      word,
      languages,
      documents,
      last,
      list,
      docs: isInline ? this.docs : null,
      positions: isInline ? this.positions : null,
    };
  }

  /** Order of this word and other bytes. */
  compare(bytes: Uint8Array, length = bytes.length): number {
    const most = Math.min(this.wordLength, length);
    for (let at = 0; at < most; at++) {
      const difference = (this.word[at] as number) - (bytes[at] as number);
      if (difference !== 0) return difference;
    }
    return this.wordLength - length;
  }

  beginsWith(bytes: Uint8Array): boolean {
    if (this.wordLength < bytes.length) return false;
    for (let at = 0; at < bytes.length; at++) if (this.word[at] !== bytes[at]) return false;
    return true;
  }
}

export class Dictionary {
  readonly #blockOf: Statement;
  readonly #block: Statement;
  readonly #docs: Statement;
  readonly #positions: Statement;
  readonly #list: Statement;
  readonly #cursor = new BlockCursor(new Uint8Array(0));

  constructor(db: Sqlite) {
    this.#blockOf = db.prepare('SELECT id FROM block WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1').pluck();
    this.#block = db.prepare('SELECT data FROM block WHERE id = ?').pluck();
    this.#docs = db.prepare('SELECT docs FROM list WHERE id = ?').pluck();
    this.#positions = db.prepare('SELECT positions FROM list WHERE id = ?').pluck();
    this.#list = db.prepare('SELECT docs, positions FROM list WHERE id = ?');
  }

  find(segment: number, word: string): WordEntry | null {
    const bytes = Buffer.from(word);
    const id = this.#blockOf.get(segment, bytes) as number | undefined;
    const data = id === undefined ? undefined : this.blockAt(id);
    if (!data) return null;
    const cursor = this.#cursor;
    cursor.open(data);
    while (cursor.next()) {
      const order = cursor.compare(bytes);
      if (order === 0) return cursor.entry(segment);
      if (order > 0) return null;
    }
    return null;
  }

  /** Words that begin so, in order, as long as `take` wants more. */
  withPrefix(segment: number, prefix: string, take: (cursor: BlockCursor) => boolean): void {
    const bytes = Buffer.from(prefix);
    const first = this.#blockOf.get(segment, bytes) as number | undefined;
    const cursor = this.#cursor;
    for (let id = first ?? segment * SPAN; ; id++) {
      const data = this.blockAt(id);
      if (!data) return;
      cursor.open(data);
      while (cursor.next()) {
        if (cursor.beginsWith(bytes)) {
          if (!take(cursor)) return;
        } else if (cursor.compare(bytes) > 0) return;
      }
    }
  }

  /** Undefined past the last block of a segment. */
  blockAt(id: number): Buffer | undefined {
    return this.#block.get(id) as Buffer | undefined;
  }

  listAt(id: number): { docs: Buffer; positions: Buffer } {
    return this.#list.get(id) as { docs: Buffer; positions: Buffer };
  }

  docsOf({ docs, segment, list }: Pick<WordEntry, 'docs' | 'segment' | 'list'>): Uint8Array {
    return docs ?? (this.#docs.get(segment * SPAN + list) as Buffer);
  }

  positionsOf({ positions, segment, list }: Pick<WordEntry, 'positions' | 'segment' | 'list'>): Uint8Array {
    return positions ?? (this.#positions.get(segment * SPAN + list) as Buffer);
  }
}
