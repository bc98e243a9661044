/** What a further run visits: chosen pages only, what sitemaps say has changed, or everything after the last session is gone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FixtureAnswer, type FixturePage, type FixturePages, linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli } from '../../support/run-cli.js';

const { fixture, workspace } = crawling();

const DAY = 86_400_000;
const fresh = { mode: 'fresh' as const, budget: 1000, min: '1h' };

/** A page that says by its validator whether it is what it was; `state.version` changes it. */
function versioned(state: { version: number }, body: (version: number) => string): FixturePage {
  return (request): FixtureAnswer => {
    const etag = `"${state.version}"`;
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ETag: etag };
    return request.headers['if-none-match'] === etag ? { status: 304, headers } : { headers, body: body(state.version) };
  };
}

const words = (about: string) =>
  `<!doctype html><title>${about}</title><p>${`${about} is what this page is about, and it says so. `.repeat(8)}`;

/** A home page and leaves; each has a version of its own. */
function site(leaves: number) {
  const versions = Array.from({ length: leaves }, () => ({ version: 1 }));
  const home = { version: 1 };
  const pages: Record<string, FixturePage> = { '/': versioned(home, () => linking(...versions.map((_, index) => `/leaf-${index}`))) };
  versions.forEach((state, index) => {
    pages[`/leaf-${index}`] = versioned(state, (version) => words(`Leaf ${index} in its state ${version}`));
  });
  return { pages: pages as FixturePages, versions, home };
}

it('G-42 a second pass revisits changed pages only: the others answer 304 or are not due', async () => {
  const { pages, versions } = site(8);
  const web = await fixture({ 'a.test': pages });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch, revisit: fresh };
  await to.crawl(definition);
  const first = web.requests.length;
  for (const index of [2, 5]) (versions[index] as { version: number }).version++;

  await to.crawl(definition, { planAt: Date.now() + 3 * DAY });
  const second = web.requests.slice(first).filter(({ path }) => path.startsWith('/leaf') || path === '/');
  expect(second.every(({ headers }) => headers['if-none-match'] !== undefined)).toBe(true);
  const bodies = to.rows('fetches').filter(({ run, status, type }) => run === 2 && status === 200 && type === 'text/html');
  expect(bodies.map(({ url }) => String(url)).sort()).toEqual(['http://a.test/leaf-2', 'http://a.test/leaf-5']);
  expect(to.rows('journal').filter(({ run }) => run === 2)).toMatchObject([{ operation: 'Upd' }, { operation: 'Upd' }]);
});

it('spends no more than the budget, leaves the rest as it was, and says that the run was partial', async () => {
  const { pages } = site(20);
  const web = await fixture({ 'a.test': pages });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch, capture: { sitemaps: false }, revisit: { ...fresh, budget: 6 } };
  await to.crawl(definition);
  const first = web.asked().length;
  const before = to.rows('documents');
  await to.crawl(definition, { planAt: Date.now() + DAY + 60_000 });
  expect(web.asked().length - first).toBe(6);
  expect(to.rows('documents')).toHaveLength(before.length);
  expect(to.rows('journal').filter(({ operation }) => operation !== 'Add')).toEqual([]);
  expect(to.read((repository) => repository.runs().map(({ partial }) => partial))).toEqual([false, true]);
});

it('begins no run when nothing is due', async () => {
  const web = await fixture({ 'a.test': site(3).pages });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch, revisit: fresh };
  await to.crawl(definition);
  const asked = web.requests.length;
  expect(await to.crawl(definition)).toMatchObject({ idle: true, run: 1 });
  expect(web.requests).toHaveLength(asked);
});

it('a page that is not due is never deleted, though nothing leads to it any more', async () => {
  const { pages, home } = site(6);
  const state = { listed: true };
  const shrinking = {
    ...pages,
    '/': versioned(home, () => (state.listed ? linking(...Array.from({ length: 6 }, (_, i) => `/leaf-${i}`)) : words('Nothing listed'))),
  };
  const web = await fixture({ 'a.test': shrinking });
  const to = workspace();
  const definition = {
    seeds: ['http://a.test/'],
    fetch: web.fetch,
    capture: { sitemaps: false },
    revisit: { ...fresh, budget: 1, explore: 1 },
  };
  await to.crawl(definition);
  state.listed = false;
  home.version++;
  await to.crawl(definition, { planAt: Date.now() + DAY + 60_000 });
  expect(web.asked().slice(7)).toEqual(['/']);
  expect(to.rows('journal').filter(({ operation }) => operation === 'Del')).toEqual([]);
  expect(to.rows('documents')).toHaveLength(7);
});

it('a page whose sitemap says it changed since is visited at once, though it was not due', async () => {
  const { pages, versions } = site(6);
  const lastmod = { of: '2020-01-01T00:00:00Z' };
  const sitemap = () => ({
    headers: { 'Content-Type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${versions
      .map(
        (_, index) =>
          `<url><loc>http://a.test/leaf-${index}</loc><lastmod>${index === 4 ? lastmod.of : '2020-01-01T00:00:00Z'}</lastmod></url>`,
      )
      .join('')}</urlset>`,
  });
  const web = await fixture({ 'a.test': { ...pages, '/sitemap.xml': sitemap } });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch, revisit: { ...fresh, budget: 1 } };
  await to.crawl(definition);
  const first = web.asked().length;
  await new Promise((resolve) => setTimeout(resolve, 1100));
  lastmod.of = new Date(1000 * Math.floor(Date.now() / 1000)).toISOString();
  (versions[4] as { version: number }).version++;
  await to.crawl(definition, { planAt: Date.now() + DAY + 60_000 });
  expect(web.asked().slice(first)).toEqual(['/leaf-4']);
  expect(to.rows('journal').at(-1)).toMatchObject({ operation: 'Upd', url: 'http://a.test/leaf-4' });
});

it('goes on with a partial run that was stopped, and stays partial', async () => {
  const { pages } = site(12);
  const web = await fixture({ 'a.test': pages });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch, capture: { sitemaps: false }, revisit: { ...fresh, budget: 8 } };
  await to.crawl(definition);
  const first = web.asked().length;
  const stop = new AbortController();
  stop.abort();
  const options = { planAt: Date.now() + DAY + 60_000 };
  expect(await to.crawl(definition, { ...options, stop: stop.signal })).toMatchObject({ state: 'stopped' });
  expect(await to.crawl(definition, options)).toMatchObject({ state: 'finished', run: 2 });
  expect(new Set(web.asked().slice(first)).size).toBe(8);
  expect(to.read((repository) => repository.runs().at(-1)?.partial)).toBe(true);
});

it('M-02 two sessions: the second store holds only its own pages, and nothing is thrown away before it starts', async () => {
  const state = { second: false };
  const home = () => (state.second ? linking('/new-1', '/new-2') : linking('/old-1', '/old-2', '/old-3'));
  const pages = Object.fromEntries(['/old-1', '/old-2', '/old-3', '/new-1', '/new-2'].map((path) => [path, words(`Page ${path}`)]));
  const web = await fixture({ 'a.test': { ...pages, '/': home } });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch, session: 'replace' as const };
  await to.crawl(definition);
  const archive = () => readdirSync(join(to.workspace, 'archive')).filter((name) => name.endsWith('.warc.gz'));
  const contents = () => archive().map((name) => readFileSync(join(to.workspace, 'archive', name)));
  const [old = Buffer.of()] = contents();
  expect(to.rows('pages')).toHaveLength(4);

  // A session that cannot start leaves what is there.
  await expect(to.crawl({ ...definition, seeds: [] })).rejects.toThrow(/nothing to crawl/);
  expect(to.rows('pages')).toHaveLength(4);

  state.second = true;
  await to.crawl(definition);
  expect(
    to
      .rows('pages')
      .map(({ url }) => String(url))
      .sort(),
  ).toEqual(['http://a.test/', 'http://a.test/new-1', 'http://a.test/new-2']);
  expect(to.rows('fetches').every(({ run }) => run === 2)).toBe(true);
  expect(to.rows('runs')).toHaveLength(2);
  expect(contents().map((bytes) => bytes.subarray(0, old.length).equals(old))).toEqual([false]);
  expect(web.requests.filter(({ headers }) => headers['if-none-match'])).toEqual([]);

  // Without the setting everything stays.
  await to.crawl({ ...definition, session: 'keep' });
  expect(to.rows('pages')).toHaveLength(3);
  expect(archive().length).toBeGreaterThan(1);
});

it('a site that had nothing due is asked for its robots.txt before a page that is found there', async () => {
  const { pages } = site(2);
  const state = { leadsOut: false };
  const hub = { version: 1 };
  const hubPage = versioned(hub, () => (state.leadsOut ? linking('http://b.test/', 'http://b.test/found') : linking('http://b.test/')));
  const web = await fixture({
    'a.test': { ...pages, '/': hubPage },
    'b.test': { '/': words('Home of b'), '/found': words('Found later') },
  });
  const to = workspace();
  const scope = { hosts: ['a.test', 'b.test'] };
  const revisit = { ...fresh, budget: 1, explore: 1 };
  const definition = { seeds: ['http://a.test/'], scope, fetch: web.fetch, capture: { sitemaps: false }, revisit };
  await to.crawl(definition);
  state.leadsOut = true;
  hub.version++;
  const before = web.requests.length;
  await to.crawl(definition, { planAt: Date.now() + DAY + 60_000 });
  expect(web.requests.slice(before).map(({ url }) => url)).toEqual([
    'http://a.test/robots.txt',
    'http://a.test/',
    'http://b.test/robots.txt',
    'http://b.test/found',
  ]);
});

it('tells how fresh a workspace is likely to be', async () => {
  const web = await fixture({ 'a.test': site(5).pages });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const { code, out } = await runCli(['freshness', '-w', to.workspace, '--budget', '100', '--json'], to.folder);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ budget: 100, total: { pages: 6 }, sites: [{ site: 'http://a.test', pages: 6 }] });
  const text = await runCli(['freshness', '-w', to.workspace], to.folder);
  expect(text.out).toContain('of 6 pages are likely to be as they are on the Web now');
  expect(text.out).toContain('http://a.test/leaf-#');
});

it('proves its gain in one command', async () => {
  const args = ['freshness', 'simulate', '--pages', '300', '--days', '60', '--budget', '10', '--json'];
  const [first, second] = await Promise.all([runCli(args, '.'), runCli(args, '.')]);
  expect(first).toEqual(second);
  const { schedules } = JSON.parse(first.out) as { schedules: { name: string }[] };
  expect(schedules.map(({ name }) => name)).toEqual(['learnt', 'uniform', 'proportional', 'optimal']);
});
