import { describe, expect, it } from 'vitest';
import type { Page } from '../../model/index.js';
import { read } from '../read.js';
import { readFeed } from './feed.js';
import { feedDate } from './feed-date.js';

const URL = 'https://news.example/feeds/all.xml';
const entries = (source: string) => readFeed(source, URL)?.entries.map(({ title, link, id, date }) => ({ title, link, id, date }));
const rss = (item: string, root = '') =>
  `<?xml version="1.0"?><rss version="2.0" ${root}><channel><title>News</title><item>${item}</item></channel></rss>`;
const atom = (entry: string, root = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${root}><title>News</title><entry>${entry}</entry></feed>`;

describe('readFeed', () => {
  it.each<[string, string, Record<string, string | null>]>([
    [
      'RSS',
      rss('<title>A</title><link>/a</link><guid>g1</guid><pubDate>Thu, 01 Jan 04 19:48:21 GMT</pubDate>'),
      { title: 'A', link: 'https://news.example/a', id: 'g1', date: '2004-01-01T19:48:21Z' },
    ],
    ['CDATA and HTML in a title', rss('<title><![CDATA[<b>AT&amp;T</b> &amp; co]]></title>'), { title: 'AT&T & co' }],
    ['a title with escaped markup', rss('<title>5 &lt; 6 &amp;amp; more</title>'), { title: '5 < 6 & more' }],
    ['named characters of HTML', rss('<title>Caf&eacute; &mdash; x</title>'), { title: 'Café — x' }],
    ['a guid that is a link', rss('<guid>https://n.example/1</guid>'), { link: 'https://n.example/1', id: 'https://n.example/1' }],
    ['a guid that is none', rss('<guid isPermaLink="false">https://n.example/1</guid>'), { link: null, id: 'https://n.example/1' }],
    ['no identifier', rss('<link>https://n.example/1</link>'), { id: 'https://n.example/1' }],
    [
      'atom:link in RSS',
      rss('<a:link href="/x"/><a:link rel="self" href="/self"/>', 'xmlns:a="http://www.w3.org/2005/Atom"'),
      { link: 'https://news.example/x' },
    ],
    [
      'Dublin Core under another prefix',
      rss('<x:date>2003-12-31T10:14:55-08:00</x:date>', 'xmlns:x="http://purl.org/dc/elements/1.1/"'),
      { date: '2003-12-31T18:14:55Z' },
    ],
    [
      'a title of a picture is not that of the entry',
      rss('<media:title>no</media:title><title>yes</title>', 'xmlns:media="http://search.yahoo.com/mrss/"'),
      { title: 'yes' },
    ],
    [
      'Atom',
      atom(
        '<title>A</title><id>tag:1</id><link rel="self" href="s"/><link href="a/b"/><updated>2005-07-31T12:29:29Z</updated><published>2003-12-13T08:29:29-04:00</published>',
      ),
      { title: 'A', link: 'https://news.example/feeds/a/b', id: 'tag:1', date: '2003-12-13T12:29:29Z' },
    ],
    ['xml:base', atom('<link href="b"/>', 'xml:base="https://base.example/a/"'), { link: 'https://base.example/a/b' }],
    ['HTML in Atom', atom('<title type="html">a &lt;i&gt;b&lt;/i&gt;</title>'), { title: 'a b' }],
    ['an Atom title in base64', atom('<title type="application/octet-stream">SGFyYm91ciBuZXdz</title>'), { title: 'Harbour news' }],
    ['an Atom title with the type of its content', atom('<title type="image/png">Harbour at night</title>'), { title: 'Harbour at night' }],
    ['a word that could be base64', atom('<title type="image/png">Harbours</title>'), { title: 'Harbours' }],
    ['XHTML in Atom', atom('<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <i>b</i></div></title>'), { title: 'a b' }],
    ['text in Atom that looks like markup', atom('<title>a &lt;i&gt; b</title>'), { title: 'a <i> b' }],
    [
      'Atom under a prefix',
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>A</a:title><a:link href="/p"/></a:entry></a:feed>',
      { title: 'A', link: 'https://news.example/p' },
    ],
    [
      'Atom 0.3',
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="escaped" type="text/html">&lt;b&gt;A&lt;/b&gt;</title><issued>2004-01-01</issued></entry></feed>',
      { title: 'A', date: '2004-01-01T00:00:00Z' },
    ],
    [
      'RSS 1.0',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>N</title></channel><item rdf:about="https://n.example/i"><title>A</title></item></rdf:RDF>',
      { title: 'A', link: 'https://n.example/i', id: 'https://n.example/i' },
    ],
    [
      'CDF',
      '<CHANNEL><ITEM HREF="/c" LASTMOD="2004-04-06"><TITLE>A</TITLE></ITEM></CHANNEL>',
      { title: 'A', link: 'https://news.example/c', date: '2004-04-06T00:00:00Z' },
    ],
    [
      'JSON Feed',
      '{"version":"https://jsonfeed.org/version/1.1","title":"N","items":[{"id":7,"url":"/j","title":"A","date_published":"2010-02-07T14:04:00-05:00"}]}',
      { title: 'A', link: 'https://news.example/j', id: '7', date: '2010-02-07T19:04:00Z' },
    ],
    [
      'what is not well-formed',
      '<rss><channel><item><title>A & B</title><link>/m</link></channel></rss',
      { title: 'A & B', link: 'https://news.example/m' },
    ],
  ])('%s', (_, source, expected) => expect(entries(source)?.[0]).toMatchObject(expected));

  it('is null for what is no feed', () => {
    for (const source of ['', '<p>x', '<html><body>', '{"items":[]}', '{', 'words']) expect(readFeed(source, URL)).toBeNull();
  });

  it('is not slowed down by hostile feeds', () => {
    const hostile = [
      '<![CDATA['.repeat(100_000),
      '<item>'.repeat(100_000),
      '&x;'.repeat(300_000),
      `<title>${'<b>'.repeat(100_000)}`,
      '<!ENTITY a "b">'.repeat(10_000),
    ];
    for (const inside of hostile) expect(readFeed(`<rss><channel>${inside}`, URL)).toBeTypeOf('object');
  });
});

describe('feedDate', () => {
  it.each([
    ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21'],
    ['Thu,  5 Apr 2012 10:00:00 EST', '2012-04-05T15:00:00'],
    ['Mon, 26 January 2004 16:31:00 ET', '2004-01-26T21:31:00'],
    ['01 Jan 99 00:00 +0100', '1998-12-31T23:00:00'],
    ['Mon, 13 Feb, 2012 06:28:00 UTC', '2012-02-13T06:28:00'],
    ['Thu Aug 30 2012 17:26:16 +0200', '2012-08-30T15:26:16'],
    ['Sun Jan  4 16:29:06 2004', '2004-01-04T16:29:06'],
    ['Sun Jul 15 01:16:00 +0000 2012', '2012-07-15T01:16:00'],
    ['Wed, 19 Feb 2012 22:40:00 GMT-01:01', '2012-02-19T23:41:00'],
    ['2003-12-31T10:14:55.123-08:00', '2003-12-31T18:14:55'],
    ['2003-12', '2003-12-01T00:00:00'],
    ['2003', '2003-01-01T00:00:00'],
    ['20031231', '2003-12-31T00:00:00'],
    ['2003-335', '2003-12-01T00:00:00'],
    ['2004-07-08 23:56:58', '2004-07-08T23:56:58'],
    ['Fri, 2006/09/15 08:19:53 EDT', '2006-09-15T12:19:53'],
    ['2004년 05월 28일 01:31:15', '2004-05-27T16:31:15'],
    ['Κυρ, 11 Ιούλ 2004 12:00:00 EST', '2004-07-11T17:00:00'],
    ['2004-július-13T9:15-05:00', '2004-07-13T14:15:00'],
  ])('%s', (written, expected) => expect(new Date(feedDate(written) as number).toISOString().slice(0, 19)).toBe(expected));

  it.each([
    '',
    'yesterday',
    'Sun, 16 zzz 2012 11:47:32 GMT',
    'Sun, 99 Jun 2009 12:00:00 GMT',
    '2013-xx-27',
    '2003-12-31T25:14:55Z',
    '9999-12-31T23:59:59-99:99',
    'x'.repeat(1000),
  ])('no date: %s', (written) => expect(feedDate(written)).toBeNull());
});

describe('the reader of feeds', () => {
  const pageOf = (source: string | Uint8Array, contentType: string) =>
    read({ url: URL, bytes: Buffer.from(source as string), contentType, headers: [] }) as Page;

  it('makes links of entries, text of titles and summaries', () => {
    const page = pageOf(
      rss('<title>Ships arrive</title><link>/1</link><description>&lt;p&gt;Two ships.&lt;/p&gt;</description><enclosure url="/a.mp3"/>'),
      'text/xml',
    );
    expect(page).toMatchObject({
      type: 'application/rss+xml',
      title: 'News',
      text: 'News\nShips arrive\nTwo ships.',
      metadata: { 'feed.entries': ['1'] },
    });
    expect(page.links).toMatchObject([
      { url: 'https://news.example/1', kind: 'alternate', anchor: 'Ships arrive' },
      { url: 'https://news.example/a.mp3', kind: 'media' },
    ]);
  });

  it('decodes by what the feed declares', () => {
    const source = Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><rss><channel><title>\xc8as</title></channel></rss>', 'latin1');
    expect(pageOf(source, 'application/rss+xml')).toMatchObject({ title: 'Čas', charset: 'iso-8859-2' });
  });

  it('leaves RDF that is no feed to the reader of XML', () =>
    expect(pageOf('<rdf:RDF xmlns:rdf="r"><a>words</a></rdf:RDF>', 'application/rdf+xml')).toMatchObject({
      text: 'words',
      type: 'application/rdf+xml',
    }));
});
