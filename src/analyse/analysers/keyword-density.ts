import { z } from 'zod';
import type { Link } from '../../model/index.js';
import { defineAnalyser, type Score } from '../../plugins/index.js';
import { wordsOf } from './words.js';

const weight = (standard: number) => z.number().min(0).default(standard);

const options = z.strictObject({
  keywords: z.array(z.string().min(1)).min(1).describe('Words or phrases, in any script; case does not matter.'),
  minChars: z.number().int().min(0).default(200).describe('Shorter texts get no opinion.'),
  full: z.number().positive().max(1).default(0.05).describe('Share of keywords among all words that counts as 1.'),
  links: z
    .strictObject({ document: weight(1), paragraph: weight(1), anchor: weight(1) })
    .prefault({})
    .describe('What counts how much for the score of a link: its page, the paragraph around it, its anchor text. 0: nothing.'),
});

/**
 * Scores a page by the share of keywords among its words; from `full` on the page counts as wholly on topic. A link is
 * scored by its page, its paragraph and its anchor, so links near keywords score higher than others of the same page.
 */
export const keywordDensity = defineAnalyser({
  name: 'keyword-density',
  about: 'Scores a page and its links by how many of their words are keywords.',
  options,
  analyse({ text }, chosen) {
    return text.length < chosen.minChars ? null : densityOf(text, chosen); // null is no opinion, which differs from zero
  },
  analyseLinks({ text, links }, chosen) {
    const { document, paragraph, anchor } = chosen.links;
    const whole = document > 0 && text.length >= chosen.minChars ? densityOf(text, chosen) : null;
    const around = paragraph > 0 ? paragraphScores(text, chosen) : () => null;
    return links.map((link) =>
      weighted([
        ['page', document, whole],
        ['paragraph', paragraph, around(link)],
        ['anchor', anchor, anchor > 0 ? densityOf(link.anchor, chosen) : null],
      ]),
    );
  },
});

type Chosen = z.output<typeof options>;

function densityOf(text: string, chosen: Chosen): Score | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  const { covered, found } = count(words, phrasesOf(chosen));
  return { value: Math.min(1, covered / words.length / chosen.full), because: inWords(words.length, covered, found) };
}

/** Scores of paragraphs. Each is computed once, since many links stand in one paragraph. */
function paragraphScores(text: string, chosen: Chosen): (link: Link) => Score | null {
  const known = new Map<string, Score | null>();
  return ({ paragraph }) => {
    if (!paragraph) return null;
    const key = paragraph.join(' ');
    const score = known.has(key) ? (known.get(key) ?? null) : densityOf(text.slice(...paragraph), chosen);
    known.set(key, score);
    return score;
  };
}

type Part = readonly [name: string, weight: number, score: Score | null];

function weighted(parts: readonly Part[]): Score | null {
  const given = parts.flatMap(([name, by, score]) => (score && by > 0 ? [{ name, by, score }] : []));
  const sum = given.reduce((total, { by }) => total + by, 0);
  if (sum === 0) return null;
  const value = given.reduce((total, { by, score }) => total + by * score.value, 0) / sum;
  return { value, because: given.map(({ name, score }) => `${name} ${score.value.toPrecision(3)}`).join(', ') };
}

interface Phrase {
  readonly keyword: string;
  readonly words: readonly string[];
}

/** Phrases by first word, longest first; computed once for each set of options. */
const prepared = new WeakMap<object, Map<string, Phrase[]>>();

function phrasesOf(chosen: Chosen): Map<string, Phrase[]> {
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

/** Counts each word once: in `land register`, `register` is not found a second time. */
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
