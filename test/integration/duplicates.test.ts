/** Pages that say the same as others: found in a crawl, kept, and shown wherever a document is shown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linking, type TestWorkspace } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { runCli } from '../support/run-cli.js';
import { json, serving } from '../support/serving.js';

const { workspace, fixture } = crawling();
const serve = serving();

const START = 'http://a.test/';

/** Text that means nothing, the same for the same seed. */
function prose(seed: number, count = 400): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return `${'kmlprstvz'[state % 9]}${'aeiou'[(state >>> 5) % 5]}${'ndrstkl'[(state >>> 9) % 7]}${'aeiou'[(state >>> 13) % 5]}${'mnrsk'[(state >>> 17) % 5]}`;
  });
}

const article = (words: readonly string[], title = 'Article'): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${Array.from(
    { length: Math.ceil(words.length / 50) },
    (_, at) => `<p>${words.slice(at * 50, at * 50 + 50).join(' ')}</p>`,
  ).join('\n')}</main></body></html>`;

const changed = (words: readonly string[], every: number): string[] => words.map((word, at) => (at % every === 7 ? 'drugače' : word));

const duplicatesIn = (to: TestWorkspace): Record<string, unknown> =>
  Object.fromEntries(
    to
      .rows('documents')
      .filter((row) => row['duplicate_of'] !== null)
      .map((row) => [new URL(String(row['url'])).pathname, new URL(String(row['duplicate_of'])).pathname]),
  );

it('near-duplicates are marked over all sites, kept and archived; other pages and short ones are not', async () => {
  const [text, other] = [prose(1), prose(2)];
  const short = '<!doctype html><title>Short</title><p>Nothing was found here.</p>';
  const web = await fixture({
    'a.test': {
      '/': linking('/one', '/other', '/short-1', '/short-2', 'http://b.test/copy', 'http://b.test/near'),
      '/one': article(text),
      '/other': article(other),
      '/short-1': short,
      '/short-2': short,
    },
    'b.test': {
      '/copy': { body: article(text), headers: { 'Content-Type': 'text/html' }, delayMs: 300 },
      '/near': { body: article(changed(text, 80), 'Another title'), headers: { 'Content-Type': 'text/html' }, delayMs: 300 },
    },
  });
  const to = workspace();
  await to.crawl({ seeds: [START], scope: { domains: ['a.test', 'b.test'] }, fetch: web.fetch });
  expect(duplicatesIn(to)).toEqual({ '/copy': '/one', '/near': '/one' });
  const row = (path: string) => to.rows('documents').find(({ url }) => String(url).endsWith(path));
  expect(row('/copy')?.['similarity']).toBe(1);
  expect(row('/near')?.['similarity']).toBeGreaterThan(0.75);
  expect(row('/near')?.['similarity']).toBeLessThan(1);
  expect(to.rows('pages')).toHaveLength(7);
  expect(to.read((repository) => repository.summary(1).duplicates)).toMatchObject({ documents: 2, exact: 1, trueDuplicates: 3 });
  const { out } = await runCli(['explain', 'http://b.test/near', '-w', to.workspace], to.folder);
  expect(out).toMatch(/duplicate +of http:\/\/a\.test\/one, \d\d % alike/);
  expect((await runCli(['report', '-w', to.workspace], to.folder)).out).toMatch(/duplicates +2 +1 with the very same words/);
});

it('G-33 the report and the API show clusters of duplicates, the largest first, and every pair part after part', async () => {
  const late = (words: readonly string[]) => ({ body: article(words), headers: { 'Content-Type': 'text/html' }, delayMs: 300 });
  const [one, two] = [prose(31), prose(32)];
  const web = await fixture({
    'a.test': {
      '/': linking('/one', '/two', ...['/1', '/1-near', '/2', '/2-near', '/2-far'].map((path) => `http://b.test${path}`)),
      '/one': article(one),
      '/two': article(two),
    },
    'b.test': {
      '/1': late(one),
      '/1-near': late(changed(one, 80)),
      '/2': late(two),
      '/2-near': late(changed(two, 80)),
      '/2-far': late(changed(two, 90)),
    },
  });
  const to = workspace();
  await to.crawl({ seeds: [START], scope: { domains: ['a.test', 'b.test'] }, fetch: web.fetch });
  const { out } = await runCli(['report', '--json', '-w', to.workspace], to.folder);
  const { duplicates } = JSON.parse(out) as { duplicates: readonly Record<string, unknown>[] };
  expect(duplicates).toMatchObject([
    { url: 'http://a.test/two', title: 'Article', state: 'present', copies: 3, exact: 1 },
    { url: 'http://a.test/one', copies: 2, exact: 1 },
  ]);
  expect(duplicates[0]?.['examples']).toHaveLength(3);
  await runCli(['report', '--html', 'report.html', '-w', to.workspace], to.folder);
  expect(readFileSync(join(to.folder, 'report.html'), 'utf8')).toMatch(
    /id="duplicates"[\s\S]*5 documents say the same as others, 2 with the very same words[\s\S]*href="http:\/\/a\.test\/two"[\s\S]*href="http:\/\/b\.test\/2-near"/,
  );
  const { url, errors } = await serve([to.workspace]);
  const api = `${url}/api/v1/crawls/crawl/duplicates`;
  expect(await json(`${api}/clusters?limit=1`)).toMatchObject({ documents: 5, exact: 2, items: [{ url: 'http://a.test/two', copies: 3 }] });
  expect((await fetch(`${api}/clusters?limit=101`)).status).toBe(400);
  const pairs: unknown[] = [];
  let parts = 0;
  for (let after: number | null = 0; after !== null; parts++) {
    const part: { items: readonly Listed[]; next: number | null } = await json(`${api}?limit=2&after=${after}`);
    pairs.push(...part.items.map((item) => [new URL(item.url).pathname, new URL(item.of.url).pathname]));
    after = part.next;
  }
  expect(parts).toBeGreaterThanOrEqual(3);
  expect(Object.fromEntries(pairs as [string, string][])).toEqual(duplicatesIn(to));
  expect(pairs).toHaveLength(5);
  const page = await (await fetch(url)).text();
  expect(page).toMatch(/Near-duplicates[\s\S]*http:\/\/a\.test\/two[\s\S]*>3<[\s\S]*5 documents in all/);
  expect(errors).toEqual([]);
});

interface Listed {
  readonly url: string;
  readonly of: { readonly url: string };
}

it('a page that changes is compared again, and never with its own past', async () => {
  const [text, own] = [prose(5), prose(6)];
  let later = false;
  const web = await fixture({
    'a.test': {
      '/': linking('/one', '/two', '/three'),
      '/one': article(text),
      '/two': () => article(later ? changed(text, 90) : prose(7)),
      '/three': () => article(later ? changed(own, 90) : own),
    },
  });
  const to = workspace();
  const definition = { seeds: [START], fetch: web.fetch };
  await to.crawl(definition);
  expect(duplicatesIn(to)).toEqual({});
  later = true;
  await to.crawl(definition);
  expect(duplicatesIn(to)).toEqual({ '/two': '/one' });
});

it('G-27 G-30 G-31 G-32 G-33 the gov profile: signatures, all candidates compared, a threshold of 0.9, and what it took', async () => {
  const base = prose(11, 300);
  // Of the vocabulary all pages have the same units, so each is a candidate of every other one.
  const text = (words: readonly string[]): string => `<!doctype html><title>t</title><p>Občina ${words.join(' ')}</p>`;
  // Words of equal length: a share of them changed in the middle is the same share of the characters.
  const replaced = (share: number, from: number, by: string): string[] =>
    base.map((word, at) => (at >= from && at < from + share * 300 ? by : word));
  const web = await fixture({
    'a.test': {
      '/': linking('/1', '/2', '/3', '/91', '/85'),
      '/1': text(prose(21, 300)),
      '/2': text(prose(22, 300)),
      '/3': text(base),
      '/91': { body: text(replaced(0.08, 100, 'xyxyx')), headers: { 'Content-Type': 'text/html' } },
      '/85': { body: text(replaced(0.16, 200, 'qwqwq')), headers: { 'Content-Type': 'text/html' } },
    },
  });
  const to = workspace();
  const lsh = { vocabularyFile: to.write('units.txt', '# units: triples\nobč\nbči\n') };
  const definition = { extends: 'gov', seeds: [START], fetch: web.fetch, politeness: { delay: '0s' }, duplicates: { lsh } };
  await to.crawl(definition);
  expect(duplicatesIn(to)).toEqual({ '/91': '/3' });
  const [first] = to.rows('documents').filter(({ url }) => url === 'http://a.test/91');
  expect(first?.['similarity']).toBeCloseTo(0.92, 1);
  const counts = to.read((repository) => repository.summary(1).duplicates);
  expect(counts).toMatchObject({ documents: 1, trueDuplicates: 1, unsettled: 0 });
  // Ten pairs of five pages: the third candidate of /91 is its original. The start page has no unit of the vocabulary, and no signature.
  expect(counts).toMatchObject({ candidates: 10, falseCandidates: 9, saved: 0 });
  const hashes = (from: TestWorkspace) =>
    from.read((repository) =>
      [...repository.rows('pages')].map(({ url, lsh_hash }) => [String(url), lsh_hash] as const).sort(([a], [b]) => a.localeCompare(b)),
    );
  expect(hashes(to).filter(([, hash]) => /^\d+$/.test(String(hash)))).toHaveLength(5);
  // Another process and another workspace, with a key of its own.
  const again = workspace();
  const { code } = await runCli(['crawl', again.define(definition), '--workspace', again.workspace], again.folder);
  expect(code).toBe(0);
  expect(hashes(again)).toEqual(hashes(to));
});

it('G-31 a ratio of exactly 0.9 is enough, one character less is not, and capitals make no difference', async () => {
  // 1,000 characters; the last of them are replaced by some that occur nowhere else, so what is left is the ratio.
  const base = `Občina ${prose(31, 166).join(' ')}`.slice(0, 998).padEnd(1000, '.');
  const without = (count: number, by: string): string => base.slice(0, 1000 - count) + by.repeat(count);
  const shouted = (text: string): string => text.replaceAll(/[k-v]/g, (letter) => letter.toUpperCase());
  const other = `Občina ${prose(32, 166).join(' ')}`;
  const page = (text: string): string => `<!doctype html><title>t</title><p>${text}</p>`;
  const web = await fixture({
    'a.test': {
      '/': linking('/base', '/exact', '/below', '/capitals', '/shouted', '/quiet'),
      '/base': page(base),
      '/exact': page(without(100, 'x')),
      '/below': page(without(101, 'w')),
      '/capitals': page(shouted(without(80, 'y'))),
      '/shouted': page(shouted(other)),
      '/quiet': page(other),
    },
  });
  const to = workspace();
  const lsh = { vocabularyFile: to.write('units.txt', '# units: triples\nobč\nbči\n') };
  await to.crawl({ extends: 'gov', seeds: [START], fetch: web.fetch, politeness: { delay: '0s' }, duplicates: { lsh } });
  expect(duplicatesIn(to)).toEqual({ '/exact': '/base', '/capitals': '/base', '/quiet': '/shouted' });
  const similarity = Object.fromEntries(to.rows('documents').map((row) => [new URL(String(row['url'])).pathname, row['similarity']]));
  expect(similarity).toMatchObject({ '/exact': 0.9, '/capitals': 0.92, '/quiet': 1 });
});

it('G-28 7 hashes and 5 bands are refused before anything is fetched', async () => {
  const crawl = workspace().crawl({ extends: 'gov', seeds: [START], duplicates: { lsh: { hashes: 7, bands: 5 } } });
  await expect(crawl).rejects.toThrow('the number of bands must divide the number of hashes');
});
