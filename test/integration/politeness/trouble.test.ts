/** What a site in trouble is spared, as the server sees it. */
import { expect, it } from 'vitest';
import { politenessReport } from '../../../src/deliver/index.js';
import { demoDefinition } from '../../../src/demo-web/index.js';
import { type FixtureRequest, linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { arrivalGaps, LOG_ROUNDING, numbered, ownStateFolder, requestsTo, site } from '../../support/politely.js';

ownStateFolder();
const { workspace, fixture, demo } = crawling();

it('Retry-After pauses the whole site, and only that', async () => {
  const web = await fixture({
    'busy.test': {
      ...site(4),
      '/page0': (_request, earlier) => (earlier === 0 ? { status: 429, headers: { 'Retry-After': '3' } } : '<title>At last</title>'),
    },
    'calm.test': site(4),
  });
  await workspace().crawl({ seeds: ['http://busy.test/', 'http://calm.test/'], fetch: web.fetch });
  const busy = requestsTo(web.requests, 'busy.test');
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
  expect(requestsTo(web.requests.slice(0, lastQuick), 'slow.test').length).toBeLessThan(12);
});

it('the proof from the recorded fetches agrees, also where answers break off', async () => {
  const web = await demo({ sites: ['broken'] });
  const to = workspace();
  await to.crawl(demoDefinition(web));
  expect(to.rows('fetches').filter(({ error }) => error !== null).length).toBeGreaterThan(3);
  expect(to.read((repository) => politenessReport([repository.requests()]))).toMatchObject({ kept: true, tooShort: 0 });
});
