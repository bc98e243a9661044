import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from './ask.js';
import { type DemoWeb, type DemoWebOptions, startDemoWeb } from './demo-web.js';

const started: DemoWeb[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((web) => web.close()));
});

async function start(options: DemoWebOptions): Promise<DemoWeb> {
  const web = await startDemoWeb(options);
  started.push(web);
  return web;
}

describe('starting and stopping', () => {
  it('starts only the sites asked for', async () => {
    const web = await start({ sites: ['bakery', 'babel'] });
    expect(web.sites.map(({ name }) => name)).toEqual(['bakery', 'babel']);
    expect(Object.keys(web.resolve)).toEqual(['bakery.example', 'babel.example']);
    expect(web.allowAddresses).toHaveLength(2);
  });

  it('says which sites there are when one is not known', async () => {
    await expect(startDemoWeb({ sites: ['bakry'] })).rejects.toThrow(/no site "bakry".*harbour-news, ministry/);
  });

  it('says what to do when the port is taken', async () => {
    const web = await start({ sites: ['babel'] });
    const port = Number(web.resolve['babel.example']?.split(':')[1]);
    await expect(startDemoWeb({ sites: ['babel'], port })).rejects.toThrow(/cannot listen on .*EADDRINUSE.*choose another port/);
  });

  it('closes while answers are under way', async () => {
    const web = await startDemoWeb({ sites: ['broken'] });
    const pending = ['/hostile/drip', '/hostile/endless', '/slow'].map((path) =>
      ask(web, `http://broken.example${path}`).catch(() => null),
    );
    while (web.requests.length < 3) await new Promise((resolve) => setImmediate(resolve));
    await web.close();
    await Promise.all(pending);
    await expect(ask(web, 'http://broken.example/')).rejects.toThrow('ECONNREFUSED');
  });

  it('answers 421 to a name it does not know', async () => {
    const web = await start({ sites: ['babel'] });
    expect((await ask(web, 'http://babel.example/', { headers: { Host: 'elsewhere.example' } })).status).toBe(421);
  });
});

describe('the log of requests', () => {
  it('counts requests that overlap at an address, over its sites', async () => {
    const web = await start({ sites: ['bakery', 'chess-club', 'babel'] });
    await Promise.all([ask(web, 'http://bakery.example/'), ask(web, 'http://chess-club.example/'), ask(web, 'http://babel.example/')]);
    await ask(web, 'http://bakery.example/pane/');
    const open = (site: string): number[] => web.requests.filter((request) => request.site === site).map((request) => request.open);
    expect([...open('bakery').slice(0, 1), ...open('chess-club')].sort((a, b) => a - b)).toEqual([0, 1]);
    expect(open('babel')).toEqual([0]);
    expect(open('bakery')[1]).toBe(0);
  });

  it('tells when, where, what and how it ended', async () => {
    const web = await start({ sites: ['harbour-news'] });
    const [before, wall] = [performance.now(), Date.now()];
    await ask(web, 'http://harbour-news.example/nowhere?x=1', { method: 'HEAD', headers: { 'User-Agent': 'Winnow/test' } });
    const [entry] = web.requests;
    expect(entry).toMatchObject({
      site: 'harbour-news',
      host: 'harbour-news.example',
      method: 'HEAD',
      path: '/nowhere?x=1',
      status: 404,
      open: 0,
    });
    expect(entry?.headers['user-agent']).toBe('Winnow/test');
    expect(entry?.address).toBe(web.resolve['harbour-news.example']?.split(':')[0]);
    expect(entry?.at).toBeGreaterThanOrEqual(before);
    expect(entry?.ended).toBeGreaterThanOrEqual(entry?.at ?? 0);
    expect(entry?.time).toBeGreaterThanOrEqual(wall);
    expect(entry?.time).toBeLessThanOrEqual(Date.now());
  });

  it('keeps a reset connection without a status', async () => {
    const web = await start({ sites: ['broken'] });
    await ask(web, 'http://broken.example/reset').catch(() => null);
    expect(web.requests.map(({ path, status, ended }) => [path, status, ended !== null])).toEqual([['/reset', null, true]]);
  });
});

describe('answers', () => {
  it('come compressed when the request accepts it, and 304 when the client has them', async () => {
    const web = await start({ sites: ['harbour-news'] });
    const url = web.truth().sites[0]?.pages.find((page) => page.url.includes('/harbour/2-'))?.url ?? '';
    const plain = await ask(web, url);
    const brotli = await ask(web, url, { headers: { 'Accept-Encoding': 'gzip, br' } });
    const gzip = await ask(web, url, { headers: { 'Accept-Encoding': 'gzip' } });
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    const fresh = (headers: Record<string, string>) => ask(web, url, { headers });
    expect((await fresh({ 'If-None-Match': plain.headers.etag ?? '' })).status).toBe(304);
    expect((await fresh({ 'If-Modified-Since': plain.headers['last-modified'] ?? '' })).status).toBe(304);
    expect((await fresh({ 'If-None-Match': '"other"', 'If-Modified-Since': plain.headers['last-modified'] ?? '' })).status).toBe(200);
  });

  it('mark their end by length, by chunks and by closing', async () => {
    const web = await start({ sites: ['babel', 'library', 'chess-club'] });
    const headers = async (host: string) => (await ask(web, `http://${host}/`)).headers;
    expect((await headers('babel.example'))['content-length']).toMatch(/^\d+$/);
    expect((await headers('stadtbibliothek.example'))['transfer-encoding']).toBe('chunked');
    const closing = await headers('chess-club.example');
    expect([closing['content-length'], closing['transfer-encoding'], closing.connection]).toEqual([undefined, undefined, 'close']);
  });

  it('/flaky is down twice and then up, each day anew', async () => {
    const web = await start({ sites: ['broken'] });
    const ask3 = async (): Promise<number[]> => [await status(), await status(), await status()];
    const status = async (): Promise<number> => (await ask(web, 'http://broken.example/flaky')).status;
    expect(await ask3()).toEqual([503, 503, 200]);
    web.setDay(1);
    expect(await ask3()).toEqual([503, 503, 200]);
  });

  it.each([
    ['RDF/XML', 'application/rdf+xml', 'application/rdf+xml'],
    ['Turtle', 'text/turtle;q=0.9, text/html;q=0.2', 'text/turtle'],
    ['N-Triples', 'application/n-triples', 'application/n-triples'],
    ['JSON-LD', 'application/ld+json', 'application/ld+json'],
    ['HTML for a browser', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['HTML for an unknown type', 'image/webp', 'text/html; charset=utf-8'],
  ])('one resource is negotiated as %s', async (_case, accept, expected) => {
    const web = await start({ sites: ['vault'] });
    const reply = await ask(web, 'http://vault.example/things/lighthouse', { headers: { Accept: accept } });
    expect([reply.headers['content-type'], reply.headers.vary]).toEqual([expected, 'Accept']);
    expect(reply.body.toString()).toContain('Lighthouse');
  });

  it('locked rooms stay shut without the right key', async () => {
    const web = await start({ sites: ['vault-basic', 'vault-digest', 'vault-bearer', 'vault'] });
    for (const scheme of ['Basic', 'Digest', 'Bearer']) {
      const reply = await ask(web, `http://${scheme.toLowerCase()}.vault.example/1`, { headers: { Authorization: `${scheme} wrong` } });
      expect([reply.status, reply.headers['www-authenticate']?.split(' ')[0]]).toEqual([401, scheme]);
    }
    expect((await ask(web, 'http://vault.example/members/')).status).toBe(403);
  });
});

describe('hostile answers', () => {
  const hostile = async (path: string, maxBytes?: number) =>
    ask(await start({ sites: ['broken'], delayFactor: 0 }), `http://broken.example/hostile/${path}`, { maxBytes });

  it('the endless body goes on', async () => expect((await hostile('endless', 8 << 20)).body.length).toBeGreaterThanOrEqual(8 << 20));

  it('the dripping body comes in drops', async () => expect((await hostile('drip', 60)).complete).toBe(false));

  it('the header has a megabyte', async () => expect((await hostile('header')).headers['x-padding']).toHaveLength(1 << 20));

  it('a million elements are nested', async () =>
    expect((await hostile('nested')).body.toString('latin1').split('<div>')).toHaveLength(1_000_001));

  it('the bomb unpacks to a thousand times its size', async () => {
    const reply = await hostile('bomb');
    expect(reply.complete).toBe(true);
    // The last four bytes of gzip hold the size of what is inside.
    expect(reply.body.readUInt32LE(reply.body.length - 4) / reply.body.length).toBeGreaterThan(950);
  });
});

describe('traps', () => {
  it.each(['/calendar/2026/3', '/shop/?sid=00000001', '/grow/', '/pile/docs/'])('%s has no end', async (entry) => {
    const web = await start({ sites: ['labyrinth'] });
    const seen = new Set<string>();
    for (let url = `http://labyrinth.example${entry}`; seen.size < 20; ) {
      const reply = await ask(web, url);
      expect([url, reply.status, seen.has(url)]).toEqual([url, 200, false]);
      seen.add(url);
      const [, href = ''] = /<article>.*?<a href="([^"]*)"/s.exec(reply.body.toString()) ?? [];
      url = new URL(href.replaceAll('&amp;', '&'), url).href;
    }
  });
});
