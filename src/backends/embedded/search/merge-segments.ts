/**
 * Makes one segment of several. Lists of the same word are put one after the other as they are, but for their first
 * number; only where documents are dead they are gone through and written anew without them.
 */
import type { Sqlite } from '../database.js';
import { copyRow, makeAttributes, packAttributes } from './attributes.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { BlockCursor, Dictionary } from './dictionary.js';
import { emptyPosting, type Posting, SegmentWriter, SPAN } from './segment-writer.js';
import { isDead, type Segment } from './segments.js';

/** Inside the caller's transaction. */
export function mergeSegments(db: Sqlite, segments: readonly Segment[], into: number): void {
  const alive = segments.map(({ attributes, deadCount }) => attributes.count - deadCount);
  const total = alive.reduce((sum, count) => sum + count, 0);
  if (total > 0) {
    writeRows(db, segments, into, total);
    writeWords(db, segments, alive, into);
  }
  for (const { id } of segments) dropSegment(db, id);
}

export function dropSegment(db: Sqlite, id: number): void {
  const range = [id * SPAN, (id + 1) * SPAN - 1];
  db.prepare('DELETE FROM block WHERE id BETWEEN ? AND ?').run(...range);
  db.prepare('DELETE FROM list WHERE id BETWEEN ? AND ?').run(...range);
  db.prepare('DELETE FROM segment WHERE id = ?').run(id);
}

function writeRows(db: Sqlite, segments: readonly Segment[], into: number, total: number): void {
  const attributes = makeAttributes(total);
  let to = 0;
  for (const segment of segments)
    for (let at = 0; at < segment.attributes.count; at++) if (!isDead(segment, at)) copyRow(segment.attributes, at, attributes, to++);
  db.prepare('INSERT INTO segment (id, documents, attributes, dead) VALUES (?, ?, ?, NULL)').run(into, total, packAttributes(attributes));
}

function writeWords(db: Sqlite, segments: readonly Segment[], alive: readonly number[], into: number): void {
  const dictionary = new Dictionary(db);
  const writer = new SegmentWriter(db, into);
  let base = 0;
  const inputs = segments.map((segment, index) => {
    const input = new Input(dictionary, segment, base);
    base += alive[index] as number;
    return input;
  });
  const posting = emptyPosting();
  const word = new ByteWriter(1024);
  for (let open = inputs.filter((input) => input.next()); open.length > 0; ) {
    const least = smallest(open);
    word.length = 0;
    word.copy(least.cursor.word, 0, least.cursor.wordLength);
    clear(posting);
    let hasEnded = false;
    for (const input of open) {
      if (input.cursor.compare(word.bytes, word.length) !== 0) continue;
      input.append(posting);
      if (!input.next()) hasEnded = true;
    }
    if (posting.documents > 0) writer.add(word, posting);
    if (hasEnded) open = open.filter((input) => !input.hasEnded);
  }
  writer.end();
}

function smallest(inputs: readonly Input[]): Input {
  let least = inputs[0] as Input;
  for (let index = 1; index < inputs.length; index++) {
    const input = inputs[index] as Input;
    if (input.cursor.compare(least.cursor.word, least.cursor.wordLength) < 0) least = input;
  }
  return least;
}

function clear(posting: Posting): void {
  posting.docs.length = posting.positions.length = posting.documents = posting.last = posting.languages = 0;
}

/** A segment that is merged, with its words one after the other. */
class Input {
  readonly cursor = new BlockCursor(new Uint8Array(0));
  hasEnded = false;
  readonly #dictionary: Dictionary;
  readonly #id: number;
  readonly #base: number;
  /** New numbers of its documents, from its base on; -1 for dead ones. Null when all live. */
  readonly #numbers: Int32Array | null;
  readonly #reader = new ByteReader(new Uint8Array(0));
  #block: number;

  constructor(dictionary: Dictionary, segment: Segment, base: number) {
    this.#dictionary = dictionary;
    this.#id = segment.id;
    this.#block = segment.id * SPAN;
    this.#base = base;
    this.#numbers = segment.deadCount > 0 ? numbersOf(segment) : null;
  }

  next(): boolean {
    while (!this.cursor.next()) {
      const data = this.#dictionary.blockAt(this.#block++);
      this.hasEnded = data === undefined;
      if (!data) return false;
      this.cursor.open(data);
    }
    return true;
  }

  append(posting: Posting): void {
    const { cursor } = this;
    if (cursor.isInline)
      this.#appendFrom(posting, cursor.bytes, cursor.docsAt, cursor.positionsAt, cursor.bytes, cursor.positionsAt, cursor.endAt);
    else {
      const { docs, positions } = this.#dictionary.listAt(this.#id * SPAN + cursor.list);
      this.#appendFrom(posting, docs, 0, docs.length, positions, 0, positions.length);
    }
  }

  /** Places instead of parts: a merge passes here for every word of every segment. */
  #appendFrom(posting: Posting, docs: Uint8Array, from: number, to: number, positions: Uint8Array, begin: number, end: number): void {
    if (this.#numbers) return this.#appendLiving(posting, docs.subarray(from, to), positions.subarray(begin, end), this.#numbers);
    const { documents, last, languages } = this.cursor;
    const reader = this.#reader;
    reader.bytes = docs;
    reader.at = from;
    const head = reader.number();
    const gap = (head >>> 2) + this.#base - posting.last;
    posting.docs.number((gap << 2) | (head & 3));
    posting.docs.copy(docs, reader.at, to);
    posting.positions.copy(positions, begin, end);
    posting.documents += documents;
    posting.last = this.#base + last;
    posting.languages = (posting.languages | languages) >>> 0;
  }

  #appendLiving(posting: Posting, docs: Uint8Array, positions: Uint8Array, numbers: Int32Array): void {
    const [reader, places] = [new ByteReader(docs), new ByteReader(positions)];
    for (let document = 0, left = this.cursor.documents; left > 0; left--) {
      const head = reader.number();
      const times = head & 1 ? 1 : reader.number();
      document += head >>> 2;
      const from = places.at;
      places.skip(times);
      const number = numbers[document] as number;
      if (number < 0) continue;
      const at = this.#base + number;
      posting.docs.number(((at - posting.last) << 2) | (head & 3));
      if (times > 1) posting.docs.number(times);
      posting.positions.copy(positions, from, places.at);
      posting.documents++;
      posting.last = at;
    }
    posting.languages = (posting.languages | this.cursor.languages) >>> 0;
  }
}

function numbersOf(segment: Segment): Int32Array {
  let next = 0;
  return Int32Array.from({ length: segment.attributes.count }, (_, at) => (isDead(segment, at) ? -1 : next++));
}
