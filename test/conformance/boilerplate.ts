/**
 * The main text and the facts of pages against the test pages of Mozilla's Readability.
 *
 * Texts are compared as bags of words: the score is the mean F1 over all pages, in thousandths. Facts are compared by their
 * letters and digits, where the suite expects one at all; what the suite takes from elsewhere on purpose counts as missed.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { mainText, type Page } from '../../src/model/index.js';
import { READERS, read } from '../../src/read/index.js';
import type { Score } from './score.js';
import { tarFiles } from './tar-files.js';

interface Sample {
  source?: Page;
  expected?: Page;
  metadata?: Readonly<Record<string, string | null>>;
}

export async function run(dir: string): Promise<Score[]> {
  const samples = await load(join(dir, 'boilerplate', 'mozilla_readability_test_pages.tar.gz'));
  return [
    textScore(samples),
    factScore('title', samples, ({ source, metadata }) => [source?.facts?.title, metadata?.['title']]),
    factScore('byline', samples, ({ source, metadata }) => [source?.facts?.author, metadata?.['byline']?.replace(/^(?:by|par)\s+/i, '')]),
    factScore('site name', samples, ({ source, metadata }) => [source?.facts?.siteName, metadata?.['siteName']]),
    factScore('published', samples, ({ source, metadata }) => [
      source?.facts?.published?.slice(0, 10),
      metadata?.['publishedTime']?.slice(0, 10),
    ]),
    factScore('language', samples, ({ source, metadata }) => [source?.language, metadata?.['lang']?.slice(0, 2)]),
  ];
}

async function load(file: string): Promise<Map<string, Sample>> {
  const samples = new Map<string, Sample>();
  for (const [name, content] of tarFiles(gunzipSync(await readFile(file)))) {
    const [, folder = '', part = ''] = /([^/]+)\/(source\.html|expected\.html|expected-metadata\.json)$/.exec(name) ?? [];
    if (part === '') continue;
    const sample = samples.get(folder) ?? {};
    samples.set(folder, sample);
    if (part === 'source.html') sample.source = pageOf(content);
    else if (part === 'expected.html') sample.expected = pageOf(content);
    else sample.metadata = JSON.parse(content.toString('utf8')) as Record<string, string>;
  }
  return samples;
}

const pageOf = (bytes: Uint8Array): Page =>
  read({ url: 'http://fakehost/test/page.html', bytes, headers: [], contentType: 'text/html; charset=utf-8' }, READERS) as Page;

function textScore(samples: ReadonlyMap<string, Sample>): Score {
  const scores = [...samples].flatMap(([name, { source, expected }]) =>
    source && expected ? [[name, f1(wordsOf(mainText(source)), wordsOf(expected.text))] as const] : [],
  );
  const mean = scores.reduce((sum, [, value]) => sum + value, 0) / Math.max(scores.length, 1);
  const failures = scores
    .filter(([, value]) => value < 0.9)
    .sort(([, a], [, b]) => a - b)
    .map(([name, value]) => `${name}: ${value.toFixed(3)}`);
  return { suite: 'boilerplate: readability, F1 of the words', passed: Math.floor(1000 * mean), total: 1000, failures };
}

/** Characters of scripts without spaces are words of their own. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];

function f1(found: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits++;
    left.set(word, count - 1);
  }
  return (2 * hits) / Math.max(found.length + wanted.length, 1);
}

function factScore(
  fact: string,
  samples: ReadonlyMap<string, Sample>,
  pick: (sample: Sample) => [found: string | null | undefined, wanted: string | null | undefined],
): Score {
  const failures: string[] = [];
  let total = 0;
  for (const [name, sample] of samples) {
    const [found, wanted] = pick(sample);
    if (!wanted) continue;
    total++;
    if (lettersOf(found ?? '') !== lettersOf(wanted)) failures.push(`${name}: expected ${wanted}, got ${found}`);
  }
  return { suite: `boilerplate: readability, ${fact}`, passed: total - failures.length, total, failures };
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
