import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getSurt } from 'warcio';
import { longSurt, sortableSurt } from './long-surt.js';
import { surtOf } from './surt.js';

describe('surtOf', () => {
  it.each([
    ['https://www.example.com/Path/?B=2&a=1', 'com,example)/path/?a=1&b=2'],
    ['http://example.com', 'com,example)/'],
    ['http://www12.example.com:8080/a', 'com,example:8080)/a'],
    ['http://127.0.0.1/a', '1,0,0,127)/a'],
    ['http://[::1]:81/a', '[::1]:81)/a'],
    ['http://example.com/a?', 'com,example)/a'],
    ['http://example.com/a#b', 'com,example)/a'],
    ['dns:example.com', 'dns:example.com'],
    ['http://a b/', 'http://a b/'],
  ])('%s', (url, expected) => expect(surtOf(url)).toBe(expected));

  it('is what warcio writes, for URLs in standard form', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, authoritySettings: { withPort: true, withIPv4: true } }), (text) => {
        fc.pre(URL.canParse(text));
        const { href } = new URL(text);
        expect(surtOf(href)).toBe(getSurt(href));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('long forms', () => {
  it('keep scheme, port and fragment', () => {
    expect(longSurt('http://user@foo.example.org:81/path?query#frag')).toBe('http://(org,example,foo,:81)/path?query#frag');
    expect(longSurt('http://foo.example.org/', { scheme: false, trailingComma: false })).toBe('org,example,foo)/');
    expect(sortableSurt('http://user@foo.example.org:81/path')).toBe('org,example,foo,//81:http@user:/path');
    expect(sortableSurt('http://10.1.2.3/path')).toBe('10.1.2.3//http:/path');
  });
});
