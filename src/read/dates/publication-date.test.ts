import { describe, expect, it } from 'vitest';
import type { HeaderField, Page } from '../../model/index.js';
import { READERS, read } from '../read.js';

const SENTENCE =
  'The council decided on Thursday, after a long debate, that the new rules for the harbour shall be published before winter.';
const TEXT = `<p>${SENTENCE}</p>`.repeat(6);

function publishedOf(html: string, url = 'https://a.test/page', headers: HeaderField[] = []): string | null {
  return (
    (read({ url, bytes: Buffer.from(html), headers, contentType: 'text/html; charset=utf-8' }, READERS) as Page).facts?.published ?? null
  );
}

const page = (inside: string, lang = 'en', head = ''): string =>
  `<!doctype html><html lang="${lang}"><head><title>Rules decided</title>${head}</head><body><div id="story">${inside}</div></body></html>`;

describe('the day of publication', () => {
  it.each<[string, string, string | null]>([
    ['a line below the headline', page(`<h1>Rules decided</h1><p>17 March 2024</p>${TEXT}`), '2024-03-17'],
    ['a byline', page(`<h1>Rules decided</h1><p class="byline">By Ana Novak, 17 March 2024</p>${TEXT}`), '2024-03-17'],
    ['a line above the headline', page(`<p class="date">17.03.2024</p><h1>Entscheid</h1>${TEXT}`, 'de'), '2024-03-17'],
    ['a dateline', page(`<h1>Entscheid</h1><p>(17.03.2024) ${SENTENCE}</p>${TEXT}`, 'de'), '2024-03-17'],
    ['a label in a block of its own', page(`<h1>Entscheid</h1><h5>Datum:</h5><div>17.03.2024</div>${TEXT}`, 'de'), '2024-03-17'],
    ['a note below', page(`<h1>x</h1>${TEXT}<p>Dieser Beitrag wurde am 17. März 2024 veröffentlicht.</p>`, 'de'), '2024-03-17'],
    ['the published one of two', page(`<h1>x y z</h1><p>Updated: 20 March 2024</p><p>Published: 17 March 2024</p>${TEXT}`), '2024-03-17'],
    ['only a change', page(`<h1>x y z</h1>${TEXT}<p>Last updated 17 March 2024</p>`), '2024-03-17'],
    ['a broken script', page(TEXT, 'en', '<script type="application/ld+json">{"datePublished":"2024-03-17",}</script>'), '2024-03-17'],
    ['the state of an application', page(`${TEXT}<script>var s={"publishDate":"2024-03-17T10:00"}</script>`), '2024-03-17T10:00'],
    ['a meta tag of its own name', page(TEXT, 'en', '<meta name="x.publish_date" content="17/03/2024">'), '2024-03-17'],
    ['a sentence', page(`<h1>x y z</h1>${TEXT}<p>${SENTENCE} The rules of 17 March 2024 stay as they are until then.</p>`), null],
    ['a copyright note', page(`<h1>x y z</h1>${TEXT}<p>© 17.03.2024 Harbour News</p>`), null],
    ['a comment', page(`<h1>x y z</h1>${TEXT}<div class="comments"><p class="date">17 March 2024</p><p>Well done!</p></div>`), null],
    [
      'a sidebar',
      page(`<h1>x y z</h1>${TEXT}`).replace('</body>', '<div class="sidebar"><span class="date">17 March 2024</span></div>'),
      null,
    ],
    ['a day to come', page(`<h1>x y z</h1><p class="date">17 March 2190</p>${TEXT}`), null],
    ['a day before the web', page(`<h1>x y z</h1><p class="date">17 March 1924</p>${TEXT}`), null],
  ])('from %s', (_case, html, expected) => expect(publishedOf(html)).toBe(expected));

  it('believes what is shown more than a tag that does not say what its date is of', () => {
    const shown = '<h1>Rules decided</h1><p class="date">Published: 17 March 2024</p>';
    expect(publishedOf(page(shown + TEXT, 'en', '<meta name="date" content="2024-04-01">'))).toBe('2024-03-17');
    expect(publishedOf(page(TEXT, 'en', '<meta name="date" content="2024-04-01">'))).toBe('2024-04-01');
  });

  it('takes the day of the editors where a moment in universal time lies on the next', () => {
    const told = (time: string): string => page(TEXT, 'en', `<meta property="article:published_time" content="${time}">`);
    expect(publishedOf(told('2024-03-18T01:10:00Z'), 'https://a.test/2024/03/17/x')).toBe('2024-03-17');
    expect(publishedOf(told('2024-03-18T10:10:00Z'), 'https://a.test/2024/03/17/x')).toBe('2024-03-18T10:10:00Z');
  });

  it('asks the clock of the server what is to come', () => {
    const told = page(TEXT, 'en', '<meta property="article:published_time" content="2024-03-17">');
    expect(publishedOf(told, 'https://a.test/', [['Date', 'Fri, 01 Mar 2024 00:00:00 GMT']])).toBeNull();
    expect(publishedOf(told, 'https://a.test/', [['Date', 'Mon, 01 Apr 2024 00:00:00 GMT']])).toBe('2024-03-17');
  });

  it.each([
    ['/news/20240317/x', '2024-03-17'],
    ['/news/17-03-2024-rules', '2024-03-17'],
    ['/local/2024-03/17/c_1.htm', '2024-03-17'],
    ['/item/20249917', null],
  ])('in an address: %s', (path, expected) => expect(publishedOf(page(TEXT), `https://a.test${path}`)).toBe(expected));
});
