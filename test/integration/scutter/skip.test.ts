/** What a scutter never asks for again, and what anybody else does. */
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { scutter, seeing } from '../../support/scuttering.js';

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

it.each(['default', 'slow-deep-scutter'])('S-21 under the profile %s, what failed for good is never asked for again', async (id) => {
  const failing = ['/403', '/404', '/410', '/500'];
  const away = 'http://nowhere.invalid/x';
  const documents = {
    '/0': seeing(...failing.map((path) => `http://a.test${path}`), 'http://a.test/1', away),
    '/1': seeing(),
    ...Object.fromEntries(failing.map((path) => [path, { status: Number(path.slice(1)) }])),
  };
  const web = await fixture({ 'a.test': documents, 'nowhere.invalid': { '/x': seeing() } });
  const to = workspace();
  const { 'nowhere.invalid': _there, ...known } = web.fetch.resolve;
  await scutter(to, { ...web, fetch: { ...web.fetch, resolve: known } }, { id, plan: ['http://a.test/0'] });
  expect(web.asked()).toEqual(expect.arrayContaining(['/0', '/1', ...failing]));
  expect(to.rows('fetches').filter(({ url }) => url === away)).toMatchObject([{ error: 'FETCH_DNS_NOT_FOUND' }]);
  // Freshening, after a year too, and named by the plan anew: only another failure is tried again.
  const wishes = [{ freshen: true }, { freshen: true, later: 366 * DAY }, { plan: ['http://a.test/0', 'http://a.test/404', away] }];
  for (const wish of wishes) {
    const before = web.requests.length;
    await scutter(to, web, { id, ...wish });
    const again = new Set(web.requests.slice(before).map(({ url }) => url));
    expect([403, 404, 410].map((status) => again.has(`http://a.test/${status}`))).toEqual([false, false, false]);
    expect(again.has(away)).toBe(false);
    expect(again.has('http://a.test/0')).toBe(true);
    if ('freshen' in wish) expect(again.has('http://a.test/500')).toBe(true);
  }
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
