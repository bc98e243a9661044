/** What a crawl follows and what it leaves alone, shown by what the servers were asked for. */
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { withinHops } from '../../../src/webs/demo/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture, demo } = crawling();

const HOME = 'http://a.test/';

it('G-03 a domain suffix is compared by labels: gov.si.evil.com is not followed', async () => {
  const web = await fixture({
    'a.gov.si': {
      '/': linking('http://b.gov.si/', 'http://gov.si/', 'http://gov.si.evil.com/', 'http://notgov.si/', 'http://evil.com/?gov.si'),
    },
    'b.gov.si': { '/': linking('/more'), '/more': 'more' },
    'gov.si': { '/': 'top' },
    'gov.si.evil.com': { '/': 'evil' },
    'notgov.si': { '/': 'no' },
    'evil.com': { '/?gov.si': 'no' },
  });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.gov.si/'], scope: { domains: ['.gov.si'] }, fetch: web.fetch });
  expect(new Set(web.requests.map(({ host }) => host))).toEqual(new Set(['a.gov.si', 'b.gov.si', 'gov.si']));
  expect(web.asked('b.gov.si')).toEqual(['/', '/more']);
  const refused = to.rows('rejections').map(({ url }) => url);
  expect(refused).toEqual(expect.arrayContaining(['http://gov.si.evil.com/', 'http://notgov.si/', 'http://evil.com/?gov.si']));
});

it.each([
  ['group *', 'User-agent: *\nDisallow: /closed/\nAllow: /closed/open\n', ['/', '/closed/open', '/plain']],
  [
    'our own name before *',
    'User-agent: *\nDisallow: /plain\n\nUser-agent: winnow\nDisallow: /closed/a\n',
    ['/', '/closed/open', '/plain'],
  ],
  ['no robots.txt: all allowed', null, ['/', '/closed/a', '/closed/open', '/plain']],
])('G-10 S-51 disallowed paths are never requested: %s', async (_name, robots, expected) => {
  const pages = { '/': linking('/closed/a', '/closed/open', '/plain'), '/closed/a': 'a', '/closed/open': 'open', '/plain': 'plain' };
  const web = await fixture({
    'a.test': robots === null ? pages : { ...pages, '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: robots } },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  expect(web.requests[0]?.path).toBe('/robots.txt');
  expect(web.asked().toSorted()).toEqual(expected);
  const excluded = to.rows('resources').filter(({ state }) => state === 'excluded');
  for (const { reason } of excluded) expect(reason).toMatch(/^robots\.txt: /);
});

it('a site that redirects everything it does not have, /sitemap.xml too, is crawled', async () => {
  const home = { status: 302, headers: { Location: '/en/' }, body: '' };
  const web = await fixture({ 'a.test': { '/': home, '/sitemap.xml': home, '/en/': linking('/en/b'), '/en/b': 'b' } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  expect(to.rows('pages').map(({ url }) => url)).toEqual(['http://a.test/en/', 'http://a.test/en/b']);
});

it('G-12 pages that only a nested sitemap names are crawled: index, gzip, text', async () => {
  const web = await demo({ sites: ['ministry'] });
  const only =
    web
      .truth()
      .sites[0]?.pages.filter((page) => page.onlyInSitemap)
      .map(({ url }) => url) ?? [];
  expect(only.length).toBeGreaterThan(1);
  const to = workspace();
  await to.crawl({
    seeds: ['http://ministry.gov.example/'],
    politeness: { crawlDelayFactor: 0.002 },
    fetch: { resolve: { ...web.resolve }, allowAddresses: [...web.allowAddresses] },
  });
  const pages = new Map(to.rows('pages').map((row) => [row['url'], row]));
  for (const url of only) expect(pages.get(url), url).toMatchObject({ status: 200, found_by: 'sitemap' });
});

it('G-12 /sitemap.xml is tried where robots.txt names none', async () => {
  const urlset = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/hidden</loc></url></urlset>';
  const web = await fixture({
    'a.test': { '/': 'home', '/sitemap.xml': { headers: { 'Content-Type': 'application/xml' }, body: urlset }, '/hidden': 'hidden' },
  });
  await workspace().crawl({ seeds: [HOME], fetch: web.fetch });
  expect(web.asked().toSorted()).toEqual(['/', '/hidden']);
});

it('A-46 German pages, at most two hops off a German page', async () => {
  const web = await demo({ sites: ['babel'] });
  const start = 'http://babel.example/';
  const to = workspace();
  const scope = { hosts: ['babel.example'], path: { within: 2, of: { language: ['de'] } } };
  await to.crawl({ seeds: [start], scope, fetch: { resolve: { ...web.resolve }, allowAddresses: [...web.allowAddresses] } });
  const fetched = to.rows('pages').map(({ url }) => String(url));
  expect(fetched.toSorted()).toEqual(withinHops(web.truth(), start, 'de', 2));
});

it('A-46 rules combine freely: and, or, not', async () => {
  const pages = Object.fromEntries(['/a/1', '/a/secret', '/b/1', '/c/1'].map((path) => [path, path]));
  const web = await fixture({ 'a.test': { '/': linking(...Object.keys(pages)), ...pages } });
  const scope = { all: [{ any: [{ url: ['*/a/*'] }, { prefix: ['http://a.test/b/'] }] }, { not: { regex: ['secret'] } }] };
  await workspace().crawl({ seeds: [HOME], scope, fetch: web.fetch });
  expect(web.asked().toSorted()).toEqual(['/', '/a/1', '/b/1']);
});

it('S-12 the log names the filter that refused, and its reason', async () => {
  const web = await fixture({ 'a.test': { '/': linking('/livejournal/1', '/deep', 'http://b.test/'), '/deep': linking('/deeper') } });
  const to = workspace();
  const filters = [
    { use: 'regex', filter: 'livejournal' },
    { use: 'depth', depth: 2 },
  ];
  await to.crawl({ seeds: [HOME], filters, fetch: web.fetch });
  const refusals = Object.fromEntries(
    to.rows('rejections').map(({ url, filter, reason, found_on }) => [url, { filter, reason, found_on }]),
  );
  expect(refusals['http://a.test/livejournal/1']).toMatchObject({
    filter: 'filter.regex',
    reason: expect.stringContaining('livejournal'),
    found_on: HOME,
  });
  expect(refusals['http://a.test/deeper']).toMatchObject({ filter: 'filter.depth', found_on: 'http://a.test/deep' });
  expect(refusals['http://b.test/']).toMatchObject({ reason: expect.stringContaining('b.test') });
});

it('S-13 a URL that the pattern of a RegexFilter matches is refused', async () => {
  const web = await fixture({ 'a.test': { '/': linking('/livejournal/1', '/diary/1'), '/livejournal/1': 'no', '/diary/1': 'yes' } });
  await workspace().crawl({ seeds: [HOME], filters: [{ use: 'regex', filter: 'livejournal' }], fetch: web.fetch });
  expect(web.asked()).toEqual(['/', '/diary/1']);
});

it('S-14 a cycle ends: each URL once', async () => {
  const web = await fixture({ 'a.test': { '/': linking('/b', '/'), '/b': linking('/c', '/'), '/c': linking('/', '/b', '/c') } });
  const end = await workspace().crawl({ seeds: [HOME], filters: ['single-fetch'], fetch: web.fetch });
  expect(end.reason).toBe('everything was visited');
  expect(web.asked()).toEqual(['/', '/b', '/c']);
});

it('S-15 depth 1, 3 and 5 compared', async () => {
  const pages = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [i === 0 ? '/' : `/${i}`, linking(`/${i + 1}`)]));
  const web = await fixture({ 'a.test': pages });
  const visited: number[] = [];
  for (const depth of [1, 3, 5]) {
    const before = web.asked().length;
    await workspace().crawl({ seeds: [HOME], filters: [{ use: 'depth', depth }], fetch: web.fetch });
    visited.push(web.asked().length - before);
  }
  expect(visited).toEqual([1, 3, 5]);
});

it('S-54 only hosts on the white list are fetched', async () => {
  const web = await fixture({
    'a.test': { '/': linking('http://b.test/', 'http://c.test/', 'http://sub.b.test/') },
    'b.test': { '/': 'b' },
    'c.test': { '/': 'c' },
    'sub.b.test': { '/': 'sub' },
  });
  const filters = [{ use: 'white-list', hosts: ['a.test', 'b.test'] }];
  await workspace().crawl({ seeds: [HOME], scope: { url: ['http://*'] }, filters, fetch: web.fetch });
  expect(web.asked('b.test')).toEqual(['/']);
  expect(web.requests.filter(({ host }) => host === 'c.test')).toEqual([]);
});
