import { expect, it } from 'vitest';
import { shareFor } from './share.js';

const ALONE = { capacity: 4, oneByOne: false, held: [], waiting: 0, ahead: 0 };

it.each([
  ['alone', ALONE, 4],
  ['one waits behind us', { ...ALONE, waiting: 1 }, 2],
  ['one waits before us', { ...ALONE, waiting: 1, ahead: 1 }, 2],
  ['all of it is held', { ...ALONE, held: [4] }, 0],
  ['half of it is held', { ...ALONE, held: [2] }, 2],
  ['three of it are held', { ...ALONE, held: [3] }, 1],
  ['the only place is for the one before us', { ...ALONE, held: [3], waiting: 1, ahead: 1 }, 0],
  ['five wait for four places', { ...ALONE, waiting: 5 }, 1],
  ['four of them before us', { ...ALONE, waiting: 5, ahead: 4 }, 0],
  ['one by one, alone', { ...ALONE, oneByOne: true }, 4],
  ['one by one, held', { ...ALONE, oneByOne: true, held: [1] }, 0],
  ['one by one, not first', { ...ALONE, oneByOne: true, waiting: 1, ahead: 1 }, 0],
])('%s', (_case, crowd, expected) => expect(shareFor(crowd)).toBe(expected));
