/**
 * Vocabularies for locality-sensitive hashing: which units of a text count. Other units are ignored.
 *
 * A vocabulary is a list of units, most frequent first, that says whether they are words or character triples. As a file
 * it is text: a line `# units: words` or `# units: triples`, then one unit per line.
 */
import { SLOVENE_WORDS } from './slovene-words.js';

export type UnitKind = 'words' | 'triples';

export interface Vocabulary {
  readonly kind: UnitKind;
  /** Unit → its number, from 0. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Limits: units in a vocabulary, and characters of one unit. */
const MOST_UNITS = 200_000;
const LONGEST_UNIT = 100;

export function makeVocabulary(kind: UnitKind, units: Iterable<string>): Vocabulary {
  const numbers = new Map<string, number>();
  for (const unit of units) {
    if (unit === '' || unit.length > LONGEST_UNIT || numbers.has(unit)) continue;
    if (numbers.size >= MOST_UNITS) break;
    numbers.set(unit, numbers.size);
  }
  return { kind, numbers };
}

const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** Words in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Character triples of the words, in lower case. A word of two characters has none. */
export function* triplesIn(text: string): IterableIterator<string> {
  for (const word of wordsIn(text)) yield* triplesOf(word);
}

function* triplesOf(word: string): IterableIterator<string> {
  const characters = [...word];
  for (let at = 0; at + 3 <= characters.length; at++) yield characters.slice(at, at + 3).join('');
}

/** The units of a text, repeated as often as they occur. */
export const unitsIn = (text: string, kind: UnitKind): Iterable<string> => (kind === 'words' ? wordsIn(text) : triplesIn(text));

/**
 * A vocabulary from a frequency list, most frequent word first; `words` is how many of them are used. Anything after the
 * word on its line is ignored.
 */
export function vocabularyFromList(list: string, kind: UnitKind, words: number): Vocabulary {
  const found: string[] = [];
  for (const line of list.split(/\r?\n/)) {
    if (line.startsWith('#') || line.startsWith('//')) continue;
    for (const word of wordsIn(line).slice(0, 1)) found.push(word);
    if (found.length >= words) break;
  }
  return makeVocabulary(kind, kind === 'words' ? found : found.flatMap((word) => [...triplesOf(word)]));
}

/** A vocabulary of the most frequent units of some texts. Memory is bounded: when it is full, rare units are dropped. */
export function vocabularyFromTexts(texts: Iterable<string>, kind: UnitKind, most: number): Vocabulary {
  const counts = new UnitCounts(kind);
  for (const text of texts) counts.add(text);
  return counts.vocabulary(most);
}

/** The same for texts that come one after the other. */
export class UnitCounts {
  #counts = new Map<string, number>();

  constructor(private readonly kind: UnitKind) {}

  add(text: string): void {
    const counts = this.#counts;
    for (const unit of unitsIn(text, this.kind)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    if (counts.size > 4 * MOST_UNITS) this.#counts = new Map([...counts].filter(([, count]) => count > 1).slice(0, 2 * MOST_UNITS));
  }

  vocabulary(most: number): Vocabulary {
    const units = [...this.#counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most);
    return makeVocabulary(
      this.kind,
      units.map(([unit]) => unit),
    );
  }
}

export function formatVocabulary({ kind, numbers }: Vocabulary): string {
  return `# units: ${kind}\n${[...numbers.keys()].join('\n')}\n`;
}

/** Throws when the text does not say what its units are, or has none. */
export function parseVocabulary(text: string, name: string): Vocabulary {
  const lines = text.split(/\r?\n/);
  const said = lines.map((line) => /^#\s*units:\s*(words|triples)\s*$/.exec(line)?.[1]).find((kind) => kind !== undefined);
  if (!said)
    throw new Error(
      `The vocabulary ${name} does not say what its units are: its first line is to be "# units: words" or "# units: triples".`,
    );
  const vocabulary = makeVocabulary(
    said as UnitKind,
    lines.filter((line) => !line.startsWith('#')).map((line) => line.trim().toLowerCase()),
  );
  if (vocabulary.numbers.size === 0) throw new Error(`The vocabulary ${name} has no units. Make one with: winnow lsh vocabulary`);
  return vocabulary;
}

/** A vocabulary that comes with Winnow: sl-triples or sl-words. */
export function builtInVocabulary(name: string): Vocabulary | null {
  if (name !== 'sl-triples' && name !== 'sl-words') return null;
  return vocabularyFromList(SLOVENE_WORDS.replaceAll(' ', '\n'), name === 'sl-words' ? 'words' : 'triples', 1000);
}
