import { describe, expect, it } from 'vitest';
import { type Progress, roomForPages, stopRules } from './stop-rules.js';

const NONE = { perSite: {}, perSeed: {}, keepFree: 0 };
const at = (more: Partial<Progress> = {}): Progress => ({
  pages: 0,
  underWay: 0,
  elapsedMs: 0,
  written: () => 0,
  unwritten: 0,
  fetched: 0,
  ...more,
});
const finished = (reason: string) => ({ state: 'finished', reason });

describe('stop rules', () => {
  it.each([
    ['no budget: never', NONE, at({ pages: 1e9, elapsedMs: 1e12, written: () => 1e15 }), null],
    ['pages not reached', { ...NONE, pages: 10 }, at({ pages: 9 }), null],
    ['pages reached', { ...NONE, pages: 10 }, at({ pages: 10 }), finished('budget.pages: 10 pages fetched')],
    ['time not over', { ...NONE, time: 1500 }, at({ elapsedMs: 1499 }), null],
    ['time over', { ...NONE, time: 1500 }, at({ elapsedMs: 1500 }), finished('budget.time: 1.5 s are over')],
    [
      'size reached: a pause, since a larger budget lets it go on',
      { ...NONE, size: 100 },
      at({ written: () => 120 }),
      { state: 'paused', reason: 'budget.size: this run has written 120 bytes, 100 are allowed' },
    ],
    [
      'the first rule that is met speaks',
      { ...NONE, pages: 1, time: 1 },
      at({ pages: 1, elapsedMs: 1 }),
      finished('budget.pages: 1 page fetched'),
    ],
  ])('%s', (_name, budget, progress, expected) => expect(stopRules()(budget, progress)).toEqual(expected));

  it.each([
    ['may use up the room', 60, 'wait'],
    ['fits', 40, null],
  ])('what is under way and %s', (_name, unwritten, expected) => {
    expect(stopRules()({ ...NONE, size: 100 }, at({ written: () => 50, unwritten }))).toBe(expected);
  });

  it('asks for the size ten times a second at most; a larger budget lets the crawl go on', () => {
    let asked = 0;
    let held = 50;
    const written = () => {
      asked++;
      return held;
    };
    const check = stopRules();
    const budget = { ...NONE, size: 100 };
    for (const elapsedMs of [0, 10, 99, 100, 150]) expect(check(budget, at({ elapsedMs, written }))).toBeNull();
    expect(asked).toBe(2);
    held = 200;
    expect(check(budget, at({ elapsedMs: 2000, written }))).toMatchObject({
      state: 'paused',
      reason: expect.stringContaining('200 bytes'),
    });
    expect(check({ ...NONE, size: 300 }, at({ elapsedMs: 2001, written }))).toBeNull();
  });

  it('G-47 asks at once when what was fetched since may have used up the room', () => {
    const check = stopRules();
    const budget = { ...NONE, size: 100 };
    expect(check(budget, at({ written: () => 20 }))).toBeNull();
    expect(check(budget, at({ elapsedMs: 1, fetched: 79, written: () => 99 }))).toBeNull();
    expect(check(budget, at({ elapsedMs: 2, fetched: 80, written: () => 60, unwritten: 30 }))).toBeNull();
    expect(check(budget, at({ elapsedMs: 3, fetched: 90, written: () => 100 }))).toMatchObject({ state: 'paused' });
  });

  it.each([
    ['no page budget', NONE, { pages: 5, underWay: 5 }, Number.POSITIVE_INFINITY],
    ['what is under way may become a page', { ...NONE, pages: 10 }, { pages: 4, underWay: 3 }, 3],
    ['never below nothing', { ...NONE, pages: 10 }, { pages: 9, underWay: 3 }, 0],
  ])('room for pages: %s', (_name, budget, progress, expected) => expect(roomForPages(budget, at(progress))).toBe(expected));
});
