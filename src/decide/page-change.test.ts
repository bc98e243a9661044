/** What counts as a change of a page, from its markup to the operation. */
import { describe, expect, it } from 'vitest';
import type { Page } from '../model/index.js';
import { read } from '../read/index.js';
import { decide } from './change/decide.js';
import { fieldDigests } from './change/field-digests.js';

const ARTICLE = `<h1>Land register act</h1><p class="date">12 May 2024</p>
  <p>The register is kept by the court of the district. It has 14 folios.</p>
  <table><tr><th>Fee</th><th>EUR</th></tr><tr><td>Entry</td><td>25</td></tr></table>`;

interface Parts {
  readonly head?: string;
  readonly before?: string;
  readonly article?: string;
  readonly after?: string;
}

/** The same document in two kinds of markup: with landmarks, and as pages were written before there were any. */
const TEMPLATES: Readonly<Record<string, (parts: Parts) => string>> = {
  landmarks: ({ head = '', before = '', article = ARTICLE, after = '' }) =>
    `<html><head><title>Act</title><meta name="author" content="A">${head}</head><body><header><nav><a href="/">Home</a></nav></header>
     ${before}<main>${article}</main>${after}<footer>Imprint</footer></body></html>`,
  divs: ({ head = '', before = '', article = ARTICLE, after = '' }) =>
    `<html><head><title>Act</title><meta name="author" content="A">${head}</head><body><div id="page-with-sidebar"><div class="topNav"><a href="/">Home</a></div>
     ${before}<div class="text">${article}</div>${after}<div id="footer">Imprint</div></div></body></html>`,
  webForms: ({ head = '', before = '', article = ARTICLE, after = '' }) =>
    `<html><head><title>Act</title><meta name="author" content="A">${head}</head><body><form id="aspnetForm" method="post">
     ${before}<table role="presentation"><tr><td class="menu"><a href="/">Home</a></td><td>${article}</td></tr></table>${after}</form></body></html>`,
};

let bytes = 0;
const digestsOf = (html: string) => {
  const page = read({ url: 'https://a.test/act', bytes: Buffer.from(html), headers: [], contentType: 'text/html; charset=utf-8' }) as Page;
  return { digests: fieldDigests(page, `sha256:${bytes++}`) };
};

describe.each(Object.entries(TEMPLATES))('%s', (_name, render) => {
  const weighty = (now: Parts, before: Parts = {}) => {
    const { operation, changed } = decide(digestsOf(render(before)), digestsOf(render(now)));
    return [operation, ...changed.filter((field) => ['title', 'text', 'tables', 'metadata', 'files'].includes(field))];
  };

  it.each<[name: string, now: Parts, before?: Parts]>([
    ['a banner', { before: '<div class="site-banner"><p>Offices are closed on Monday.</p></div>' }],
    ['a notice', { before: '<div role="status">Planned works tonight</div>' }],
    ['a cookie window', { after: '<div id="cookieConsent"><p>We use cookies. Do you agree?</p><button>Yes</button></div>' }],
    ['a menu entry', { before: '<ul class="menu"><li><a href="/new">News</a></li></ul>' }],
    ['a crumb trail', { before: '<p class="breadcrumbs">Home &gt; Acts</p>' }],
    ['an advertisement', { after: '<aside><p>Buy a house now!</p></aside><div class="ads">-50 %</div>' }],
    ['related pages', { after: '<section class="related"><h2>See also</h2><ul><li><a href="/x">Other act</a></li></ul></section>' }],
    ['sharing', { after: '<div class="social-share"><a href="/s">Share</a> 12</div>' }],
    ['a sign-up', { after: '<form action="/n"><label>Newsletter</label><input name="m"><button>Go</button></form>' }],
    ['a token', { head: '<meta name="csrf-token" content="a8f3">', after: '<input type="hidden" name="token" value="a8f3">' }],
    ['the generator', { head: '<meta name="generator" content="CMS 4.2">' }],
    ['a script', { head: '<script>var now = 17</script>' }],
    ['a clock', { before: '<p>Monday, 16 November 2026, 19:02:45</p>' }, { before: '<p>Sunday, 15 November 2026, 08:11:02</p>' }],
    ['a masthead', { before: '<p>Montag, 16. November 2026</p>' }, { before: '<p>Sonntag, 15. November 2026</p>' }],
    ['a counter', { after: '<p>Visitors: 12,346</p>' }, { after: '<p>Visitors: 12,345</p>' }],
    ['a stop watch', { after: '<div>Page generated in 0.034 seconds</div>' }, { after: '<div>Page generated in 0.2 seconds</div>' }],
    ['a session', { after: '<p>Session ID: 9f3ab81c</p>' }, { after: '<p>Session ID: 771ab81c</p>' }],
    ['a login', { after: '<p>Last login: 16.11.2026 10:12</p>' }],
    ['a year', { after: '<p>© 2026 Court</p>' }, { after: '<p>© 2025 Court</p>' }],
  ])('%s is no change', (_case, now, before) => expect(weighty(now, before)).toEqual(['None']));

  it.each<[name: string, now: Parts, changed: string[]]>([
    ['a number in the text', { article: ARTICLE.replace('14 folios', '15 folios') }, ['text']],
    ['a date of the document', { article: ARTICLE.replace('12 May 2024</p>', '13 May 2024: corrected</p>') }, ['text']],
    ['a fee', { article: ARTICLE.replace('25', '26') }, ['tables']],
    ['a row', { article: ARTICLE.replace('</table>', '<tr><td>Copy</td><td>5</td></tr></table>') }, ['tables']],
    ['a heading', { article: ARTICLE.replace('act</h1>', 'act, repealed</h1>') }, ['text']],
    ['a notice about the document', { article: `<h1>Land</h1><p>Repealed.</p>${ARTICLE}` }, ['text']],
    ['a new author', { head: '<meta name="author" content="B">' }, ['metadata']],
  ])('%s is one', (_case, now, changed) => expect(weighty(now)).toEqual(['Upd', ...changed]));

  it('the words of a title are one', () => {
    const { operation, changed } = decide(digestsOf(render({})), digestsOf(render({}).replace('<title>Act', '<title>Law')));
    expect([operation, changed]).toEqual(['Upd', ['title', 'content']]);
  });
});
