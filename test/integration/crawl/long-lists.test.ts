/** Lists longer than anybody expects: all of it is taken in, in pieces, and what a bound leaves out is said with its number. */
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, fixture } = crawling();

const HOME = 'http://a.test/';
const paths = (count: number): string[] => Array.from({ length: count }, (_, n) => `/d/${n}`);
const urlset = (count: number, host = 'a.test'): string =>
  `<urlset>${paths(count)
    .map((path) => `<url><loc>http://${host}${path}</loc></url>`)
    .join('')}</urlset>`;
const xml = (body: string) => ({ headers: { 'content-type': 'application/xml' }, body });
/** Ends the crawl when the list is in. */
const BRIEF = { budget: { pages: 1 }, politeness: { delay: '0s', perSite: 1 } } as const;

it('a sitemap of more URLs than its protocol allows is taken in whole', async () => {
  const web = await fixture({ 'a.test': { '/': 'home', '/sitemap.xml': xml(urlset(51_000)) } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], ...BRIEF, fetch: web.fetch });
  const listed = to.rows('resources').filter(({ found_by }) => found_by === 'sitemap');
  expect(new Set(listed.map(({ url }) => url)).size).toBe(51_000);
});

it('links of a list that are out of scope are noted, however many', async () => {
  const web = await fixture({ 'a.test': { '/': 'home', '/sitemap.xml': xml(urlset(12_000, 'b.test')) } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], ...BRIEF, fetch: web.fetch });
  expect(to.rows('rejections').filter(({ found_on }) => found_on === `${HOME}sitemap.xml`)).toHaveLength(12_000);
});

it('a page of more links than one piece holds is followed whole, each link once', async () => {
  const links = paths(12_000);
  const web = await fixture({ 'a.test': { '/': linking(...links, ...links) } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], ...BRIEF, fetch: web.fetch });
  expect(to.rows('resources').filter(({ via }) => via === HOME)).toHaveLength(12_000);
  const stored = to.rows('links').map(({ to_url }) => to_url);
  expect(stored.join('\n')).toBe([...links, ...links].map((path) => `http://a.test${path}`).join('\n'));
});

it('what a bound leaves out is counted, in the notes of the page and in how the visit to the list ended', async () => {
  const web = await fixture({ 'a.test': { '/': linking(...paths(30)), '/sitemap.xml': xml(urlset(40)) } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], ...BRIEF, capture: { maxLinks: 25, maxSitemapUrls: 33 }, fetch: web.fetch });
  const resources = to.rows('resources');
  const sitemap = resources.find(({ url }) => url === `${HOME}sitemap.xml`);
  expect(sitemap?.['reason']).toBe('answered 200; 7 entries past the first 33 were left out');
  const home = Number(resources.find(({ url }) => url === HOME)?.['id']);
  expect(to.read(({ explain }) => explain.document(home)?.notes)).toContain('5 links past the first 25 were left out');
});
