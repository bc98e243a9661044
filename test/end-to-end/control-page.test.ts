/** Start, pause and stop of a crawl, by the buttons of the live page in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { crawling } from '../support/crawling.js';
import { runCli, startCli } from '../support/run-cli.js';
import { until } from '../support/until.js';

const { fixture, workspace } = crawling();

let test: TestBrowser;
beforeAll(async () => {
  test = await startBrowser();
});
afterAll(() => test?.close());

const paths = Array.from({ length: 60 }, (_, index) => `/${index}`);
const PAGES = { '/': linking(...paths), ...Object.fromEntries(paths.map((path) => [path, `page ${path}`])) };

const stateOf = (page: Page) => page.textContent('.state');
const buttonsOn = (page: Page) => page.locator('.controls button').allTextContents();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('S-59 a crawl is paused, goes on, is stopped and is started again from its page', async () => {
  const web = await fixture({ 'a.test': PAGES });
  const to = workspace();
  const definition = to.define({ seeds: ['http://a.test/'], politeness: { delay: '150ms', responseFactor: 0 }, fetch: web.fetch });
  const server = startCli(['serve', '-w', to.workspace, '--port', '0', '--json', '--allow-start'], to.folder);
  await until(() => server.said.out.includes('"url"'));
  const { url } = JSON.parse(server.said.out) as { url: string };
  const crawl = startCli(['crawl', definition, '--workspace', to.workspace], to.folder);
  await until(() => web.asked().length >= 2);
  const page = await test.browser.newPage();
  await page.goto(url);

  await press(page, 'Pause');
  await expect.poll(() => stateOf(page)).toBe('Run 1: paused, as somebody asked');
  await expect.poll(() => buttonsOn(page)).toEqual(['Go on', 'Stop']);
  const paused = web.asked().length;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(web.asked().length).toBeLessThanOrEqual(paused + 1); // one may have been under way

  await press(page, 'Go on');
  await until(() => web.asked().length > paused + 2);
  await expect.poll(() => buttonsOn(page)).toEqual(['Pause', 'Stop']);
  await press(page, 'Stop');
  expect(await crawl.ended).toBe(130);
  await expect.poll(() => stateOf(page)).toMatch(/^Run 1: stopped/);
  const stopped = web.asked().length;

  await expect.poll(() => buttonsOn(page)).toEqual(['Start']);
  await press(page, 'Start');
  await until(() => web.asked().length > stopped + 2);
  await expect.poll(() => stateOf(page)).toBe('Run 1: running');
  expect(await runCli(['stop', '-w', to.workspace], to.folder)).toMatchObject({ code: 0 });
  await page.close();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

it('S-59 without permission nobody starts a crawl, and without a crawl there is nothing to pause', async () => {
  const web = await fixture({ 'a.test': { '/': 'home' } });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const server = startCli(['serve', '-w', to.workspace, '--port', '0', '--json'], to.folder);
  await until(() => server.said.out.includes('"url"'));
  const { url } = JSON.parse(server.said.out) as { url: string };
  const page = await test.browser.newPage();
  await page.goto(url);
  expect(await buttonsOn(page)).toEqual([]);
  const ask = async (wish: string) => {
    const answer = await fetch(`${url}api/v1/crawls/crawl/${wish}`, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
    return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
  };
  expect(await ask('start')).toEqual([403, 'may-not-start']);
  expect(await ask('pause')).toEqual([409, 'not-running']);
  await page.close();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

it('a browser asks for the token as a password, and is let in with it', async () => {
  const to = workspace();
  const token = 'a-token-for-tests-0123456789';
  const server = startCli(['serve', '--port', '0', '--json'], to.folder, { WINNOW_TOKEN: token });
  await until(() => server.said.out.includes('"url"'));
  const { url } = JSON.parse(server.said.out) as { url: string };
  const context = await test.browser.newContext({ httpCredentials: { username: 'anybody', password: token } });
  const page = await context.newPage();
  expect((await page.goto(url))?.status()).toBe(200);
  await context.close();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
