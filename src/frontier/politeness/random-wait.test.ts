import { expect, it } from 'vitest';
import { randomWait } from './random-wait.js';

it.each([
  ['the shortest', 5000, 0, 1000],
  ['half way', 5000, 0.5, 3000],
  ['the longest', 5000, 0.9999, 5000],
  ['exactly one second', 1000, 0.7, 1000],
  ['less than a second begins at nothing', 500, 0, 0],
  ['and ends at itself', 500, 0.9999, 500],
  ['none', 0, 0.5, 0],
])('%s', (_case, longest, drawn, expected) => expect(randomWait(longest, () => drawn)).toBe(expected));
