/** Politeness between crawls as the server sees it: its own log is the witness, never the crawler's word. */
import { expect, it } from 'vitest';
import { type FixturePages, linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { LOG_ROUNDING, mostAtOnce, numbered, ownStateFolder, site, smallestGap } from '../../support/politely.js';

ownStateFolder();
const { workspace, fixture } = crawling();

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
