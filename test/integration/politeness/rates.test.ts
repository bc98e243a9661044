/** Delays and rates as the server sees them. */
import { expect, it } from 'vitest';
import type { FixtureRequest } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { LOG_ROUNDING, ownStateFolder, requestsTo, site, smallestGap } from '../../support/politely.js';

ownStateFolder();
const { workspace, fixture } = crawling();

const spanOf = (requests: readonly FixtureRequest[]): number => (requests.at(-1)?.at ?? 0) - (requests[0]?.at ?? 0);

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
  expect(smallestGap(requestsTo(web.requests, 'silent.test'))).toBeGreaterThanOrEqual(3000 - LOG_ROUNDING);
  expect(smallestGap(requestsTo(web.requests, 'asking.test'))).toBeGreaterThanOrEqual(4000 - LOG_ROUNDING);
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
  const other = requestsTo(web.requests, 'a.other.test');
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
  expect(smallestGap(requestsTo(web.requests, 'gentle.test'))).toBeGreaterThanOrEqual(700 - LOG_ROUNDING);
  expect(smallestGap(requestsTo(web.requests, 'quick.test'))).toBeLessThan(700);
});

it('nine sites of one registrable domain, three seconds each, run side by side', async () => {
  const hosts = Array.from({ length: 9 }, (_, index) => `office${index}.gov.test`);
  const web = await fixture(Object.fromEntries(hosts.map((host) => [host, { '/': '<title>Home</title>' }])));
  await workspace().crawl({ seeds: hosts.map((host) => `http://${host}/`), politeness: { delay: '3s' }, fetch: web.fetch });
  for (const host of hosts) {
    expect(web.asked(host)).toEqual(['/']);
    expect(smallestGap(requestsTo(web.requests, host))).toBeGreaterThanOrEqual(3000 - LOG_ROUNDING);
  }
  // Each site alone takes as long; one after the other they would take nine times that.
  const alone = Math.max(...hosts.map((host) => spanOf(requestsTo(web.requests, host))));
  expect(spanOf(web.requests)).toBeLessThan(2 * alone);
});
