import { describe, expect, it } from 'vitest';
import { DAY, GRID, likelihood, middleRate, RATES, stillFresh, worthOfVisit } from './change-rate.js';
import { PageTable } from './page-table.js';

/** Kin that were all visited `visits` times, `every` days apart; `changedAt` says which visits found a change. */
function kin(
  table: PageTable,
  number: number,
  pages: number,
  every: number,
  visits: number,
  changedAt: (page: number, visit: number) => boolean,
) {
  return Array.from({ length: pages }, (_, page) => {
    const at = table.add({ id: page, site: 1, kin: number, seenAt: 0 });
    for (let visit = 1; visit <= visits; visit++) table.visited(at, visit * every * DAY, changedAt(page, visit));
    return at;
  });
}

const rateAt = (table: PageTable, at: number) => table.rates()[at] as number;

describe('what is believed of a page', () => {
  it('is near its rate when visits are frequent', () => {
    const table = new PageTable();
    const [page = 0] = kin(table, 0, 1, 1, 200, (_page, visit) => visit % 8 === 0);
    table.learn();
    expect(rateAt(table, page)).toBeCloseTo(1 / 8, 5);
  });

  it('is faster than the visits when each of them found a change', () => {
    const table = new PageTable();
    const [page = 0] = kin(table, 0, 1, 10, 6, () => true);
    table.learn();
    expect(rateAt(table, page)).toBeGreaterThan(0.2); // six changes in sixty days would be 0.1
  });

  it('tells from a short interval what long ones could not', () => {
    const table = new PageTable();
    const [page = 0] = kin(table, 0, 1, 30, 4, () => true);
    table.learn();
    const before = rateAt(table, page);
    table.visited(page, 120 * DAY + DAY / 24, true);
    table.learn();
    expect(rateAt(table, page)).toBeGreaterThan(2 * before);
  });

  it('is taken from its kin while nothing is known of it', () => {
    const table = new PageTable();
    kin(table, 0, 40, 1, 30, (page, visit) => (page + visit) % 2 === 0);
    kin(table, 1, 40, 1, 30, () => false);
    const [busy, still] = [table.add({ id: 1000, site: 1, kin: 0, seenAt: 0 }), table.add({ id: 1001, site: 1, kin: 1, seenAt: 0 })];
    table.learn();
    expect(rateAt(table, busy)).toBeGreaterThan(0.2);
    expect(rateAt(table, still)).toBeLessThan(0.01);
    expect(stillFresh(table.belief(busy), 3)).toBeLessThan(0.3);
    expect(stillFresh(table.belief(still), 3)).toBeGreaterThan(0.9);
  });

  it('a few pages that never change do not make busy kin look slow', () => {
    const table = new PageTable();
    kin(table, 0, 50, 2, 10, (page) => page >= 5);
    const newcomer = table.add({ id: 1000, site: 1, kin: 0, seenAt: 0 });
    table.learn();
    expect(rateAt(table, newcomer)).toBeGreaterThan(0.5);
  });
});

it('gives every rate a likelihood, the best being 1', () => {
  const likely = new Float64Array(GRID);
  likelihood({ changed: new Uint16Array(13), unchangedDays: 100 }, likely);
  expect(Math.max(...likely)).toBe(1);
  expect(likely[0]).toBe(1);
  expect(likely[GRID - 1]).toBeLessThan(1e-100);
});

describe('the worth of a visit', () => {
  const sure = (rate: number) => Float64Array.from(RATES, (each) => Number(each === rate));

  it('rises with age, up to the mean time between changes', () => {
    const belief = sure(0.125);
    const worth = [0, 1, 4, 16, 1000].map((age) => worthOfVisit(belief, age));
    expect(worth).toEqual([...worth].sort((left, right) => left - right));
    expect(worth.at(-1)).toBeCloseTo(8, 6);
  });

  it('is nothing for a page that never changes, and little for one that always does', () => {
    expect(worthOfVisit(sure(0), 1000)).toBe(0);
    expect(worthOfVisit(sure(64), 1000)).toBeLessThan(0.02);
    expect(middleRate(sure(0))).toBe(0);
  });
});
