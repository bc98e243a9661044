import { describe, expect, it } from 'vitest';
import { isForeign } from './foreign.js';

const HOST = '127.0.0.1:7700';
const fetched = (site: string, mode: string, dest: string, more: object = {}) => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
  ...more,
});
const link = (site: string) => fetched(site, 'navigate', 'document');
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

/** Whether a GET of a page, and of anything else, is foreign. */
describe.each([
  ['a program', {}, false, false],
  ['a program with a name', { 'user-agent': 'curl/8' }, false, false],
  ['a person who typed the address', link('none'), false, false],
  ['a script of our page', fetched('same-origin', 'cors', 'empty'), false, false],
  ['a picture on our page', fetched('same-origin', 'no-cors', 'image'), false, false],
  ['events of our page', fetched('same-origin', 'cors', 'empty', { accept: 'text/event-stream' }), false, false],
  ['our page, by its origin', { origin: `http://${HOST}` }, false, false],
  ['our page, by its referrer', { referer: `http://${HOST}/docs` }, false, false],
  ['a link on another site', link('cross-site'), false, true],
  ['a link on another port of this machine', link('same-site'), false, true],
  ['a link followed ahead of its reader', { ...link('cross-site'), 'sec-purpose': 'prefetch;prerender' }, true, true],
  ['a frame on another site', fetched('cross-site', 'navigate', 'iframe'), true, true],
  ['an object on another site', fetched('cross-site', 'navigate', 'object'), true, true],
  ['a picture on another site', fetched('cross-site', 'no-cors', 'image'), true, true],
  ['a picture on another port', fetched('same-site', 'no-cors', 'image'), true, true],
  ['a style sheet on another site', fetched('cross-site', 'no-cors', 'style'), true, true],
  ['a script of another site', fetched('cross-site', 'cors', 'empty', { origin: 'https://evil.example' }), true, true],
  ['events of another site', fetched('cross-site', 'cors', 'empty', { accept: 'text/event-stream' }), true, true],
  ['a word nobody knows', fetched('elsewhere', 'navigate', 'image'), true, true],
  ['a sandbox', { origin: 'null' }, true, true],
  ['an origin of another port', { origin: 'http://127.0.0.1:7701' }, true, true],
  ['an origin that is none', { origin: 'no address' }, true, true],
  ['an older browser with a link', { referer: 'https://evil.example/', accept: HTML }, false, true],
  ['an older browser with a picture', { referer: 'https://evil.example/', accept: 'image/*,*/*' }, true, true],
  ['another origin that lies about its referrer', { origin: 'https://evil.example', referer: `http://${HOST}/` }, true, true],
])('%s', (_case, headers, isPageForeign, isOtherForeign) => {
  const asked = (method: string) => ({ method, headers: { host: HOST, ...headers } });
  it('asks for a page', () => expect(isForeign(asked('GET'), true)).toBe(isPageForeign));
  it('asks for something else', () => expect(isForeign(asked('GET'), false)).toBe(isOtherForeign));
  it('only looks whether it is there', () => expect(isForeign(asked('HEAD'), false)).toBe(isOtherForeign));
  it('writes', () => expect(isForeign(asked('POST'), true)).toBe(isOtherForeign));
});
