import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const NOW = Date.UTC(2026, 10, 15, 12);

it.each([
  ['seconds', '120', 120_000],
  ['with spaces', ' 3 ', 3000],
  ['a date', 'Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
  ['a date that has passed', 'Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ['no sense', 'soon', null],
  ['empty', '', null],
  ['not said', null, null],
])('Retry-After: %s', (_name, value, expected) => expect(retryAfterMs(value, NOW)).toBe(expected));
