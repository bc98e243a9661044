/**
 * Documents for measurements, made anew from their number each time: words of several languages after Zipf's law, with
 * endings, so that stems have several forms; three words in a thousand stand nowhere else, as misprints do.
 */
import type { SearchDocument } from '../src/store/index.js';

const LANGUAGES = ['en', 'de', 'fr', 'sl', 'ru', 'it', 'es', 'pl'] as const;
const ENDINGS: Record<string, readonly string[]> = {
  en: ['', 's', 'ed', 'ing', 'er'],
  de: ['', 'e', 'en', 'er', 'ung'],
  fr: ['', 's', 'e', 'ée', 'ement'],
  sl: ['', 'a', 'e', 'om', 'ih'],
  ru: ['', 'а', 'ов', 'ами', 'ый'],
  it: ['o', 'a', 'i', 'e', 'are'],
  es: ['o', 'a', 'os', 'as', 'ción'],
  pl: ['', 'a', 'ów', 'ami', 'y'],
};
const LATIN = ['ba', 'co', 'de', 'fi', 'gru', 'ha', 'il', 'jo', 'ka', 'lem', 'mi', 'no', 'or', 'pe', 'qua', 'ri', 'so', 'ta', 'un', 've'];
const CYRILLIC = [
  'ба',
  'ко',
  'де',
  'фи',
  'гру',
  'ха',
  'ил',
  'жо',
  'ка',
  'лем',
  'ми',
  'но',
  'ор',
  'пе',
  'ква',
  'ри',
  'со',
  'та',
  'ун',
  'ве',
];
/** With the powers below: some 25,000 distinct words in the first 100,000 of a language, 100,000 in a million, as on the Web. */
const VOCABULARY = 50_000;
const SITES = 400;
const TYPES = ['text/html', 'text/html', 'text/html', 'text/html', 'application/pdf', 'text/plain'];

/** A generator that begins anew with each document. */
function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

function stemOf(rank: number, syllables: readonly string[]): string {
  let stem = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / syllables.length)) stem += syllables[rest % syllables.length];
  return stem;
}

const vocabularies = LANGUAGES.map((language) => {
  const syllables = language === 'ru' ? CYRILLIC : LATIN;
  const endings = ENDINGS[language] as readonly string[];
  return Array.from({ length: VOCABULARY }, (_, rank) => endings.map((ending) => `${language[0]}${stemOf(rank, syllables)}${ending}`));
});

/** Rank by Zipf's law over the vocabulary, the commonest words somewhat commoner still. */
const rankOf = (random: () => number): number => Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** (random() ** 1.6)) - 1);
const formOf = (random: () => number): number => Math.floor(random() ** 4 * 5);

export const languageOf = (id: number): number => id % LANGUAGES.length;
export const wordOf = (language: number, rank: number, form = 0): string => vocabularies[language]?.[rank]?.[form] as string;

export function syntheticDocument(id: number): SearchDocument {
  const random = randomOf(id);
  const language = languageOf(id);
  const words: string[] = [];
  const length = 300 + Math.floor(random() * 300);
  for (let at = 0; at < length; at++) {
    const word = random() < 0.003 ? `x${id.toString(36)}q${at.toString(36)}` : wordOf(language, rankOf(random), formOf(random));
    words.push(at % 12 === 11 ? `${word}.` : word);
  }
  const day = 86_400_000;
  const at = Date.UTC(2015, 0, 1) + Math.floor(random() * 4000) * day;
  const site = Math.floor(SITES ** random());
  return {
    document: id,
    version: id,
    url: `https://site-${site}.example/${wordOf(language, rankOf(random))}/${id}`,
    site: `https://site-${site}.example`,
    title: words.slice(0, 6).join(' '),
    text: words.join(' '),
    type: TYPES[id % TYPES.length] as string,
    language: LANGUAGES[language] as string,
    firstSeen: at,
    lastChanged: at,
    published: random() < 0.3 ? at : null,
    score: random(),
    record: null,
  };
}
