/** What analysers say of a page's links decides which of them is fetched first. */
import { expect, it } from 'vitest';
import type { DefinitionInput } from '../../../src/definition/crawl/index.js';
import type { FixturePages } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';

const { workspace, timed } = crawling();

const HOME = 'http://a.test/';
const analysers = [{ use: 'keyword-density', keywords: ['cadastre'], minChars: 0 }];
const leaf = '<title>Leaf</title><p>Nothing more.</p>';

/** Paths in the order they were asked for. Between two requests there is time for what the first one found to be queued. */
async function askedFor(pages: FixturePages, more: DefinitionInput = {}): Promise<string[]> {
  const { web, time } = await timed({ 'a.test': pages });
  const definition: DefinitionInput = {
    seeds: [HOME],
    frontier: { order: 'score' },
    politeness: { delay: '1s' },
    fetch: web.fetch,
    ...more,
  };
  await workspace().crawl(definition, { time });
  return web.asked('a.test').filter((path) => path in pages);
}

it('of two links on one page, the one beside the keyword is fetched first', async () => {
  const home = '<p>The weather is fine, <a href="/sun">so they say</a>.</p><p>The cadastre is open: <a href="/land">so they say</a>.</p>';
  expect(await askedFor({ '/': home, '/sun': leaf, '/land': leaf }, { analysers })).toEqual(['/', '/land', '/sun']);
});

it('a link whose anchor has the keyword comes before one that merely stands beside it', async () => {
  const home = '<p>About the cadastre: <a href="/beside">look here</a> or see <a href="/on">the cadastre</a>.</p>';
  expect(await askedFor({ '/': home, '/beside': leaf, '/on': leaf }, { analysers })).toEqual(['/', '/on', '/beside']);
});

it('A-27 an analyser that scores documents alone passes its score on to their links', async () => {
  const plugins = [new URL('../../support/plugins/page-scores.ts', import.meta.url).pathname];
  const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">on</a>`).join(' ');
  const pages = {
    '/': links('/dull', '/rich'),
    '/dull': `<p>dull</p>${links('/dull/1', '/dull/2')}`,
    '/rich': `<p>rich</p>${links('/rich/1', '/rich/2')}`,
    ...Object.fromEntries(['/dull/1', '/dull/2', '/rich/1', '/rich/2'].map((path) => [path, leaf])),
  };
  expect(await askedFor(pages, { plugins, analysers: ['page-scores'] })).toEqual([
    '/',
    '/dull',
    '/rich',
    '/rich/1',
    '/rich/2',
    '/dull/1',
    '/dull/2',
  ]);
});

it('A-52 a queued URL is linked to again with a better score: MAX fetches it first, FIRST leaves it where it is', async () => {
  const pages = {
    '/': '<p>Sea and sky <a href="/x">here</a></p><p>Some cadastre of the people of the land <a href="/y">there</a></p><p>cadastre <a href="/z">cadastre</a></p>',
    '/x': leaf,
    '/y': leaf,
    '/z': '<p>cadastre <a href="/x">cadastre</a></p>',
  };
  const of = (update: 'FIRST' | 'MAX') => askedFor(pages, { analysers, frontier: { order: 'score', update } });
  expect(await of('MAX')).toEqual(['/', '/z', '/x', '/y']);
  expect(await of('FIRST')).toEqual(['/', '/z', '/y', '/x']);
});

it('a redirect goes on with the score of the link that led to it', async () => {
  const pages: FixturePages = {
    '/': '<p>cadastre <a href="/moved">cadastre</a></p><p>Nothing of it <a href="/dull">here</a></p>',
    '/moved': { status: 302, headers: { location: '/land' } },
    '/land': leaf,
    '/dull': leaf,
  };
  expect(await askedFor(pages, { analysers })).toEqual(['/', '/moved', '/land', '/dull']);
});
