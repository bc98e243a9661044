import { expect, it } from 'vitest';
import { recordedSpan } from './recorded-span.js';

const NOON = 1_800_000_000_000;

/** The same numbers in every run. */
function* fractions(count: number): Generator<number> {
  for (let at = 1, seed = 42; at <= count; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    yield seed / 2 ** 32;
  }
}

it('a pause that was kept reads as kept, whatever fractions of a millisecond the two requests began and ended at', () => {
  const random = [...fractions(40_000)];
  for (let at = 0; at < random.length; at += 4) {
    const [began = 0, lasted = 0, owing = 0, late = 0] = random.slice(at, at + 4);
    const startedAt = NOON + 1000 * began;
    const endedAt = startedAt + 500 * lasted;
    const owed = Math.ceil(3000 * owing);
    const first = recordedSpan(startedAt, endedAt);
    const second = recordedSpan(endedAt + owed + (at % 8 ? 0 : late), endedAt + owed + 10);
    expect(second.startedAt - (first.startedAt + first.durationMs)).toBeGreaterThanOrEqual(owed);
    expect(Number.isInteger(first.startedAt) && Number.isInteger(first.durationMs) && first.durationMs >= 0).toBe(true);
  }
});
