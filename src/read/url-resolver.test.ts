import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutLogin } from '../model/index.js';
import { UrlResolver } from './url-resolver.js';

const BASE = 'https://site.example/folder/page.html?q=1';

describe('UrlResolver', () => {
  it.each([
    ['root-relative', '/a/b.html', 'https://site.example/a/b.html'],
    ['path-relative', 'b.html', 'https://site.example/folder/b.html'],
    ['dot segments', '../x/./y', 'https://site.example/x/y'],
    ['query only', '?page=2', 'https://site.example/folder/page.html?page=2'],
    ['scheme-relative', '//other.example/x', 'https://other.example/x'],
    ['upper-case scheme', 'HTTP://Other.Example/X', 'http://other.example/X'],
    ['white space around', '  /x \n', 'https://site.example/x'],
    ['line break inside', '/new\nline.html', 'https://site.example/newline.html'],
    ['backslashes', '\\a\\b', 'https://site.example/a/b'],
    ['space inside', '/with space', 'https://site.example/with%20space'],
    ['encoded dot segment', '/a/%2e%2e/b', 'https://site.example/b'],
    ['colon in a later segment', '/a:b', 'https://site.example/a:b'],
    ['fragment kept', '/x#part', 'https://site.example/x#part'],
    ['ftp', 'ftp://files.example/x', 'ftp://files.example/x'],
    ["a plug-in's own scheme", 'gemini://x.example/y', 'gemini://x.example/y'],
  ])('%s', (_case, written, url) => expect(new UrlResolver(BASE).resolve(written)).toEqual({ url }));

  it.each([
    '#',
    '#top',
    '',
    '   ',
    'mailto:a@b.example',
    'MAILTO:x',
    'javascript:void(0)',
    'java\nscript:alert(1)',
    ' tel:+49123',
    'data:text/html,x',
    'about:blank',
    'sms:1',
    'whatsapp:x',
  ])('G-22 ignores %j', (written) => expect(new UrlResolver(BASE).resolve(written)).toBe('ignored'));

  it.each(['http://[bad', 'https://', 'http://a b/', `/${'x'.repeat(20_000)}`])('calls %s broken', (written) => {
    expect(new UrlResolver(BASE).resolve(written)).toBe('broken');
  });

  it('writes the query in the charset of the page and the path in UTF-8', () => {
    expect(new UrlResolver(BASE, 'windows-1252').resolve('/£?unit=µ&x=1#µ')).toEqual({
      url: 'https://site.example/%C2%A3?unit=%B5&x=1#%C2%B5',
    });
  });

  it('means its own site and its own charset, whatever a page of another one meant by the same words', () => {
    const meanings = (['https://a.example/x', 'https://b.example/x', 'https://a.example/y'] as const).map((page, at) => {
      const resolver = new UrlResolver(page, at === 2 ? 'windows-1252' : 'utf-8');
      return ['/same?µ', 'https://c.example/?µ', 'same'].map((written) => resolver.resolve(written));
    });
    expect(meanings).toEqual([
      [{ url: 'https://a.example/same?%C2%B5' }, { url: 'https://c.example/?%C2%B5' }, { url: 'https://a.example/same' }],
      [{ url: 'https://b.example/same?%C2%B5' }, { url: 'https://c.example/?%C2%B5' }, { url: 'https://b.example/same' }],
      [{ url: 'https://a.example/same?%B5' }, { url: 'https://c.example/?%B5' }, { url: 'https://a.example/same' }],
    ]);
  });

  it('keeps its slash and its spelling: changing them is the business of keys', () => {
    expect(new UrlResolver(BASE).resolve('/A/B/?b=2&a=1')).toEqual({ url: 'https://site.example/A/B/?b=2&a=1' });
  });

  it('agrees with the native parser wherever it takes the shortcut, but for log-ins, which it leaves out', () => {
    const reference = fc.string({ unit: fc.constantFrom(...'/.?#:@&=ab1%-_~!$()*+,; \\é|^[]{}"<>`\''), maxLength: 12 });
    const bases = fc.constantFrom(BASE, 'http://h.example', 'http://h.example:8080/a/b/', 'http://h.example/a/../b;x?y#z', 'file:///tmp/x');
    fc.assert(
      fc.property(reference, bases, (written, base) => {
        const resolved = new UrlResolver(base).resolve(written);
        if (typeof resolved === 'object') expect(resolved.url).toBe(withoutLogin(new URL(written, base).href));
      }),
      { numRuns: 3000 },
    );
  });
});
