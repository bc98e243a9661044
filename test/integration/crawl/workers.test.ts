/** Workers, consumers and the plug-ins that may take their place. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { BUILT_IN } from '../../../src/assembly/index.js';
import * as fetchPart from '../../../src/fetch/index.js';
import * as extractPart from '../../../src/read/index.js';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { meeting } from '../../support/meeting.js';
import { until } from '../../support/until.js';

const { workspace, fixture } = crawling();

const HOME = 'http://a.test/';
const plugin = (name: string): string => new URL(`../../support/plugins/${name}.ts`, import.meta.url).pathname;
const linesOf = (path: string): string[] => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);

/** A home page and `count` leaves that each take their time. */
const star = (count: number, delayMs = 0) => ({
  '/': linking(...Array.from({ length: count }, (_, i) => `/${i + 1}`)),
  ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`/${i + 1}`, { body: `leaf ${i + 1}`, delayMs }])),
});

it('G-06 S-02 ten workers on a slow site: ten requests open, no URL fetched twice', async () => {
  const together = meeting(10);
  const leaf = () => together().then(() => linking('/', '/1', '/7', '/40'));
  const everyLinks = Object.fromEntries(Object.entries(star(40)).map(([path, page]) => [path, path === '/' ? page : leaf]));
  const web = await fixture({ 'a.test': everyLinks });
  const to = workspace();
  const end = await to.crawl({ seeds: [HOME], politeness: { perSite: 10, perAddress: 10 }, fetch: { ...web.fetch, concurrency: 10 } });
  expect(Math.max(...web.requests.map(({ open }) => open))).toBe(10);
  expect(end.statistics.workers).toBe(10);
  expect(new Set(web.asked()).size).toBe(41);
  expect(web.asked()).toHaveLength(41);
});

it('G-06 a queue far longer than what is kept in memory, found by many workers at once: no URL fetched twice', async () => {
  const pages: Record<string, string> = { '/': linking(...Array.from({ length: 150 }, (_, i) => `/p${i}`)) };
  for (let i = 0; i < 900; i++) pages[`/p${i}`] = linking(...[1, 2, 3, 4, 5].map((n) => `/p${(i * 5 + n) % 900}`));
  const web = await fixture({ 'a.test': pages });
  await workspace().crawl({ seeds: [HOME], politeness: { perSite: 16, perAddress: 16 }, fetch: web.fetch });
  expect(web.asked()).toHaveLength(901);
  expect(new Set(web.asked()).size).toBe(901);
});

it('S-01 workers are made on demand, and a task that is no HTTP request runs as well', async () => {
  const workers: number[] = [];
  const together = meeting(6);
  const home = () => until(() => workers.length > 0).then(() => star(6)['/']);
  const leaves = Object.fromEntries(Object.keys(star(6)).map((path) => [path, () => together().then(() => `leaf ${path}`)]));
  const web = await fixture({ 'a.test': { ...leaves, '/': home } });
  const to = workspace();
  const folder = join(to.folder, 'files');
  mkdirSync(folder);
  writeFileSync(join(folder, 'start.html'), linking('next.html'));
  writeFileSync(join(folder, 'next.html'), '<title>From the disk</title>');
  const fileSeed = pathToFileURL(join(folder, 'start.html')).href;
  await to.crawl(
    {
      seeds: [HOME, fileSeed],
      scope: { url: ['*'] },
      politeness: { perSite: 6, perAddress: 6 },
      fetchers: [{ use: 'file', folders: [folder] }],
      fetch: web.fetch,
    },
    { progressMs: 20, onProgress: (statistics) => workers.push(statistics.workers) },
  );
  expect(workers[0]).toBeLessThan(6);
  expect(Math.max(...workers)).toBeGreaterThanOrEqual(6);
  expect(to.rows('pages').map(({ title }) => title)).toContain('From the disk');
});

it('S-03 S-06 consumers are replaced by configuration; two of them see each response, in order', async () => {
  const web = await fixture({ 'a.test': { '/': linking('/one', '/missing'), '/one': '<title>One</title><p>three short words' } });
  const [none, both] = [workspace(), workspace()];
  const log = join(both.folder, 'log.txt');
  await none.crawl({ seeds: [HOME], fetch: web.fetch });
  await both.crawl({
    seeds: [HOME],
    plugins: [plugin('consumers')],
    consumers: [{ use: 'first', log }, 'failing', { use: 'second', log }],
    fetch: web.fetch,
  });
  const lines = linesOf(log).filter((line) => line.includes('/one') || line.includes('/missing'));
  expect(lines.toSorted((a, b) => Number(a.includes('missing')) - Number(b.includes('missing')))).toEqual([
    'first 200 http://a.test/one',
    'second 200 http://a.test/one {"words":3}',
    'first 404 http://a.test/missing',
    'second 404 http://a.test/missing {"words":0}',
  ]);
  const notes = both.rows('pages').find(({ url }) => url === 'http://a.test/one')?.['metadata'];
  expect(JSON.parse(String(notes))).toMatchObject({ first: { words: 3 }, failing: { failed: 'no appetite' }, second: { title: 'One' } });
  expect(none.rows('pages').map(({ url }) => url)).toEqual(both.rows('pages').map(({ url }) => url));
});

it('S-11 a document is parsed once, however many consumers use the page', async () => {
  const web = await fixture({ 'a.test': { '/': linking('/one', '/two'), '/one': 'one', '/two': linking('/one') } });
  const to = workspace();
  const log = join(to.folder, 'log.txt');
  await to.crawl({
    seeds: [HOME],
    plugins: [plugin('consumers'), plugin('counting-reader')],
    readers: [{ use: 'counting', log }],
    consumers: [
      { use: 'first', log },
      { use: 'second', log },
    ],
    extractors: [{ use: 'meta-fields', fields: { author: 'author' } }],
    analysers: [{ use: 'keyword-density', keywords: ['one'] }],
    fetch: web.fetch,
  });
  const parses = linesOf(log).filter((line) => line.startsWith('parse '));
  // The missing robots.txt is read too: it shows what an error page of this site looks like.
  const read = ['', 'one', 'robots.txt', 'two'].map((path) => `parse http://a.test/${path}`);
  expect(parses.toSorted()).toEqual(read);
  expect(linesOf(log).filter((line) => line.startsWith('second 200'))).toHaveLength(3);
});

it('M-05 a worker that dies on one page costs the text of that page alone: nothing is fetched twice, the session completes', async () => {
  const web = await fixture({ 'a.test': star(12) });
  const to = workspace();
  const end = await to.crawl({
    seeds: [HOME],
    plugins: [plugin('consumers')],
    consumers: [{ use: 'killer', at: '/5' }],
    politeness: { perSite: 6, perAddress: 6 },
    fetch: web.fetch,
  });
  expect(end).toMatchObject({ state: 'finished', reason: 'everything was visited' });
  const states = Object.fromEntries(to.rows('resources').map(({ url, state, reason }) => [url, `${state}: ${reason}`]));
  expect(states['http://a.test/5']).toMatch(/^done: /);
  expect(to.rows('pages')).toHaveLength(13);
  expect(new Set(web.asked()).size).toBe(web.asked().length);
});

it('M-05 even when it dies on robots.txt: what it says is obeyed all the same', async () => {
  const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret' };
  const web = await fixture({ 'b.test': { '/': linking('/secret', '/2'), '/2': '2', '/secret': 'no', '/robots.txt': robots } });
  const to = workspace();
  const end = await to.crawl({
    seeds: ['http://b.test/'],
    plugins: [plugin('consumers')],
    consumers: [{ use: 'killer', at: 'b.test/robots.txt' }],
    fetch: web.fetch,
  });
  expect(end.reason).toBe('everything was visited');
  expect(web.asked()).toEqual(['/', '/2']);
  expect(web.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
});

it('a plug-in that does not exist stops the crawl before it begins', async () => {
  const web = await fixture({ 'a.test': { '/': 'home' } });
  for (const [kind, use] of [
    ['consumers', 'frist'],
    ['readers', 'pfd'],
    ['fetchers', 'gopher'],
  ] as const) {
    const to = workspace();
    await expect(to.crawl({ seeds: [HOME], [kind]: [use], fetch: web.fetch }), kind).rejects.toThrow(`called "${use}"`);
    expect(
      to.read((repository) => repository.runs()),
      kind,
    ).toEqual([]);
  }
  expect(web.requests).toEqual([]);
});

it('E-75 the HTTP fetcher is replaced by configuration: the crawl runs on the pages of a stub', async () => {
  const to = workspace();
  const pages = { '/': ['/a', '/b', '/missing'], '/a': ['/b', '/c'], '/b': [], '/c': ['/'] };
  const end = await to.crawl({ seeds: ['http://nowhere.test/'], plugins: [plugin('stub-fetcher')], fetchers: [{ use: 'stub', pages }] });
  expect(end.reason).toBe('everything was visited');
  expect(new Map(to.rows('pages').map(({ url, title }) => [url, title]))).toEqual(
    new Map(['/', '/a', '/b', '/c'].map((path) => [`http://nowhere.test${path}`, `Stub of http://nowhere.test${path}`])),
  );
  expect(new Set(to.rows('fetches').map(({ protocol }) => protocol))).toEqual(new Set(['stub']));
});

it('E-75 the core names no fetcher and no parser', () => {
  const folder = new URL('../../../src/run/crawl/', import.meta.url).pathname;
  const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const imported = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/import (?:type )?\{([^}]+)\}/g)].flatMap(([, names = '']) =>
      names.split(',').map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
      ),
    ),
  );
  expect(imported.length).toBeGreaterThan(30);
  const plugins = new Set<unknown>(BUILT_IN.filter(({ kind }) => kind === 'fetcher' || kind === 'reader'));
  const offered = Object.entries({ ...fetchPart, ...extractPart });
  const forbidden = new Set(offered.filter(([, value]) => [value].flat().some((one) => plugins.has(one))).map(([name]) => name));
  expect(forbidden).toContain('httpFetcher');
  expect(forbidden).toContain('READERS');
  expect(imported.filter((name) => forbidden.has(name))).toEqual([]);
  expect(imported.filter((name) => /htmlparser2|undici|saxes|node:https?/.test(name))).toEqual([]);
});
