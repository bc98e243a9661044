import { expect, it } from 'vitest';
import { quotaState } from './quota.js';

const USAGE = { '2026-02-27': 5, '2026-03-01': 7, '2026-03-02': 3 };

it.each([
  ['no limit', {}, 0, '2026-03-02', null],
  ['a run', { run: 10 }, 4, '2026-03-02', { left: 6, limit: '10 documents a run', again: null }],
  ['a day', { day: 5 }, 0, '2026-03-02', { left: 2, limit: '5 documents a day', again: '2026-03-03' }],
  ['a week begins on Monday', { week: 10 }, 0, '2026-03-02', { left: 7, limit: '10 documents a week', again: '2026-03-09' }],
  ['a week over the end of a month', { week: 20 }, 0, '2026-03-01', { left: 8, limit: '20 documents a week', again: '2026-03-02' }],
  ['a month', { month: 12 }, 0, '2026-03-02', { left: 2, limit: '12 documents a month', again: '2026-04-01' }],
  ['December', { month: 1 }, 0, '2026-12-31', { left: 1, limit: '1 documents a month', again: '2027-01-01' }],
  ['the nearest of several', { day: 100, month: 10 }, 0, '2026-03-02', { left: 0, limit: '10 documents a month', again: '2026-04-01' }],
] as const)('E-06 %s', (_case, quota, thisRun, today, expected) => expect(quotaState(quota, USAGE, thisRun, today)).toEqual(expected));
