/** When a crawl ends, and how it goes on afterwards. */
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli, startCli } from '../../support/run-cli.js';
import { until } from '../../support/until.js';

const { workspace, fixture, timed } = crawling();

const HOME = 'http://a.test/';

/** A binary tree of pages: level n has 2^n. */
const tree = (levels: number) =>
  Object.fromEntries(
    Array.from({ length: 2 ** levels - 1 }, (_, i) => [
      i === 0 ? '/' : `/n${i}`,
      i < 2 ** (levels - 1) - 1 ? linking(`/n${2 * i + 1}`, `/n${2 * i + 2}`) : 'leaf',
    ]),
  );

const levelOf = (path: string): number => (path === '/' ? 0 : Math.floor(Math.log2(Number(path.slice(2)) + 1)));

/** A site that never ends: page n links to the next ones. */
const endless = () => ({
  '/': linking('/1'),
  ...Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`/${i + 1}`, linking(`/${i + 2}`)])),
});

it('G-08 M-03 ends when the frontier is empty', async () => {
  const web = await fixture({ 'a.test': tree(4) });
  const end = await workspace().crawl({ seeds: [HOME], fetch: web.fetch });
  expect(end).toMatchObject({ state: 'finished', reason: 'everything was visited', statistics: { pages: 15, queued: 0 } });
});

it('G-08 M-03 the depth: hop 2 never fetches hop 3', async () => {
  const web = await fixture({ 'a.test': tree(5) });
  await workspace().crawl({ seeds: [HOME], scope: { depth: 2 }, fetch: web.fetch });
  expect(web.asked().filter((path) => levelOf(path) <= 2)).toHaveLength(7);
  expect(web.asked().filter((path) => levelOf(path) > 2)).toEqual([]);
});

it('G-08 M-03 the number of pages, exactly, however many workers', async () => {
  const web = await fixture({ 'a.test': tree(6) });
  const to = workspace();
  const end = await to.crawl({ seeds: [HOME], budget: { pages: 10 }, politeness: { perSite: 8, perAddress: 8 }, fetch: web.fetch });
  expect(end).toMatchObject({ state: 'finished', reason: 'budget.pages: 10 pages fetched' });
  expect(to.rows('pages')).toHaveLength(10);
  expect(web.asked()).toHaveLength(10);
});

it('M-03 the size of the repository', async () => {
  const filler = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 2654435761) % 251)).toString('latin1');
  const pages = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [i === 0 ? '/' : `/${i}`, { body: `${linking(`/${i + 1}`)}${filler}`, delayMs: 5 }]),
  );
  const web = await fixture({ 'a.test': pages });
  const end = await workspace().crawl({ seeds: [HOME], budget: { size: '2MB' }, fetch: web.fetch });
  expect(end.reason).toMatch(/^budget\.size: this run has written \d+ bytes, 2000000 are allowed$/);
  expect(web.asked().length).toBeLessThan(400);
});

it('A-02 the baseline: no analysis at all, scope by list, stops by its time limit', async () => {
  const { web, time } = await timed({ 'a.test': endless() });
  const to = workspace();
  const definition = {
    seeds: [HOME],
    scope: { hosts: ['a.test'] },
    budget: { time: '1h' },
    politeness: { delay: '10m' },
    analysers: [],
    extractors: [],
    consumers: [],
    fetch: web.fetch,
  };
  const startedAt = time.now();
  const end = await to.crawl(definition, { time });
  expect(end).toMatchObject({ state: 'finished', reason: 'budget.time: 3600 s are over' });
  expect(end.statistics.elapsedMs).toBeGreaterThanOrEqual(3_600_000);
  expect(time.now() - startedAt).toBeLessThan(3_600_000 + 600_000);
  const pages = to.rows('pages');
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page).toMatchObject({ score: null });
});

it('G-08 a user interrupt ends the crawl cleanly with 130; the next start goes on and fetches nothing twice', async () => {
  const web = await fixture({ 'a.test': Object.fromEntries(Object.entries(tree(5)).map(([path, body]) => [path, { body, delayMs: 60 }])) });
  const to = workspace();
  const command = ['crawl', to.define({ seeds: [HOME], fetch: web.fetch }), '--workspace', to.workspace];
  const first = startCli(command, to.folder);
  await until(() => web.asked().length >= 4);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(130);
  expect(first.said.err).toContain('Stopping');
  expect(to.rows('runs')).toMatchObject([{ id: 1, state: 'stopped', reason: expect.stringContaining('stopped on request') }]);
  const before = web.asked().length;
  expect(before).toBeLessThan(31);
  expect(to.rows('pages')).toHaveLength(before);

  const second = await runCli(command, to.folder);
  expect(second.code).toBe(0);
  expect(second.err).toContain('Going on with run 1');
  expect(web.asked()).toHaveLength(31);
  expect(new Set(web.asked()).size).toBe(31);
  expect(web.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
  expect(to.rows('runs')).toMatchObject([{ id: 1, state: 'finished' }]);
});

it('G-08 a second interrupt breaks off answers under way; they are fetched by the next start', async () => {
  let slow = true;
  const web = await fixture({ 'a.test': { '/': linking('/slow'), '/slow': () => ({ body: 'slow', delayMs: slow ? 60_000 : 0 }) } });
  const to = workspace();
  const command = ['crawl', to.define({ seeds: [HOME], fetch: { ...web.fetch, timeout: '100s' } }), '--workspace', to.workspace];
  const first = startCli(command, to.folder);
  await until(() => web.asked().includes('/slow'));
  first.child.kill('SIGINT');
  await until(() => first.said.err.includes('Stopping'));
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(130);
  slow = false;
  expect((await runCli(command, to.folder)).code).toBe(0);
  expect(to.rows('pages').map(({ url }) => url)).toEqual([HOME, 'http://a.test/slow']);
});

it.each([
  ['gov', { extends: 'gov' }, true],
  ['default', {}, false],
])('G-08 the end line, profile %s', async (_name, profile, expected) => {
  const web = await fixture({ 'a.test': tree(2) });
  const to = workspace();
  const { code, out } = await runCli(
    ['crawl', to.define({ ...profile, seeds: [HOME], fetch: web.fetch }), '--workspace', to.workspace],
    to.folder,
  );
  expect(code).toBe(0);
  expect(/^Visited \d+ links in \d+ seconds\.\.\.$/m.test(out)).toBe(expected);
});

it('G-08 the page limit of 100,000 belongs to profile gov', async () => {
  const web = await fixture({ 'a.test': { '/': 'home' } });
  const limits = [];
  for (const profile of [{ extends: 'gov' }, {}]) {
    const to = workspace();
    await to.crawl({ ...profile, seeds: [HOME], fetch: web.fetch });
    limits.push(
      (JSON.parse(to.read((repository) => repository.runs())[0]?.definition ?? '{}') as { budget: { pages?: number } }).budget.pages,
    );
  }
  expect(limits).toEqual([100_000, undefined]);
});

it('S-04 statistics while it runs', async () => {
  // Half-way a page takes until the numbers have been told twice more.
  const halfWay = async () => {
    const before = seen.length;
    await until(() => seen.length >= before + 2);
    return 'leaf';
  };
  const pages = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`/${i}`, i === 10 ? halfWay : 'leaf']));
  const seen: { active: number; queued: number; perSecond: number }[] = [];
  const web = await fixture({ 'a.test': { '/': linking(...Object.keys(pages), '/missing'), ...pages } });
  const watch = { progressMs: 50, onProgress: (statistics: (typeof seen)[number]) => seen.push(statistics) };
  const end = await workspace().crawl({ seeds: [HOME], fetch: web.fetch }, watch);
  expect(Math.max(...seen.map(({ active }) => active))).toBeGreaterThan(0);
  expect(Math.max(...seen.map(({ queued }) => queued))).toBeGreaterThan(20);
  expect(Math.max(...seen.map(({ perSecond }) => perSecond))).toBeGreaterThan(0);
  // A missing robots.txt is an answer that was wanted; a missing page and a missing sitemap are failures.
  expect(end.statistics).toMatchObject({ active: 0, queued: 0, pages: 41, succeeded: 42, failed: 2, completed: 44 });
});

it('S-04 a log line every thousand tasks when piped, or every ten seconds where those take longer', async () => {
  const pages = Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`/${i}`, '<p>leaf']));
  const web = await fixture({ 'a.test': { '/': linking(...Object.keys(pages)), ...pages } });
  const to = workspace();
  const definition = to.define({ seeds: [HOME], politeness: { perSite: 16, perAddress: 16 }, fetch: web.fetch });
  const { err } = await runCli(['crawl', definition, '--workspace', to.workspace], to.folder);
  expect(err).toMatch(/^\d+s {2}[1-9]\d* done {2}\d+ queued {2}\d+\/\d+ workers {2}\d+ ok {2}\d+ failed {2}\d+ skipped {2}[\d.]+\/s/m);
});

it('M-08 a seed file with all variants loads and its count is shown', async () => {
  const web = await fixture({ 'aon.test': { '/': 'a' }, 'atv.test': { '/Channel.aspx': 'b' }, 'c.test': { '/': 'c' } });
  const to = workspace();
  to.write(
    'seeds.txt',
    '// kept by hand\r\naon.test\r\natv.test/Channel.aspx\r\n\r\nhttp://c.test/\r\n# another comment\r\nHTTP://C.TEST\r\nmailto:nobody@c.test\r\n',
  );
  const definition = to.define({ seeds: [{ file: 'seeds.txt' }], fetch: { ...web.fetch, retries: 0 } });
  const { code, err } = await runCli(['crawl', definition, '--workspace', to.workspace], to.folder);
  expect(code).toBe(0);
  expect(err).toContain('3 seeds');
  expect(err).toMatch(/seeds\.txt.*8/);
  expect(to.rows('pages').map(({ url }) => url)).toEqual(
    expect.arrayContaining(['http://aon.test/', 'http://atv.test/Channel.aspx', 'http://c.test/']),
  );
});
