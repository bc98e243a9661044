import { describe, expect, it } from 'vitest';
import { isDoor, redirectEnds } from '../evidence/redirect-end.js';
import { hasShrunk, isMassGone, isOneText } from './anomaly.js';

describe('anomalies', () => {
  it.each([
    [10, 20, false],
    [11, 20, true],
    [11, 1000, false],
    [200, 1000, false],
    [201, 1000, true],
  ])('%i gone of %i: %s', (gone, documents, expected) => expect(isMassGone(gone, documents)).toBe(expected));

  it.each([
    [5, 10, true],
    [6, 10, false],
    [1, 9, false],
    [0, 40, true],
  ])('a list of %i that had %i: %s', (entries, before, expected) => expect(hasShrunk(entries, before)).toBe(expected));

  it.each([
    [1, 1, false],
    [2, 4, true],
    [2, 5, false],
    [3, 30, true],
    [3, 31, false],
    [60, 60, true],
  ])('%i of %i turned into one text: %s', (alike, visited, expected) => expect(isOneText(alike, visited)).toBe(expected));
});

describe('where redirects end', () => {
  it('is where several lead, and most', () => {
    expect([...redirectEnds(['/x', '/x', '/x', '/y'])]).toEqual(['/x']);
    expect([...redirectEnds(['/x', '/x'])]).toEqual([]);
    expect([...redirectEnds(['/x', '/x', '/x', '/y', '/y', '/y'])]).toEqual([]);
  });

  it('is never a door', () => {
    expect([...redirectEnds(['/login', '/login', '/login'])]).toEqual([]);
    expect(['/sign-in?next=/a', '/auth/start', '/cookie-consent'].map(isDoor)).toEqual([true, true, true]);
    expect(['/law/authority-of-courts', '/blog', '/accountancy', '/login-law'].map(isDoor)).toEqual([false, false, false, true]);
  });
});
