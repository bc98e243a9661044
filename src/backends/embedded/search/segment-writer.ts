/**
 * Writes a segment: its words in order, each with the documents and the places it stands at.
 *
 * Words go into blocks of some kilobytes, each word as what differs from the one before it. Short lists stand in the
 * block beside their word; long ones have a row of their own, documents and positions apart, since most questions
 * need no positions.
 *
 *   documents: for each, (gap << 2 | in the title << 1 | once only), then how often unless once
 *   positions: for each occurrence, the gap to the one before it in the same document
 */

import type { Sqlite, Statement } from '../database.js';
import { ByteWriter } from './bytes.js';

/** Ids of blocks and lists begin with the number of their segment. */
export const SPAN = 2 ** 24;
/** With the longest inline list at its end a block is below half a page. */
const BLOCK_BYTES = 3500;
const INLINE_BYTES = 400;

export interface Posting {
  /** Bit for each language it occurs in: see languages.ts. */
  languages: number;
  documents: number;
  /** The last document's number. */
  last: number;
  readonly docs: ByteWriter;
  readonly positions: ByteWriter;
}

export const emptyPosting = (): Posting => ({
  languages: 0,
  documents: 0,
  last: 0,
  docs: new ByteWriter(1024),
  positions: new ByteWriter(4096),
});

export class SegmentWriter {
  readonly #segment: number;
  readonly #block = new ByteWriter(BLOCK_BYTES * 2);
  readonly #previous = new ByteWriter(256);
  readonly #addBlock: Statement;
  readonly #addList: Statement;
  #first: Buffer | null = null;
  #blocks = 0;
  #lists = 0;

  constructor(db: Sqlite, segment: number) {
    this.#segment = segment;
    this.#addBlock = db.prepare('INSERT INTO block (id, segment, first, data) VALUES (?, ?, ?, ?)');
    this.#addList = db.prepare('INSERT INTO list (id, docs, positions) VALUES (?, ?, ?)');
  }

  /** Words come in order. */
  add(word: ByteWriter, posting: Posting): void {
    if (this.#block.length > BLOCK_BYTES) this.#flush();
    const shared = this.#first === null ? 0 : sharedBytes(this.#previous, word);
    this.#first ??= word.taken();
    const block = this.#block;
    block.number(shared);
    block.number(word.length - shared);
    block.copy(word.bytes, shared, word.length);
    block.number(posting.languages);
    block.number(posting.documents);
    block.number(posting.last);
    this.#addPosting(posting);
    this.#previous.length = 0;
    this.#previous.copy(word.bytes, 0, word.length);
  }

  end(): void {
    if (this.#first !== null) this.#flush();
  }

  #addPosting({ docs, positions }: Posting): void {
    const block = this.#block;
    const isInline = docs.length + positions.length <= INLINE_BYTES;
    block.number((docs.length << 1) | Number(isInline));
    block.number(positions.length);
    if (isInline) {
      block.copy(docs.bytes, 0, docs.length);
      block.copy(positions.bytes, 0, positions.length);
      return;
    }
    block.number(this.#lists);
    this.#addList.run(this.#segment * SPAN + this.#lists++, view(docs), view(positions));
  }

  #flush(): void {
    this.#addBlock.run(this.#segment * SPAN + this.#blocks++, this.#segment, this.#first, view(this.#block));
    this.#block.length = 0;
    this.#first = null;
  }
}

const view = ({ bytes, length }: ByteWriter): Buffer => Buffer.from(bytes.buffer, 0, length);

function sharedBytes(a: ByteWriter, b: ByteWriter): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.bytes[at] === b.bytes[at]) at++;
  return at;
}
