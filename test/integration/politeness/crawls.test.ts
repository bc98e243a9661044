/** Politeness as the server sees it: its own log is the witness, never the crawler's word. */
import { describe, expect, it } from 'vitest';
import { politenessReport } from '../../../src/deliver/index.js';
import { demoDefinition } from '../../../src/demo-web/index.js';
import { type FixturePages, type FixtureRequest, linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { arrivalGaps, LOG_ROUNDING, mostAtOnce, ownStateFolder, smallestGap } from '../../support/politely.js';

ownStateFolder();
const { workspace, fixture, demo } = crawling();

const numbered = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, index) => `/${prefix}${index}`);

/** A home page that links to `count` pages. */
const site = (count: number, prefix = 'page'): FixturePages => ({
  '/': linking(...numbered(prefix, count)),
  ...Object.fromEntries(numbered(prefix, count).map((path) => [path, `<title>${path}</title>`])),
});

const at = (requests: readonly FixtureRequest[], host: string): FixtureRequest[] => requests.filter((request) => request.host === host);

describe('between crawls', () => {
  it('A-37 two crawls of one host together keep the delay of one', async () => {
    const delay = 300;
    const web = await fixture({ 'shared.test': { ...site(5, 'left'), '/other': linking(...numbered('right', 5)), ...site(5, 'right') } });
    const both = ['/left0', '/right0'].map((start, index) =>
      workspace().crawl({
        seeds: [`http://shared.test/${index ? 'other' : ''}`, `http://shared.test${start}`],
        politeness: { delay: `${delay}ms` },
        fetch: { ...web.fetch, userAgent: `crawl-${index}` },
      }),
    );
    await Promise.all(both);
    expect(smallestGap(web.requests)).toBeGreaterThanOrEqual(delay - LOG_ROUNDING);
    expect(mostAtOnce(web.requests)).toBe(1);
    const agents = web.requests.map(({ headers }) => headers['user-agent']);
    // Neither had to wait for the other's end.
    expect(new Set(agents.slice(0, 6)).size).toBe(2);
    expect(new Set(agents.slice(-8)).size).toBe(2);
  });

  it('A-37 two crawls of two sites at one address have one request in flight between them', async () => {
    const slow = (path: string) => ({ body: `<title>${path}</title>`, delayMs: 30 });
    const pages = (prefix: string): FixturePages => ({
      '/': linking(...numbered(prefix, 6)),
      ...Object.fromEntries(numbered(prefix, 6).map((path) => [path, slow(path)])),
    });
    const web = await fixture({ 'one.test': pages('a'), 'two.test': pages('b') });
    await Promise.all(['one.test', 'two.test'].map((host) => workspace().crawl({ seeds: [`http://${host}/`], fetch: web.fetch })));
    expect(web.asked('one.test')).toHaveLength(7);
    expect(web.asked('two.test')).toHaveLength(7);
    expect(mostAtOnce(web.requests)).toBe(1);
  });

  it('A-37 a run that follows another owes the site the delay after the last answer of the first', async () => {
    const web = await fixture({ 'again.test': site(1) });
    const crawl = workspace();
    const input = { seeds: ['http://again.test/'], politeness: { delay: '800ms' }, fetch: web.fetch };
    await crawl.crawl(input);
    const before = web.requests.length;
    await crawl.crawl(input);
    expect(web.requests.length).toBeGreaterThan(before);
    expect(smallestGap(web.requests)).toBeGreaterThanOrEqual(800 - LOG_ROUNDING);
  });
});

describe('within a crawl', () => {
  it('G-11 gaps are the Crawl-delay of the site, else three seconds', async () => {
    const web = await fixture({
      'silent.test': site(1),
      'asking.test': { ...site(1), '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 4\n' } },
    });
    await workspace().crawl({
      seeds: ['http://silent.test/', 'http://asking.test/'],
      politeness: { delay: undefined },
      fetch: web.fetch,
    });
    expect(web.asked('silent.test')).toEqual(['/', '/page0']);
    expect(web.asked('asking.test')).toEqual(['/', '/page0']);
    expect(smallestGap(at(web.requests, 'silent.test'))).toBeGreaterThanOrEqual(3000 - LOG_ROUNDING);
    expect(smallestGap(at(web.requests, 'asking.test'))).toBeGreaterThanOrEqual(4000 - LOG_ROUNDING);
  });

  it('S-53 a rate over everything slows all sites together', async () => {
    const hosts = ['a.one.test', 'b.two.test', 'c.three.test'];
    const web = await fixture(Object.fromEntries(hosts.map((host) => [host, site(2)])));
    await workspace().crawl({ seeds: hosts.map((host) => `http://${host}/`), politeness: { rate: 5 }, fetch: web.fetch });
    expect(web.requests.length).toBeGreaterThanOrEqual(12);
    // As below: the way to the server is longer for a new connection.
    expect(spanOf(web.requests)).toBeGreaterThanOrEqual((web.requests.length - 1) * 200 - 50);
  });

  it('S-53 a rate per domain slows the sites of that domain together, and no other', async () => {
    const hosts = ['a.slow.test', 'b.slow.test', 'c.slow.test', 'a.other.test'];
    const web = await fixture(Object.fromEntries(hosts.map((host) => [host, site(2)])));
    await workspace().crawl({ seeds: hosts.map((host) => `http://${host}/`), politeness: { perDomain: { rate: 2 } }, fetch: web.fetch });
    const slow = web.requests.filter(({ host }) => host.endsWith('.slow.test'));
    const other = at(web.requests, 'a.other.test');
    // A rate counts from one sending to the next; the way to the server is longer for a new connection.
    const way = 50;
    expect(spanOf(slow)).toBeGreaterThanOrEqual((slow.length - 1) * 500 - way);
    // The other domain has a rate of its own, and does not wait for this one.
    expect(spanOf(other)).toBeGreaterThanOrEqual((other.length - 1) * 500 - way);
    expect(smallestGap(web.requests)).toBeLessThan(500);
  });

  it('S-53 a delay for one host holds there only', async () => {
    const web = await fixture({ 'gentle.test': site(2), 'quick.test': site(2) });
    await workspace().crawl({
      seeds: ['http://gentle.test/', 'http://quick.test/'],
      sites: [{ for: 'gentle.test', politeness: { delay: '700ms' } }],
      fetch: web.fetch,
    });
    expect(smallestGap(at(web.requests, 'gentle.test'))).toBeGreaterThanOrEqual(700 - LOG_ROUNDING);
    expect(smallestGap(at(web.requests, 'quick.test'))).toBeLessThan(700);
  });

  it('nine sites of one registrable domain, three seconds each, run side by side', async () => {
    const hosts = Array.from({ length: 9 }, (_, index) => `office${index}.gov.test`);
    const web = await fixture(Object.fromEntries(hosts.map((host) => [host, { '/': '<title>Home</title>' }])));
    await workspace().crawl({ seeds: hosts.map((host) => `http://${host}/`), politeness: { delay: '3s' }, fetch: web.fetch });
    for (const host of hosts) {
      expect(web.asked(host)).toEqual(['/']);
      expect(smallestGap(at(web.requests, host))).toBeGreaterThanOrEqual(3000 - LOG_ROUNDING);
    }
    // Each site alone takes as long; one after the other they would take nine times that.
    const alone = Math.max(...hosts.map((host) => spanOf(at(web.requests, host))));
    expect(spanOf(web.requests)).toBeLessThan(2 * alone);
  });

  it('Retry-After pauses the whole site, and only that', async () => {
    const web = await fixture({
      'busy.test': {
        ...site(4),
        '/page0': (_request, earlier) => (earlier === 0 ? { status: 429, headers: { 'Retry-After': '3' } } : '<title>At last</title>'),
      },
      'calm.test': site(4),
    });
    await workspace().crawl({ seeds: ['http://busy.test/', 'http://calm.test/'], fetch: web.fetch });
    const busy = at(web.requests, 'busy.test');
    const refused = busy.findIndex(({ path }) => path === '/page0');
    const pause = (busy[refused + 1]?.at ?? 0) - (busy[refused]?.at ?? 0);
    expect(pause).toBeGreaterThanOrEqual(3000 - LOG_ROUNDING);
    expect(web.asked('busy.test').filter((path) => path === '/page0')).toHaveLength(2);
    expect(web.requests.findLastIndex(({ host }) => host === 'calm.test')).toBeLessThan(
      web.requests.indexOf(busy[refused + 1] as FixtureRequest),
    );
  });

  it('an outage makes the crawler slower with every failure, and one good answer ends that', async () => {
    const failing = Object.fromEntries(numbered('page', 3).map((path) => [path, { status: 500, body: 'Out of order.' }]));
    const web = await fixture({ 'broken.test': { ...site(5), ...failing } });
    await workspace().crawl({
      seeds: ['http://broken.test/'],
      politeness: { delay: '100ms', maxDelay: '2s' },
      fetch: { ...web.fetch, retries: 0 },
    });
    const pages = web.requests.slice(web.requests.findIndex(({ path }) => path === '/page0'));
    expect(pages.map(({ path }) => path)).toEqual(numbered('page', 5));
    const [first = 0, second = 0, third = 0, healthy = 0] = arrivalGaps(pages);
    expect(first).toBeGreaterThanOrEqual(1000 - LOG_ROUNDING);
    expect(second).toBeGreaterThanOrEqual(2000 - LOG_ROUNDING);
    expect(third).toBeGreaterThanOrEqual(2000 - LOG_ROUNDING);
    expect(healthy).toBeLessThan(1000);
  });

  it('a page that fails at every attempt slows its site down once, not at each of them', async () => {
    const web = await fixture({ 'odd.test': { ...site(50), '/page0': { status: 503, body: 'Not today.' } } });
    await workspace().crawl({
      seeds: ['http://odd.test/'],
      politeness: { delay: '100ms' },
      fetch: { ...web.fetch, retries: 2, retryDelay: '1500ms' },
    });
    const attempts = web.requests.flatMap(({ path }, index) => (path === '/page0' ? [index] : []));
    expect(attempts).toHaveLength(3);
    const [first = 0, ...later] = attempts.map((index) => (web.requests[index + 1]?.at ?? 0) - (web.requests[index]?.at ?? 0));
    expect(first).toBeGreaterThanOrEqual(1000 - LOG_ROUNDING);
    for (const gap of later) expect(gap).toBeLessThan(900);
  });

  it('a slow host with nine tenths of the queue stops nobody', async () => {
    const paths = numbered('slow', 36);
    const slow = Object.fromEntries(paths.map((path) => [path, { body: '<title>Slow</title>', delayMs: 150 }]));
    const web = await fixture({ 'slow.test': { '/': linking(...paths), ...slow }, 'quick.test': site(3) });
    await workspace().crawl({
      seeds: ['http://slow.test/', 'http://quick.test/'],
      politeness: { exemptAddresses: ['127.0.0.1'] },
      fetch: web.fetch,
    });
    expect(web.asked('slow.test')).toHaveLength(37);
    const lastQuick = web.requests.findLastIndex(({ host }) => host === 'quick.test');
    expect(at(web.requests.slice(0, lastQuick), 'slow.test').length).toBeLessThan(12);
  });
});

const spanOf = (requests: readonly FixtureRequest[]): number => (requests.at(-1)?.at ?? 0) - (requests[0]?.at ?? 0);

it('the proof from the recorded fetches agrees, also where answers break off', async () => {
  const web = await demo({ sites: ['broken'] });
  const to = workspace();
  await to.crawl(demoDefinition(web));
  expect(to.rows('fetches').filter(({ error }) => error !== null).length).toBeGreaterThan(3);
  expect(to.read((repository) => politenessReport([repository.requests()]))).toMatchObject({ kept: true, tooShort: 0 });
});
