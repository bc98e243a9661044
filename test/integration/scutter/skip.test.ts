/** What a scutter never asks for again, and what anybody else does. */
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();

const HOME = 'http://a.test/';
const DAY = 86_400_000;
const SKIP = { statuses: [403, 404, 410], unknownHosts: true, recheck: '0s' };
const PAGES = {
  '/': linking('/403', '/404', '/410', '/500', '/fine', 'http://nowhere.invalid/x'),
  '/403': { status: 403 },
  '/404': { status: 404 },
  '/410': { status: 410 },
  '/500': { status: 500 },
  '/fine': 'fine',
};

it('S-21 a further crawl does not ask for 403, 404, 410 and hosts that do not exist; other failures are tried again', async () => {
  const web = await fixture({ 'a.test': PAGES, 'nowhere.invalid': { '/x': 'there is one now' } });
  const to = workspace();
  const { 'nowhere.invalid': there, ...known } = web.fetch.resolve;
  const definition = { seeds: [HOME], scope: { url: ['http://*'] }, revisit: { skip: SKIP } };
  const fetch = { ...web.fetch, retries: 0 };
  await to.crawl({ ...definition, fetch: { ...fetch, resolve: known } });
  const last = to.rows('fetches').filter(({ url }) => url === 'http://nowhere.invalid/x');
  expect(last).toMatchObject([{ error: 'FETCH_DNS_NOT_FOUND' }]);
  const before = web.requests.length;
  await to.crawl({ ...definition, fetch: { ...fetch, resolve: { ...known, 'nowhere.invalid': there ?? '' } } });
  const again = web.requests.slice(before).map(({ url }) => url);
  expect(again.filter((url) => !url.endsWith('robots.txt') && !url.endsWith('sitemap.xml')).toSorted()).toEqual([
    HOME,
    'http://a.test/500',
    'http://a.test/fine',
  ]);
  expect(again.some((url) => url.includes('nowhere'))).toBe(false);
});

it('S-21 a skip that has an interval is asked again when it is over', async () => {
  const web = await fixture({ 'a.test': PAGES });
  const to = workspace();
  const definition = { seeds: [HOME], revisit: { skip: { statuses: [404], recheck: '30d' } }, fetch: { ...web.fetch, retries: 0 } };
  const asked404 = () => web.asked().filter((path) => path === '/404').length;
  await to.crawl(definition);
  await to.crawl(definition, { planAt: Date.now() + 29 * DAY });
  expect(asked404()).toBe(1);
  await to.crawl(definition, { planAt: Date.now() + 31 * DAY });
  expect(asked404()).toBe(2);
});

it('S-21 by default a failure is asked again the next day', async () => {
  const web = await fixture({ 'a.test': PAGES });
  const to = workspace();
  const definition = { seeds: [HOME], revisit: { mode: 'fresh' as const }, fetch: { ...web.fetch, retries: 0 } };
  await to.crawl(definition);
  await to.crawl(definition, { planAt: Date.now() + 1.5 * DAY });
  expect(web.asked().filter((path) => path === '/404')).toHaveLength(2);
});
