import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostOf, isFetchable, parseUrl, siteOf, urlReader } from './parse-url.js';

describe('urlReader', () => {
  const read = urlReader();

  it('G-16 resolves against the base', () => {
    const base = 'https://example.org/docs/index.html';
    expect(read('a.html', base)?.url).toBe('https://example.org/docs/a.html');
    expect(read('../b', base)?.url).toBe('https://example.org/b');
    expect(read('//other.example/c', base)?.url).toBe('https://other.example/c');
    expect(read('?d', base)?.url).toBe('https://example.org/docs/index.html?d');
  });

  it('requests the link as written and compares by the key', () => {
    expect(read('https://WWW.example.org:443/Docs/?utm_source=x&b=2&a=1#top')).toEqual({
      url: 'https://www.example.org/Docs/?utm_source=x&b=2&a=1',
      key: 'https://example.org/Docs?a=1&b=2',
      site: 'https://www.example.org',
    });
  });

  it.each([
    ['no base', '/a', undefined],
    ['port out of range', 'http://a.example:99999/', undefined],
    ['host that cannot exist', 'http://a b/', undefined],
    ['base that is none', 'a', 'nonsense'],
    ['longer than any server takes', `http://a.example/${'x'.repeat(70_000)}`, undefined],
  ])('null: %s', (_case, href, base) => expect(read(href, base)).toBeNull());

  it('needs a base only for links that are relative', () => expect(read('http://a.example/', 'nonsense')?.url).toBe('http://a.example/'));

  it('drops the fragment and what it leaves behind', () => {
    expect(read('http://a.example/#')?.url).toBe('http://a.example/');
    const url = read('data:x  #y')?.url ?? ''; // what becomes of the spaces is up to the Node that runs
    expect(url).toMatch(/^data:x( %20)?$/);
    expect(read(url)?.url).toBe(url);
  });

  it.each([
    ['windows-1250', 'http://a.example/č?q=č#č', 'http://a.example/%C4%8D?q=%E8'],
    ['shift_jis', '?q=サ', 'http://a.example/?q=%83%54'],
    ['windows-1252', '?q=Ж', 'http://a.example/?q=%26%231046%3B'],
    ['utf-8', '?q=č', 'http://a.example/?q=%C4%8D'],
    ['no-such-charset', '?q=č', 'http://a.example/?q=%C4%8D'],
  ])('sends a query in the character set of its page: %s', (charset, href, expected) =>
    expect(read(href, 'http://a.example/', charset)?.url).toBe(expected),
  );
});

describe('short cuts of the reader', () => {
  const read = urlReader('whatwg');
  const HREF = fc.array(
    fc.constantFrom(...'http:// https:// https: / // \\ . .. ? # @ : a b% %2e č [::1] x.example \t'.split(' '), ' ', '\n'),
    { maxLength: 8 },
  );
  const BASE = fc.constantFrom('https://a.example/b/c?d#e', 'http://u:p@a.example:81/b', 'file:///a/b', 'foo://h/x', 'data:x');

  it('give what the native parser gives', () => {
    fc.assert(
      fc.property(HREF, BASE, (pieces, base) => {
        const href = pieces.join('');
        const native = URL.canParse(href, base) ? new URL(href, base).href.replace(/#.*$/s, '').trimEnd() : null;
        expect(read(href, base)?.url ?? null).toBe(native);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('parseUrl', () => {
  it('tells everything about a URL, and JSON shows it', () => {
    const parsed = parseUrl('https://www.Example.co.uk:8443/B?c=1');
    expect(JSON.parse(JSON.stringify(parsed))).toEqual({
      url: 'https://www.example.co.uk:8443/B?c=1',
      key: 'https://example.co.uk:8443/B?c=1',
      site: 'https://www.example.co.uk:8443',
      host: 'www.example.co.uk',
      domain: 'example.co.uk',
      surt: 'uk,co,example:8443)/b?c=1',
    });
  });

  it('takes typed addresses under the archive policies only, and only without a base', () => {
    expect(parseUrl('example.org/a', undefined, 'semantic')?.url).toBe('http://example.org/a');
    expect(parseUrl('example.org/a')).toBeNull();
    expect(parseUrl('example.org/a', 'http://b.example/', 'semantic')?.url).toBe('http://b.example/example.org/a');
  });
});

describe('siteOf and hostOf', () => {
  it.each([
    ['https://example.org/a', 'https://example.org', 'example.org'],
    ['http://me:pw@example.org:81/a@b', 'http://example.org:81', 'example.org'],
    ['http://[::1]:81/', 'http://[::1]:81', '[::1]'],
    ['http://[::1]/', 'http://[::1]', '[::1]'],
    ['foo://host?a/b', 'foo://host', 'host'],
    ['foo://host', 'foo://host', 'host'],
    ['file:///a', 'file://', ''],
    ['mailto:a@b', 'mailto:', ''],
  ])('%s', (url, site, host) => {
    expect(siteOf(url)).toBe(site);
    expect(hostOf(url)).toBe(host);
  });

  it('agree with the native parser on web addresses', () => {
    fc.assert(
      fc.property(fc.webUrl({ authoritySettings: { withPort: true, withUserInfo: true, withIPv4: true, withIPv6: true } }), (text) => {
        fc.pre(URL.canParse(text));
        const { href, origin, hostname } = new URL(text);
        expect([siteOf(href), hostOf(href)]).toEqual([origin, hostname]);
      }),
    );
  });
});

describe('isFetchable', () => {
  it.each(['http://a.example/', 'HTTPS://a.example/', '/a', 'a.html', '?q', '//a.example/', './mailto:x', 'ht\ntp://a.example/'])(
    'G-22 takes %j',
    (href) => expect(isFetchable(href)).toBe(true),
  );

  it.each([
    '#',
    '#top',
    '  #top',
    '',
    '  ',
    'mailto:a@b',
    'JavaScript:void(0)',
    ' javascript:x',
    'java\tscript:x',
    'tel:+386',
    'data:,x',
    'file:///etc/passwd',
    'ftp://a.example/',
  ])('G-22 ignores %j', (href) => expect(isFetchable(href)).toBe(false));

  it('takes other schemes when told so', () => expect(isFetchable('ftp://a.example/', new Set(['ftp']))).toBe(true));
});
