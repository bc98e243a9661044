import { request as ask } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { html, notFound, pdf, validated, zip } from './answers.js';
import type { FixtureRequest, PortalFixture } from './fixture.js';
import { type FixtureServer, serveFixtures } from './serve-fixtures.js';

let server: FixtureServer | null = null;
afterEach(async () => server?.close());

const NOTHING = { 1: [], 2: { Add: [], Upd: [], Del: [], None: [] } };

function portal(host: string, answer: (request: FixtureRequest, day: unknown, earlier: number) => ReturnType<typeof html>): PortalFixture {
  const open: PortalFixture['open'] = (day) => {
    let earlier = 0;
    return (request) => answer(request, day, earlier++);
  };
  return { connector: host, hosts: [host], quirks: [], today: { 1: '2031-01-05', 2: '2031-01-06' }, expected: NOTHING, open };
}

interface Got {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  readonly broken: boolean;
}

function get(host: string, path: string, more: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<Got> {
  const [address, port] = (server?.at ?? '').split(':');
  return new Promise((resolve, reject) => {
    const asked = ask({ host: address, port, path, method: more.method ?? 'GET', headers: { host, ...more.headers } }, (response) => {
      let body = '';
      const done = (broken: boolean) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body, broken });
      response.on('data', (part) => (body += String(part)));
      response.on('end', () => done(false)).on('error', () => done(true));
    });
    asked.on('error', reject).end(more.body);
  });
}

it('tells portals apart by their host names, and hands them the request as it was meant', async () => {
  const seen: FixtureRequest[] = [];
  const law = portal('law.test', (request) => {
    seen.push(request);
    return html('law', { headers: { 'set-cookie': ['a=1', 'b=2'] } });
  });
  server = await serveFixtures([law, portal('court.test', () => html('court'))], 1);
  const posted = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'sid=x=y; lang=de' },
    body: 'q=%C3%A4&page=2',
  };
  expect(await get('law.test', '/search?x=1', posted)).toMatchObject({ body: 'law', headers: { 'set-cookie': ['a=1', 'b=2'] } });
  expect(seen[0]?.url.href).toBe('https://law.test/search?x=1');
  expect(Object.fromEntries(seen[0]?.form ?? [])).toEqual({ q: 'ä', page: '2' });
  expect(seen[0]?.cookies).toEqual({ sid: 'x=y', lang: 'de' });
  expect((await get('court.test', '/')).body).toBe('court');
  expect((await get('other.test', '/')).status).toBe(404);
  expect(server.fetch.resolve).toEqual({ 'law.test': `http://${server.at}`, 'court.test': `http://${server.at}` });
  expect(server.asked.map(({ url, status }) => [url, status])).toContainEqual(['https://court.test/', 200]);
});

it('allows everything unless the portal has a robots.txt of its own', async () => {
  const closed = portal('closed.test', ({ url }) => (url.pathname === '/robots.txt' ? html('Disallow: /') : notFound()));
  server = await serveFixtures([portal('open.test', () => notFound()), closed], 1);
  expect(await get('open.test', '/robots.txt')).toMatchObject({ status: 200, body: 'User-agent: *\nAllow: /\n' });
  expect((await get('closed.test', '/robots.txt')).body).toBe('Disallow: /');
  expect((await get('open.test', '/page')).status).toBe(404);
});

it('breaks off where the portal does, and forgets everything on another day', async () => {
  const moody = portal('moody.test', ({ url }, day, earlier) =>
    html(`day ${String(day)}, ${earlier} before`, url.pathname === '/cut' ? { breakAt: 3 } : {}),
  );
  server = await serveFixtures([moody], 1);
  expect(await get('moody.test', '/cut')).toMatchObject({ body: 'day', broken: true });
  expect((await get('moody.test', '/')).body).toBe('day 1, 1 before');
  server.turn('broken');
  expect((await get('moody.test', '/')).body).toBe('day broken, 0 before');
});

it('keeps what a fixture throws apart from what a portal answers', async () => {
  server = await serveFixtures(
    [
      portal('wrong.test', () => {
        throw new Error('a slip');
      }),
    ],
    1,
  );
  expect((await get('wrong.test', '/')).status).toBe(500);
  expect(server.failures.map(({ message }) => message)).toEqual(['a slip']);
});

it('answers 304 to who brings a validator back, and HEAD without a body', async () => {
  const moment = 'Mon, 06 Jan 2031 10:00:00 GMT';
  server = await serveFixtures([portal('kept.test', (request) => validated(request, html('text'), moment))], 1);
  const first = await get('kept.test', '/');
  expect((await get('kept.test', '/', { headers: { 'if-none-match': String(first.headers['etag']) } })).status).toBe(304);
  expect((await get('kept.test', '/', { headers: { 'if-modified-since': moment } })).status).toBe(304);
  expect((await get('kept.test', '/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  expect(await get('kept.test', '/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
});

it('makes archives that others can read, and PDFs that say so', async () => {
  const members = [
    { name: 'ä.xml', body: '<a/>' },
    { name: 'b.jpg', body: new Uint8Array([1, 2]) },
  ];
  expect(await namesIn(zip(members))).toEqual(['ä.xml 4', 'b.jpg 2']);
  expect(String(pdf('A (b)').body)).toMatch(/^%PDF-1\.4\n[^]*\(A \\\(b\\\)\) Tj[^]*%%EOF\n$/);
});

function namesIn(archive: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, {}, (error, opened) => {
      const names: string[] = [];
      if (error) reject(error);
      opened?.on('entry', ({ fileName, uncompressedSize }) => names.push(`${fileName} ${uncompressedSize}`));
      opened?.on('end', () => resolve(names)).on('error', reject);
    });
  });
}
