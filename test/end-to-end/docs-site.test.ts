/** The documentation site as a reader opens it: from a folder, without a server. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSite } from '../../scripts/docs-site/write-site.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';

let folder: string;
let chromium: TestBrowser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-site-'));
  chmodSync(folder, 0o755); // the browser runs as another user
  await writeSite(new URL('../../', import.meta.url).pathname, folder);
  chromium = await startBrowser();
});
afterAll(async () => {
  await chromium.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['wide', 1440],
  ['narrow', 390],
])('the search leads to a section, and a %s window needs no sideways scrolling', async (_name, width) => {
  const page = await chromium.browser.newPage({ viewport: { width, height: 900 } });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.goto(pathToFileURL(join(folder, 'guides/serving.html')).href);
  await page.fill('.search input', 'site in trouble');
  await page.click('#results a >> nth=0');
  await page.waitForURL('**/guides/politeness.html#a-site-in-trouble');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  await page.close();
});
