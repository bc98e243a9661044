import { expect, it } from 'vitest';
import { judgeDay, type Outcome } from './judge-day.js';

const expected = { 1: ['a', 'b'], 2: { Add: ['c'], Upd: ['a'], Del: ['b'], None: [] } };
const outcome = (some: Partial<Outcome>): Outcome => ({ Add: [], Upd: [], Del: [], None: [], ...some });

it('is content with exactly what was planted', () => {
  expect(judgeDay({ expected }, 1, outcome({ Add: ['b', 'a'] })).faults).toEqual([]);
  expect(judgeDay({ expected }, 2, outcome({ Add: ['c'], Upd: ['a'], Del: ['b'] }))).toEqual({
    expected: { Add: 1, Upd: 1, Del: 1, None: 0 },
    seen: { Add: 1, Upd: 1, Del: 1, None: 0 },
    faults: [],
  });
});

it('names each document that something else came of', () => {
  expect(judgeDay({ expected }, 2, outcome({ Add: ['c', 'd'], None: ['a'] })).faults).toEqual([
    'd is Add, and should not be',
    'a should be Upd, and is None',
    'b should be Del, and nothing came of it',
    'a is None, and should not be',
  ]);
});

it.each(['broken', 'cut'] as const)('on a %s day one deletion is one too many, whatever else comes', (day) => {
  expect(judgeDay({ expected }, day, outcome({ Upd: ['a'] })).faults).toEqual([]);
  expect(judgeDay({ expected }, day, outcome({ Del: ['a'] })).faults).toEqual(['a is Del, and should not be']);
});
