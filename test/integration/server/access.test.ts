/** Who may ask the server for what. */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { linking } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli } from '../../support/run-cli.js';
import { json, post, serving } from '../../support/serving.js';

const { fixture, workspace } = crawling();
const serve = serving();

const TOKEN = 'a-token-for-tests-0123456789';

/** fetch would not let us lie about the host. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

it('without a token answers only who asks for loopback by name', async () => {
  const { url } = await serve([]);
  const { port } = new URL(url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost', `[::1]:${port}`])
    expect(await statusOf(`${url}/api/v1/status`, { host }), host).toBe(200);
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])
    expect(await statusOf(`${url}/api/v1/status`, { host }), host).toBe(403);
});

it('with a token answers nobody without it, but says that it lives', async () => {
  const { url } = await serve([], { token: TOKEN });
  const status = (authorization?: string) => statusOf(`${url}/api/v1/status`, authorization ? { authorization } : {});
  expect(await status()).toBe(401);
  expect(await status(`Bearer ${TOKEN}x`)).toBe(401);
  expect(await status(`Bearer ${TOKEN.slice(0, -1)}`)).toBe(401);
  expect(await status(`Digest ${TOKEN}`)).toBe(401);
  expect(await status(`Bearer ${TOKEN}`)).toBe(200);
  expect(await status(`Basic ${Buffer.from(`anybody:${TOKEN}`).toString('base64')}`)).toBe(200);
  for (const path of ['/', '/docs', '/live.js', '/metrics', '/openapi.json', '/nowhere'])
    expect(await statusOf(url + path, {}), path).toBe(401);
  for (const path of ['/healthz', '/readyz']) expect(await statusOf(url + path, {}), path).toBe(200);
  expect((await fetch(url)).headers.get('www-authenticate')).toMatch(/^Basic realm=.*Bearer$/);
});

it('lets nobody try tokens for long', async () => {
  const { url } = await serve([], { token: TOKEN });
  const tries = await Promise.all(Array.from({ length: 14 }, (_, index) => statusOf(url, { authorization: `Bearer guess-${index}` })));
  expect(tries.filter((status) => status === 401)).toHaveLength(10);
  expect(tries.filter((status) => status === 429)).toHaveLength(4);
  expect(await statusOf(url, { authorization: `Bearer ${TOKEN}` })).toBe(200);
});

it('does not write for a page of another site, nor for a form', async () => {
  const { url } = await serve([workspace().workspace]);
  const stop = `${url}/api/v1/crawls/crawl/stop`;
  const { port } = new URL(url);
  const refused = { error: { code: 'foreign-origin' } };
  expect(await (await post(stop, {}, { origin: 'https://evil.example' })).json()).toMatchObject(refused);
  expect(await (await post(stop, {}, { origin: 'null' })).json()).toMatchObject(refused);
  expect(await (await post(stop, {}, { origin: `http://127.0.0.1:${Number(port) + 1}` })).json()).toMatchObject(refused);
  const form = await fetch(stop, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' });
  expect([form.status, await form.json()]).toMatchObject([415, { error: { code: 'not-json' } }]);
  const own = await post(stop, {}, { origin: url });
  expect([own.status, await own.json()]).toMatchObject([409, { error: { code: 'not-running' } }]);
  expect((await fetch(stop)).status).toBe(404);
});

it('takes requests of a size only', async () => {
  const { url } = await serve([workspace().workspace]);
  const urls = `${url}/api/v1/crawls/crawl/urls`;
  expect(await (await post(urls, { urls: ['x'.repeat(1_000_000)] })).json()).toMatchObject({ error: { code: 'too-large' } });
  expect(await (await post(urls, { urls: [] })).json()).toMatchObject({ error: { code: 'invalid', fields: [{ field: 'urls' }] } });
  expect(await (await post(urls, { urls: ['http://a.test/'], more: 1 })).json()).toMatchObject({ error: { code: 'invalid' } });
  expect(await json(`${url}/api/v1/crawls/${'x'.repeat(300)}`)).toMatchObject({ error: { code: 'too-large' } });
});

it('listens for others only with a token', async () => {
  const { folder } = workspace();
  const refused = await runCli(['serve', '--host', '0.0.0.0', '--port', '0'], folder);
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/has no token\. Give one/) as string });
  const weak = await runCli(['serve', '--token', 'short', '--port', '0'], folder);
  expect(weak).toMatchObject({ code: 2, err: expect.stringMatching(/at least 16 characters/) as string });
});

it('marks every answer so that a browser keeps it apart', async () => {
  const web = await fixture({ 'a.test': { '/': linking() } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const { url } = await serve([to.workspace]);
  for (const path of ['/', '/docs', '/live.js', '/nowhere', '/api/v1/status']) {
    const headers = Object.fromEntries((await fetch(url + path)).headers);
    expect(headers, path).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'/) as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  }
  expect(await json(`${url}/static/../../etc/passwd`)).toMatchObject({ error: { code: 'no-such-route' } });
  expect((await fetch(`${url}/archive/`)).status).toBe(404);
});
