import { expect, it } from 'vitest';
import { type Link, NO_DIRECTIVES, type Page } from '../../model/index.js';
import { choosePage } from './rendered-page.js';

const URL_ = 'https://a.test/page';
const link = (url: string, kind: Link['kind'] = 'a'): Link => ({
  url,
  kind,
  anchor: '',
  rel: [],
  nofollow: false,
  paragraph: null,
  path: 'html>body>a',
});
const page = (text: string, ...links: Link[]): Page => ({
  type: 'text/html',
  charset: 'utf-8',
  title: null,
  text,
  language: null,
  languageConfidence: 0,
  metadata: {},
  canonical: null,
  directives: NO_DIRECTIVES,
  links,
  notes: [],
});
const input = { html: new Uint8Array(1), links: [], notes: [], always: false };
const LONG = 'word '.repeat(100);

it.each([
  ['text that was not there', page('Menu'), page(LONG), true],
  ['text below four fifths of what it became', page(LONG.slice(0, 390)), page(LONG), true],
  ['a few words where there was nothing', page(''), page('Nothing was found for these words.'), true],
  ['a clock where there was nothing', page(''), page('12:04'), false],
  ['a little more text', page(LONG), page(`${LONG} and more`), false],
  ['a link to another page', page(LONG), page(LONG, link('https://www.a.test/other')), true],
  ['a link that was there', page(LONG, link('https://a.test/b')), page(LONG, link('https://a.test/b')), false],
  ['a link to itself', page(LONG), page(LONG, link('https://a.test/page#top')), false],
  ['a link to somewhere else', page(LONG), page(LONG, link('https://share.example/?u=a')), false],
  ['an image', page(LONG), page(LONG, link('https://a.test/x.png', 'img')), false],
])('%s', (_case, plain, after, gained) => {
  const chosen = choosePage(URL_, plain, after, input);
  expect(chosen.gain.gained).toBe(gained);
  expect(chosen.rendered).toBe(gained);
  expect(chosen.page?.text).toBe(gained ? after.text : plain.text);
});

it('G-14 marks links that scripts make, also those nobody wrote down', () => {
  const { page: kept } = choosePage(
    URL_,
    page(LONG, link('https://a.test/b')),
    page(LONG, link('https://a.test/b'), link('https://a.test/c')),
    {
      ...input,
      links: ['https://a.test/c', 'https://a.test/d'],
    },
  );
  expect(kept?.links.map(({ url, path, kind }) => [url, kind, path])).toEqual([
    ['https://a.test/b', 'a', 'html>body>a'],
    ['https://a.test/c', 'a', 'rendered>html>body>a'],
    ['https://a.test/d', 'a', 'rendered>script'],
  ]);
  expect(kept?.notes).toEqual([expect.stringContaining('rendered: ')]);
});

it('keeps the page as it was sent when it could not be rendered, and says why', () => {
  const chosen = choosePage(URL_, page(LONG), null, { ...input, html: null, notes: ['the page crashed'] });
  expect(chosen).toMatchObject({ rendered: false, gain: { gained: false }, page: { text: LONG, notes: ['the page crashed'] } });
});

it('keeps the rendered page whatever it brought where the definition says so', () => {
  expect(choosePage(URL_, page(LONG), page(LONG), { ...input, always: true })).toMatchObject({ rendered: true, gain: { gained: false } });
});
