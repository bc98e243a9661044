import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { URL_POLICIES, type UrlKeyOptions, type UrlPolicy, urlKey } from './url-key.js';

describe('A-45 default policy, rule by rule', () => {
  const key = urlKey('default');

  it.each([
    ['scheme and host in lower case, path as it is', 'HTTP://Example.ORG/Doc', 'http://example.org/Doc'],
    ['default port', 'https://example.org:443/a', 'https://example.org/a'],
    ['other port', 'https://example.org:8443/a', 'https://example.org:8443/a'],
    ['http and https stay apart', 'http://example.org/a', 'http://example.org/a'],
    ['fragment', 'https://example.org/a#b', 'https://example.org/a'],
    ['www.', 'https://www.example.org/a', 'https://example.org/a'],
    ['www. twice', 'https://www.www.example.org/', 'https://example.org/'],
    ['www. that is the domain itself', 'https://www.si/a', 'https://www.si/a'],
    ['www1. is another host', 'https://www1.example.org/a', 'https://www1.example.org/a'],
    ['dot after the host', 'https://example.org.:8443/a', 'https://example.org:8443/a'],
    ['user and password', 'https://me:secret@example.org/a', 'https://example.org/a'],
    ['at sign in the path', 'https://www.example.org/@me', 'https://example.org/@me'],
    ['trailing slash', 'https://example.org/a/', 'https://example.org/a'],
    ['trailing slash before a query', 'https://example.org/a/?b=1', 'https://example.org/a?b=1'],
    ['root keeps its slash', 'https://example.org', 'https://example.org/'],
    ['dot segments', 'https://example.org/a/./b/../c', 'https://example.org/a/c'],
    ['repeated slashes inside stay', 'https://example.org/a//b', 'https://example.org/a//b'],
    ['unreserved escapes are shown', 'https://example.org/%7Eme/%41?x=%61', 'https://example.org/~me/A?x=a'],
    ['other escapes in upper case', 'https://example.org/a%2fb', 'https://example.org/a%2Fb'],
    ['stray percent sign', 'https://example.org/100%', 'https://example.org/100%25'],
    ['text beyond ASCII', 'https://example.org/občina', 'https://example.org/ob%C4%8Dina'],
    ['host beyond ASCII', 'https://Bücher.example/', 'https://xn--bcher-kva.example/'],
    ['number as host', 'http://2130706433/', 'http://127.0.0.1/'],
    ['empty query', 'https://example.org/a?', 'https://example.org/a'],
    ['empty parts of the query', 'https://example.org/a?&b=1&&c=2&', 'https://example.org/a?b=1&c=2'],
    ['empty value is not a missing one', 'https://example.org/a?b=', 'https://example.org/a?b='],
    ['parameters by name', 'https://example.org/a?c=3&a=1&b=2', 'https://example.org/a?a=1&b=2&c=3'],
    ['parameters of one name in their order', 'https://example.org/a?f=z&a=1&f=b', 'https://example.org/a?a=1&f=z&f=b'],
    ['case of the query counts', 'https://example.org/a?B=X&a=y', 'https://example.org/a?B=X&a=y'],
    ['tracking', 'https://example.org/a?utm_source=x&id=1&gclid=y&fbclid=z', 'https://example.org/a?id=1'],
    ['tracking in other case', 'https://example.org/a?UTM_Source=x', 'https://example.org/a'],
    ['a name that only starts like one', 'https://example.org/a?gclidx=1', 'https://example.org/a?gclidx=1'],
    ['session in the path', 'https://example.org/a;jsessionid=0123456789ABCDEF?b=1', 'https://example.org/a?b=1'],
    ['session in a middle segment', 'https://example.org/a;jsessionid=0123456789ABCDEF/b', 'https://example.org/a/b'],
    ['session of ASP.NET', 'https://example.org/(S(lit3py55t21z5v55vlm25s55))/a.aspx', 'https://example.org/a.aspx'],
    ['PHPSESSID', 'https://example.org/a?PHPSESSID=9682993c8daa2c5497996114facdc805&b=1', 'https://example.org/a?b=1'],
    ['sid that is a session', 'https://example.org/a?sid=9682993c8daa2c5497996114facdc805', 'https://example.org/a'],
    ['sid that is a section', 'https://example.org/a?sid=42', 'https://example.org/a?sid=42'],
    ['ColdFusion pair', 'https://example.org/a?CFID=12&CFTOKEN=34&b=1', 'https://example.org/a?b=1'],
    ['cfid alone', 'https://example.org/a?cfid=12', 'https://example.org/a?cfid=12'],
    ['other schemes are left alone', 'urn:ISBN:0451450523', 'urn:ISBN:0451450523'],
    ['IPv6', 'http://[2001:DB8::0:1]:80/a/', 'http://[2001:db8::1]/a'],
  ])('%s', (_case, url, expected) => expect(key(url)).toBe(expected));

  it('gives back the same string when nothing is to change', () => {
    const url = 'https://example.org/a/b.html?id=1&page=2';
    expect(key(url)).toBe(url);
  });
});

describe('gov policy', () => {
  const key = urlKey('gov');

  it('G-17 scheme and host in lower case, path keeps its case', () => expect(key('HTTP://A.si/Doc')).toBe('http://a.si/Doc'));

  it('G-18 a 14-segment path is cut to 10 segments, query kept', () => {
    expect(key('http://a.si/1/2/3/4/5/6/7/8/9/10/11/12/13/14?q=1')).toBe('http://a.si/1/2/3/4/5/6/7/8/9/10?q=1');
    expect(key('http://a.si/1/2/3/4/5/6/7/8/9/10')).toBe('http://a.si/1/2/3/4/5/6/7/8/9/10');
    expect(urlKey('gov', { maxSegments: 2 })('http://a.si/1/2/3')).toBe('http://a.si/1/2');
    expect(urlKey('default')('http://a.si/1/2/3/4/5/6/7/8/9/10/11/12/13/14')).toMatch(/14$/);
  });

  it('G-19 fragment removed', () => expect(key('http://a.si/x#one')).toBe(key('http://a.si/x#two')));

  it.each([
    ['http://a.si/?a=* x; y<3', 'http://a.si/?a=%2A%20x%3B%20y%3C3'],
    ['http://a.si/?a=%2a%20x', 'http://a.si/?a=%2A%20x'],
    ['http://a.si/?a="b"&c=\'d\'', 'http://a.si/?a=%22b%22&c=%27d%27'],
    ['http://a.si/?a=50%', 'http://a.si/?a=50%25'],
    ['http://a.si/?a=č', 'http://a.si/?a=%C4%8D'],
  ])('G-20 %s becomes %s and stays so', (url, expected) => {
    expect(key(url)).toBe(expected);
    expect(key(expected)).toBe(expected);
  });

  it('G-21 www. removed, unless the site needs it', () => {
    expect(key('http://www.a.si/x')).toBe('http://a.si/x');
    for (const host of ['www.a.si', 'A.si']) expect(urlKey('gov', { keepWww: [host] })('http://www.a.si/x')).toBe('http://www.a.si/x');
    expect(urlKey('gov', { keepWww: ['www.b.si'] })('http://www.a.si/x')).toBe('http://a.si/x');
  });

  it.each([
    ['path', 'http://a.si/x/', 'http://a.si/x'],
    ['several', 'http://a.si/x//', 'http://a.si/x'],
    ['root', 'http://a.si/', 'http://a.si'],
    ['before a query', 'http://a.si/x/?q=1', 'http://a.si/x?q=1'],
    ['root before a query', 'http://a.si/?q=1', 'http://a.si/?q=1'],
  ])('G-22 trailing slash removed: %s', (_case, url, expected) => expect(key(url)).toBe(expected));
});

describe('archive policies', () => {
  it.each<[string, UrlPolicy, string, string]>([
    ['missing scheme', 'semantic', 'www.example.org', 'http://www.example.org/'],
    ['escapes of escapes', 'semantic', 'http://example.org/%2541', 'http://example.org/A'],
    ['repeated slashes', 'semantic', 'http://example.org//a///b', 'http://example.org/a/b'],
    ['sorted query', 'semantic', 'http://example.org/?b=2&a=1', 'http://example.org/?a=1&b=2'],
    ['dots around the host', 'semantic', 'http://..example..org../', 'http://example.org/'],
    ['fragment dropped', 'semantic', 'http://example.org/#a', 'http://example.org/'],
    ['fragment kept', 'semantic-precise', 'http://example.org/#a', 'http://example.org/#a'],
    ['bytes that are no UTF-8', 'semantic', 'http://example.org/%e9', 'http://example.org/%E9'],
    ['host that cannot exist', 'semantic', 'http://a%40b/', 'http://a%40b/'],
    ['path that looks like a host', 'semantic', 'foo:/%2Fa@b', 'foo:/.//a@b'],
    ['https is http', 'aggressive', 'https://www3.example.org:443/A/?B=C', 'http://example.org/a?b=c'],
    ['session', 'aggressive', 'http://example.org/a;jsessionid=E85FAC04E331FFCA55549B10B7C7A4FA', 'http://example.org/a'],
    ['rejected URLs keep their spelling', 'whatwg', ' http:\\\\09 ', 'http://09/'],
    ['form encoding', 'w3lib', 'http://example.org/a?q=a b&a=%2f', 'http://example.org/a?a=%2F&q=a+b'],
  ])('%s', (_case, policy, url, expected) => expect(urlKey(policy)(url)).toBe(expected));

  it('w3lib: blank values, fragments, separator and character set are options', () => {
    const key = (url: string, w3lib: UrlKeyOptions['w3lib']) => urlKey('w3lib', { w3lib })(url);
    expect(key('http://a.example/?b=&a=1', { keepBlankValues: false })).toBe('http://a.example/?a=1');
    expect(key('http://a.example/#f', { keepFragments: true })).toBe('http://a.example/#f');
    expect(key('http://a.example/?b=1;a=2', { querySeparator: ';' })).toBe('http://a.example/?a=2;b=1');
    expect(key('http://a.example/?q=č', { charset: 'windows-1250' })).toBe('http://a.example/?q=%E8');
    expect(key('http://a.example/?q=čЖ', { charset: 'windows-1250' })).toBe('http://a.example/?q=%C4%8D%D0%96');
  });
});

/** Strings made of the pieces URLs are made of, which reach the corners plain random text does not. */
const PIECES = [
  'http https ftp file foo data mailto : // / \\ ? # & = @ [ ] [::1] ; + . .. % %2e %2F %25 %41 %zz %E9',
  'www. www2. a B č 。 １ 09 0x7f 1.2.3.4 :80 :443 xn-- utm_x=1 sid=0123456789abcdef cfid=1 cftoken=2 .aspx',
  ';jsessionid=0123456789abcdef0123456789abcdef /(abcdefghijklmnopqrstuvwx)',
]
  .flatMap((line) => line.split(' '))
  .concat([' ', '\t', '\ud800']);
const urlLike = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
const webLike = urlLike.map((rest) => `http://${rest}`);
const anything = fc.oneof(urlLike, webLike, fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string({ unit: 'binary' }));

describe.each(URL_POLICIES)('properties of the %s policy', (policy) => {
  const key = urlKey(policy);

  it('any string has a key, and the key of a key is that key', () => {
    const stable = fc.property(anything, (url) => {
      const once = key(url);
      expect(key(once)).toBe(once);
    });
    fc.assert(stable, { numRuns: 3000 });
  });

  it('long hostile strings take linear time', () => {
    const hostile = ['%25', '/', '/.', '/..', '&', '.', ';jsessionid=0123456789', 'www.', '@', '[', '%', '/(', '=', '//a'];
    for (const piece of hostile) {
      const long = piece.repeat(Math.ceil(200_000 / piece.length));
      for (const url of [`http://example.org/${long}x`, `http://example.org/?${long}x`, `http://${long}x`, `${long}:x`])
        expect(typeof key(url)).toBe('string');
    }
  });
});
