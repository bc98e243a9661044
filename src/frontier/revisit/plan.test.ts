import { describe, expect, it } from 'vitest';
import { urlTemplate } from '../../model/index.js';
import { chooseBest, keepBestOfEach, NEVER } from './choose-best.js';
import { type KnownResource, type PlanOptions, RevisitPlanner } from './plan.js';
import { simulate } from './simulate.js';

const DAY = 86_400_000;
const NOW = 100 * DAY;

function resource(id: number, more: Partial<KnownResource> = {}): KnownResource {
  const url = `http://a.test/page-${id}`;
  return { id, site: 1, url, kind: 'page', state: 'done', via: null, found: 1, triedAt: 90 * DAY, seenAt: 0, doubtful: false, ...more };
}

const options = (more: Partial<PlanOptions> = {}): PlanOptions => ({
  now: NOW,
  count: 10,
  explore: 0,
  minDays: 1 / 24,
  maxDays: 1000,
  perSite: () => Number.POSITIVE_INFINITY,
  ...more,
});

const chosenIn = ({ chosen }: { chosen: Uint8Array }): number[] =>
  Array.from({ length: 8 * chosen.length }, (_, id) => id).filter((id) => ((chosen[id >> 3] ?? 0) >> (id & 7)) & 1);

function planned(resources: readonly KnownResource[], more: Partial<PlanOptions> = {}) {
  const planner = new RevisitPlanner();
  for (const each of resources) planner.add(each);
  const plan = planner.plan(options(more));
  return { ...plan, ids: chosenIn(plan) };
}

describe('the plan of a run', () => {
  it('takes as many pages as there are fetches, and robots.txt of the sites it asks', () => {
    const pages = Array.from({ length: 50 }, (_, index) => resource(10 + index));
    const { due, pages: known, ids } = planned([resource(1, { kind: 'robots' }), resource(2, { kind: 'robots', site: 2 }), ...pages]);
    expect([due, known, ids.length]).toEqual([10, 50, 11]);
    expect(ids).toContain(1);
    expect(ids).not.toContain(2);
  });

  it('takes what is in doubt whatever the budget', () => {
    expect(planned([resource(5, { doubtful: true }), resource(6)], { count: 0 })).toMatchObject({ doubtful: 1, due: 0, ids: [5] });
  });

  it('reads sitemaps once a day, tries failures the next day and exclusions after the longest interval', () => {
    const others = [
      resource(1, { kind: 'sitemap', seenAt: null }),
      resource(2, { kind: 'sitemap', seenAt: null, triedAt: NOW - DAY / 2 }),
      resource(3, { state: 'failed', seenAt: null }),
      resource(4, { state: 'failed', seenAt: null, triedAt: NOW - DAY / 2 }),
      resource(5, { state: 'excluded', seenAt: null, triedAt: NOW - 50 * DAY }),
    ];
    expect(planned(others, { count: 100 }).ids).toEqual([1, 3]);
    expect(planned(others, { count: 100, maxDays: 30 }).ids).toEqual([1, 3, 5]);
  });

  it('leaves what was never visited to the queue, but asks its site', () => {
    const { ids, unvisited } = planned([
      resource(1, { kind: 'robots' }),
      resource(2, { state: 'queued', seenAt: null }),
      resource(3, { state: 'alias' }),
    ]);
    expect([ids, unvisited]).toEqual([[1], 1]);
  });

  it('visits pages that lead to new ones, out of their share', () => {
    const hub = resource(1);
    const leaves = Array.from({ length: 30 }, (_, index) => resource(2 + index, { via: 1, found: index < 20 ? 1 : 2 }));
    expect(planned([hub, ...leaves], { count: 5, explore: 0.2 })).toMatchObject({ explored: 1, due: 4 });
    expect(planned([hub, ...leaves], { count: 5, explore: 0.2 }).ids).toContain(1);
  });

  it('keeps to what a site may get', () => {
    const pages = Array.from({ length: 60 }, (_, index) => resource(1 + index, { site: 1 + (index % 2) }));
    const { ids } = planned(pages, { count: 20, perSite: (site) => (site === 1 ? 3 : 100) });
    expect(ids.filter((id) => id % 2 === 1)).toHaveLength(3);
    expect(ids).toHaveLength(20);
  });

  it('does not come back before the shortest interval', () => {
    expect(planned([resource(1, { seenAt: NOW - DAY / 48 })]).ids).toEqual([]);
  });
});

describe('choosing', () => {
  it('takes the highest, whatever the order', () => {
    const values = Float64Array.from({ length: 999 }, (_, index) => (index * 613) % 999);
    const best = [...chooseBest(values.slice(), 10)].map((index) => values[index] as number).sort((left, right) => left - right);
    expect(best).toEqual([989, 990, 991, 992, 993, 994, 995, 996, 997, 998]);
  });

  it('takes equals from all over, each once', () => {
    const best = [...chooseBest(new Float64Array(1000).fill(1), 10)];
    expect(new Set(best).size).toBe(10);
    expect(Math.max(...best)).toBeGreaterThan(500);
  });

  it('leaves one of each group', () => {
    const values = Float64Array.of(3, 5, 4, NEVER);
    keepBestOfEach(values, Uint32Array.of(1, 1, 2, 3));
    expect([...values]).toEqual([NEVER, 5, 4, NEVER]);
  });
});

it.each([
  ['http://a.test/news/2026/03/14/harbour-opens-again.html', '/news/#/#/#/~.html'],
  ['http://a.test/news/2025/11/02/storm-over-the-sea.html', '/news/#/#/#/~.html'],
  ['https://a.test/law?id=7&lang=de', '/law?id&lang'],
  ['https://a.test/law?lang=en&id=9#top', '/law?id&lang'],
  ['https://a.test/doc/9f86d081884c7d65', '/doc/#'],
  ['https://a.test/page12/part-2', '/page#/part-#'],
  ['https://a.test/', '/'],
  ['https://a.test', '/'],
])('folds %s to %s', (url, template) => expect(urlTemplate(url)).toBe(template));

describe('a simulated year', () => {
  it('the learnt schedule has a fifth more fresh pages than the uniform one', () => {
    const years = [1, 2, 3].map((seed) => simulate({ pages: 1000, days: 365, budget: 25, seed, mix: 'web' }));
    const mean = years.reduce((sum, { gain }) => sum + gain, 0) / years.length;
    expect(mean).toBeGreaterThanOrEqual(0.2);
    for (const { gain, schedules } of years) {
      const fresh = Object.fromEntries(schedules.map(({ name, fresh: share }) => [name, share]));
      expect(gain).toBeGreaterThan(0.17);
      expect(fresh['optimal']).toBeGreaterThan(fresh['learnt'] as number);
      expect(fresh['proportional']).toBeLessThan(fresh['uniform'] as number);
      const visits = schedules.map((schedule) => schedule.visits);
      expect(Math.max(...visits) / Math.min(...visits)).toBeLessThan(1.01);
    }
  });

  it.each(['lognormal', 'zipf'] as const)('%s: never worse than uniform, and the same for the same seed', (mix) => {
    const options = { pages: 300, days: 60, budget: 15, seed: 7, mix };
    expect(simulate(options)).toEqual(simulate(options));
    expect(simulate(options).gain).toBeGreaterThan(-0.02);
  });
});
