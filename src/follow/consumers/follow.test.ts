/** Waiting and trying again; what needs a real journal is in test/integration/journal.test.ts. */
import { describe, expect, it } from 'vitest';
import type { Consumer, Position } from './consumer.js';
import { follow, type Trouble } from './follow.js';
import { pauseAfter } from './pauses.js';

/** A list of the numbers up to `end`. */
const numbers = (end: () => number) => (after: number, limit: number) => {
  const items = Array.from({ length: Math.max(0, Math.min(limit, end() - after)) }, (_, index) => after + 1 + index);
  return { items, through: items.at(-1) ?? after, mark: null };
};

function collecting(fail: (attempt: number) => Error | null = () => null): Consumer<number> & { batches: number[][] } {
  const batches: number[][] = [];
  let [position, attempt]: [Position, number] = [{ at: 0, mark: null }, 0];
  return {
    name: 'collector',
    batches,
    position: () => position,
    apply({ items, through, mark }) {
      const error = fail(++attempt);
      if (error) throw error;
      batches.push([...items]);
      position = { at: through, mark };
    },
  };
}

const now = { finish: AbortSignal.abort() };

describe('pauses', () => {
  it.each([
    [0, 1000],
    [1, 2000],
    [5, 32_000],
    [20, 300_000],
    [10_000, 300_000],
  ])('after %i failures: %i ms, or up to a quarter less', (times, expected) => {
    const pauses = { firstMs: 1000, longestMs: 300_000 };
    expect(pauseAfter(times, pauses, () => 0)).toBe(expected);
    expect(pauseAfter(times, pauses, () => 1)).toBe(expected * 0.75);
  });
});

describe('follow', () => {
  it('gathers what comes in a while into one batch, and waits no longer when asked to finish', async () => {
    let end = 1;
    const finish = new AbortController();
    const consumer = collecting();
    const followed = follow(
      numbers(() => end),
      consumer,
      { finish: finish.signal, gatherMs: 60_000, batch: 10 },
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    end = 3;
    await new Promise((resolve) => setTimeout(resolve, 20));
    finish.abort();
    await followed;
    expect(consumer.batches).toEqual([[1], [2, 3]]);
  });

  it('does as a target wishes that asks to be left alone', async () => {
    const troubles: Trouble[] = [];
    const stop = new AbortController();
    const onTrouble = (trouble: Trouble): void => {
      troubles.push(trouble);
      stop.abort();
    };
    const consumer = collecting(() => Object.assign(new Error('busy'), { retryAfterMs: 90_000 }));
    await follow(
      numbers(() => 5),
      consumer,
      { ...now, signal: stop.signal, onTrouble },
    );
    expect(troubles).toMatchObject([{ name: 'collector', failures: 1, retryInMs: 90_000 }]);
  });

  it('throws when its attempts are used up', async () => {
    const failing = follow(
      numbers(() => 5),
      collecting(() => new Error('never')),
      { ...now, attempts: 2, retry: { firstMs: 1, longestMs: 1 } },
    );
    await expect(failing).rejects.toThrow('never');
  });

  it('ends when it is told to, in the midst of a pause', async () => {
    const stop = new AbortController();
    const consumer = collecting(() => new Error('down'));
    const followed = follow(
      numbers(() => 5),
      consumer,
      { signal: stop.signal, onTrouble: () => setTimeout(() => stop.abort(), 5) },
    );
    await followed;
    expect(consumer.batches).toEqual([]);
  });
});
