/** What a site in trouble is spared, as the server sees it. */
import { expect, it } from 'vitest';
import type { CrawlControl } from '../../../src/run/crawl/index.js';
import { type FixtureAnswer, type FixturePage, type FixtureRequest, linking } from '../../../src/testing/index.js';
import { politenessReport, runReport } from '../../../src/views/reports/index.js';
import { demoDefinition } from '../../../src/webs/demo/index.js';
import { crawling } from '../../support/crawling.js';
import { arrivalGaps, numbered, ownStateFolder, requestsTo, site } from '../../support/politely.js';

ownStateFolder();
const { workspace, timed, fixture, demo } = crawling();

it('Retry-After pauses the whole site, and only that', async () => {
  const { web, time } = await timed({
    'busy.test': {
      ...site(4),
      '/page0': (_request, earlier) => (earlier === 0 ? { status: 429, headers: { 'Retry-After': '3' } } : '<title>At last</title>'),
    },
    'calm.test': site(4),
  });
  await workspace().crawl({ seeds: ['http://busy.test/', 'http://calm.test/'], fetch: web.fetch }, { time });
  const busy = requestsTo(web.requests, 'busy.test');
  const refused = busy.findIndex(({ path }) => path === '/page0');
  const pause = (busy[refused + 1]?.at ?? 0) - (busy[refused]?.at ?? 0);
  expect(pause).toBe(3000);
  expect(web.asked('busy.test').filter((path) => path === '/page0')).toHaveLength(2);
  expect(web.requests.findLastIndex(({ host }) => host === 'calm.test')).toBeLessThan(
    web.requests.indexOf(busy[refused + 1] as FixtureRequest),
  );
});

it('an outage makes the crawler slower with every failure, and one good answer ends that', async () => {
  const failing = Object.fromEntries(numbered('page', 3).map((path) => [path, { status: 500, body: 'Out of order.' }]));
  const { web, time } = await timed({ 'broken.test': { ...site(5), ...failing } });
  const politeness = { delay: '100ms', maxDelay: '2s' };
  await workspace().crawl({ seeds: ['http://broken.test/'], politeness, fetch: { ...web.fetch, retries: 0 } }, { time });
  const pages = web.requests.slice(web.requests.findIndex(({ path }) => path === '/page0'));
  expect(pages.map(({ path }) => path)).toEqual(numbered('page', 5));
  expect(arrivalGaps(pages)).toEqual([1000, 2000, 2000, 100]);
});

it('a page that fails at every attempt slows its site down once, not at each of them', async () => {
  const { web, time } = await timed({ 'odd.test': { ...site(50), '/page0': { status: 503, body: 'Not today.' } } });
  const fetch = { ...web.fetch, retries: 2, retryDelay: '1500ms' };
  await workspace().crawl({ seeds: ['http://odd.test/'], politeness: { delay: '100ms' }, fetch }, { time });
  const attempts = web.requests.flatMap(({ path }, index) => (path === '/page0' ? [index] : []));
  expect(attempts).toHaveLength(3);
  expect(attempts.map((index) => arrivalGaps(web.requests)[index])).toEqual([1000, 100, 100]);
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

/** The same web on two days: well, and then with one of its sites in trouble. */
async function twoDays(trouble: FixtureAnswer) {
  const day = { inTrouble: false };
  const sick = Object.fromEntries(
    Object.entries(site(40)).map(([path, page]): [string, FixturePage] => [path, () => (day.inTrouble ? trouble : (page as string))]),
  );
  const web = await fixture({ 'sick.test': sick, 'well.test': site(5) });
  const to = workspace();
  const crawl = () =>
    to.crawl({
      seeds: ['http://sick.test/', 'http://well.test/'],
      // No pauses, so that what takes minutes by default is over at once; the trial with a clock is in the frontier's contract.
      politeness: { delay: '0s', maxDelay: '1ms', exemptAddresses: ['127.0.0.1'], trouble: { tries: 4, probes: 2 } },
      fetch: { ...web.fetch, timeout: '200ms', minRate: '1KB', retryDelay: '1ms' },
    });
  return { day, web, to, crawl };
}

it.each([
  ['answers 503', { status: 503, body: 'Not today.' }, 'answered 503'],
  ['cuts connections', { instead: 'cut' }, 'FETCH_RESET'],
  ['drips', { instead: 'drip' }, 'FETCH_TOO_SLOW'],
  ['asks for an hour of peace', { status: 503, headers: { 'Retry-After': '3600' } }, 'Retry-After'],
] as const)(
  'a site that %s is set aside: the run ends with gaps, nothing counts as gone, and the next one asks first',
  async (_what, trouble, sign) => {
    const { day, web, to, crawl } = await twoDays(trouble);
    expect((await crawl()).gaps).toEqual([]);
    day.inTrouble = true;
    const asked = web.asked('sick.test').length;
    const end = await crawl();
    expect(end).toMatchObject({ state: 'finished', gaps: [{ site: 'http://sick.test', reason: expect.stringContaining(sign) }] });
    expect(end.reason).toContain('with gaps');
    expect(web.asked('sick.test').length - asked).toBeLessThanOrEqual(12);
    const report = to.read((repository) => runReport(repository));
    expect(report.summary.setAside).toMatchObject([{ site: 'http://sick.test', reason: expect.stringContaining(sign) }]);
    expect(report.summary.setAside[0]?.queued).toBeGreaterThanOrEqual(30);
    expect(report.summary.operations).toEqual({ Add: 0, Upd: 0, Del: 0, None: 6 });
    expect(report.summary).toMatchObject({ documents: 47, suspected: 0, heldBack: 0 });
    if (sign === 'Retry-After') return; // nobody asks before that hour is over
    const before = web.asked('sick.test').length;
    expect((await crawl()).gaps).toHaveLength(1);
    expect(web.asked('sick.test').length - before).toBeLessThanOrEqual(4); // a connection that was cut may be tried anew
    day.inTrouble = false;
    expect(await crawl()).toMatchObject({ gaps: [], reason: 'everything was visited' });
    expect(to.read((repository) => runReport(repository)).summary).toMatchObject({
      documents: 47,
      setAside: [],
      operations: { Del: 0, None: 47 },
    });
  },
);

it('the time of a run holds, whatever is under way: what drips stays queued', async () => {
  let control: CrawlControl | null = null;
  const dripping = (): FixtureAnswer => {
    control?.change({ budget: { time: '1ms' } }); // over while this request is under way
    return { instead: 'drip' };
  };
  const web = await fixture({ 'drip.test': { '/': dripping } });
  const settings = { seeds: ['http://drip.test/'], fetch: { ...web.fetch, timeout: '10m', minRate: '1B', concurrency: 1 } };
  const end = await workspace().crawl(settings, {
    onStart: (start) => {
      control = start.control;
    },
  });
  expect(end).toMatchObject({ state: 'finished', reason: 'budget.time: 0.001 s are over' });
  expect(end.statistics).toMatchObject({ queued: 1, pages: 0 });
});
