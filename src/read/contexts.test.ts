import { expect, it } from 'vitest';
import { contextsIn, parseContext } from './contexts.js';

it.each([
  ['a context', '{"@context": {"name": "http://a.test/name"}}', true],
  ['several in one', '{"@context": ["http://b.test/", {"name": "http://a.test/name"}]}', true],
  ['no JSON', '<html>', false],
  ['JSON without a context', '{"name": "Ann"}', false],
  ['a mere reference', '{"@context": "http://b.test/"}', false],
  ['a tower', `{"@context": ${'{"@context":'.repeat(60)}{}${'}'.repeat(60)}}`, false],
])('tells what is a context: %s', (_, text, isOne) => expect(parseContext(text) !== null).toBe(isOne));

it('finds a copy by its URL, whatever fragment is asked for', () => {
  const contextOf = contextsIn(new Map([['http://a.test/words', '{"@context": {"name": "http://a.test/name"}}']]));
  expect(contextOf('http://a.test/words#x')).toEqual({ '@context': { name: 'http://a.test/name' } });
  expect(contextOf('HTTP://A.test/words')).not.toBeNull();
  expect(contextOf('http://a.test/others')).toBeNull();
});
