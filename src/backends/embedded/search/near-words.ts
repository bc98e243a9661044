/**
 * Words of the index that somebody may have meant: one or two letters away, and in many documents.
 *
 * Looking at every word of a large index would take too long. Typing errors rarely concern the first two letters, so
 * the words that share these are gone through, up to a bound; what one error in the first letters makes of a word is
 * looked up word by word.
 */
import type { BlockCursor, Dictionary } from './dictionary.js';

export interface NearWord {
  readonly word: string;
  readonly documents: number;
  readonly edits: number;
}

const SHORTEST = 4;
/** From so many letters on two of them may be wrong. */
const TWO_WRONG = 7;
/** Letters that are taken to be right while words are gone through. */
const FIRST = 2;
const MOST_LOOKED_AT = 60_000;
/** A word with another letter wrong must be in so many times more documents to be proposed before. */
const PER_EDIT = Math.log(20);
const MOST_PROPOSED = 5;

const ALPHABETS: readonly (readonly [script: RegExp, letters: string])[] = [
  [/^\p{Script=Latin}+$/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґјљњћђџ'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψως'],
];

/** The likeliest first. */
export function nearWords(word: string, segments: readonly number[], dictionary: Dictionary): NearWord[] {
  const letters = ALPHABETS.find(([script]) => script.test(word))?.[1];
  if (letters === undefined || word.length < SHORTEST) return [];
  const documents = new Map<string, number>();
  const count = (found: string, often: number) => documents.set(found, (documents.get(found) ?? 0) + often);
  for (const segment of segments) {
    sharingFirst(word, segment, dictionary, count);
    for (const other of wrongFirst(word, letters)) {
      const entry = dictionary.find(segment, other);
      if (entry) count(other, entry.documents);
    }
  }
  return ranked(word, documents);
}

function ranked(word: string, documents: ReadonlyMap<string, number>): NearWord[] {
  const worth = ({ documents: often, edits }: NearWord): number => Math.log(1 + often) - PER_EDIT * edits;
  return [...documents]
    .map(([each, often]) => ({ word: each, documents: often, edits: editsBetween(word, each, 2) }))
    .toSorted((a, b) => worth(b) - worth(a) || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_PROPOSED);
}

function sharingFirst(word: string, segment: number, dictionary: Dictionary, count: (word: string, documents: number) => void): void {
  const most = word.length >= TWO_WRONG ? 2 : 1;
  const bytesOf = Buffer.byteLength(word) > word.length ? 2 : 1;
  let left = MOST_LOOKED_AT;
  dictionary.withPrefix(segment, word.slice(0, FIRST), (cursor: BlockCursor) => {
    if (--left < 0) return false;
    if (Math.abs(cursor.wordLength / bytesOf - word.length) > most) return true;
    const { word: other, documents } = cursor.entry(segment);
    if (other !== word && editsBetween(word, other, most) <= most) count(other, documents);
    return true;
  });
}

/** What one error in the first letters would make of the word. */
function wrongFirst(word: string, letters: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < FIRST; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    found.add(before + after.slice(1));
    found.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
    for (const letter of letters) found.add(before + letter + after.slice(1)).add(before + letter + after);
  }
  found.delete(word);
  return found;
}

/** Letters left out, added, changed, or two of them swapped; more than `most` is `most + 1`. */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      let edits = Math.min((last[at] as number) + 1, (now[at - 1] as number) + 1, (last[at - 1] as number) + same);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        edits = Math.min(edits, (before[at - 2] as number) + 1);
      now[at] = edits;
    }
    if (Math.min(...now) > most) return most + 1;
    [before, last] = [last, now];
  }
  return last[other.length] as number;
}
