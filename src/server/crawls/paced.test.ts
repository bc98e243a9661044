import { expect, it } from 'vitest';
import { Paced } from './paced.js';

function paced(cost: number) {
  const made: number[] = [];
  const clock = { now: 0 };
  const value = new Paced(
    () => {
      clock.now += cost;
      made.push(clock.now);
      return made.length;
    },
    400,
    () => clock.now,
  );
  return { value, clock, made };
}

it('is made once while nothing changes', () => {
  const { value, clock } = paced(1);
  expect(value.get('a')).toBe(1);
  clock.now = 1_000_000;
  expect(value.get('a')).toBe(1);
  expect(value.isOf('a')).toBe(true);
});

it('is made anew after a change, but not at once', () => {
  const { value, clock } = paced(1);
  value.get('a');
  clock.now = 300;
  expect(value.get('b')).toBe(1);
  expect(value.isOf('b')).toBe(false);
  clock.now = 500;
  expect(value.get('b')).toBe(2);
});

it('takes no more than a twentieth of the time, however dear it is', () => {
  const { value, clock, made } = paced(2000);
  for (let turn = 0; clock.now < 400_000; turn++, clock.now += 100) value.get(String(turn));
  expect(made.length * 2000).toBeLessThanOrEqual(400_000 / 20 + 2000);
});
