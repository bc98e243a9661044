import { z } from 'zod';
import { defineAnalyser } from '../../plugins/index.js';
import { wordsOf } from './words.js';

const options = z.strictObject({
  keywords: z.array(z.string().min(1)).min(1).describe('Words or phrases, in any script; case does not matter.'),
  minChars: z.number().int().min(0).default(200).describe('Shorter texts get no opinion.'),
  full: z.number().positive().max(1).default(0.05).describe('Share of keywords among all words that counts as 1.'),
});

/** Which share of a page's words are keywords; a page where it reaches `full` is wholly on topic. */
export const keywordDensity = defineAnalyser({
  name: 'keyword-density',
  about: 'Scores a page by how many of its words are keywords.',
  options,
  analyse({ text }, chosen) {
    if (text.length < chosen.minChars) return null; // no opinion, which is not zero
    const words = wordsOf(text);
    if (words.length === 0) return null;
    const { covered, found } = count(words, phrasesOf(chosen));
    return { value: Math.min(1, covered / words.length / chosen.full), because: inWords(words.length, covered, found) };
  },
});

interface Phrase {
  readonly keyword: string;
  readonly words: readonly string[];
}

/** Phrases by first word, longest first, made once per set of options. */
const prepared = new WeakMap<object, Map<string, Phrase[]>>();

function phrasesOf(chosen: z.output<typeof options>): Map<string, Phrase[]> {
  const known = prepared.get(chosen);
  if (known) return known;
  const phrases = chosen.keywords.map((keyword) => ({ keyword, words: wordsOf(keyword) }));
  phrases.sort((a, b) => b.words.length - a.words.length);
  const byFirst = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const [first] = phrase.words;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
  }
  prepared.set(chosen, byFirst);
  return byFirst;
}

/** A word counts once: in `land register`, `register` is not found a second time. */
function count(words: readonly string[], phrases: Map<string, Phrase[]>): { covered: number; found: Map<string, number> } {
  const found = new Map<string, number>();
  let covered = 0;
  for (let at = 0; at < words.length; at++) {
    const phrase = phrases.get(words[at] ?? '')?.find((each) => each.words.every((word, offset) => words[at + offset] === word));
    if (!phrase) continue;
    found.set(phrase.keyword, (found.get(phrase.keyword) ?? 0) + 1);
    covered += phrase.words.length;
    at += phrase.words.length - 1;
  }
  return { covered, found };
}

function inWords(total: number, covered: number, found: Map<string, number>): string {
  const most = [...found]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([keyword, times]) => `${keyword} ${times}`);
  return `${covered} of ${total} words are keywords${most.length ? `: ${most.join(', ')}` : ''}`;
}
