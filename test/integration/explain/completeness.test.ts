/** What the completeness statement says of webs whose size and limits are known. */
import { describe, expect, it } from 'vitest';
import { linking, type TestWorkspace } from '../../../src/testing/index.js';
import { type Completeness, type PartCompleteness, runReport } from '../../../src/views/reports/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();

const completenessOf = (to: TestWorkspace): Completeness => to.read((repository) => runReport(repository).completeness) as Completeness;

const siteIn = ({ sites }: Completeness, site: string): PartCompleteness => sites.find((row) => row.site === site) as PartCompleteness;

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `/p${index}`);

const pagesFor = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, `<title>${path}</title><p>page ${path}`]));

describe('limits', () => {
  it('complete: all that links lead to is held, and nothing is said about the unknown', async () => {
    const web = await fixture({ 'a.test': { '/': linking('/p0', '/p1', '/gone', 'http://elsewhere.test/'), ...pagesFor(numbered(2)) } });
    const to = workspace();
    await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
    const told = completenessOf(to);
    expect(told).toMatchObject({ complete: true, documents: 3, unfetched: 0, outside: 1 });
    expect(siteIn(told, 'http://a.test')).toMatchObject({
      state: 'complete',
      limits: [],
      documents: 3,
      known: 4,
      failed: 1,
      estimate: null,
    });
    expect(told.seeds).toMatchObject([{ seed: 'http://a.test/', is: 'seed', state: 'complete', rejected: { 'scope.seeds': 1 } }]);
  });

  it('each limit by its name with its numbers: site, seed, depth, robots, outage, closed', async () => {
    const paths = numbered(6);
    const web = await fixture({
      'site.test': { '/': linking(...paths), ...pagesFor(paths) },
      'seed.test': { '/': linking(...paths), ...pagesFor(paths) },
      'deep.test': { '/': linking('/p0'), '/p0': linking('/p1', '/p2'), '/p1': 'one', '/p2': 'two' },
      'robots.test': {
        '/': linking('/no/1', '/no/2', '/p0'),
        '/p0': 'yes',
        '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow: /no/\n' },
      },
      'busy.test': { '/': linking('/busy'), '/busy': { status: 503 } },
      'closed.test': { '/': 'never asked for', '/robots.txt': { status: 500 } },
    });
    const to = workspace();
    const hosts = ['site.test', 'seed.test', 'deep.test', 'robots.test', 'busy.test', 'closed.test'];
    await to.crawl({
      seeds: hosts.map((host) => `http://${host}/`),
      scope: { depth: 1 },
      budget: { perSeed: { pages: 5 } },
      sites: [{ for: 'site.test', budget: { pages: 3 } }],
      fetch: { ...web.fetch, retries: 1 },
    });
    const told = completenessOf(to);
    expect(told.complete).toBe(false);
    const limitsOf = (host: string) => siteIn(told, `http://${host}`).limits;
    expect(limitsOf('site.test')).toEqual([
      { by: 'budget.perSite.pages', urls: 4, detail: '3 of 3 pages taken in this run (set for site.test)' },
    ]);
    expect(siteIn(told, 'http://site.test')).toMatchObject({ documents: 3, known: 7, unfetched: 4 });
    expect(limitsOf('seed.test')).toEqual([{ by: 'budget.perSeed.pages', urls: 2, detail: '5 of 5 pages taken in this run' }]);
    expect(limitsOf('deep.test')).toMatchObject([{ by: 'depth', urls: 2, detail: expect.stringContaining('scope.depth') }]);
    expect(limitsOf('robots.test')).toMatchObject([{ by: 'robots', urls: 2 }]);
    expect(limitsOf('busy.test')).toMatchObject([{ by: 'outage', urls: 1 }]);
    expect(limitsOf('closed.test')).toMatchObject([{ by: 'closed', detail: expect.stringContaining('robots.txt answered 500') }]);
    const seed = told.seeds.find((row) => row.seed === 'http://seed.test/');
    expect(seed).toMatchObject({ state: 'limited', documents: 5, unfetched: 2 });
  });

  it('a budget of the crawl: pages, time', async () => {
    const paths = numbered(9);
    const web = await fixture({ 'a.test': { '/': linking(...paths), ...pagesFor(paths) } });
    const budgeted = workspace();
    await budgeted.crawl({ seeds: ['http://a.test/'], budget: { pages: 4 }, fetch: web.fetch });
    expect(siteIn(completenessOf(budgeted), 'http://a.test')).toMatchObject({
      documents: 4,
      unfetched: 6,
      limits: [{ by: 'budget.pages', urls: 6, detail: '4 pages fetched' }],
    });
    const slow = workspace();
    await slow.crawl({ seeds: ['http://a.test/'], politeness: { delay: '700ms' }, budget: { time: '3s' }, fetch: web.fetch });
    const { limits } = siteIn(completenessOf(slow), 'http://a.test');
    // Whether politeness is named beside it depends on how busy this machine is.
    expect(limits.find(({ by }) => by === 'budget.time')?.detail).toBe('3 s are over');
  });

  it('a second run that ends early tells what it did not check again', async () => {
    const paths = numbered(5);
    const web = await fixture({ 'a.test': { '/': linking(...paths), ...pagesFor(paths) } });
    const to = workspace();
    await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
    await to.crawl({ seeds: ['http://a.test/'], budget: { pages: 2 }, fetch: web.fetch });
    const site = siteIn(completenessOf(to), 'http://a.test');
    expect(site).toMatchObject({ documents: 6, unfetched: 0, unchecked: 4, estimate: null, limits: [{ by: 'budget.pages', urls: 4 }] });
    expect(to.read((repository) => runReport(repository, 1).completeness)).toBeNull();
  });
});

describe('the unknown', () => {
  /** Pages that link to eight others each, anywhere, and to a menu of five. */
  function randomWeb(size: number): Record<string, string> {
    let state = 12345;
    const next = (): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return Math.floor((state / 0x80000000) * size);
    };
    const menu = ['/', '/p1', '/p2', '/p3', '/p4'];
    const page = () => linking(...menu, ...Array.from({ length: 8 }, () => `/p${next()}`));
    return { '/': page(), ...Object.fromEntries(numbered(size).map((path) => [path, page()])) };
  }

  it('is estimated within a factor of two on a web of known size, and says what it rests on', async () => {
    const size = 600;
    const web = await fixture({ 'a.test': randomWeb(size) });
    const to = workspace();
    await to.crawl({ seeds: ['http://a.test/'], budget: { pages: 90 }, fetch: web.fetch });
    const site = siteIn(completenessOf(to), 'http://a.test');
    const truth = size + 1 - site.known;
    expect(truth).toBeGreaterThan(100);
    expect(site.estimate?.unknown).toBeGreaterThan(truth / 2);
    expect(site.estimate?.unknown).toBeLessThan(truth * 2);
    expect(site.estimate?.basis).toMatch(/^an estimate: of \d+ links on the 18 pages read last, \d+ led to something new$/);
  });

  it('is left alone where there is nothing to estimate from', async () => {
    const web = await fixture({ 'a.test': { '/': linking(...numbered(40)), ...pagesFor(numbered(40)) } });
    const to = workspace();
    await to.crawl({ seeds: ['http://a.test/'], budget: { pages: 10 }, fetch: web.fetch });
    expect(siteIn(completenessOf(to), 'http://a.test')).toMatchObject({ unfetched: 31, estimate: null });
  });
});
