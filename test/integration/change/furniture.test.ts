/** What changes around a document is no change of it. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openToOwn } from '../../../src/backends/embedded/database.js';
import { article, changingWeb, listOf } from '../../support/changing.js';
import { crawling } from '../../support/crawling.js';

const open = crawling();
const PATHS = ['/a', '/b'];
const start = () =>
  changingWeb(open, { '/': listOf(...PATHS), ...Object.fromEntries(PATHS.map((path) => [path, article(`law ${path.slice(1)}`)])) });

const banner = (text: string): string => article('law a').replace('<h1>', `<div class="banner">${text}</div><h1>`);

it('a banner on one page, a clock and a token make no version', async () => {
  const site = await start();
  await site.run();
  site.pages['/a'] = banner('Closed on Monday').replace('</title>', '</title><meta name="csrf-token" content="17">');
  site.pages['/b'] = article('law b', 'Monday, 16 November 2026, 19:02:45', 'Visitors: 12345');
  expect(await site.run()).toEqual([]);
  site.pages['/b'] = article('law b', 'It has 12 articles.');
  expect(await site.run()).toEqual(['Upd /b']);
});

it('digests of an earlier version are compared by what is shown, and then renewed', async () => {
  const site = await start();
  await site.run();
  const db = openToOwn(join(site.made.workspace, 'core.db'));
  const old =
    "json_object('content', digests ->> 'content', 'title', digests ->> 'title', 'text', digests ->> 'visible', 'metadata', 'sha256:old', 'links', digests ->> 'links')";
  db.exec(`UPDATE version SET digests = ${old}`);
  db.close();
  site.pages['/a'] = article('law a').replace('<h1>', '<h1 class="x">');
  expect(await site.run()).toEqual([]);
  site.pages['/a'] = banner('Closed on Monday');
  expect(await site.run()).toEqual([]);
});

it('an error page with an answer of 200 is no update but a sign', async () => {
  const site = await start();
  await site.run();
  site.pages['/a'] = '<title>Contents</title><h1>Page not found</h1><p>Please use the search.</p>';
  expect(await site.run()).toEqual(['suspected /a']);
});
