import { describe, expect, it } from 'vitest';
import { boundedScore, frontierKey, precedenceOf, scoreOf } from './precedence.js';

describe('integer precedence', () => {
  it.each([
    [0, 127],
    [0.5, 64],
    [1, 1],
  ])('A-54 the score %d is precedence %d, there and back', (score, precedence) => {
    expect(precedenceOf(score)).toBe(precedence);
    expect(scoreOf(precedence)).toBe(score);
  });

  it('A-54 every precedence comes back as itself', () => {
    for (let precedence = 1; precedence <= 127; precedence++) expect(precedenceOf(scoreOf(precedence))).toBe(precedence);
  });

  it('A-54 sums keep their order when they are brought below one', () => {
    const sums = [0, 0.2, 1, 1.5, 7, 300];
    const bounded = sums.map(boundedScore);
    expect(bounded.every((score) => score >= 0 && score < 1)).toBe(true);
    expect(bounded.toSorted((a, b) => a - b)).toEqual(bounded);
    expect(new Set(bounded.map(precedenceOf)).size).toBe(sums.length);
  });

  it.each([0, 128, 1.5, Number.NaN])('there is no precedence %d', (precedence) => expect(() => scoreOf(precedence)).toThrow(RangeError));

  it('what lies outside 0 to 1 counts as the nearest', () => expect([precedenceOf(-3), precedenceOf(9)]).toEqual([127, 1]));
});

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
