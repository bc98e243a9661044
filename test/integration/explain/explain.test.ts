/** What `explain` says of URLs whose story is known, since the web and the definition were made for it. */
import { describe, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/assembly/index.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { formatExplanation } from '../../../src/cli/format-explanation.js';
import { readStoredDefinition } from '../../../src/cli/stored-definition.js';
import type { Definition, DefinitionInput } from '../../../src/definition/crawl/index.js';
import { linking, type TestWorkspace } from '../../../src/testing/index.js';
import { type Explanation, explainUrl, type RuleSays } from '../../../src/views/explain/index.js';
import { crawling } from '../../support/crawling.js';
import { until } from '../../support/until.js';

const { workspace, fixture } = crawling();
const HOME = 'http://a.test/';

async function explain(
  to: TestWorkspace,
  url: string,
  { from, change = (same) => same }: { from?: string; change?: (definition: Definition) => Definition } = {},
): Promise<Explanation> {
  const { repository, archive, close } = readWorkspace(to.workspace);
  try {
    const { definition: stored } = await readStoredDefinition(repository.runs().at(-1)?.definition ?? '{}');
    const definition = change(stored);
    const registry = await loadRegistry(definition.plugins, to.folder);
    const seedHosts = repository.completeness
      .seeds()
      .filter(({ link }) => link === 'seed')
      .map((seed) => new URL(seed.url).host);
    return await explainUrl({ url, definition, registry, seedHosts, repository, archive, foundOn: from });
  } finally {
    close();
  }
}

const ruleBy = ({ judgement }: Explanation, by: string): RuleSays | undefined => judgement.rules.find((rule) => rule.by === by);

const text = (body: string) => ({ headers: { 'Content-Type': 'text/plain' }, body });

describe('why it was queued', () => {
  it('a seed: where paths begin, and when it became a document', async () => {
    const web = await fixture({ 'a.test': { '/': linking('/b') } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const told = await explain(to, HOME);
    expect(told.summary).toMatch(/^Fetched, 1 attempt; a document since \d{4}-\d\d-\d\d, present/);
    expect(told.found).toMatchObject({ by: 'a seed of the definition', path: [{ url: HOME, depth: 0, link: 'seed' }] });
    expect(told.visits).toMatchObject([{ status: 200, archive: { file: expect.stringMatching(/\.warc\.gz$/) } }]);
    expect(told.document?.entries).toMatchObject([{ operation: 'Add', reason: 'not known before' }]);
    expect(told.relatives).toMatchObject({ led: 1 });
    expect(ruleBy(told, 'scope')).toMatchObject({ verdict: 'passes', reason: 'seeds are always in scope' });
  });

  it('a linked page: the path from the seed with the words of every link', async () => {
    const web = await fixture({
      'a.test': {
        '/': '<a href="/b">To  the second</a>',
        '/b': '<iframe src="/c"></iframe>',
        '/c': '<a href="/d#x">fourth</a>',
        '/d': 'end',
      },
    });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const told = await explain(to, 'http://www.a.test/d/?utm_source=x#top');
    expect(told.identity).toMatchObject({ key: 'http://a.test/d', policy: 'default' });
    expect(told.identity.changes).toEqual([
      'fragment #top left out',
      'www. left out of the host',
      'slash at the end of the path left out',
      'left out of the query: utm_source=x',
    ]);
    expect(told.found?.path).toEqual([
      { url: HOME, depth: 0, link: 'seed', anchor: null },
      { url: 'http://a.test/b', depth: 1, link: 'a', anchor: 'To the second' },
      { url: 'http://a.test/c', depth: 2, link: 'iframe', anchor: null },
      { url: 'http://a.test/d', depth: 3, link: 'a', anchor: 'fourth' },
    ]);
  });

  it('a page of a sitemap, and the sitemap itself', async () => {
    const urlset = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/hidden</loc></url></urlset>';
    const web = await fixture({
      'a.test': { '/': 'home', '/sitemap.xml': { headers: { 'Content-Type': 'application/xml' }, body: urlset }, '/hidden': 'hidden' },
    });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const told = await explain(to, 'http://a.test/hidden');
    expect(told.found?.by).toBe('listed in a sitemap');
    expect(told.found?.path.map(({ url }) => url)).toEqual([
      'http://a.test/robots.txt',
      'http://a.test/sitemap.xml',
      'http://a.test/hidden',
    ]);
    expect((await explain(to, 'http://a.test/robots.txt')).known).toMatchObject({ kind: 'robots', state: 'done' });
  });
});

describe('why it was not followed', () => {
  const cases: [rule: string, url: string, input: DefinitionInput, reason: RegExp][] = [
    ['scope.seeds', 'http://other.test/', {}, /host other\.test is not a host of the seeds/],
    ['scope.domains', 'http://other.test/', { scope: { domains: ['a.test'] } }, /not under a\.test/],
    ['scope.hosts', 'http://other.test/', { scope: { hosts: ['a.test'] } }, /host other\.test is not a\.test/],
    ['scope.sites', 'https://a.test/', { scope: { sites: ['http://a.test'] } }, /site https:\/\/a\.test:443 is not/],
    ['scope.prefix', 'http://a.test/x', { scope: { prefix: ['http://a.test/in/'] } }, /does not begin with/],
    ['scope.url', 'http://a.test/x', { scope: { url: ['*/in/*'] } }, /does not fit/],
    ['scope.regex', 'http://a.test/x', { scope: { regex: ['in/'] } }, /does not match/],
    ['scope.not.url[1]', 'http://a.test/logout', { scope: { hosts: ['a.test'], not: { url: ['*x', '*logout*'] } } }, /fits \*logout\*/],
    ['scope.via', 'http://a.test/x', { scope: { hosts: ['a.test'], via: ['sitemap'] } }, /of kind a, not sitemap/],
    ['scope.language', 'http://a.test/x', { scope: { hosts: ['a.test'], language: ['fi'] } }, /language of the page|page is in/],
    ['scope.depth', 'http://a.test/x', { scope: { depth: 0 } }, /1 links from a seed, more than 0/],
    ['scope.path', 'http://a.test/x', { scope: { path: { within: 0, of: { url: ['*/in/*'] } } } }, /no page at most 0 links back/],
    ['filter.regex', 'http://a.test/x', { filters: [{ use: 'regex', filter: '/x$' }] }, /URL matches \/x\$/],
    ['filter.depth', 'http://a.test/x', { filters: [{ use: 'depth', depth: 1 }] }, /depth 1 is not below 1/],
  ];

  it.each(cases)('%s, as refused then and as it would be now', async (rule, url, input, reason) => {
    const web = await fixture({ 'a.test': { '/': linking('/x', '/logout', 'http://other.test/', 'https://a.test/') } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], ...input, fetch: { ...web.fetch, retries: 0 } });
    const told = await explain(to, url);
    expect(told.known).toBeNull();
    expect(told.refused).toMatchObject({ by: rule, reason: expect.stringMatching(reason), foundOn: HOME, run: 1 });
    expect(told.judgement).toMatchObject({ fetched: false, objection: { by: rule, reason: told.refused?.reason } });
    expect(told.judgement.as).toEqual({ depth: 1, link: 'a', foundOn: HOME, assumed: false });
    expect(told.summary).toContain(`Found and not followed: ${rule}`);
    expect(web.requests.some((request) => request.url === url)).toBe(false);
  });

  it('another definition is asked the same, and all its rules answer', async () => {
    const web = await fixture({ 'a.test': { '/': linking('/x') } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], scope: { depth: 0 }, fetch: web.fetch });
    const told = await explain(to, 'http://a.test/x', { change: (definition) => ({ ...definition, scope: { depth: 3 } }) });
    expect(told.refused?.by).toBe('scope.depth');
    expect(told.judgement).toMatchObject({ fetched: true, objection: null });
    expect(told.summary).toContain('now no rule refuses it');
    expect(told.judgement.rules.map(({ by, verdict }) => `${by} ${verdict}`)).toEqual([
      'scope.depth passes',
      'scope.seeds passes',
      'robots.txt passes',
    ]);
  });

  it('nofollow: the link says so', async () => {
    const web = await fixture({ 'a.test': { '/': '<a rel="nofollow" href="/x">x</a>', '/x': 'x' } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const told = await explain(to, 'http://a.test/x');
    expect(told.refused?.by).toBe('nofollow');
    expect(told.judgement.objection).toMatchObject({ by: 'nofollow', reason: expect.stringContaining('obeyNofollow is on') });
  });

  it('robots.txt: the very line, its number and its group', async () => {
    const robots = '# private\nUser-agent: other\nDisallow: /\n\nUser-agent: *\nAllow: /p/open\nDisallow: /p/\n';
    const web = await fixture({ 'a.test': { '/': linking('/p/x', '/p/open'), '/p/open': 'yes', '/robots.txt': text(robots) } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const told = await explain(to, 'http://a.test/p/x');
    expect(told.known).toMatchObject({ state: 'excluded', reason: 'robots.txt: Disallow: /p/' });
    expect(ruleBy(told, 'robots.txt')).toEqual({
      by: 'robots.txt',
      verdict: 'refuses',
      reason: 'line 7: Disallow: /p/ (group for everyone, *; we are Winnow)',
    });
    expect(told.visits).toEqual([]);
    const open = await explain(to, 'http://a.test/p/open');
    expect(ruleBy(open, 'robots.txt')).toMatchObject({ verdict: 'passes', reason: expect.stringContaining('line 6: Allow: /p/open') });
  });

  it('never seen: what would happen, also on a page somebody names', async () => {
    const web = await fixture({ 'a.test': { '/': linking('/b'), '/b': 'b' } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], scope: { depth: 1 }, fetch: web.fetch });
    const there = await explain(to, 'http://a.test/new');
    expect(there.summary).toBe('Never seen: nothing that was read leads here. If it were found, it would be fetched.');
    expect(there.judgement.as).toMatchObject({ depth: 1, assumed: true });
    const deeper = await explain(to, 'http://a.test/new', { from: 'http://a.test/b' });
    expect(deeper.judgement).toMatchObject({ as: { depth: 2, foundOn: 'http://a.test/b' }, objection: { by: 'scope.depth' } });
    const elsewhere = await explain(to, 'http://unknown.test/');
    expect(elsewhere.judgement.objection?.by).toBe('scope.seeds');
    expect(ruleBy(elsewhere, 'robots.txt')?.verdict).toBe('unknown');
    await expect(explain(to, 'mailto:x@a.test')).rejects.toThrow(/no URL that this crawl could fetch/);
    await expect(explain(to, 'http://a.test/new', { from: 'http://a.test/none' })).rejects.toThrow(/not known in this crawl/);
  });
});

describe('visits', () => {
  it('a redirect, and what it leads to', async () => {
    const web = await fixture({
      'a.test': { '/': linking('/old'), '/old': { status: 301, headers: { Location: '/new' } }, '/new': 'new' },
    });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const old = await explain(to, 'http://a.test/old');
    expect(old.summary).toBe('Redirected: answered 301, to http://a.test/new.');
    expect(old.visits).toMatchObject([{ status: 301, location: '/new' }]);
    const target = await explain(to, 'http://a.test/new');
    expect(target.relatives?.redirected).toEqual(['http://a.test/old']);
    expect(target.found?.path.at(-1)).toMatchObject({ link: 'redirect', depth: 1 });
  });

  it('an alias: another name a page gives itself', async () => {
    const page = '<link rel="canonical" href="/p?id=1"><p>the page';
    const web = await fixture({ 'a.test': { '/': linking('/p?id=1&view=wide'), '/p?id=1&view=wide': page } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const alias = await explain(to, 'http://a.test/p?id=1');
    expect(alias.known?.state).toBe('alias');
    expect(alias.summary).toMatch(/^Known as another name of http:\/\/a\.test\/p\?id=1&view=wide/);
    expect((await explain(to, 'http://a.test/p?id=1&view=wide')).relatives?.aliases).toEqual(['http://a.test/p?id=1']);
  });

  it('a failure, and a page that came at the second attempt', async () => {
    const flaky = (_request: unknown, earlier: number) => (earlier === 0 ? { status: 503 } : 'there');
    const web = await fixture({ 'a.test': { '/': linking('/gone', '/flaky'), '/flaky': flaky } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const gone = await explain(to, 'http://a.test/gone');
    expect(gone.summary).toBe('Failed: answered 404, in 1 attempt.');
    const retried = await explain(to, 'http://a.test/flaky');
    expect(retried.visits.map(({ status }) => status)).toEqual([503, 200]);
    expect(retried.document?.state).toBe('present');
  });

  it('a page that changed: both digests of each field that did', async () => {
    const page = (_request: unknown, earlier: number) => `<title>${earlier ? 'New' : 'Old'}</title><p>The same words`;
    const web = await fixture({ 'a.test': { '/': page } });
    const to = workspace();
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    await to.crawl({ seeds: [HOME], fetch: web.fetch });
    const { document, visits } = await explain(to, HOME);
    expect(visits.map(({ run }) => run)).toEqual([1, 2]);
    const last = document?.entries.at(-1);
    expect(last).toMatchObject({ operation: 'Upd', run: 2, reason: expect.stringContaining('title changed') });
    const title = last?.changed.find(({ field }) => field === 'title');
    expect(title?.before).toMatch(/^sha256:/);
    expect(title?.after).toMatch(/^sha256:/);
    expect(title?.before).not.toBe(title?.after);
  });
});

it('a document that is gone once: suspected, with the evidence and what it would take to delete it', async () => {
  const once = (_request: unknown, earlier: number) => (earlier ? { status: 404 } : '<title>B</title><p>There was something here.');
  const web = await fixture({ 'a.test': { '/': linking('/b'), '/b': once } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  const { document, visits } = await explain(to, 'http://a.test/b');
  expect(visits.map(({ status }) => status)).toEqual([200, 404]);
  expect(document).toMatchObject({ state: 'suspected', evidence: [{ kind: 'gone', run: 2 }] });
  expect(document?.entries.at(-1)).toMatchObject({ operation: 'None', suspicion: 'suspected' });
  expect(document?.outlook).toMatch(/^Deleted when the next run finds evidence again, or another kind than gone/);
});

describe('what is queued', () => {
  it('its place, the delay with what makes it so long, and the moment the site is free', async () => {
    const pages = ['/a', '/b', '/c', '/d'];
    const web = await fixture({
      'a.test': { '/': linking(...pages), '/robots.txt': text('User-agent: *\nCrawl-delay: 0.2\n') },
    });
    const to = workspace();
    await to.crawl({ seeds: [HOME], budget: { pages: 1 }, fetch: web.fetch });
    const told = await explain(to, 'http://a.test/c');
    expect(told.known?.state).toBe('queued');
    expect(told.waiting).toMatchObject({
      ahead: 2,
      atSite: 4,
      order: 'depth',
      delay: { configured: 0, asked: 200, troubles: 0, because: 'its robots.txt asks for it (Crawl-delay)' },
    });
    const home = (await explain(to, HOME)).visits[0];
    const ended = Date.parse(home?.at ?? '') + (home?.ms ?? 0);
    expect(Date.parse(told.waiting?.siteFreeAt ?? '') - ended).toBe(told.waiting?.delay.owed);
    expect(ruleBy(told, 'budget.pages')).toMatchObject({ verdict: 'spent', reason: '1 of 1 pages taken in run 1' });
    expect(told.summary).toMatch(/^Queued: 2 of 4 at its site come before it/);
  });

  it('a site that was set aside: why, and until when', async () => {
    const paths = Array.from({ length: 9 }, (_, index) => `/${index}`);
    const failing = Object.fromEntries(paths.map((path) => [path, { status: 503, body: 'Not today.' }]));
    const web = await fixture({ 'a.test': { '/': linking(...paths), ...failing } });
    const to = workspace();
    const politeness = { delay: '0s', maxDelay: '1ms', exemptAddresses: ['127.0.0.1'], trouble: { tries: 3 } };
    await to.crawl({ seeds: [HOME], politeness, fetch: { ...web.fetch, retries: 0 } });
    const told = await explain(to, 'http://a.test/8');
    expect(told.setAside).toMatchObject({ run: 1, reason: expect.stringContaining('answered 503') });
    expect(Date.parse(told.setAside?.until ?? '')).toBeGreaterThan(Date.parse(told.setAside?.at ?? ''));
    expect(told.summary).toContain(`http://a.test was set aside in run 1 until ${told.setAside?.until}: 3 requests in a row failed`);
    expect(told.waiting?.holds).toContainEqual({ what: expect.stringContaining('set aside in run 1'), until: told.setAside?.until });
    expect((await explain(to, 'http://a.test/never-seen')).summary).toMatch(/^Never seen.*was set aside/);
    const lines = formatExplanation(told, { style: (_style, text) => text }, 400);
    expect(lines).toMatch(/set aside +in run 1, .* until .*: 3 requests in a row/);
  });

  it('a site that said Retry-After is left alone until then', async () => {
    const busy = { status: 503, headers: { 'Retry-After': '600' } };
    const web = await fixture({ 'a.test': { '/': linking('/busy', '/later'), '/busy': busy } });
    const to = workspace();
    const stop = new AbortController();
    const crawl = to.crawl({ seeds: [HOME], fetch: { ...web.fetch, retries: 3 } }, { stop: stop.signal });
    await until(() => web.asked().includes('/busy') && to.rows('fetches').some(({ url }) => url === 'http://a.test/busy'));
    stop.abort();
    await crawl;
    const told = await explain(to, 'http://a.test/later');
    const held = told.waiting?.holds.find(({ what }) => what.includes('Retry-After: 600'));
    expect(Date.parse(held?.until ?? '')).toBeGreaterThan(Date.now());
    const free = [held, ...(told.setAside ? [told.setAside] : [])].map((hold) => hold?.until ?? '').toSorted();
    expect(told.waiting?.siteFreeAt).toBe(free.at(-1)); // whichever is later: asked for so long, the site is set aside too
    expect(told.waiting?.delay.because).toMatch(/trouble/);
    const own = await explain(to, 'http://a.test/busy');
    expect(own.waiting?.holds.map(({ what }) => what).join()).toContain('its last attempt failed');
  });
});
