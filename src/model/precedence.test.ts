import { describe, expect, it } from 'vitest';
import { precedenceOf, scoreOfPrecedence } from './precedence.js';

const ALL = Array.from({ length: 127 }, (_, at) => at + 1);

describe('integer precedence', () => {
  it.each([
    [0, 127],
    [0.5, 64],
    [1, 1],
  ])('A-54 the score %d is precedence %d, there and back', (score, precedence) => {
    expect(precedenceOf(score)).toBe(precedence);
    expect(scoreOfPrecedence(precedence)).toBe(score);
  });

  // 127 - round(0.254 × 126) = 127 - 32, and (127 - 95) / 126.
  it('A-54 between them the formula holds', () => {
    expect([0.254, 0.258, 0.992].map((score) => precedenceOf(score))).toEqual([95, 94, 2]);
    expect([95, 94, 2].map((precedence) => scoreOfPrecedence(precedence))).toEqual([32 / 126, 33 / 126, 125 / 126]);
  });

  it.each([false, true])('A-54 every precedence comes back as itself, and a better one is a greater score (sums: %s)', (sums) => {
    const scores = ALL.map((precedence) => scoreOfPrecedence(precedence, sums));
    expect(scores.map((score) => precedenceOf(score, sums))).toEqual(ALL);
    expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
    expect(new Set(scores).size).toBe(ALL.length);
    expect(scores.every(Number.isFinite)).toBe(true);
  });

  it('A-54 sums are brought below one by s/(1+s), and back', () => {
    expect([0, 1, 3, 1e9].map((sum) => precedenceOf(sum, true))).toEqual([127, 64, 32, 1]);
    expect(scoreOfPrecedence(64, true)).toBe(1);
    expect(scoreOfPrecedence(43, true)).toBeCloseTo(2, 10);
    expect(new Set([0, 0.2, 1, 1.5, 7, 300].map((sum) => precedenceOf(sum, true))).size).toBe(6);
  });

  it.each([0, 128, 1.5, Number.NaN])('there is no precedence %d', (precedence) =>
    expect(() => scoreOfPrecedence(precedence)).toThrow(RangeError),
  );

  it('what lies outside 0 to 1 counts as the nearest', () => expect([precedenceOf(-3), precedenceOf(9)]).toEqual([127, 1]));
});
