/** One word for each thing: nothing a user reads says a word that the glossary gives up for another. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Sentence, sentencesIn, sentencesOfPage, sentencesOfSource } from './sentences.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const GLOSSARY = 'docs/reference/glossary.md';

/** Rows of the glossary: the word, and words that are not used for it. */
const glossary = readFileSync(ROOT + GLOSSARY, 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, word, meaning, instead]) => word && meaning && instead && !/^(Word|-+)$/.test(word))
  .flatMap(([, word = '', , instead = '']) => instead.split(',').map((unwanted) => ({ word, unwanted: unwanted.trim() })));

const PAGES = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md', 'docs/reference/*.md'], { cwd: ROOT }).filter(
  (page) => page !== GLOSSARY,
);

/** What invented sites say, and lists of words in other languages. */
const OTHERS = /^src\/(demo-web|portal-web|webs)\/|\/inflections\//;

/** Statements of SQL and patterns for the words of pages are no sentences either. */
const isOurs = ({ text, at }: Sentence): boolean =>
  !OTHERS.test(at) && !/^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|ALTER|PRAGMA|DROP)\b/.test(text) && !/\(\?:|\\b/.test(text);

it('has words to look for', () => {
  expect(glossary).toContainEqual({ word: 'run', unwanted: 'job' });
  expect(glossary.length).toBeGreaterThan(15);
});

it('finds the sentences of a source file, with their lines', () => {
  const source = "say('one');\nsay(`The job of ${name} ended`);";
  expect(sentencesIn(source, 'a.ts')).toEqual([{ text: 'The job of … ended', at: 'a.ts:2' }]);
});

it.each([
  ['sentences of the program', () => sentencesOfSource(ROOT).filter(isOurs)],
  ['guides and reference pages', () => PAGES.flatMap((page) => sentencesOfPage(ROOT, page))],
])('%s use the words of the glossary', (_name, sentences) => {
  const faults = sentences().flatMap(({ text, at }) =>
    glossary
      .filter(({ unwanted }) => mentions(text, unwanted))
      .map(({ word, unwanted }) => `${at}: “${unwanted}” is called ${word}: ${text.slice(0, 100)}`),
  );
  expect(faults).toEqual([]);
});

/** The word by itself, one or many, whatever its case. */
const mentions = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}/_.-])${word}s?(?![\\p{L}\\p{N}/_-]|\\.\\p{L})`, 'iu').test(text);
