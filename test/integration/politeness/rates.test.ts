/** Delays and rates as the server sees them, by a clock that stands still while anybody works: a gap is what the crawler waited. */
import { expect, it } from 'vitest';
import { crawling } from '../../support/crawling.js';
import { ownStateFolder, requestsTo, site, smallestGap, spanOf } from '../../support/politely.js';

ownStateFolder();
const { workspace, timed } = crawling();

it('G-11 gaps are the Crawl-delay of the site, else three seconds', async () => {
  const { web, time } = await timed({
    'silent.test': site(1),
    'asking.test': { ...site(1), '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 4\n' } },
  });
  const definition = { seeds: ['http://silent.test/', 'http://asking.test/'], politeness: { delay: undefined }, fetch: web.fetch };
  await workspace().crawl(definition, { time });
  expect(web.asked('silent.test')).toEqual(['/', '/page0']);
  expect(web.asked('asking.test')).toEqual(['/', '/page0']);
  expect(smallestGap(requestsTo(web.requests, 'silent.test'))).toBe(3000);
  expect(smallestGap(requestsTo(web.requests, 'asking.test'))).toBe(4000);
});

it('S-53 a rate over everything slows all sites together', async () => {
  const hosts = ['a.one.test', 'b.two.test', 'c.three.test'];
  const { web, time } = await timed(Object.fromEntries(hosts.map((host) => [host, site(2)])));
  const seeds = hosts.map((host) => `http://${host}/`);
  await workspace().crawl({ seeds, politeness: { rate: 5 }, fetch: web.fetch }, { time });
  expect(web.requests.length).toBeGreaterThanOrEqual(12);
  expect(spanOf(web.requests)).toBeGreaterThanOrEqual((web.requests.length - 1) * 200);
});

it('S-53 a rate per domain slows the sites of that domain together, and no other', async () => {
  const hosts = ['a.slow.test', 'b.slow.test', 'c.slow.test', 'a.other.test'];
  const { web, time } = await timed(Object.fromEntries(hosts.map((host) => [host, site(2)])));
  const seeds = hosts.map((host) => `http://${host}/`);
  await workspace().crawl({ seeds, politeness: { perDomain: { rate: 2 } }, fetch: web.fetch }, { time });
  const slow = web.requests.filter(({ host }) => host.endsWith('.slow.test'));
  const other = requestsTo(web.requests, 'a.other.test');
  expect(spanOf(slow)).toBeGreaterThanOrEqual((slow.length - 1) * 500);
  // The other domain has a rate of its own, and does not wait for this one.
  expect(spanOf(other)).toBeGreaterThanOrEqual((other.length - 1) * 500);
  expect(smallestGap(web.requests)).toBeLessThan(500);
});

it('S-53 a delay for one host holds there only', async () => {
  const { web, time } = await timed({ 'gentle.test': site(2), 'quick.test': site(2) });
  const definition = {
    seeds: ['http://gentle.test/', 'http://quick.test/'],
    sites: [{ for: 'gentle.test', politeness: { delay: '700ms' } }],
    fetch: web.fetch,
  };
  await workspace().crawl(definition, { time });
  expect(smallestGap(requestsTo(web.requests, 'gentle.test'))).toBe(700);
  expect(smallestGap(requestsTo(web.requests, 'quick.test'))).toBeLessThan(700);
});

it('nine sites of one registrable domain, three seconds each, run side by side', async () => {
  const hosts = Array.from({ length: 9 }, (_, index) => `office${index}.gov.test`);
  const { web, time } = await timed(Object.fromEntries(hosts.map((host) => [host, { '/': '<title>Home</title>' }])));
  await workspace().crawl({ seeds: hosts.map((host) => `http://${host}/`), politeness: { delay: '3s' }, fetch: web.fetch }, { time });
  for (const host of hosts) {
    expect(web.asked(host)).toEqual(['/']);
    expect(smallestGap(requestsTo(web.requests, host))).toBe(3000);
  }
  // Each site alone takes as long; one after the other they would take nine times that.
  const alone = Math.max(...hosts.map((host) => spanOf(requestsTo(web.requests, host))));
  expect(spanOf(web.requests)).toBeLessThan(2 * alone);
});
