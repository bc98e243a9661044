import { expect, it } from 'vitest';
import { domainOf } from './registrable-domain.js';

it.each([
  ['www.example.com', 'example.com'],
  ['Example.COM', 'example.com'],
  ['example.com.', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['e.gov.si', 'gov.si'],
  ['xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
  ['something.test', 'something.test'],
  ['com', null],
  ['co.uk', null],
  ['localhost', null],
  ['', null],
  ['.example.com', null],
  ['a..example.com', null],
  ['127.0.0.1', null],
  ['[::1]', null],
])('%s → %s', (host, expected) => expect(domainOf(host)).toBe(expected));

it('splits domains of hosting companies only when asked to', () => {
  expect(domainOf('me.github.io')).toBe('github.io');
  expect(domainOf('me.github.io', { privateSuffixes: true })).toBe('me.github.io');
});
