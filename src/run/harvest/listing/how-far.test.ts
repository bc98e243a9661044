import { expect, it } from 'vitest';
import { HowFar } from './how-far.js';

it('adds up loops within loops, and forgets those that are over', () => {
  const howFar = new HowFar();
  expect(howFar.share).toBe(0);
  const windows = howFar.enter(4);
  windows.at = 1;
  const rows = howFar.enter(10);
  rows.at = 5;
  expect(howFar.share).toBeCloseTo(0.25 + 0.125);
  howFar.leave(1);
  windows.at = 4;
  expect(howFar.share).toBe(1);
});

it('takes a loop of unknown length for none, and never says more than all', () => {
  const howFar = new HowFar();
  howFar.enter(0).at = 7;
  howFar.enter(2).at = 3;
  expect(howFar.share).toBe(1);
});
