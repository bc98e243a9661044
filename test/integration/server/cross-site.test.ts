/** What a page of another site can have a browser do here: lead its reader to a page of ours, and nothing else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { workspaceSigns } from '../../../src/backends/index.js';
import { makeServer } from '../../../src/server/server.js';
import { startBrowser } from '../../support/browser.js';
import { serving } from '../../support/serving.js';

const serve = serving();

const options = {
  workspaces: [],
  below: '',
  host: '127.0.0.1',
  port: 0,
  token: null,
  version: '0.0.0-test',
  signs: workspaceSigns,
  open: () => {
    throw new Error('nobody should look');
  },
  onError: () => {},
};
const INGEST = {
  ingest: {} as never,
  store: {} as never,
  spoolFolder: '',
  limits: {} as never,
  soap: { path: '/soap', publishMetadata: true, includeExceptionDetail: false },
};
const PAGES = ['/', '/search', '/reports', '/docs', '/tables', '/tables/rows'];
const PICTURE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

it('every route refuses a page of another site, and pages are open to links', async () => {
  const { app } = await makeServer({ ...options, ingest: INGEST });
  onTestFinished(() => app.close());
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, unknown>> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase() as 'GET', path.replaceAll(/\{\w+\}/g, '1')] as const),
  );
  const assets = ['/live.js', '/live.css', '/icon.svg', '/nowhere'].map((path) => ['GET', path] as const);
  const isForeign = async (method: 'GET' | 'HEAD' | 'POST', url: string, headers: Record<string, string>) => {
    const answer = await app.inject({ method, url, headers: { host: '127.0.0.1', ...headers } });
    return answer.statusCode === 403 && answer.json<{ error: { code: string } }>().error.code === 'foreign-origin';
  };
  expect(routes.map(([, path]) => path)).toEqual(
    expect.arrayContaining(['/sparql', '/metrics', '/soap', '/ingest/log', '/healthz', '/api/v1/crawls/1/events', '/openapi.json']),
  );
  for (const [method, path] of [...routes, ...assets]) {
    expect(await isForeign(method, path, PICTURE), `${method} ${path}`).toBe(true);
    expect(await isForeign(method, path, LINK), `${method} ${path} by a link`).toBe(true);
    expect(await isForeign(method, path, { origin: 'https://evil.example' }), `${method} ${path} by its origin`).toBe(true);
  }
  for (const path of PAGES) {
    expect(await isForeign('GET', path, PICTURE), path).toBe(true);
    expect(await isForeign('GET', path, LINK), path).toBe(false);
    expect(await isForeign('GET', path, {}), path).toBe(false);
  }
  for (const path of ['/healthz', '/metrics', '/openapi.json', '/soap?wsdl'])
    expect((await app.inject({ url: path, headers: { host: 'localhost' } })).statusCode, path).toBe(200);
});

it('what is refused does not count against who may ask', async () => {
  const { app } = await makeServer({ ...options, clock: () => 0 });
  onTestFinished(() => app.close());
  const ask = (headers: Record<string, string>) =>
    app.inject({ url: '/healthz', remoteAddress: '192.0.2.7', headers: { host: '127.0.0.1', ...headers } });
  for (let index = 0; index < 310; index++) await ask(PICTURE);
  expect((await ask({})).statusCode).toBe(200);
});

it('in a browser: a picture, a script, a frame and a stream of another site get nothing, a link gets the page', async () => {
  const asked: string[] = [];
  const service = { ask: (request: { readonly text: string }) => Promise.reject(new Error(`asked: ${asked.push(request.text)}`)) };
  const { url } = await serve([], { sparql: { service: service as never, allowUpdate: true } });
  const evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>evil</title><img src="${url}/sparql?query=SELECT"><script src="${url}/metrics"></script>
      <iframe src="${url}/docs"></iframe><iframe src="${url}/sparql?query=ASK"></iframe><link rel="stylesheet" href="${url}/healthz">
      <script>new EventSource('${url}/api/v1/crawls/x/events'); fetch('${url}/api/v1/status', { mode: 'no-cors' });
      fetch('${url}/sparql', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ query: 'SELECT' }) })</script>
      <a href="${url}/docs">here</a>`);
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const { browser, close } = await startBrowser();
  onTestFinished(async () => {
    await close();
    evil.close();
  });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
  // What it was answered is told by the server: the browser keeps most of it from the page, and from us.
  let looks = 0;
  const answers = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const count = (status: string) => Number(new RegExp(`answers_total\\{status="${status}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0);
    return { refused: count('4xx'), given: count('2xx') - looks++, failed: count('5xx') };
  };
  await expect.poll(answers).toEqual({ refused: 8, given: 0, failed: 0 });
  expect(asked).toEqual([]);
  const [shown] = await Promise.all([page.waitForNavigation(), page.click('a')]);
  expect([shown?.status(), await page.title()]).toEqual([200, 'API · Winnow']);
});
