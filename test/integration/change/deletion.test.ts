/** When a document counts as gone, and when nothing of the kind may be concluded. */
import { describe, expect, it } from 'vitest';
import { article, changingWeb, HOST, listOf } from '../../support/changing.js';
import { crawling } from '../../support/crawling.js';

const open = crawling();

const PATHS = ['/a', '/b', '/c', '/d', '/e', '/f'];
const start = () =>
  changingWeb(open, { '/': listOf(...PATHS), ...Object.fromEntries(PATHS.map((path) => [path, article(`law ${path.slice(1)}`)])) });

describe('a document is deleted', () => {
  it('in the same run when it answers 404 and nothing leads to it any more', async () => {
    const site = await start();
    await site.run();
    delete site.pages['/c'];
    site.pages['/'] = listOf(...PATHS.filter((path) => path !== '/c'));
    expect(await site.run()).toEqual(['Del /c', 'Upd /']);
    const [entry] = site.made.rows('journal').filter(({ operation }) => operation === 'Del');
    expect(JSON.parse(String(entry?.['evidence']))).toMatchObject([{ kind: 'gone', detail: 'answered 404' }, { kind: 'unlisted' }]);
    expect(site.made.rows('documents').find(({ url }) => url === `http://${HOST}/c`)).toMatchObject({ state: 'deleted' });
    expect(site.made.rows('pages').map(({ url }) => url)).not.toContain(`http://${HOST}/c`);
    expect(site.operations()).toEqual({ Add: 0, Upd: 1, Del: 1, None: 5 });
    expect(await site.run()).toEqual([]);
  });

  it('when it answers 404 but is still linked: suspected first, deleted when the next run finds the same', async () => {
    const site = await start();
    await site.run();
    delete site.pages['/c'];
    expect(await site.run()).toEqual(['suspected /c']);
    expect(site.operations()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 6 });
    expect(await site.run()).toEqual(['Del /c']);
    const [entry] = site.made.rows('journal').filter(({ operation }) => operation === 'Del');
    expect((JSON.parse(String(entry?.['evidence'])) as { kind: string }[]).map(({ kind }) => kind)).toEqual(['gone', 'gone', 'repeated']);
  });

  it('when it moved for good and nothing leads to its old place', async () => {
    const site = await start();
    await site.run();
    site.pages['/new-c'] = article('law c');
    site.pages['/c'] = { status: 301, headers: { Location: '/new-c' } };
    site.pages['/'] = listOf(...PATHS.map((path) => (path === '/c' ? '/new-c' : path)));
    expect(await site.run()).toEqual(['Add /new-c', 'Del /c', 'Upd /']);
  });

  it('not from a sitemap that names it still', async () => {
    const site = await start();
    const sitemap = (...paths: string[]) => ({
      headers: { 'Content-Type': 'application/xml' },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>http://${HOST}${path}</loc></url>`).join('')}</urlset>`,
    });
    site.pages['/sitemap.xml'] = sitemap(...PATHS);
    await site.run();
    delete site.pages['/c'];
    site.pages['/'] = listOf(...PATHS.filter((path) => path !== '/c'));
    expect(await site.run()).toEqual(['Upd /', 'suspected /c']);
    site.pages['/c'] = article('law c');
    expect(await site.run()).toEqual(['cleared /c']);
    site.pages['/sitemap.xml'] = sitemap(...PATHS.filter((path) => path !== '/c'));
    delete site.pages['/c'];
    expect(await site.run()).toEqual(['Del /c']);
  });
});

describe('a document comes back', () => {
  it('from suspicion: it is cleared, and nothing else happened', async () => {
    const site = await start();
    await site.run();
    const page = site.pages['/c'] as string;
    delete site.pages['/c'];
    await site.run();
    site.pages['/c'] = page;
    expect(await site.run()).toEqual(['cleared /c']);
    expect(site.made.rows('documents').every(({ state }) => state === 'present')).toBe(true);
    delete site.pages['/c'];
    expect(await site.run()).toEqual(['suspected /c']); // what was cleared counts no more
  });

  it('from deletion: the same document with its history', async () => {
    const site = await start();
    await site.run();
    const before = site.made.rows('documents').find(({ url }) => url === `http://${HOST}/c`);
    delete site.pages['/c'];
    site.pages['/'] = listOf('/a', '/b', '/d', '/e', '/f');
    await site.run();
    site.pages['/c'] = article('law c', 'As amended.');
    site.pages['/'] = listOf(...PATHS);
    expect(await site.run()).toEqual(['Add /c', 'Upd /']);
    const after = site.made.rows('documents').find(({ url }) => url === `http://${HOST}/c`);
    expect(after).toMatchObject({ id: before?.['id'], state: 'present', first_seen: before?.['first_seen'] });
    const history = site.made.rows('journal').filter(({ url }) => url === `http://${HOST}/c`);
    expect(history.map(({ operation }) => operation)).toEqual(['Add', 'Del', 'Add']);
    expect(history[2]).toMatchObject({ reason: expect.stringMatching(/^back again/), previous: history[0]?.['version'] });
  });
});

describe('nothing is concluded', () => {
  it('design 9.1 from a start page that is not modified: its children stay None', async () => {
    const site = await start();
    const list = listOf(...PATHS);
    site.pages['/'] = (request) =>
      request.headers['if-none-match'] === '"1"' ? { status: 304 } : { headers: { 'Content-Type': 'text/html', ETag: '"1"' }, body: list };
    await site.run();
    expect(await site.run()).toEqual([]);
    expect(site.operations()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 7 });
  });

  it('design 9.2 about the end of a redirect that nothing else leads to', async () => {
    const site = await start();
    site.pages['/'] = listOf(...PATHS, '/old');
    site.pages['/old'] = { status: 302, headers: { Location: '/end' } };
    site.pages['/end'] = article('the end');
    await site.run();
    site.pages['/end'] = { status: 503 };
    expect(await site.run()).toEqual([]);
    delete site.pages['/end'];
    expect(await site.run()).toEqual(['suspected /end']); // one piece only: a redirect leads there
  });

  it.each<[string, Parameters<typeof change>[0]]>([
    ['a server error', { page: { status: 500 } }],
    ['no time left', { page: { body: 'late', delayMs: 120_000 }, definition: { fetch: { timeout: '2s' } } }],
    ['a closed door', { page: { status: 403 } }],
    ['too many requests', { page: { status: 429 } }],
    ['a login', { page: { status: 302, headers: { Location: '/login?next=/c' } } }],
    ['a temporary redirect', { page: { status: 302, headers: { Location: '/d' } } }],
    ['robots.txt that closes', { robots: 'User-agent: *\nDisallow: /c\n' }],
    ['robots.txt that is unavailable', { robots: null }],
    ['a name that is not found', { definition: { fetch: { resolve: {} } } }],
    ['a scope that changed', { definition: { scope: { not: { url: ['*/c'] } } } }],
    ['a depth that changed', { definition: { scope: { depth: 0 } } }],
  ])('design 9.3 from %s', async (_name, what) => {
    const site = await start();
    await site.run();
    expect(await change(what, site)).toEqual([]);
    expect(await change(what, site)).toEqual([]);
    expect(site.made.rows('documents').every(({ state }) => state === 'present')).toBe(true);
  });

  it('design 9.5 about the children of a page that did not change', async () => {
    const site = await start();
    await site.run();
    expect(await site.run()).toEqual([]);
    expect(site.operations()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 7 });
  });
});

type What = { page?: object; robots?: string | null; definition?: object };

function change({ page, robots, definition = {} }: What, site: Awaited<ReturnType<typeof start>>): Promise<string[]> {
  if (page) site.pages['/c'] = page;
  if (robots !== undefined)
    site.pages['/robots.txt'] = robots === null ? { status: 503 } : { headers: { 'Content-Type': 'text/plain' }, body: robots };
  return site.run(definition);
}
