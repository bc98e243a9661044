/** Documents of a segment in which words stand one after the other, and how often they do. */
import { ByteReader } from './bytes.js';
import type { Dictionary, WordEntry } from './dictionary.js';
import type { PhrasePlan } from './plan.js';
import type { Segment } from './segments.js';

export interface PhraseMatches {
  /** For each document of the segment; 0 where there is none. */
  readonly times: Float32Array;
  readonly inTitle: Uint8Array;
}

export function matchPhrase({ words, entries, field }: PhrasePlan, segment: Segment, dictionary: Dictionary): PhraseMatches {
  const { count: documents, titleLength } = segment.attributes;
  const matches = { times: new Float32Array(documents), inTitle: new Uint8Array(documents) };
  const count: Count = { times: 0, first: 0, cursors: new Uint32Array(words.length) };
  const all = entries.get(segment.id);
  if (!all) return matches;
  const offsets = words.map(({ at }) => at - (words[0]?.at ?? 0));
  const before = all.slice(0, -1).map(([entry]) => entry as WordEntry);
  for (const last of all.at(-1) ?? []) {
    const sequence = [...before, last];
    const shared = sharedDocuments(sequence, documents, dictionary);
    const places = sequence.map((entry) => positionsIn(shared, entry, dictionary));
    shared.documents.forEach((document, index) => {
      const limit = field === 'title' ? (titleLength[document] as number) : Number.POSITIVE_INFINITY;
      countIn(places, offsets, index, limit, count);
      if (count.times === 0) return;
      matches.times[document] = (matches.times[document] as number) + count.times;
      if (count.first < (titleLength[document] as number)) matches.inTitle[document] = 1;
    });
  }
  return matches;
}

interface Shared {
  /** Documents that have all the words. */
  readonly documents: Uint32Array;
  /** How many of the words each document of the segment has. */
  readonly words: Uint8Array;
  readonly needed: number;
}

function sharedDocuments(entries: readonly WordEntry[], count: number, dictionary: Dictionary): Shared {
  const words = new Uint8Array(count);
  entries.forEach((entry, index) => {
    eachDocument(entry, dictionary, (document) => {
      if (words[document] === index) words[document] = index + 1;
    });
  });
  let shared = 0;
  for (const number of words) if (number === entries.length) shared++;
  const documents = new Uint32Array(shared);
  for (let at = 0, to = 0; at < count; at++) if (words[at] === entries.length) documents[to++] = at;
  return { documents, words, needed: entries.length };
}

function eachDocument(entry: WordEntry, dictionary: Dictionary, take: (document: number, times: number) => void): void {
  const reader = new ByteReader(dictionary.docsOf(entry));
  for (let left = entry.documents, document = 0; left > 0; left--) {
    const head = reader.number();
    document += head >>> 2;
    take(document, head & 1 ? 1 : reader.number());
  }
}

/** Positions of one word in the shared documents; those of document n begin at begins[n]. */
interface Positions {
  readonly begins: Uint32Array;
  readonly at: Uint32Array;
}

function positionsIn({ documents, words, needed }: Shared, entry: WordEntry, dictionary: Dictionary): Positions {
  const reader = new ByteReader(dictionary.positionsOf(entry));
  const begins = new Uint32Array(documents.length + 1);
  let at = new Uint32Array(Math.max(16, documents.length * 2));
  let [to, index] = [0, 0];
  eachDocument(entry, dictionary, (document, times) => {
    if (words[document] !== needed) return reader.skip(times);
    while (to + times > at.length) at = doubled(at);
    for (let left = times, position = 0; left > 0; left--) {
      position += reader.number();
      at[to++] = position;
    }
    begins[++index] = to;
  });
  return { begins, at };
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Positions come in order, so each word's are gone through once. Counts into `into`: how often, and where first. */
function countIn(places: readonly Positions[], offsets: readonly number[], index: number, limit: number, into: Count): void {
  const { cursors } = into;
  for (let word = 0; word < places.length; word++) cursors[word] = (places[word] as Positions).begins[index] as number;
  const [lead] = places as [Positions];
  const end = lead.begins[index + 1] as number;
  into.times = 0;
  for (let at = lead.begins[index] as number; at < end; at++) {
    const start = lead.at[at] as number;
    if (start >= limit) break;
    let word = 1;
    while (word < places.length && reaches(places[word] as Positions, cursors, word, start + (offsets[word] as number), index)) word++;
    if (word < places.length) continue;
    if (into.times++ === 0) into.first = start;
  }
}

interface Count {
  times: number;
  first: number;
  readonly cursors: Uint32Array;
}

function reaches({ begins, at }: Positions, cursors: Uint32Array, word: number, wanted: number, index: number): boolean {
  const end = begins[index + 1] as number;
  let cursor = cursors[word] as number;
  while (cursor < end && (at[cursor] as number) < wanted) cursor++;
  cursors[word] = cursor;
  return cursor < end && at[cursor] === wanted;
}
