/**
 * The forms of a word that a question means: those of the index that have the same stem in the language of the document.
 *
 * The index holds words as they stand, so phrases are exact and indexing needs no stemmer. Forms are found when
 * somebody asks: a stem and its forms begin alike, so the words with that beginning are looked through, and each is
 * led back to its stem by the languages it occurs in. Words share few beginnings; what was found is remembered.
 */
import type { BlockCursor, Dictionary, WordEntry } from './dictionary.js';
import { inflectionIn, languageNumber, stemOf } from './languages.js';
import { germanSpellings, type QueryWord, queryWords } from './query-words.js';

export interface WordForm {
  readonly entry: WordEntry;
  /** Bits of the languages in which it is a form of the word; ANY when it is the word itself. */
  readonly languages: number;
}

export const ANY = 0xffffffff;
/** Words with the same beginning that are looked at; the most frequent ones when there are more. */
const MOST_CANDIDATES = 250;
/** Of languages with paradigms, which are quicker to read. */
const MOST_INFLECTED = 2000;
/** Letters that a form may have more than its stem. */
const LONGEST_ENDING = 7;

/** What the word is led back to in each language, and how its forms begin. */
interface Target {
  readonly language: number;
  readonly stems: ReadonlySet<string>;
}

export class WordForms {
  /** By the beginning that forms share. */
  readonly #targets = new Map<string, Target[]>();
  /** Whole words, and the languages in which they are forms. */
  readonly #others = new Map<string, number>();
  readonly #word: string;

  constructor({ word, raw }: QueryWord, languages: readonly number[]) {
    this.#word = word;
    if (/\d/.test(word) || word.length < 3) return;
    for (const language of languages) this.#aim(language, raw, word);
    const german = languageNumber('de') as number;
    if (languages.includes(german)) for (const spelling of germanSpellings(raw, word)) this.#aim(german, spelling, spelling);
  }

  #aim(language: number, raw: string, folded: string): void {
    const inflection = inflectionIn(language);
    if (inflection) {
      const target = { language, stems: new Set(inflection.keys(folded)) };
      for (const beginning of inflection.beginnings(folded)) this.#look(beginning, target);
      for (const other of inflection.others(folded)) this.#others.set(other, ((this.#others.get(other) ?? 0) | (2 ** language)) >>> 0);
      return;
    }
    const stems = new Set([fold(stemOf(raw, language)), fold(cachedStem(folded, language)), folded]);
    const shortest = Math.min(...[...stems].map(({ length }) => length));
    const beginning = folded.slice(0, Math.max(Math.min(3, folded.length), shortest - 1));
    this.#look(beginning, { language, stems });
  }

  #look(beginning: string, target: Target): void {
    const targets = this.#targets.get(beginning) ?? [];
    targets.push(target);
    this.#targets.set(beginning, targets);
  }

  /** In one segment. The word itself comes first where it is there. */
  in(segment: number, dictionary: Dictionary): WordForm[] {
    const own = dictionary.find(segment, this.#word);
    const found = new Map<string, WordForm>();
    const add = (entry: WordEntry, languages: number): void => {
      const known = found.get(entry.word)?.languages ?? 0;
      if (languages !== 0 && entry.word !== this.#word) found.set(entry.word, { entry, languages: (known | languages) >>> 0 });
    };
    for (const [beginning, targets] of this.#targets)
      for (const entry of candidates(segment, dictionary, beginning, this.#word.length, targets)) add(entry, matching(entry, targets));
    for (const [word, languages] of this.#others) {
      const entry = dictionary.find(segment, word);
      if (entry) add(entry, (entry.languages & languages) >>> 0);
    }
    return [...(own ? [{ entry: own, languages: ANY }] : []), ...found.values()];
  }
}

function matching({ word, languages }: WordEntry, targets: readonly Target[]): number {
  let matched = 0;
  for (const { language, stems } of targets) {
    const bit = 2 ** language;
    if ((languages & bit) !== 0 && stemsOf(word, language).some((stem) => stems.has(stem))) matched = (matched | bit) >>> 0;
  }
  return matched;
}

const stemsOf = (word: string, language: number): readonly string[] =>
  inflectionIn(language) ? cachedKeys(word, language) : [fold(cachedStem(word, language))];

/** Short words have few forms and many words that begin like them. */
const longestEnding = (letters: number): number => (letters <= 3 ? 3 : letters <= 5 ? 5 : LONGEST_ENDING);

function candidates(segment: number, dictionary: Dictionary, beginning: string, asked: number, targets: readonly Target[]): WordEntry[] {
  const languages = targets.reduce((bits, { language }) => (bits | (2 ** language)) >>> 0, 0);
  const inflected = targets.some(({ language }) => inflectionIn(language) !== undefined);
  const letters = Math.max(beginning.length + longestEnding(beginning.length), inflected ? asked + 6 : 0);
  const bytes = Buffer.byteLength(beginning) > beginning.length ? 2 * letters : letters;
  return mostFrequent(
    segment,
    dictionary,
    beginning,
    inflected ? MOST_INFLECTED : MOST_CANDIDATES,
    (cursor) => cursor.wordLength <= bytes && (cursor.languages & languages) !== 0,
  );
}

/** Words that begin so; the most frequent ones where there are too many. */
export function mostFrequent(
  segment: number,
  dictionary: Dictionary,
  beginning: string,
  most: number,
  fits: (cursor: BlockCursor) => boolean = () => true,
): WordEntry[] {
  let found: WordEntry[] = [];
  let least = 0;
  dictionary.withPrefix(segment, beginning, (cursor) => {
    if (cursor.documents <= least || !fits(cursor)) return true;
    found.push(cursor.entry(segment));
    if (found.length < most * 2) return true;
    found = cut(found, most);
    least = found.at(-1)?.documents ?? 0; // rarer ones have no chance any more
    return true;
  });
  return found.length > most ? cut(found, most) : found;
}

const cut = (entries: readonly WordEntry[], most: number): WordEntry[] =>
  entries.toSorted((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1)).slice(0, most);

const fold = (stem: string): string => queryWords(stem)[0]?.word ?? stem;

/** Stemmers are slow, and the same words come again. */
const MOST_KEPT = 100_000;
const MOST_KEYS = 20_000;
const kept = new Map<string, string>();

function cachedStem(word: string, language: number): string {
  const key = `${language} ${word}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const stem = stemOf(word, language);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, stem);
  return stem;
}

const keysKept = new Map<string, readonly string[]>();

function cachedKeys(word: string, language: number): readonly string[] {
  const key = `${language} ${word}`;
  const known = keysKept.get(key);
  if (known !== undefined) return known;
  const keys = inflectionIn(language)?.keys(word) ?? [];
  if (keysKept.size >= MOST_KEYS) keysKept.clear();
  keysKept.set(key, keys);
  return keys;
}
