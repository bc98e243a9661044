/** A changed definition tried on an archive: by the servers' logs nobody is asked, by the files' digests nothing is written. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runDry } from '../../../src/assembly/index.js';
import { type DefinitionInput, loadDefinition } from '../../../src/definition/crawl/index.js';
import type { DryRunReport, Named } from '../../../src/run/dry-run/index.js';
import { linking, type TestWorkspace } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();
const HOME = 'http://a.test/';

async function tryOut(to: TestWorkspace, input: DefinitionInput): Promise<DryRunReport> {
  const { definition } = await loadDefinition({ file: to.define(input), environment: {} });
  return runDry({ definition, folder: to.folder, workspace: to.workspace, examples: 3 });
}

/** SQLite keeps notes of who reads beside the database, in files of no content; the database and the archive must not change. */
function digestsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('-shm'),
  );
  const read = files.map(({ parentPath, name }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
  const digests = read
    .filter(({ bytes }) => bytes.length > 0)
    .map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]);
  return Object.fromEntries(digests) as Record<string, string>;
}

const named = (list: readonly Named[]): Record<string, number> => Object.fromEntries(list.map(({ name, count }) => [name, count]));

const robots = { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private/\n' };
const sitemap = {
  headers: { 'Content-Type': 'application/xml' },
  body: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/listed</loc></url></urlset>',
};

const WEB = {
  'a.test': {
    '/robots.txt': robots,
    '/sitemap.xml': sitemap,
    '/': linking('/news/1', '/shop/1', '/deep/1', '/private/x', '/old', 'http://b.test/'),
    '/news/1': '<title>News one</title><meta name="author" content="A. Writer"><p>Text of the news.',
    '/shop/1': linking('/shop/2'),
    '/shop/2': 'shop',
    '/deep/1': linking('/deep/2'),
    '/deep/2': linking('/deep/3'),
    '/old': { status: 301, headers: { Location: '/new' } },
    '/new': 'new',
    '/listed': 'listed',
  },
  'b.test': { '/': 'another site' },
};

it('the same definition: all of it held, nothing new, nothing different', async () => {
  const web = await fixture(WEB);
  const to = workspace();
  const input = { seeds: [HOME], fetch: web.fetch };
  await to.crawl(input);
  const [asked, before] = [web.requests.length, digestsOf(to.workspace)];
  const report = await tryOut(to, input);
  // A 404 is an answer that is held, too.
  expect(report.fetched).toMatchObject({ toRequest: 0, toRequestBecause: [] });
  expect(report.dropped).toEqual({ pages: 0, because: [] });
  expect(report.extracted).toMatchObject({ different: 0, fields: [] });
  expect(report.typed).toEqual({ Add: 0, Upd: 0, None: report.extracted.compared });
  expect(report.extracted.compared).toBe(to.rows('documents').length);
  expect(named(report.refused)).toEqual({ 'scope.seeds': 1, 'robots.txt': 1 });
  expect(web.requests).toHaveLength(asked);
  expect(digestsOf(to.workspace)).toEqual(before);
});

it('another scope: what is let in now and why it was not held, what falls out and by which rule', async () => {
  const web = await fixture(WEB);
  const to = workspace();
  await to.crawl({ seeds: [HOME], scope: { hosts: ['a.test'], depth: 2 }, fetch: web.fetch });
  const asked = web.requests.length;
  const report = await tryOut(to, { seeds: [HOME], scope: { domains: ['test'], not: { url: ['*/shop/*'] } }, fetch: web.fetch });
  expect(named(report.fetched.toRequestBecause)).toEqual({ 'refused before by scope.depth': 1, 'refused before by scope.hosts': 1 });
  expect(report.fetched.toRequestBecause.flatMap(({ examples }) => examples).toSorted()).toEqual([
    'http://a.test/deep/3',
    'http://b.test/',
  ]);
  expect(report.dropped).toEqual({
    pages: 2,
    because: [{ name: 'scope.not.url[0]', count: 2, examples: ['http://a.test/shop/1', 'http://a.test/shop/2'] }],
  });
  expect(named(report.refused)).toEqual({ 'scope.not.url[0]': 1, 'robots.txt': 1 });
  expect(report.sites.find(({ site }) => site === 'http://b.test')).toMatchObject({ held: 0, toRequest: 1, dropped: 0 });
  expect(web.requests).toHaveLength(asked);
});

it('another extractor and another reader: which fields differ, with both values, and how it would be typed', async () => {
  const web = await fixture(WEB);
  const to = workspace();
  const options = 'const options = { safeParse: (data) => ({ success: true, data }) };';
  to.write(
    'author.mjs',
    `${options} export const author = { kind: 'extractor', name: 'author', about: '', options,
       extract: (page) => (page.metadata.author ? { by: page.metadata.author[0] } : {}) };`,
  );
  to.write(
    'upper.mjs',
    `${options} export const upper = { kind: 'reader', name: 'upper', about: '', options, types: ['text/html'], read: ({ bytes, type }) => ({
       type, charset: 'utf-8', title: 'SAME', text: new TextDecoder().decode(bytes).toUpperCase(), language: null, languageConfidence: 0, metadata: {},
       canonical: null, directives: { noindex: false, nofollow: false, noarchive: false, tdmReserved: false }, links: [], notes: [] }) };`,
  );
  const input = { seeds: [HOME], fetch: web.fetch };
  await to.crawl(input);
  const before = digestsOf(to.workspace);
  const extracted = await tryOut(to, { ...input, plugins: ['./author.mjs'], extractors: ['author'] });
  expect(extracted.extracted).toMatchObject({
    different: 1,
    fields: [{ field: 'metadata.by', count: 1, examples: [{ url: 'http://a.test/news/1', before: '', after: 'A. Writer' }] }],
  });
  expect(extracted.typed.Upd).toBe(0);
  const read = await tryOut(to, { ...input, seeds: [HOME, 'http://a.test/news/1'], plugins: ['./upper.mjs'], readers: ['upper'] });
  expect(read.extracted.fields.find(({ field }) => field === 'title')?.examples[0]?.after).toBe('SAME');
  expect(read.typed).toMatchObject({ Add: 0, Upd: read.extracted.compared, None: 0 });
  expect(read.dropped.because.map(({ name }) => name)).toEqual(['nothing leads there any more']);
  expect(digestsOf(to.workspace)).toEqual(before);
});

it('answers that say "as before" are replayed from the answer before them', async () => {
  const page = (request: { headers: Record<string, unknown> }) =>
    request.headers['if-none-match'] === '"1"'
      ? { status: 304, headers: { ETag: '"1"' } }
      : { headers: { ETag: '"1"', 'Content-Type': 'text/html' }, body: linking('/b') };
  const web = await fixture({ 'a.test': { '/': page as never, '/b': 'b' } });
  const to = workspace();
  const input = { seeds: [HOME], fetch: web.fetch };
  await to.crawl(input);
  await to.crawl(input);
  expect(to.rows('fetches').filter(({ status }) => status === 304)).toHaveLength(1);
  const report = await tryOut(to, input);
  expect(report.typed).toEqual({ Add: 0, Upd: 0, None: 2 });
  expect(report.unreadable.count).toBe(0);
});
