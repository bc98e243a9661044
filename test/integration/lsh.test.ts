/** winnow lsh as a user runs it: vocabularies from lists and from pages, settings from labelled pairs, and what it says when it cannot. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { runCli } from '../support/run-cli.js';

const { workspace, fixture } = crawling();

/** Words nobody has in a vocabulary made elsewhere. */
const word = (at: number): string =>
  [at % 5, (at >> 2) % 7, (at >> 4) % 5, (at >> 6) % 7].map((part, place) => (place % 2 ? 'bdfgklm'[part] : 'aeiou'[part])).join('');

/** Notices of one template: duplicates differ in their frame, the others in what they are about. */
function pairs(): { a: string; b: string; duplicate: boolean }[] {
  const about = (seed: number): string => Array.from({ length: 40 }, (_, at) => word(seed * 37 + at * 11)).join(' ');
  return Array.from({ length: 24 }, (_, at) => {
    const duplicate = at % 2 === 0;
    const frame = duplicate ? ' menu kontakt novice arhiv iskanje' : '';
    return { a: `Obvestilo ${about(at)}`, b: `Obvestilo ${about(duplicate ? at : at + 400)}${frame}`, duplicate };
  });
}

const lines = (list: readonly unknown[]): string => list.map((each) => JSON.stringify(each)).join('\n');
const LIST = 'Urad 900\nobčina 800\n# a remark\n// another\nje 700\nzakon 600\n';

function folderWith(files: Readonly<Record<string, string>>): (...words: string[]) => ReturnType<typeof runCli> {
  const { folder } = workspace();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (...words) => runCli(['lsh', ...words], folder);
}

it('G-28 lsh vocabulary makes words or triples of a list, for people, for programs, and as a file', async () => {
  const { folder } = workspace();
  writeFileSync(join(folder, 'list.txt'), LIST);
  const lsh = (...words: string[]) => runCli(['lsh', 'vocabulary', '--list', 'list.txt', ...words], folder);
  expect(await lsh('--units', 'words', '--top', '3')).toEqual({ code: 0, out: '# units: words\nurad\nobčina\nje\n', err: '' });
  expect((await lsh('--top', '2')).out).toBe('# units: triples\nura\nrad\nobč\nbči\nčin\nina\n');
  expect(JSON.parse((await lsh('--units', 'words', '--json')).out)).toEqual({
    units: 'words',
    vocabulary: ['urad', 'občina', 'je', 'zakon'],
  });
  expect((await lsh('-o', 'made.txt', '--units', 'words')).out).toBe('4 words in made.txt.\n');
  expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('# units: words\nurad\nobčina\nje\nzakon\n');
});

it('G-28 lsh vocabulary counts the pages of a crawl, and a crawl takes what it made', async () => {
  const page = (text: string): string => `<!doctype html><title>t</title><p>${text}</p>`;
  const web = await fixture({
    'a.test': { '/': linking('/1', '/2'), '/1': page('zlato zlato zlato srebro'), '/2': page('srebro baker zlato') },
  });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch };
  await to.crawl(definition);
  const made = await runCli(['lsh', 'vocabulary', '--units', 'words', '--top', '2', '-w', to.workspace, '-o', 'own.txt'], to.folder);
  expect(made).toEqual({ code: 0, out: '2 words in own.txt.\n', err: '' });
  expect(readFileSync(join(to.folder, 'own.txt'), 'utf8')).toBe('# units: words\nzlato\nsrebro\n');
  const second = workspace();
  const lsh = { vocabularyFile: join(to.folder, 'own.txt') };
  await second.crawl({ ...definition, duplicates: { find: 'lsh', lsh } });
  const hashes = second.read((repository) => [...repository.rows('pages')].map(({ url, lsh_hash }) => [url, lsh_hash !== null]));
  expect(Object.fromEntries(hashes as [string, boolean][])).toEqual({
    'http://a.test/': false, // has no word of the vocabulary
    'http://a.test/1': true,
    'http://a.test/2': true,
  });
});

it('G-28 G-46 lsh tune prints a line for each of the four vocabularies and for the default, which it beats', async () => {
  const lsh = folderWith({ 'pairs.jsonl': lines(pairs()) });
  const { code, out, err } = await lsh('tune', 'pairs.jsonl');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [head, ...rows] = out.trimEnd().split('\n');
  expect(head).toBe('24 pairs, of which 8 were kept for the figures below.');
  const names = ['words of the list', 'triples of the list', 'words of the texts', 'triples of the texts', 'the default'];
  for (const [at, name] of names.entries())
    expect(rows[at]).toMatch(
      new RegExp(`^${name} +\\d+ hash(?:es)? +\\d+ bands? +threshold [\\d.]+ +accuracy [\\d.]+ % +precision .+ +recall .+`),
    );
  expect(rows.at(-1)).toMatch(/^Best: .+ of the (list|texts), hashes: \d+, bands: \d+, threshold: [\d.]+$/);
  expect(rows).toHaveLength(6);
  const report = JSON.parse((await lsh('tune', 'pairs.jsonl', '--json')).out) as Record<'best' | 'standard', { accuracy: number }>;
  expect(report).toMatchObject({ pairs: 24, tested: 8, byVocabulary: names.slice(0, 4).map((vocabulary) => ({ vocabulary })) });
  expect(report.best.accuracy).toBeGreaterThan(report.standard.accuracy);
});

it('G-46 lsh tune takes the list it is given', async () => {
  const lsh = folderWith({ 'pairs.jsonl': lines(pairs()), 'list.txt': Array.from({ length: 400 }, (_, at) => word(at)).join('\n') });
  const accuracies = async (...more: string[]) => {
    const { byVocabulary } = JSON.parse((await lsh('tune', 'pairs.jsonl', '--json', ...more)).out) as {
      byVocabulary: { accuracy: number }[];
    };
    return byVocabulary.map(({ accuracy }) => accuracy);
  };
  const [slovene] = await accuracies();
  const [own] = await accuracies('--list', 'list.txt');
  expect(own).toBeGreaterThan(slovene as number); // words that the texts really have
});

it.each([
  ['no file', ['tune', 'nowhere.jsonl'], /^nowhere\.jsonl cannot be read: there is no file or folder/],
  ['no name of a file', ['tune'], /^The argument pairs is missing\./],
  ['a line that is no pair', ['tune', 'broken.jsonl'], /^broken\.jsonl:25: this is no labelled pair\. Each line is to be \{ "a"/],
  ['too few pairs', ['tune', 'few.jsonl'], /^few\.jsonl has 1 duplicates and 1 others: at least 3 of each are needed\./],
  ['a list that is not there', ['tune', 'pairs.jsonl', '--list', 'nowhere.txt'], /^nowhere\.txt cannot be read/],
  ['a list without words', ['tune', 'pairs.jsonl', '--list', 'empty.txt'], /^empty\.txt has no words/],
  ['a vocabulary of nothing', ['vocabulary', '--list', 'empty.txt'], /^empty\.txt has no words/],
  ['other units', ['vocabulary', '--list', 'list.txt', '--units', 'letters'], /Units are words or triples\./],
  ['no number', ['vocabulary', '--list', 'list.txt', '--top', '-1'], /This is to be a whole number above 0\./],
  [
    'a folder that is not there',
    ['vocabulary', '--list', 'list.txt', '-o', 'nowhere/v.txt'],
    /^nowhere\/v\.txt cannot be written: there is no/,
  ],
  ['neither a list nor a crawl', ['vocabulary'], /^Name the crawl with -w FOLDER: there is none below/],
])('G-28 lsh says what is wrong: %s', async (_case, words, message) => {
  const lsh = folderWith({
    'pairs.jsonl': lines(pairs()),
    'broken.jsonl': `${lines(pairs())}\n{"a": "x", "b": 2, "duplicate": true}\n`,
    'few.jsonl': lines(pairs().slice(0, 2)),
    'list.txt': LIST,
    'empty.txt': '# nothing but remarks\n123 456\n',
  });
  const { code, out, err } = await lsh(...words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.replace(/^winnow: /, '')).toMatch(message);
});
