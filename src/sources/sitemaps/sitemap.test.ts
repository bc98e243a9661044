import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  readSitemap,
  type Sitemap,
  SitemapError,
  type SitemapFailure,
  type SitemapLimits,
  type SitemapOptions,
  sitemapSource,
} from './index.js';

const HERE = 'https://site.example/maps/sitemap.xml';
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const entry = (loc: string, rest = ''): string => `<url><loc>${loc}</loc>${rest}</url>`;
const urlset = (...entries: string[]): string => `<?xml version="1.0" encoding="UTF-8"?><urlset ${NS}>${entries.join('')}</urlset>`;

type Setup = { contentType?: string; url?: string; options?: Partial<SitemapOptions>; limits?: Partial<SitemapLimits> };
const read = (content: string | Uint8Array, { contentType = 'application/xml', url = HERE, options, limits }: Setup = {}): Sitemap =>
  readSitemap({ bytes: typeof content === 'string' ? Buffer.from(content) : content, contentType, url }, options, limits);
const locs = (content: string | Uint8Array, setup?: Setup): string[] => read(content, setup).urls.map(({ loc }) => loc);
const failure = (content: string | Uint8Array, setup?: Setup): SitemapFailure | null => {
  try {
    read(content, setup);
    return null;
  } catch (error) {
    if (error instanceof SitemapError) return error.code;
    throw error;
  }
};

const A = 'https://site.example/a';
const B = 'https://site.example/b?x=1&y=2';

describe('formats', () => {
  it('G-12 urlset with all its fields', () => {
    const rest = '<lastmod>2024-05-06T07:08:09+02:00</lastmod><changefreq>Weekly</changefreq><priority>0.8</priority>';
    expect(read(urlset(entry(A, rest), entry('https://site.example/b?x=1&amp;y=2')))).toEqual({
      kind: 'urlset',
      urls: [
        { loc: A, lastmod: '2024-05-06T05:08:09Z', changefreq: 'weekly', priority: 0.8 },
        { loc: B, lastmod: null, changefreq: null, priority: null },
      ],
      sitemaps: [],
      notes: [],
    });
  });

  it('G-12 index: sitemaps are named, not followed', () => {
    const index = `<sitemapindex ${NS}><sitemap><loc>${A}.xml</loc><lastmod>2024-05</lastmod></sitemap><sitemap><loc>https://other.example/s.xml</loc></sitemap></sitemapindex>`;
    expect(read(index)).toMatchObject({
      kind: 'index',
      urls: [],
      sitemaps: [
        { loc: `${A}.xml`, lastmod: '2024-05-01T00:00:00Z' },
        { loc: 'https://other.example/s.xml', offSite: true },
      ],
    });
  });

  it('G-12 text, with comments, blank lines and any line end', () => {
    expect(read(`# pages\r\n${A}\r\n\r\n  ${B}#top  \nnonsense\n`, { contentType: 'text/plain' })).toMatchObject({
      kind: 'text',
      urls: [{ loc: A }, { loc: B }],
    });
  });

  it('G-12 gzip, whatever the headers say, also twice', () => {
    const zipped = gzipSync(urlset(entry(A)));
    expect([locs(zipped, { contentType: 'text/html' }), locs(gzipSync(zipped)), locs(gzipSync(`${A}\n`))]).toEqual([[A], [A], [A]]);
  });

  it('RSS: link, else an identifier that is a URL; dates in RFC 822', () => {
    const rss = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://site.example/</link><atom:link href="https://site.example/feed"/>
      <item><link>${A}</link><guid>urn:x</guid><pubDate>Thu, 05 Jan 17 13:34:52 +0100</pubDate></item>
      <item><guid>https://site.example/g</guid></item><item><guid>urn:only</guid></item></channel></rss>`;
    expect(read(rss)).toMatchObject({
      kind: 'rss',
      urls: [{ loc: A, lastmod: '2017-01-05T12:34:52Z' }, { loc: 'https://site.example/g' }],
    });
    expect(read(rss).urls).toHaveLength(2);
  });

  it('Atom: the page, not the edit link nor the source', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://site.example/"/><entry><link rel="edit" href="https://site.example/edit"/>
      <link rel="alternate" href="/a"/><source><link href="https://else.example/"/></source><updated>2003-12-13T18:30:02Z</updated></entry></feed>`;
    expect(read(atom)).toMatchObject({ kind: 'atom', urls: [{ loc: A, lastmod: '2003-12-13T18:30:02Z' }] });
  });

  it('extensions', () => {
    const google = (name: string) => `xmlns:${name}="http://www.google.com/schemas/sitemap-${name}/1.1"`;
    const content = `<urlset ${NS} ${google('image')} ${google('news')} ${google('video')} ${google('mobile')} xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>
      <image:image><image:loc>https://i.example/1.jpg</image:loc><image:caption><![CDATA[One & two]]></image:caption></image:image>
      <loc>${A}</loc><mobile:mobile/>
      <news:news><news:publication><news:name>Times</news:name></news:publication><news:keywords>law, land</news:keywords></news:news>
      <video:video><video:price currency="EUR">1.99</video:price></video:video>
      <xhtml:link rel="alternate" hreflang="sl" href="/sl/a"/></url>${entry(B.replace('&', '&amp;'))}</urlset>`;
    const [first, second] = read(content).urls;
    expect(first).toEqual({
      loc: A,
      lastmod: null,
      changefreq: null,
      priority: null,
      images: [{ loc: ['https://i.example/1.jpg'], caption: ['One & two'] }],
      news: [{ name: ['Times'], keywords: ['law', 'land'] }],
      videos: [{ price: ['1.99'], 'price.currency': ['EUR'] }],
      alternates: [{ href: 'https://site.example/sl/a', hreflang: 'sl', rel: 'alternate' }],
      mobile: true,
    });
    expect(second).toEqual({ loc: B, lastmod: null, changefreq: null, priority: null });
  });
});

describe('locations', () => {
  it.each<[string, string, string[]]>([
    ['relative', '../page', ['https://site.example/page']],
    ['fragment dropped', `${A}#top`, [A]],
    ['host without scheme', 'www.site.example/x', ['https://www.site.example/x']],
    ['own host without scheme', 'site.example/x', ['https://site.example/x']],
    ['CDATA in part', 'https://site.example/b<![CDATA[?x=1&y=2]]>', [B]],
    ['Unicode space around', '\u00a0\u2003https://site.example/a ', [A]],
    ['non-ASCII', 'https://site.example/käse', ['https://site.example/k%C3%A4se']],
    ['script', 'javascript:alert(1)', []],
    ['file', 'file:///etc/passwd', []],
    ['data', 'data:text/html,x', []],
    ['empty', '  ', []],
  ])('%s', (_case, loc, expected) => expect(locs(urlset(entry(loc)))).toEqual(expected));

  it('flags another host and keeps it; strict leaves out what is not below the folder', () => {
    const content = urlset(entry('https://other.example/x'), entry(A), entry('https://site.example/maps/y'));
    expect(read(content).urls.map(({ offSite }) => offSite)).toEqual([true, undefined, undefined]);
    expect(locs(content, { options: { strict: true } })).toEqual(['https://site.example/maps/y']);
  });
});

describe('what publishers get wrong', () => {
  it.each<[string, string, string[]]>([
    ['no namespace', `<urlset>${entry(A)}</urlset>`, [A]],
    ['another namespace', `<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">${entry(A)}</urlset>`, [A]],
    ['prefix', `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>${A}</s:loc></s:url></s:urlset>`, [A]],
    ['undeclared prefix', urlset(`<url><loc>${A}</loc><image:image><image:loc>https://i.example/1</image:loc></image:image></url>`), [A]],
    ['white space before the declaration', `\n \t${urlset(entry(A))}`, [A]],
    ['bare ampersands', urlset(entry('https://site.example/b?x=1&y=2'), entry(A)), [B, A]],
    ['undefined entity', urlset(entry('https://site.example/?a&copy;b')), ['https://site.example/?a&copy;b']],
    ['two locations in one entry', urlset(`<url><loc>${A}</loc><loc>https://site.example/c</loc></url>`), [A, 'https://site.example/c']],
    ['text without loc', urlset(`<url>${A}</url>`), [A]],
    ['element inside loc', urlset(`<url><loc><url><![CDATA[${A}]]></url></loc></url>`), [A]],
    ['something behind the end', `${urlset(entry(A))}<script>x</script>`, [A]],
    ['capital letters', `<urlset><URL><Loc>${A}</Loc></URL></urlset>`, [A]],
    ['doctype without declarations', `<!DOCTYPE urlset>${urlset(entry(A)).replace(/^<\?.*?\?>/, '')}`, [A]],
    ['cut off inside a location', `${urlset(entry(A)).replace('</urlset>', '')}<url><loc>https://site.example/hal`, [A]],
    ['cut off behind a location', `<urlset>${entry(A)}<url><loc>https://site.example/c</lo`, [A, 'https://site.example/c']],
  ])('%s', (_case, content, expected) => expect(locs(content)).toEqual(expected));

  it('notes what it forgave', () => {
    expect(read(urlset(entry('https://site.example/b?x=1&y=2'))).notes).toEqual(['read over: ampersand that stands alone']);
    expect(read(`<urlset>${entry(A)}`).notes[0]).toMatch(/^truncated, read up to .*unclosed tag/);
  });

  it('keeps what came before a broken tag when told to', () => {
    const broken = urlset(entry(A), '</url>', entry(B));
    expect(failure(broken)).toBe('SITEMAP_MALFORMED');
    expect(locs(broken, { options: { allowPartial: true } })).toEqual([A]);
    expect(failure(`<urlset>${entry(A)}`, { options: { allowPartial: false } })).toBe('SITEMAP_MALFORMED');
  });

  it('keeps what a cut gzip stream still holds', () => {
    const zipped = gzipSync(urlset(...Array.from({ length: 2000 }, (_, n) => entry(`${A}${n * 7919}`))));
    const { urls, notes } = read(zipped.subarray(0, zipped.length - 500));
    expect(urls.length).toBeGreaterThan(1000);
    expect(notes).toContain('the gzip stream is cut off');
  });

  it.each<[string, Uint8Array, string]>([
    ['UTF-16 with BOM', Buffer.from(`\ufeff${urlset(entry('https://site.example/é'))}`, 'utf16le'), 'application/xml'],
    ['UTF-16 without', Buffer.from(urlset(entry('https://site.example/é')), 'utf16le'), 'application/xml'],
    ['declared Latin-1', Buffer.from(urlset(entry('https://site.example/é')).replace('UTF-8', 'ISO-8859-1'), 'latin1'), 'text/xml'],
    ['charset of the header', Buffer.from('https://site.example/é', 'latin1'), 'text/plain; charset=windows-1252'],
    ['UTF-8 BOM', Buffer.from(`\ufeff${urlset(entry('https://site.example/é'))}`), 'application/xml'],
    ['unknown charset', Buffer.from(urlset(entry('https://site.example/é'))), 'application/xml; charset=klingon'],
  ])('charset: %s', (_case, bytes, contentType) => expect(locs(bytes, { contentType })).toEqual(['https://site.example/%C3%A9']));
});

describe('refused or held in bounds', () => {
  const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, '<url>'));
  it.each<[string, string | Uint8Array, SitemapFailure, Setup?]>([
    ['a page', '<!DOCTYPE html><html><body>Not found</body></html>', 'SITEMAP_UNKNOWN_FORMAT'],
    ['some XML', '<config><a/></config>', 'SITEMAP_UNKNOWN_FORMAT'],
    ['some text', 'this is not a sitemap', 'SITEMAP_UNKNOWN_FORMAT'],
    ['nothing', '', 'SITEMAP_UNKNOWN_FORMAT'],
    ['noise', Uint8Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251), 'SITEMAP_UNKNOWN_FORMAT'],
    ['entities', `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset>${entry('&x;')}</urlset>`, 'SITEMAP_DOCTYPE'],
    ['broken gzip', Uint8Array.of(0x1f, 0x8b, 8, 0, 255, 255, 255, 255), 'SITEMAP_BAD_GZIP'],
    ['a gzip bomb', bomb, 'SITEMAP_TOO_LARGE'],
    ['too many bytes', urlset(entry(A)), 'SITEMAP_TOO_LARGE', { limits: { maxBytes: 50 } }],
    ['wrong namespace, strictly', `<urlset>${entry(A)}</urlset>`, 'SITEMAP_NAMESPACE', { options: { strictNamespace: true } }],
    ['a million nested elements', `<urlset>${'<a>'.repeat(1_000_000)}`, 'SITEMAP_MALFORMED'],
  ])('%s', (_case, content, code, setup) => expect(failure(content, setup)).toBe(code));

  it('entities are never expanded nor fetched, even where they are tolerated', () => {
    const laughs = `<!DOCTYPE urlset [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <urlset>${entry('&x;')}${entry('https://site.example/&b;')}${entry('https://site.example/&constructor;')}${entry(A)}</urlset>`;
    expect(locs(laughs, { options: { allowDoctype: true } })).toEqual([A]);
  });

  it('XInclude is never followed', () => {
    const include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>';
    expect(locs(urlset(entry(include), entry(A)))).toEqual([A]);
  });

  it('notes more entries than the protocol allows, and counts those past the limit', () => {
    const many = Array.from({ length: 50_001 }, (_, n) => `${A}${n}`).join('\n');
    expect(read(many).notes).toEqual(['50001 entries, sitemaps.org allows 50000']);
    const stopped = read(many, { limits: { maxUrls: 10 } });
    expect([stopped.urls.length, stopped.kind, stopped.notes[0]]).toEqual([10, 'text', '49991 entries past the first 10 were left out']);
  });

  it.each([
    ['a value without end', `<urlset><url><loc>${'a'.repeat(5_000_000)}</loc></url>${entry(A)}</urlset>`],
    ['ampersands without end', `<urlset><url><loc>${'&'.repeat(500_000)}</loc></url>${entry(A)}</urlset>`],
    ['CDATA that never ends, after the rest', `<urlset>${entry(A)}${'<![CDATA[&'.repeat(100_000)}`],
    [
      'names nobody chose',
      `<urlset><url xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"><loc>${A}</loc><video:video><video:__proto__>x</video:__proto__></video:video></url></urlset>`,
    ],
  ])('%s', (_case, content) => expect(locs(content)).toEqual([A]));
});

describe('as a source', () => {
  const yields = (content: string) =>
    sitemapSource.yields(
      { url: HERE, bytes: Buffer.from(content), type: 'application/xml', contentType: null, headers: [] },
      sitemapSource.options.parse({}),
    );

  it('G-12 pages and sitemaps come out by kind', () => {
    expect(yields(urlset(entry(A, '<lastmod>2024-05-06</lastmod><priority>1.0</priority>')))).toEqual([
      { url: A, kind: 'page', lastModified: '2024-05-06T00:00:00Z' },
    ]);
    expect(yields(`<sitemapindex><sitemap><loc>${A}.xml</loc></sitemap></sitemapindex>`)).toEqual([
      { url: `${A}.xml`, kind: 'sitemap', lastModified: null },
    ]);
  });

  it('says "not mine" for a page, and why for what must be refused', () => {
    expect(yields('<html></html>')).toBeNull();
    expect(() => yields('<!DOCTYPE urlset [<!ENTITY a "b">]><urlset/>')).toThrow(
      /^SITEMAP_DOCTYPE in https:\/\/site\.example\/maps\/sitemap\.xml: /,
    );
  });
});
