import { describe, expect, it } from 'vitest';
import { roomForPages, stopRules } from './stop-rules.js';

const NONE = { perSite: {} };
const at = (more: Partial<Parameters<ReturnType<typeof stopRules>>[0]> = {}) => ({
  pages: 0,
  underWay: 0,
  elapsedMs: 0,
  size: () => 0,
  ...more,
});

describe('stop rules', () => {
  it.each([
    ['no budget: never', NONE, at({ pages: 1e9, elapsedMs: 1e12, size: () => 1e15 }), null],
    ['pages not reached', { ...NONE, pages: 10 }, at({ pages: 9 }), null],
    ['pages reached', { ...NONE, pages: 10 }, at({ pages: 10 }), 'budget.pages: 10 pages fetched'],
    ['time not over', { ...NONE, time: 1500 }, at({ elapsedMs: 1499 }), null],
    ['time over', { ...NONE, time: 1500 }, at({ elapsedMs: 1500 }), 'budget.time: 1.5 s are over'],
    ['size reached', { ...NONE, size: 100 }, at({ size: () => 120 }), 'budget.size: the workspace holds 120 bytes, 100 are allowed'],
    ['the first rule that is met speaks', { ...NONE, pages: 1, time: 1 }, at({ pages: 1, elapsedMs: 1 }), 'budget.pages: 1 pages fetched'],
  ])('%s', (_name, budget, progress, expected) => expect(stopRules(budget)(progress)).toBe(expected));

  it('asks for the size once a second at most, and stays met', () => {
    let asked = 0;
    let held = 50;
    const size = () => {
      asked++;
      return held;
    };
    const check = stopRules({ ...NONE, size: 100 });
    for (const elapsedMs of [0, 10, 999, 1000, 1500]) expect(check(at({ elapsedMs, size }))).toBeNull();
    expect(asked).toBe(2);
    held = 200;
    expect(check(at({ elapsedMs: 2000, size }))).toContain('200 bytes');
    held = 0;
    expect(check(at({ elapsedMs: 9000, size }))).toContain('200 bytes');
  });

  it.each([
    ['no page budget', NONE, { pages: 5, underWay: 5 }, Number.POSITIVE_INFINITY],
    ['what is under way may become a page', { ...NONE, pages: 10 }, { pages: 4, underWay: 3 }, 3],
    ['never below nothing', { ...NONE, pages: 10 }, { pages: 9, underWay: 3 }, 0],
  ])('room for pages: %s', (_name, budget, progress, expected) => expect(roomForPages(budget, at(progress))).toBe(expected));
});
