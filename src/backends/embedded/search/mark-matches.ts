/** Where in a text the words of a query stand, by the same rules by which they were indexed. */
import { languageBit } from './languages.js';
import type { PhrasePlan, Plan } from './plan.js';
import { hashOf, scanWords, wordIn } from './scan-words.js';
import { ANY } from './word-forms.js';

export interface Match {
  readonly start: number;
  readonly end: number;
  /** Which part of the query. */
  readonly part: number;
}

/** Of a text of any length only so much is looked through. */
const MOST_CHARACTERS = 300_000;
const MOST_MATCHES = 2000;

/** The parts of a query that can be seen in a text. */
export interface Marker {
  /** Word → languages in which it counts, for each part. */
  readonly words: readonly ReadonlyMap<string, number>[];
  readonly phrases: readonly PhrasePlan[];
  /** Of all these words: most words of a text are none of them, and need not be looked at. */
  readonly hashes: ReadonlySet<number>;
}

export function markerOf(plan: Plan, fields: ReadonlySet<string>): Marker {
  const words: Map<string, number>[] = [];
  const phrases: PhrasePlan[] = [];
  const look = (each: Plan): void => {
    if (each.kind === 'and' || each.kind === 'or') each.plans.forEach(look);
    else if (each.kind === 'phrase' && fields.has(each.field)) phrases.push(each);
    else if (each.kind === 'word' && fields.has(each.field)) words.push(formsOf(each.forms.values()));
  };
  look(plan);
  return { words, phrases, hashes: hashesOf(words, phrases) };
}

function hashesOf(words: readonly ReadonlyMap<string, number>[], phrases: readonly PhrasePlan[]): Set<number> {
  const hashes = new Set(words.flatMap((forms) => [...forms.keys()].map(hashOf)));
  for (const { words: sequence, entries } of phrases) {
    for (const { word } of sequence) hashes.add(hashOf(word));
    for (const each of entries.values()) for (const { word } of each.at(-1) ?? []) hashes.add(hashOf(word));
  }
  return hashes;
}

function formsOf(
  segments: Iterable<readonly { readonly entry: { readonly word: string }; readonly languages: number }[]>,
): Map<string, number> {
  const forms = new Map<string, number>();
  for (const each of segments)
    for (const { entry, languages } of each) forms.set(entry.word, ((forms.get(entry.word) ?? 0) | languages) >>> 0);
  return forms;
}

export function matchesIn(text: string, language: string | null, { words, phrases, hashes }: Marker): Match[] {
  const bit = languageBit(language ?? '');
  const matches: Match[] = [];
  const followers = phrases.map((phrase, index) => new PhraseFollower(phrase, words.length + index));
  let number = 0;
  scanWords(text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text, (scanned) => {
    number++;
    if (!hashes.has(scanned.hash)) return true;
    const { start, end } = scanned;
    const word = wordIn(scanned);
    words.forEach((forms, part) => {
      const languages = forms.get(word);
      if (languages !== undefined && (languages === ANY || (languages & bit) !== 0)) matches.push({ start, end, part });
    });
    for (const follower of followers) follower.take(word, number, start, end, matches);
    return matches.length < MOST_MATCHES;
  });
  return matches.toSorted((a, b) => a.start - b.start);
}

/** Follows the words of a phrase through a text. */
class PhraseFollower {
  readonly #steps: readonly { readonly at: number; readonly words: ReadonlySet<string> }[];
  #open: { readonly number: number; readonly start: number; step: number }[] = [];

  constructor(
    { words, entries }: PhrasePlan,
    private readonly part: number,
  ) {
    const ends = new Set<string>();
    for (const each of entries.values()) for (const { word } of each.at(-1) ?? []) ends.add(word);
    this.#steps = words.map(({ at, word }, index) => ({
      at: at - (words[0]?.at ?? 0),
      words: index === words.length - 1 ? ends : new Set([word]),
    }));
  }

  take(word: string, number: number, start: number, end: number, matches: Match[]): void {
    if (this.#steps[0]?.words.has(word)) this.#open.push({ number, start, step: 0 });
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((open) => {
      const step = this.#steps[open.step];
      if (!step || number < open.number + step.at) return true;
      if (number > open.number + step.at || !step.words.has(word)) return false;
      open.step++;
      if (open.step < this.#steps.length) return true;
      matches.push({ start: open.start, end, part: this.part });
      return false;
    });
  }
}
