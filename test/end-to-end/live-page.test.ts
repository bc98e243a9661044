/** The live page in a real browser, while a crawl runs in another process. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { crawling } from '../support/crawling.js';
import { startCli } from '../support/run-cli.js';
import { until } from '../support/until.js';

const { fixture, workspace } = crawling();

let test: TestBrowser;
beforeAll(async () => {
  test = await startBrowser();
});
afterAll(() => test?.close());

const COUNT = 60;
const paths = Array.from({ length: COUNT }, (_, index) => `/a-rather-long-address-of-a-page-that-must-not-make-the-window-scroll/${index}`);
const PAGES = {
  '/': linking(...paths, '/gone'),
  ...Object.fromEntries(paths.map((path, index) => [path, `<title>Page ${index} <script>alert(1)</script></title><p>text ${index}`])),
};

/** `winnow serve` over a crawl that takes its time. */
async function servedCrawl() {
  const web = await fixture({ 'a.test': PAGES });
  const to = workspace();
  const definition = to.define({ seeds: ['http://a.test/'], politeness: { delay: '120ms', responseFactor: 0 }, fetch: web.fetch });
  const server = startCli(['serve', '-w', to.workspace, '--port', '0', '--json'], to.folder);
  await until(() => server.said.out.includes('"url"'));
  const { url } = JSON.parse(server.said.out) as { url: string };
  const crawl = startCli(['crawl', definition, '--workspace', to.workspace], to.folder);
  await until(() => web.asked().length >= 3);
  return { url, crawl, server, web };
}

async function open(url: string, width: number): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }> {
  const context = await test.browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

const documentsOn = async (page: Page): Promise<number> => Number(await page.textContent('[data-figure="documents"]'));
const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth') as Promise<boolean>;

it('follows a crawl by itself, in a wide and in a narrow window, without a complaint', async () => {
  const { url, crawl, server } = await servedCrawl();
  const windows = await Promise.all([open(url, 1280), open(url, 400)]);
  for (const { page } of windows) {
    const before = await documentsOn(page);
    await expect.poll(() => documentsOn(page)).toBeGreaterThan(before + 2);
    expect(await page.textContent('.state')).toMatch(/^Run 1: running/);
    expect(await page.locator('#changes tr.fresh').count()).toBeGreaterThan(0);
    expect(await page.textContent('[data-part="sites"]')).toContain('http://a.test');
  }
  expect(await crawl.ended).toBe(0);
  for (const { page, complaints, close } of windows) {
    await expect.poll(() => page.textContent('.state')).toMatch(/^Run 1: finished/);
    await expect.poll(() => documentsOn(page)).toBe(COUNT + 1);
    await expect.poll(() => page.textContent('[data-part="failures"]')).toContain('answered 404');
    const shown = await page.locator('#changes tr').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-sequence'))));
    expect(shown).toEqual(Array.from({ length: 25 }, (_, index) => COUNT + 1 - index));
    expect(await page.textContent('#changes')).toContain('<script>alert(1)</script>');
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

it('shows the API on a page of its own', async () => {
  const { folder } = workspace();
  const server = startCli(['serve', '--port', '0', '--json'], folder);
  await until(() => server.said.out.includes('"url"'));
  const { docs } = JSON.parse(server.said.out) as { docs: string };
  for (const width of [1280, 400]) {
    const { page, complaints, close } = await open(docs, width);
    expect(await page.textContent('main')).toContain('GET /api/v1/crawls/{name}/journal');
    expect(await scrollsSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
    await close();
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
