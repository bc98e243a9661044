import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeaderField, Link, Page } from '../../model/index.js';
import { READERS, read } from '../read.js';
import { htmlReader } from './html-reader.js';

const URL_OF_PAGE = 'https://site.example/folder/page.html';

function pageOf(
  html: string | Uint8Array,
  {
    headers = [],
    contentType = 'text/html; charset=utf-8',
    url = URL_OF_PAGE,
  }: { headers?: HeaderField[]; contentType?: string; url?: string } = {},
): Page {
  const bytes = typeof html === 'string' ? Buffer.from(html, 'utf8') : html;
  return read({ url, bytes, headers, contentType }, READERS) as Page;
}

const linksOf = (html: string): readonly Link[] => pageOf(html).links;
const urlsOf = (html: string): string[] => linksOf(html).map(({ url }) => url.replace('https://site.example', ''));
const textOf = (html: string): string => pageOf(html).text;

describe('links', () => {
  it('A-44 gives every outlink its type and anchor text', () => {
    const table = linksOf(`
      <link rel="stylesheet" href="/s.css"><link rel="shortcut icon" href="/i.ico"><link rel=next href=/n><link rel="alternate" hreflang=de href="/de">
      <link rel=preconnect href=//cdn.example><script src="/j.js"></script><style>@import '/t.css'; p{background:url(/b.png)}</style>
      <meta http-equiv="Refresh" content="0; URL='/r'"><frameset><frame src=/f></frameset>
      <p>Read <a href="/a" rel="NoFollow noopener">the <b>whole</b>\n story</a> now</p>
      <map><area href="/ar" alt="Region"></map><iframe src="/if" title="Map"></iframe>
      <a href="/pic"><img src="/p.png" alt="A picture"></a><picture><source srcset="/p1.webp 1x, /p2.webp 2x"></picture>
      <video src="/v.mp4" poster="/v.jpg"><source src="/v.webm"><track src="/v.vtt"></video><audio src="/a.mp3"></audio>
      <object data="/o.swf"></object><embed src="/e.swf"><form action="/search"><input type=image src="/go.png"></form>
      <form method=post action="/no"></form><div style="background: url('/d.png')"></div><svg><use xlink:href="/u.svg#x"/></svg>`);
    expect(table.map(({ url, kind, anchor }) => [kind, url.replace('https://site.example', ''), anchor])).toEqual([
      ['css', '/s.css', ''],
      ['icon', '/i.ico', ''],
      ['link', '/n', ''],
      ['alternate', '/de', ''],
      ['script', '/j.js', ''],
      ['css', '/t.css', ''],
      ['img', '/b.png', ''],
      ['frame', '/f', ''],
      ['a', '/a', 'the whole story'],
      ['area', '/ar', 'Region'],
      ['iframe', '/if', 'Map'],
      ['a', '/pic', 'A picture'],
      ['img', '/p.png', 'A picture'],
      ['img', '/p1.webp', ''],
      ['img', '/p2.webp', ''],
      ['img', '/v.jpg', ''],
      ['media', '/v.mp4', ''],
      ['media', '/v.webm', ''],
      ['media', '/v.vtt', ''],
      ['media', '/a.mp3', ''],
      ['object', '/o.swf', ''],
      ['object', '/e.swf', ''],
      ['form', '/search', ''],
      ['img', '/go.png', ''],
      ['img', '/d.png', ''],
      ['img', '/u.svg#x', ''],
      ['refresh', '/r', ''],
    ]);
  });

  it.each([
    ['plain', '<a href="/t">x</a>', '/t'],
    ['upper case', '<A HREF="/t">x</A>', '/t'],
    ['unquoted', '<a href=/t>x</a>', '/t'],
    ['single quotes', "<a href='/t'>x</a>", '/t'],
    ['white space', '<a href="  /t\n ">x</a>', '/t'],
    ['dot segments', '<a href="../t/./a/../b">x</a>', '/t/b'],
    ['entity', '<a href="/t?a=1&amp;b=2">x</a>', '/t?a=1&b=2'],
    ['reference that is none', '<a href="/t?a=1&copy=2">x</a>', '/t?a=1&copy=2'],
    ['numeric references', '<a href="&#47;t&#x2F;u">x</a>', '/t/u'],
    ['percent', '<a href="/caf%C3%A9">x</a>', '/caf%C3%A9'],
    ['raw UTF-8', '<a href="/naïve">x</a>', '/na%C3%AFve'],
    ['space', '<a href="/a b">x</a>', '/a%20b'],
    ['scheme-relative', '<a href="//site.example/t">x</a>', '/t'],
    ['query only', '<a href="?page=2">x</a>', '/folder/page.html?page=2'],
    ['upper-case scheme', '<a href="HTTPS://site.example/t">x</a>', '/t'],
    ['fragment', '<a href="/t#part-2">x</a>', '/t#part-2'],
    ['backslash', '<a href="\\t\\u">x</a>', '/t/u'],
    ['line break inside', '<a href="/t\nu">x</a>', '/tu'],
    ['malformed', '<div><p><b><a class=x title="a > b" href="/t"><i>x</b></div>', '/t'],
    ['second href is ignored', '<a href="/t" href="/u">x</a>', '/t'],
    ['slash instead of space', '<a/href="/t">x</a>', '/t'],
    ['after a stray end tag', '</div></p></table><a href="/t">x</a>', '/t'],
    ['element never closed', '<a href="/t">x', '/t'],
    ['tag cut off behind the attribute', '<a href="/t"', '/t'],
    ['inside noscript', '<noscript><a href="/t">x</a></noscript>', '/t'],
    ['after an iframe closed like XML', '<iframe src="about:blank"/><a href="/t">x</a>', '/t'],
    ['SVG', '<svg><a xlink:href="/t"><text>x</text></a></svg>', '/t'],
  ])('follows the form: %s', (_case, html, url) => expect(urlsOf(html)).toContain(url));

  it.each([
    ['comment', '<!-- <a href="/n">x</a> -->'],
    ['conditional comment', '<!--[if IE]><a href="/n">x</a><![endif]-->'],
    ['data attribute', '<a data-href="/n">x</a>'],
    ['string of a script', '<script>var u = "<a href=/n>";</script>'],
    ['text of a title', '<title><a href="/n">x</a></title>'],
    ['textarea', '<textarea><a href="/n">x</a></textarea>'],
    ['template', '<template><a href="/n">x</a><script src="/n"></script></template>'],
    ['POST form', '<form method="POST" action="/n"></form>'],
    ['attribute cut off by the end', '<p>x</p><a href="/n'],
    ['unquoted attribute cut off by the end', '<p>x</p><a href=/n'],
    ['G-22 same page', '<a href="#">x</a><a href="#top">x</a><a href="">x</a>'],
    [
      'G-22 mailto, tel, javascript',
      '<a href="mailto:a@b.example">x</a><a href=tel:1>x</a><a href="java&#10;script:x()">x</a><a href=" JavaScript:x()">x</a>',
    ],
    ['data URL', '<img src="data:image/gif;base64,R0lGOD">'],
  ])('finds nothing in: %s', (_case, html) => expect(urlsOf(html)).toEqual([]));

  it('G-16 makes links absolute against the first base with an address, else against the page', () => {
    expect(urlsOf('<a href="t">x</a>')).toEqual(['/folder/t']);
    expect(urlsOf('<base href="/based/"><a href="t">x</a><link rel=next href=u>')).toEqual(['/based/t', '/based/u']);
    expect(urlsOf('<a href="t">x</a><base target=_top><base href="/one/"><base href="/two/">')).toEqual(['/one/t']);
    expect(linksOf('<base href="https://other.example/x/y"><a href="t">x</a>')[0]?.url).toBe('https://other.example/x/t');
    expect(urlsOf('<base href="http://[broken"><a href="t">x</a>')).toEqual(['/folder/t']);
    expect(urlsOf('<base href="javascript:x"><a href="t">x</a>')).toEqual(['/folder/t']);
    expect(urlsOf('<!-- <base href="/no/"> --><noscript><base href="/no/"></noscript><a href="t">x</a>')).toEqual(['/folder/t']);
  });

  it('M-06 names the canonical address of the page, from the head or the header', () => {
    expect(pageOf('<link rel="canonical" href="/main?a=1"><link rel=canonical href=/second>').canonical).toBe(
      'https://site.example/main?a=1',
    );
    expect(pageOf('<p>x', { headers: [['Link', '</c.css>; rel=preload, <https://site.example/main>; rel="canonical"']] }).canonical).toBe(
      'https://site.example/main',
    );
    expect(pageOf('<p>x').canonical).toBeNull();
  });

  it('says where a link stands: paragraph, path, rel words, nofollow', () => {
    const html =
      '<body class="page wide"><div id=main><p>Before</p><p class="lead big">Read <a rel="nofollow ugc" href=/a>this</a><br>today.</p><p><a href=/b><img src=/i></a></p></div>';
    const { text, links } = pageOf(html);
    const [first, second] = links;
    expect(first).toMatchObject({ rel: ['nofollow', 'ugc'], nofollow: true, path: 'body.page>div#main>p.lead>a' });
    expect(text.slice(...(first?.paragraph ?? [0, 0]))).toBe('Read this\ntoday.');
    expect(second).toMatchObject({ rel: [], nofollow: false, paragraph: null });
  });

  it('ends an anchor where the next one begins', () => {
    expect(linksOf('<a href=/a>one <a href=/b>two</a>').map(({ anchor }) => anchor)).toEqual(['one', 'two']);
  });

  it('counts what cannot be understood and goes on', () => {
    const { links, notes } = pageOf('<a href="http://[x">x</a><a href="https://">y</a><a href="/ok">z</a>');
    expect(links).toHaveLength(1);
    expect(notes).toEqual(['2 links could not be understood as a URL']);
  });
});

describe('text', () => {
  it.each([
    ['blocks', '<h1>One</h1><p>Two</p>three<div>four</div>', 'One\nTwo\nthree\nfour'],
    ['inline elements join', 'a<b>b</b><span>c</span> <i> d </i> e', 'abc d e'],
    ['white space is folded', '<p>  a \n\t b&nbsp;&nbsp;c  </p>', 'a b c'],
    ['br', 'a<br>b<br/><br>c</br>d', 'a\nb\nc\nd'],
    ['table cells', '<table><tr><td>a<td>b<tr><th>c</th><td><p>d</p></td></tr></table>', 'a b\nc\nd'],
    ['lists', '<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl>', 'a\nb\nc\nd'],
    ['preformatted', '<pre>a\n  b\n\nc</pre>', 'a\nb\nc'],
    ['entities', '&lt;b&gt; &amp;amp; &euro; &#8364; &eacute &unknown;', '<b> &amp; € € é &unknown;'],
    ['scripts, styles, templates', 'a<script>x</script><style>y</style><template>z</template><noscript>n</noscript>b', 'ab'],
    ['hidden parts', 'a<div hidden>x</div><p style="color:red; DISPLAY : none">y</p><dialog>z</dialog>b', 'ab'],
    ['no alternative texts, no values', 'a<img alt="x"><input value="y">b', 'ab'],
    ['title and head are no text', '<head><title>t</title></head><body>b', 'b'],
    ['head never closed', '<html><head><title>t</title><p>b</p>', 'b'],
    ['text without tags', 'a < b && c > d', 'a < b && c > d'],
    ['invisible characters', 'Bundes\u00adgericht zero\u200bwidth \u0007bell', 'Bundesgericht zerowidth bell'],
    ['drawing', '<svg><title>icon</title><text>label</text></svg>', 'label'],
    ['CDATA is a comment in HTML', 'a<![CDATA[x]]>b', 'ab'],
    ['unclosed comment', 'a<!-- b', 'a'],
    ['unclosed script', 'a<script>b', 'a'],
    ['stray end tag does not leave the table', '<div><table><tr><td>a</div>b</td></tr></table>c</div>', 'ab\nc'],
    ['options', '<select><option>a<option>b</select>', 'a\nb'],
  ])('%s', (_case, html, text) => expect(textOf(html)).toBe(text));

  it('reads XHTML by its own rules', () => {
    const { text, links, type } = pageOf(
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p/><a href="/c"/>x<![CDATA[<y>]]></body></html>',
      {
        contentType: 'application/xhtml+xml',
      },
    );
    expect([type, text, links[0]?.anchor]).toEqual(['application/xhtml+xml', 'x<y>', '']);
  });

  it('reads a legacy page in its own encoding', () => {
    const bytes = Buffer.from('<meta charset="iso-8859-1"><title>caf\xe9</title>\x80 \xe9\xe8 <a href="/l?q=\xe9">x</a>', 'latin1');
    const page = pageOf(bytes, { contentType: 'text/html' });
    expect(page).toMatchObject({ charset: 'windows-1252', title: 'café', text: '€ éè x' });
    expect(page.links[0]?.url).toBe('https://site.example/l?q=%E9');
  });

  it('forgets the page before: an unclosed script or title does not leak into the next one', () => {
    for (const broken of ['<script>', '<title>', '<textarea>', '<a href="', '<!--', '&am']) {
      pageOf(`<p>x${broken}`);
      expect(textOf('<p>fresh</p>')).toBe('fresh');
    }
  });

  it('folds white space and drops what is invisible alike in every piece, wherever tags cut it', () => {
    const unit = fc.constantFrom('a', 'Ž', '漢', ' ', ' ', '  ', '\n', '\t', '\u00a0', '\u00ad', '\u200b', '\u3000', '\u0085', '.');
    const pieces = fc.array(
      fc.array(unit, { maxLength: 8 }).map((units) => units.join('')),
      { maxLength: 6 },
    );
    const folded = (all: readonly string[]) =>
      all
        .join('')
        .replace(/[\u00ad\u200b]/g, '')
        .replace(/\s+|\u0085+/g, ' ')
        .replace(/ +/g, ' ')
        .trim();
    fc.assert(fc.property(pieces, (all) => textOf(`<p>${all.map((piece) => `<b>${piece}</b>`).join('')}</p>`) === folded(all)));
  });
});

describe('metadata', () => {
  it('collects title, meta tags, language and JSON-LD', () => {
    const page = pageOf(`<html lang="de-AT"><head><title> A &amp;\n B </title><title>second</title>
      <meta name="Description" content="  some  text "><meta name=keywords content=a><meta name=keywords content=b><meta property="og:title" content="OG">
      <meta name="DC.creator" content="Someone"><meta property="article:published_time" content="2024-01-01"><meta name="__proto__" content="x"><meta content="nameless">
      <script type="application/ld+json"> {"@type":"Article","n":"a &amp; b"} </script></head><body><svg><title>icon</title></svg>`);
    expect(page.title).toBe('A & B');
    expect(page.metadata).toMatchObject({
      'html:lang': ['de-AT'],
      description: ['some text'],
      keywords: ['a', 'b'],
      'og:title': ['OG'],
      'dc.creator': ['Someone'],
      'article:published_time': ['2024-01-01'],
      'json-ld': ['{"@type":"Article","n":"a &amp; b"}'],
    });
    expect(Object.getOwnPropertyDescriptor(page.metadata, '__proto__')?.value).toEqual(['x']);
  });

  const none = { noindex: false, nofollow: false, noarchive: false, tdmReserved: false };
  it.each([
    ['nothing', '', [], none],
    ['meta robots', '<meta name=ROBOTS content="NOINDEX, nofollow">', [], { ...none, noindex: true, nofollow: true }],
    ['none', '<meta name=robots content=none>', [], { ...none, noindex: true, nofollow: true }],
    ['our own name', '<meta name="winnow" content="noarchive"><meta name=otherbot content=noindex>', [], { ...none, noarchive: true }],
    ['header', '', [['X-Robots-Tag', 'noarchive, unavailable_after: 25 Jun 2030 15:00:00 PST']], { ...none, noarchive: true }],
    ['header for another robot', '', [['x-robots-tag', 'otherbot: noindex, nofollow']], none],
    ['header for us behind another', '', [['X-Robots-Tag', 'otherbot: noindex, winnow: nofollow']], { ...none, nofollow: true }],
    ['reservation by header', '', [['TDM-Reservation', '1']], { ...none, tdmReserved: true }],
    ['reservation by meta', '<meta name="tdm-reservation" content="1">', [], { ...none, tdmReserved: true }],
    ['reservation of zero', '<meta name="tdm-reservation" content="0">', [['tdm-reservation', '0']], none],
  ] as const)('directives: %s', (_case, html, headers, directives) => {
    expect(pageOf(`<head>${html}</head><p>x`, { headers: headers.map(([name, value]): HeaderField => [name, value]) }).directives).toEqual(
      directives,
    );
  });

  it('hands nofollow of the page on to its links', () => {
    expect(pageOf('<meta name=robots content=nofollow><a href=/x>x</a>').links[0]?.nofollow).toBe(true);
    expect(pageOf('<a href=/x>x</a>', { headers: [['X-Robots-Tag', 'nofollow']] }).links[0]?.nofollow).toBe(true);
  });

  it.each([
    ['5; url=/r', '/r'],
    ["0;URL='/r'", '/r'],
    ['0; /r', '/r'],
    ['.5,url=/r', '/r'],
    [' 3 url=/r', '/r'],
    ['5', null],
    ['x; url=/r', null],
    ['٥; url=/r', null],
    ['5;url=', null],
  ])('refresh %j leads to %s', (content, url) => {
    expect(linksOf(`<meta http-equiv=refresh content="${content}">`)[0]?.url ?? null).toBe(
      url === null ? null : `https://site.example${url}`,
    );
  });
});

describe('bounds', () => {
  it.each([
    ['a million nested elements', '<div>'.repeat(1_000_000)],
    ['a million nested links', '<a href=/x>'.repeat(1_000_000)],
    ['elements opened and closed out of order', `${'<a><b>'.repeat(300_000)}${'</a></b>'.repeat(300_000)}`],
    ['end tags that close nothing', `${'<p>'.repeat(600)}<td>${'</p></div>'.repeat(500_000)}`],
    ['a million attributes', `<a ${'x=y '.repeat(1_000_000)} href=/x>`],
    ['one endless attribute', `<a href="${'x'.repeat(5_000_000)}">x</a>`],
    ['references only', '&amp;&#x41;&'.repeat(300_000)],
    ['angle brackets only', '<'.repeat(1_000_000)],
    ['a table wider than numbers go', '<table><tr><td colspan=9007199254740991 rowspan=9007199254740991>x</table>'],
    ['names nobody uses twice', Array.from({ length: 100_000 }, (_, n) => `<x${n} y${n}=1>`).join('')],
    ['unclosed comments', '<!--'.repeat(500_000)],
    ['a style full of openings', `<style>${'url("'.repeat(300_000)}</style>`],
    ['a srcset of commas', `<img srcset="${', '.repeat(500_000)}">`],
    ['zero bytes', '\0<p>\0x\0</p>\0'.repeat(100_000)],
  ])('survives %s', (_case, html) => {
    const page = pageOf(html, { contentType: 'text/html' });
    expect(typeof page.text).toBe('string');
    expect(page.links.length).toBeLessThanOrEqual(500_000);
    expect(Math.max(0, ...page.links.slice(0, 1000).map(({ path }) => path.length))).toBeLessThan(5000);
  });

  it('keeps paths short, the near steps first', () => {
    const html = `${'<div>'.repeat(20)}<a href=/a>x</a>${'<p><i>'.repeat(20)}<a href=/b>y</a><a href=/c>z</a>`;
    const [shallow, deep, same] = linksOf(html).map(({ path }) => path);
    expect(shallow).toBe(`${'div>'.repeat(20)}a`);
    expect(deep?.split('>')).toHaveLength(25);
    expect(deep).toMatch(/^…>.*i>a$/);
    expect(same).toBe(deep);
  });

  it('says what was left out', () => {
    expect(pageOf('<div>'.repeat(2000)).notes).toEqual(['elements nested deeper than 512 levels were flattened']);
    const bytes = Buffer.from('<a href=/x>y</a>'.repeat(30));
    const many = { url: URL_OF_PAGE, bytes, type: 'text/html', contentType: null, headers: [] };
    expect((htmlReader.read(many, { agent: 'winnow', maxLinks: 20 }) as Page).notes).toEqual(['10 links past the first 20 were left out']);
    expect(pageOf(`<p>${'word '.repeat(10)}</p>`.repeat(250_000)).notes).toEqual(['the text was cut at 10 MB']);
  });
});
