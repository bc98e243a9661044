/**
 * Languages whose words are found in all their forms, and how a form is led back to its stem.
 *
 * The place in the list is the bit a word has in an index for occurring in that language: the list only grows, at its
 * end, and never beyond 31. Stemmers are loaded when a question needs them; indexing never does.
 */
import { createRequire } from 'node:module';
import { INFLECTIONS, type Inflection } from './inflections/index.js';
import { polishStem } from './polish-stem.js';

type Stem = (word: string) => string;
type Load = () => Stem;

const require = createRequire(import.meta.url);

interface Snowball {
  newStemmer(algorithm: string): { stem(word: string): string };
}

const snowball =
  (algorithm: string): Load =>
  () => {
    const stemmer = (require('snowball-stemmers') as Snowball).newStemmer(algorithm);
    return (word) => stemmer.stem(word);
  };

const orama = (module: unknown): Stem => (module as { stemmer: Stem }).stemmer;

const LANGUAGES: readonly (readonly [tag: string, load: Load])[] = [
  ['en', snowball('english')],
  ['de', snowball('german')],
  ['fr', snowball('french')],
  ['es', snowball('spanish')],
  ['it', snowball('italian')],
  ['sl', () => (word) => word],
  ['bg', () => orama(require('@orama/stemmers/bulgarian'))],
  ['pl', () => polishStem],
  ['pt', snowball('portuguese')],
  ['nl', snowball('dutch')],
  ['ru', snowball('russian')],
  ['sv', snowball('swedish')],
  ['da', snowball('danish')],
  ['no', snowball('norwegian')],
  ['fi', snowball('finnish')],
  ['hu', snowball('hungarian')],
  ['ro', snowball('romanian')],
  ['cs', snowball('czech')],
  ['tr', snowball('turkish')],
  ['ca', snowball('catalan')],
  ['eu', snowball('basque')],
  ['ga', snowball('irish')],
  ['ar', snowball('arabic')],
  ['el', () => orama(require('@orama/stemmers/greek'))],
  ['uk', () => orama(require('@orama/stemmers/ukrainian'))],
  ['lt', () => orama(require('@orama/stemmers/lithuanian'))],
  ['hr', () => (word) => word],
];

const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', bs: 'hr', sr: 'hr', sh: 'hr' };
const NUMBERS: ReadonlyMap<string, number> = new Map(LANGUAGES.map(([tag], number) => [tag, number]));
const loaded: (Stem | undefined)[] = [];

/** Number of the language of a tag such as de-AT; undefined where words are only found as they are. */
export function languageNumber(tag: string): number | undefined {
  const main = tag.toLowerCase().split('-', 1)[0] as string;
  return NUMBERS.get(ALIASES[main] ?? main);
}

export function languageBit(tag: string): number {
  const number = languageNumber(tag);
  return number === undefined ? 0 : 2 ** number;
}

/** Undefined where a stem tells which forms belong together. */
export const inflectionIn = (language: number): Inflection | undefined =>
  INFLECTIONS[(LANGUAGES[language] as (typeof LANGUAGES)[number])[0]];

/** Words that are not words of the language come back as they are. */
export function stemOf(word: string, language: number): string {
  const stem = (loaded[language] ??= (LANGUAGES[language] as (typeof LANGUAGES)[number])[1]());
  try {
    return stem(word) || word;
  } catch {
    return word; // a stemmer that stumbles over strange input must not end a search
  }
}
