import { expect, it, vi } from 'vitest';
import { TaskClock } from './task-clock.js';

/** The clock and the processor time of the program, both moved by hand. */
function handMoved() {
  const time = { now: 0, used: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => time.now);
  const clock = new TaskClock(() => time.used);
  clock.restart();
  return {
    pass(ms: number, share: number): number {
      time.now += ms;
      time.used += ms * share;
      return clock.look(1000);
    },
  };
}

it('ends a task at its limit where there are processors', () => {
  const { pass } = handMoved();
  for (let at = 0; at < 800; at += 200) expect(pass(200, 1)).toBe(200);
  expect(pass(200, 1)).toBe(0);
});

it('other threads of the program do not shorten it', () => {
  const { pass } = handMoved();
  for (let at = 0; at < 800; at += 200) expect(pass(200, 3)).toBe(200);
  expect(pass(200, 3)).toBe(0);
});

it('counts processor time where others have the processors, and the clock at last', () => {
  const { pass } = handMoved();
  expect(pass(200, 0.1)).toBe(200);
  for (let at = 200; at < 8000; at += 200) expect(pass(200, 0.1), `${at}`).toBeGreaterThan(0);
  while (pass(10, 0.1) > 0);
  const { pass: without } = handMoved();
  for (let at = 0; at < 9800; at += 200) expect(without(200, 0)).toBe(200);
  expect(without(200, 0)).toBe(0);
});
