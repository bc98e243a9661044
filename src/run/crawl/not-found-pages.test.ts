import { expect, it } from 'vitest';
import type { Page } from '../../model/index.js';
import { type PageSignature, pageSignature, read, recognisePage } from '../../read/index.js';
import { isHome, NotFoundPages } from './not-found-pages.js';

const pageOf = (text: string): Page =>
  read({
    url: 'https://a.test/',
    bytes: Buffer.from(`<title>A</title><p>${text}</p>`),
    headers: [],
    contentType: 'text/html; charset=utf-8',
  }) as Page;
const ERROR = pageOf('Tu nič ni, poskusite kje drugje.');
const signature = (page: Page): PageSignature => pageSignature(page) as PageSignature;
const signOf = (pages: NotFoundPages, url: string) =>
  recognisePage({ page: ERROR, status: 200, url, known: true, notFound: pages.of(url) });

it("knows a site's error page again, and at no other site", () => {
  const pages = new NotFoundPages();
  expect(signOf(pages, 'https://a.test/x')).toBeNull();
  pages.learn('https://a.test/robots.txt', signature(ERROR));
  expect(signOf(pages, 'https://a.test/x')?.kind).toBe('soft-404');
  expect(signOf(pages, 'https://b.test/x')).toBeNull();
});

it('learns a few per site, of a bounded number of sites', () => {
  const pages = new NotFoundPages();
  for (const number of ['one', 'two', 'three', 'four'])
    pages.learn('https://a.test/', signature(pageOf(`This is error page ${number} of the site.`)));
  expect(pages.of('https://a.test/')).toHaveLength(3);
  for (let site = 0; site < 2000; site++) pages.learn(`https://s${site}.test/`, signature(ERROR));
  expect(pages.of('https://a.test/')).toHaveLength(0);
});

it('is taught better by a home page that looks the same', () => {
  const pages = new NotFoundPages();
  pages.learn('https://a.test/x', signature(ERROR));
  pages.unlearn('https://a.test/');
  expect(signOf(pages, 'https://a.test/x')).toBeNull();
  expect([isHome('https://a.test/?lang=en'), isHome('https://a.test/x')]).toEqual([true, false]);
});
