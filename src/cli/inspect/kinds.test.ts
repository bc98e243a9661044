import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ANSWERS, INSPECTORS, type InspectKind } from './kinds.js';

const b64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64');

describe('inspect', () => {
  it('answers with the fields of its contract', async () => {
    const inputs: Record<InspectKind, Record<string, unknown>> = {
      url: { url: 'https://example.org/' },
      robots: { robots: '', agent: 'winnow', url: 'https://example.org/' },
      sitemap: { content_b64: b64('https://example.org/a\n'), contentType: 'text/plain', url: 'https://example.org/sitemap.txt' },
      page: { html: '<p>hello', url: 'https://example.org/' },
      language: { text: 'hello' },
      type: { b64: '' },
      rdf: { content_b64: Buffer.from('<> <#p> 1 .').toString('base64'), contentType: 'text/turtle', url: 'https://example.org/' },
      feed: { content_b64: b64('<rss><channel><title>x</title></channel></rss>'), url: 'https://example.org/feed' },
    };
    const fields: Record<string, string[]> = {};
    for (const [kind, input] of Object.entries(inputs))
      fields[kind] = Object.keys(JSON.parse(await ANSWERS[kind as InspectKind](input)) as object);
    expect(fields).toEqual({
      url: ['url', 'key', 'site', 'domain', 'surt'],
      robots: ['allowed', 'rule', 'crawlDelay', 'sitemaps'],
      sitemap: ['urls', 'sitemaps'],
      page: ['title', 'text', 'visibleText', 'language', 'charset', 'facts', 'metadata', 'links'],
      language: ['language', 'confidence'],
      type: ['type', 'charset'],
      feed: ['title', 'entries'],
      rdf: ['syntax', 'quads', 'problems'],
    });
  });

  it.each<[name: string, kind: InspectKind, input: Record<string, unknown>, error: RegExp]>([
    ['a missing field', 'url', {}, /"url" is missing/],
    ['a field of the wrong kind', 'url', { url: 7 }, /"url" is not a string/],
    ['a base of the wrong kind', 'url', { url: 'a', base: 7 }, /"base" is not a string/],
    ['what is no URL', 'url', { url: 'a b' }, /is not a URL/],
    ['an unknown policy', 'url', { url: 'https://a.b/', policy: 'best' }, /"policy" must be one of default/],
    ['an unknown mode', 'robots', { robots: '', agent: 'a', url: 'https://a.b/', mode: 'x' }, /"mode" must be one of rfc9309/],
    ['robots without robots', 'robots', { agent: 'a', url: 'https://a.b/' }, /"robots" or "robots_b64" is missing/],
    ['what is no base64', 'type', { b64: '§§§' }, /"b64" is not base64/],
    ['a page without address', 'page', { html: '' }, /"url" is missing/],
    ['a page with a broken address', 'page', { html: '', url: 'nowhere' }, /"url" is not a URL/],
    ['headers that are none', 'page', { html: '', url: 'https://a.b/', headers: ['x'] }, /"headers" is not a list/],
    ['what is no feed', 'feed', { content_b64: b64('<p>'), url: 'https://a.b/' }, /is no feed/],
    ['what is no sitemap', 'sitemap', { content_b64: b64('<p>'), url: 'https://a.b/' }, /SITEMAP_/],
  ])('refuses %s', (_, kind, input, error) => {
    expect(() => ANSWERS[kind](input)).toThrow(error);
  });

  it('takes null for a field left out', () => {
    expect(INSPECTORS.url({ url: 'https://a.org/x', base: null, policy: null })).toMatchObject({ url: 'https://a.org/x' });
  });

  it('writes URLs as JSON would, quotes and backslashes included', () => {
    for (const url of ['https://a.org/x?q="\\', 'data:text/plain,"a\\b', 'urn:x:"ä', 'https://ä.org/ö', 'https://a.org/%22'])
      expect(ANSWERS.url({ url })).toBe(JSON.stringify(INSPECTORS.url({ url })));
  });

  it('reads robots as text and as bytes alike, and again from memory', () => {
    const robots = 'User-agent: *\nDisallow: /a\nCrawl-delay: 2\nSitemap: /s.xml\n';
    const expected = { allowed: false, rule: 'Disallow: /a', crawlDelay: 2, sitemaps: ['/s.xml'] };
    const rest = { agent: 'winnow', url: 'https://example.org/a/b' };
    for (const given of [{ robots }, { robots }, { robots_b64: b64(robots) }])
      expect(INSPECTORS.robots({ ...given, ...rest })).toEqual(expected);
    for (let n = 0; n < 300; n++) INSPECTORS.robots({ robots: `User-agent: *\nDisallow: /${n}`, ...rest });
    expect(INSPECTORS.robots({ robots, ...rest })).toEqual(expected);
  });

  it('keeps the modes apart in its memory', () => {
    const input = { robots: 'User-agent: *\nDissallow: /a\n', agent: 'winnow', url: 'https://example.org/a' };
    expect(INSPECTORS.robots(input)).toMatchObject({ allowed: true });
    expect(INSPECTORS.robots({ ...input, mode: 'google' })).toMatchObject({ allowed: false });
    expect(INSPECTORS.robots(input)).toMatchObject({ allowed: true });
  });

  it('takes text for what it says, whatever charset the page declares', () => {
    const html = '<meta charset="iso-8859-2"><title>Občina Žalec</title>';
    expect(INSPECTORS.page({ html, url: 'https://a.b/' })).toMatchObject({ title: 'Občina Žalec', charset: 'utf-8' });
  });

  it('takes bytes for what the page declares', () => {
    const html_b64 = Buffer.from('<meta charset="iso-8859-1"><title>Caf\xe9</title>', 'latin1').toString('base64');
    expect(INSPECTORS.page({ html_b64, url: 'https://a.b/' })).toMatchObject({ title: 'Café', charset: 'windows-1252' });
  });

  it('obeys headers it is told about', async () => {
    const html = '<a href="x">y</a>';
    const nofollow = async (input: object) => (await INSPECTORS.page({ html, url: 'https://a.b/', ...input })).links[0]?.nofollow;
    expect(await nofollow({})).toBe(false);
    expect(await nofollow({ headers: [['X-Robots-Tag', 'nofollow']] })).toBe(true);
  });

  it('reads gzip sitemaps and base64 with line breaks', () => {
    const content_b64 = b64(gzipSync('<urlset><url><loc>https://a.org/x</loc><lastmod>2024-01-02</lastmod></url></urlset>')).replace(
      /(.{20})/g,
      '$1\n',
    );
    const { urls } = INSPECTORS.sitemap({ content_b64, contentType: 'application/gzip', url: 'https://a.org/sitemap.xml.gz' });
    expect(urls).toMatchObject([{ loc: 'https://a.org/x' }]);
  });
});
