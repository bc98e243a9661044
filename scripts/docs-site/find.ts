/** Finds sections of the site by words. Pure, so that tests ask the very function the browser runs. */
import type { Section } from './sections.js';

export interface Hit {
  readonly section: Section;
  /** The text around the first word found. */
  readonly excerpt: string;
}

const MOST_HITS = 20;
const AROUND = 80;
const LONGEST = 200;

/** Sections that have a word beginning with each word of the query, those that say so in a title first. */
export function findSections(sections: readonly Section[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words) }));
}

export const wordsOf = (query: string): string[] => fold(query).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Case and accents do not count. Length stays, so that places in the folded text are places in the text. */
const fold = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (letter) => (letter.length > 1 ? letter : letter.normalize('NFD').charAt(0))).toLowerCase();

/** Pages people look for less often: they come behind the guides and the reference. */
const SELDOM = /^(decisions|portals|changelog)/;

function scoreOf({ page, heading, text, address }: Section, words: readonly string[]): number {
  const fields = [
    { found: fold(page), weight: 20 },
    { found: fold(heading), weight: 12 },
    { found: fold(text), weight: 1 },
  ];
  let score = 0;
  for (const word of words) {
    const counts = fields.map(({ found, weight }) => weight * Math.min(occurrences(found, word), 5));
    const sum = counts.reduce((total, count) => total + count, 0);
    if (sum === 0) return 0;
    score += sum;
  }
  return SELDOM.test(address) ? score / 3 : score;
}

const occurrences = (text: string, word: string): number => [...text.matchAll(new RegExp(beginning(word), 'gu'))].length;

/** Words hold letters and digits alone, so nothing in them is a sign of a pattern. */
const beginning = (word: string): string => `(?<![\\p{L}\\p{N}])${word}`;

function excerptOf(text: string, words: readonly string[]): string {
  const at = Math.max(0, fold(text).search(new RegExp(words.map(beginning).join('|'), 'u')));
  const start = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const end = text.length <= start + LONGEST ? text.length : text.lastIndexOf(' ', start + LONGEST);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
