/**
 * Builds a segment in memory from documents, up to a bounded number of words, and writes it.
 *
 * While documents come in, only the number of each word is noted, one after the other. Sorting these notes by word, in
 * one pass that keeps their order, gives every list of documents and positions at once.
 */
import { dateOf, type SearchDocument } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { type Attributes, copyRow, dayOf, makeAttributes, packAttributes } from './attributes.js';
import { ByteWriter } from './bytes.js';
import { languageBit } from './languages.js';
import type { Names } from './names.js';
import { scanWords } from './scan-words.js';
import { emptyPosting, type Posting, SegmentWriter } from './segment-writer.js';
import { sortedWords } from './sort-words.js';
import { WordTable } from './word-table.js';

/** Stands before the words of URLs: they are only looked for with `url:`. */
export const URL_KIND = 1;
/** Between title, text and URL: no phrase reaches over it. */
const GAP = 8;
const MOST_WORDS = 1_500_000;
const MOST_DISTINCT = 400_000;
/** Of one document: more is a dump of data, which nobody reads. */
const WORDS_OF_ONE = 250_000;

export class SegmentBuilder {
  readonly #names: Names;
  #table = new WordTable();
  /** For each occurrence, in order: the word's number and its position in the document. */
  #words = new Uint32Array(1 << 16);
  #positions = new Uint32Array(1 << 16);
  #count = 0;
  /** Where each document's occurrences begin. */
  #begins: number[] = [];
  #rows = makeAttributes(256);

  constructor(names: Names) {
    this.#names = names;
  }

  get documents(): number {
    return this.#begins.length;
  }

  get isFull(): boolean {
    return this.#count > MOST_WORDS || this.#table.count > MOST_DISTINCT;
  }

  add(document: SearchDocument): void {
    const place = this.#begins.length;
    this.#begins.push(this.#count);
    const afterTitle = this.#take(document.title ?? '', 0, 0);
    const afterText = this.#take(document.text, afterTitle + GAP, 0);
    this.#take(document.url, afterText + GAP, URL_KIND);
    if (place >= this.#rows.count) this.#rows = grown(this.#rows);
    this.#note(document, place, afterTitle, afterText - GAP);
  }

  #note(document: SearchDocument, place: number, titleLength: number, length: number): void {
    const rows = this.#rows;
    rows.document[place] = document.document;
    rows.version[place] = document.version;
    rows.site[place] = this.#names.numberOf('site', document.site);
    rows.language[place] = this.#names.numberOf('language', document.language ?? '');
    rows.type[place] = this.#names.numberOf('type', document.type);
    rows.date[place] = dayOf(dateOf(document));
    rows.length[place] = length;
    rows.titleLength[place] = titleLength;
    rows.score[place] = document.score ?? 0;
  }

  /** Returns the position after the last word. */
  #take(text: string, from: number, kind: number): number {
    let position = from;
    const until = from + WORDS_OF_ONE;
    scanWords(text, (word) => {
      if (this.#count === this.#words.length) this.#grow();
      this.#words[this.#count] = this.#table.numberOf(word, kind);
      this.#positions[this.#count++] = position++;
      return position < until;
    });
    return position;
  }

  #grow(): void {
    const [words, positions] = [this.#words, this.#positions];
    this.#words = new Uint32Array(words.length * 2);
    this.#positions = new Uint32Array(words.length * 2);
    this.#words.set(words);
    this.#positions.set(positions);
  }

  /** Writes what there is under this number and begins anew. */
  write(db: Sqlite, segment: number): void {
    const attributes = makeAttributes(this.documents);
    for (let place = 0; place < attributes.count; place++) copyRow(this.#rows, place, attributes, place);
    this.#writeWords(new SegmentWriter(db, segment), attributes);
    db.prepare('INSERT INTO segment (id, documents, attributes, dead) VALUES (?, ?, ?, NULL)').run(
      segment,
      attributes.count,
      packAttributes(attributes),
    );
    this.discard();
  }

  discard(): void {
    this.#table = new WordTable();
    this.#begins = [];
    this.#count = 0;
  }

  #writeWords(writer: SegmentWriter, attributes: Attributes): void {
    const sorted = this.#byWord();
    const languages = Uint32Array.from(attributes.language, (number) => languageBit(this.#names.valueOf('language', number)));
    const posting = emptyPosting();
    const word = new ByteWriter(256);
    for (const number of sortedWords(this.#table)) {
      word.length = 0;
      this.#table.writeWord(number, word);
      fill(posting, sorted, number, attributes.titleLength, languages);
      writer.add(word, posting);
    }
    writer.end();
  }

  /** Counting sort: the occurrences of word n stand between ends[n - 1] and ends[n], in the order they came in. */
  #byWord(): Sorted {
    const [count, words, all] = [this.#count, this.#words, this.#positions];
    const ends = new Uint32Array(this.#table.count);
    for (let at = 0; at < count; at++) (ends[words[at] as number] as number)++;
    for (let word = 0, sum = 0; word < ends.length; word++) {
      const own = ends[word] as number;
      ends[word] = sum;
      sum += own;
    }
    const [documents, positions] = [new Uint32Array(count), new Uint32Array(count)];
    this.#begins.forEach((begin, document) => {
      const until = this.#begins[document + 1] ?? count;
      for (let at = begin; at < until; at++) {
        const to = (ends[words[at] as number] as number)++;
        documents[to] = document;
        positions[to] = all[at] as number;
      }
    });
    return { ends, documents, positions };
  }
}

interface Sorted {
  readonly ends: Uint32Array;
  readonly documents: Uint32Array;
  readonly positions: Uint32Array;
}

function fill(posting: Posting, sorted: Sorted, word: number, titleLength: Uint16Array, languages: Uint32Array): void {
  const { docs, positions } = posting;
  const until = sorted.ends[word] as number;
  docs.length = positions.length = posting.documents = posting.languages = 0;
  let before = 0;
  for (let at = word === 0 ? 0 : (sorted.ends[word - 1] as number); at < until; ) {
    const document = sorted.documents[at] as number;
    const begin = at;
    let last = 0;
    for (; at < until && sorted.documents[at] === document; at++) {
      const position = sorted.positions[at] as number;
      positions.number(position - last);
      last = position;
    }
    const inTitle = (sorted.positions[begin] as number) < (titleLength[document] as number);
    docs.number(((document - before) << 2) | (Number(inTitle) << 1) | Number(at - begin === 1));
    if (at - begin > 1) docs.number(at - begin);
    posting.documents++;
    posting.languages |= languages[document] as number;
    before = document;
  }
  posting.last = before;
  posting.languages >>>= 0;
}

function grown(rows: Attributes): Attributes {
  const larger = makeAttributes(rows.count * 2);
  for (let place = 0; place < rows.count; place++) copyRow(rows, place, larger, place);
  return larger;
}
