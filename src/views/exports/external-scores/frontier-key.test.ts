import { describe, expect, it } from 'vitest';
import { frontierKey } from './frontier-key.js';

describe('frontier key', () => {
  const entry = { domain: 'example.org', immediate: false, score: 0.5, counter: 7 };

  it('A-49 is the domain, the immediate flag, the precedence and the counter', () => {
    expect(frontierKey(entry)).toBe('example.org 1 064 0000000007');
    expect(frontierKey({ ...entry, immediate: true })).toBe('example.org 0 064 0000000007');
  });

  it('A-49 two real scores may share a precedence; their keys differ by the counter', () => {
    const keys = [0.501, 0.502].map((score, index) => frontierKey({ ...entry, score, counter: index + 1 }));
    expect(keys).toEqual(['example.org 1 064 0000000001', 'example.org 1 064 0000000002']);
  });

  it('keys of a domain sort as they are fetched', () => {
    const inOrder = [
      { ...entry, immediate: true, score: 0.1, counter: 9 },
      { ...entry, score: 0.9, counter: 8 },
      { ...entry, score: 0.5, counter: 3 },
      { ...entry, score: 0.5, counter: 12 },
      { ...entry, score: 0, counter: 1 },
    ].map((each) => frontierKey(each));
    expect(inOrder.toSorted()).toEqual(inOrder);
  });
});
