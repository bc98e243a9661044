/** The page of a portal in a real browser: parameters, start, trace, cancel, results, reset. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { serveFixtures } from '../../src/webs/portals/index.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { gatedPortal } from '../support/gated-portal.js';
import { folderWith, lawConnector } from '../support/law-portal.js';
import { runCli, startCli } from '../support/run-cli.js';
import { post } from '../support/serving.js';
import { until } from '../support/until.js';

let test: TestBrowser;
beforeAll(async () => {
  test = await startBrowser();
});
afterAll(() => test?.close());

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const LAMPLAND = { id: 'lampland', host: 'law.lampland.test', laws: 5 };
const PARAMETERS = `parameters:
  StartYear: { about: First year of the laws, type: year, default: 1990 }
  Kinds: { about: Which kinds of laws, type: list, choices: { Acts: {}, Orders: {} }, default: [Acts] }`;

/** Nobody searches here. */
const QUIET = { WINNOW_SEARCH_INDEX: 'false' };

async function served() {
  const portal = gatedPortal(LAMPLAND);
  const web = await serveFixtures([portal.fixture], 1);
  const connector = lawConnector(LAMPLAND, PARAMETERS).replace('/laws', '/laws?from={StartYear}');
  const folder = await folderWith({ lampland: connector });
  const flags = ['--resolve', `${LAMPLAND.host}=${web.at}`, '--allow-addresses', '127.0.0.1', '--contact', 'a@b.test'];
  const server = startCli(['serve', '--port', '0', '--json', '--allow-start', ...flags], folder, QUIET);
  open.push(async () => {
    portal.open();
    server.child.kill('SIGTERM');
    await server.ended;
    await web.close();
    await rm(folder, { recursive: true, force: true });
  });
  await until(() => server.said.out.includes('"url"'));
  const { url } = JSON.parse(server.said.out) as { url: string };
  return { url, portal, server, folder, web, flags };
}

/** The machine may be busy. */

const stateOf = (page: Page) => page.textContent('.state');
const becomes = async (page: Page, state: string): Promise<void> => {
  await expect.poll(() => stateOf(page)).toBe(state);
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const openButtons = (page: Page) => page.locator('.board button:enabled').allTextContents();
const year = (page: Page) => page.getByLabel('StartYear');
const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth') as Promise<boolean>;

/** What a press of Save brings. The browser is nobody and may keep no files, so its address is asked for again. */
async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return (await fetch(download.url())).text();
}

it('E-58 a worker is set up, started, watched, cancelled, reset and run to its end from its page; a second start is refused', async () => {
  const { url, portal, server, folder, web, flags } = await served();
  const context = await test.browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto(`${url}portals`);
  expect(await page.locator('.portals tbody tr').count()).toBeGreaterThan(30);
  await page.getByRole('link', { name: 'Laws of lampland' }).click();
  expect([await stateOf(page), await openButtons(page), await page.textContent('output')]).toEqual(['Waiting to start', ['Start'], '0 %']);

  // Parameters: what is wrong is said beside its field; a worker file is saved and opened.
  await year(page).fill('soon');
  await button(page, 'Start').click();
  expect(await page.textContent('.wrong')).toContain('such as 2014');
  await year(page).fill('1991');
  await page.getByLabel('Orders').check();
  const file = await saved(page, () => page.locator('[data-wish=save]').click());
  expect(file).toMatch(/<StartYear>1991<\/StartYear>[^]*<Kinds>Acts<\/Kinds>\s*<Kinds>Orders<\/Kinds>/);
  const buffer = Buffer.from(file.replace('1991', '1992'));
  await writeFile(join(folder, 'worker.xml'), buffer);
  await page.setInputFiles('#worker-file', { name: 'worker.xml', mimeType: 'text/xml', buffer });
  await expect.poll(() => year(page).inputValue()).toBe('1992');

  // Start, by the keyboard; a second one is refused, and parameters stand still.
  await button(page, 'Start').focus();
  await page.keyboard.press('Enter');
  await becomes(page, 'Executing');
  await until(() => portal.waiting() > 0);
  expect([await openButtons(page), await year(page).isDisabled(), await year(page).inputValue()]).toEqual([['Cancel'], true, '1992']);
  const second = await post(`${url}api/v1/portals/lampland/start`, {});
  expect([second.status, await second.json()]).toMatchObject([409, { error: { message: expect.stringContaining('is running already') } }]);

  // The trace, live and by level; cleared away.
  await openTab(page, 'Trace');
  expect(await page.textContent('.trace')).toContain('Beginning run 1.');
  await page.getByLabel('Level').selectOption('DEBUG');
  await expect.poll(() => page.textContent('.trace')).toMatch(/GET https:\/\/law\.lampland\.test\/laws\S* 200/);
  await button(page, 'Clear').click();
  await expect.poll(() => page.locator('.trace li').count()).toBe(0);

  // Cancel; another window sees it too.
  const other = await context.newPage();
  await other.goto(`${url}portals/lampland#Results`);
  await button(page, 'Cancel').click();
  portal.open();
  await becomes(page, 'Cancelled');
  await becomes(other, 'Cancelled');
  await expect.poll(() => other.textContent('.facts')).toMatch(/Success\s*no/);
  await other.close();
  await page.bringToFront(); // pages behind others are slow
  expect(await openButtons(page)).toEqual(['Reset']);
  await button(page, 'Reset').click();
  await becomes(page, 'Waiting to start');

  // To the end.
  await button(page, 'Start').click();
  await becomes(page, 'Executed');
  expect(await page.textContent('output')).toBe('100 %');
  await page.keyboard.press('Tab');
  await page.getByRole('tab', { name: 'Trace' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.textContent('.facts'))
    .toMatch(/Success\s*yes\s*Start\s*\d{4}-.*End\s*\d{4}-.*Duration\s*[\d.]+ s\s*Downloaded documents\s*\d/);
  const results = JSON.parse(await saved(page, () => page.locator('#panel-Results a.button').click())) as object;
  expect(results).toMatchObject({ Success: true, Report: { connector: 'lampland', resumed: true } });
  await openTab(page, 'Usage');
  expect(await page.textContent('.usage')).toMatch(/--StartYear <year> +First year of the laws/);
  await page.reload();
  expect([await stateOf(page), await openButtons(page)]).toEqual(['Executed', ['Reset']]);

  await page.setViewportSize({ width: 390, height: 800 });
  for (const tab of ['Parameters', 'Trace', 'Results', 'Usage']) {
    await openTab(page, tab);
    expect([tab, await scrollsSideways(page)]).toEqual([tab, false]);
  }
  expect(complaints).toEqual([]);
  await context.close();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  // What was saved here runs the same on the command line.
  const asked = web.asked.length;
  const again = await runCli(['portals', 'run', '-s', '-p', 'worker.xml', '--full', '--json', ...flags], folder, QUIET);
  expect(JSON.parse(again.out)).toMatchObject({ connector: 'lampland', run: 2, operations: { Add: 0, None: 5 } });
  const lists = (from: number, to?: number) => web.asked.slice(from, to).flatMap(({ url: each }) => (each.includes('/laws') ? [each] : []));
  expect([...new Set(lists(0, asked))]).toEqual([`https://${LAMPLAND.host}/laws?from=1992`]);
  expect(lists(asked)).toEqual([`https://${LAMPLAND.host}/laws?from=1992`]);
});
