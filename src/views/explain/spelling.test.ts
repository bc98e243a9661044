import { expect, it } from 'vitest';
import { urlKey } from '../../model/index.js';
import { spellingChanges } from './spelling.js';

it.each([
  ['nothing', 'https://example.org/a', [], 'default'],
  ['fragment', 'https://example.org/a#b', ['fragment #b left out'], 'default'],
  ['standard form', 'HTTP://Example.org:80/a/../b', ['written as http://example.org/b'], 'default'],
  ['www and slash', 'https://www.example.org/a/', ['www. left out of the host', 'slash at the end of the path left out'], 'default'],
  ['tracking', 'https://example.org/a?utm_source=x&id=1', ['left out of the query: utm_source=x'], 'default'],
  ['order', 'https://example.org/a?b=1&a=2', ['query put in order'], 'default'],
  ['scheme', 'https://example.org/a', ['scheme https taken for http'], 'aggressive'],
  ['case of the path', 'http://example.org/A', ['path /A taken for /a'], 'aggressive'],
] as const)('%s', (_case, asked, changes, policy) => {
  const url = new URL(asked);
  url.hash = '';
  expect(spellingChanges(asked, url.href, urlKey(policy)(url.href))).toEqual(changes);
});
