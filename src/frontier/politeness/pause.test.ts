import { expect, it } from 'vitest';
import { pauseAfter } from './pause.js';

const PACE = { delay: 3000, responseFactor: 2, maxDelay: 60_000 };

it.each([
  ['a quick answer: the delay', PACE, { responseMs: 20, troubles: 0 }, 3000],
  ['a slow answer: a multiple of its time', PACE, { responseMs: 4000, troubles: 0 }, 8000],
  ['a very slow answer: no more than the most', PACE, { responseMs: 50_000, troubles: 0 }, 60_000],
  ['no factor', { ...PACE, responseFactor: 0 }, { responseMs: 4000, troubles: 0 }, 3000],
  ['one sign of trouble', PACE, { responseMs: 20, troubles: 1 }, 6000],
  ['three in a row', PACE, { responseMs: 20, troubles: 3 }, 24_000],
  ['trouble and slowness', PACE, { responseMs: 4000, troubles: 1 }, 16_000],
  ['trouble without end', PACE, { responseMs: 20, troubles: 5000 }, 60_000],
  ['a site that asked for more than the most', { ...PACE, delay: 90_000 }, { responseMs: 20, troubles: 0 }, 90_000],
  ['and is in trouble', { ...PACE, delay: 90_000 }, { responseMs: 20, troubles: 2 }, 90_000],
  ['no delay, no pause', { ...PACE, delay: 0 }, { responseMs: 4000, troubles: 0 }, 0],
  ['no delay, but trouble', { ...PACE, delay: 0 }, { responseMs: 20, troubles: 1 }, 1000],
  ['no delay, and trouble again', { ...PACE, delay: 0 }, { responseMs: 20, troubles: 2 }, 2000],
  ['a small delay is no licence to press a site in trouble', { ...PACE, delay: 10 }, { responseMs: 2, troubles: 1 }, 1000],
  ['a most below the first pause', { ...PACE, delay: 0, maxDelay: 50 }, { responseMs: 2, troubles: 1 }, 50],
])('%s', (_case, pace, last, expected) => expect(pauseAfter(pace, last)).toBe(expected));
