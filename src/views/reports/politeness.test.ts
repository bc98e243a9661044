import { describe, expect, it } from 'vitest';
import type { SentRequest } from '../../store/index.js';
import { GapSketch } from './gap-sketch.js';
import { politenessReport } from './politeness.js';

const NOON = Date.UTC(2026, 0, 1, 12);

/** A request of so many milliseconds, so many after noon. */
const sent = (at: number, ms: number, owed: number | null, more: Partial<SentRequest> = {}): SentRequest => ({
  site: 'https://a.example',
  domain: 'a.example',
  address: '192.0.2.1',
  url: `https://a.example/${at}`,
  startedAt: NOON + at,
  endedAt: NOON + at + ms,
  owed,
  run: 1,
  ...more,
});

const otherSite = { site: 'https://b.example', domain: 'b.example', url: 'https://b.example/' };

describe('politeness report', () => {
  it('measures from the end of an answer to the next request', () => {
    const report = politenessReport([[sent(0, 100, null), sent(3100, 50, 3000), sent(6200, 50, 3000)]]);
    expect(report).toMatchObject({ kept: true, requests: 3, gaps: 2, tooShort: 0 });
    expect(report.sites).toEqual([
      {
        site: 'https://a.example',
        domain: 'a.example',
        requests: 3,
        gaps: 2,
        largestOwed: 3000,
        smallestGap: 3000,
        medianGap: expect.closeTo(3025, 0),
        tooShort: 0,
        worst: null,
        atOnce: 1,
        atOnceAtAddress: 1,
      },
    ]);
  });

  it('names the worst of the gaps that were too short', () => {
    const report = politenessReport([[sent(0, 100, null), sent(3000, 100, 3000), sent(4100, 100, 3000), sent(7200, 1, 3000)]]);
    expect(report).toMatchObject({ kept: false, tooShort: 2 });
    expect(report.sites[0]?.worst).toEqual({
      before: 'https://a.example/3000',
      endedAt: '2026-01-01T12:00:03.100Z',
      after: 'https://a.example/4100',
      startedAt: '2026-01-01T12:00:04.100Z',
      gap: 1000,
      owed: 3000,
    });
  });

  it.each([
    ['one millisecond may be rounding', 2999, true],
    ['two are not', 2998, false],
  ])('%s', (_case, gap, kept) => {
    expect(politenessReport([[sent(0, 100, null), sent(100 + gap, 1, 3000)]]).kept).toBe(kept);
  });

  it('a request that owed nothing is not judged, but the next gap begins after it', () => {
    const page = sent(0, 100, null);
    const image = sent(110, 100, null);
    expect(politenessReport([[page, image, sent(3210, 1, 3000)]])).toMatchObject({ kept: true, gaps: 1 });
    expect(politenessReport([[page, image, sent(3110, 1, 3000)]])).toMatchObject({ kept: false, gaps: 1 });
  });

  it('two crawls that were each polite alone are not polite together', () => {
    const one = [sent(0, 100, null), sent(3100, 100, 3000)];
    const other = [sent(1500, 100, null), sent(4600, 100, 3000)];
    expect(politenessReport([one]).kept).toBe(true);
    expect(politenessReport([other]).kept).toBe(true);
    expect(politenessReport([one, other])).toMatchObject({ kept: false, requests: 4, tooShort: 2 });
  });

  it('a slow answer that is overtaken is a gap below nothing', () => {
    const [site] = politenessReport([[sent(0, 10_000, null), sent(3000, 100, 3000)]]).sites;
    expect(site).toMatchObject({ atOnce: 2, tooShort: 1, worst: { gap: -7000 } });
  });

  it('the end that counts is the last one, not that of the last request', () => {
    const report = politenessReport([[sent(0, 10_000, null), sent(3000, 100, null), sent(7000, 1, 3000)]]);
    expect(report.sites[0]).toMatchObject({ tooShort: 1, worst: { before: 'https://a.example/0', gap: -3000 } });
  });

  it('where two at once are allowed, their beginnings are paced', () => {
    const requests = [sent(0, 10_000, null), sent(3000, 10_000, 3000)];
    expect(politenessReport([requests], { perSite: 2 })).toMatchObject({ kept: true, gaps: 1 });
    expect(politenessReport([[...requests, sent(6000, 1, 3000)]], { perSite: 2 }).kept).toBe(false);
  });

  it('tells how many requests an address had at once over its sites', () => {
    const { sites } = politenessReport([[sent(0, 100, null), sent(50, 100, null, otherSite)]]);
    expect(sites.find(({ site }) => site === 'https://b.example')).toMatchObject({ atOnce: 1, atOnceAtAddress: 2 });
  });

  it('puts the worst first: short gaps, then those with the least to spare', () => {
    const on = (site: string, at: number, owed: number | null) => sent(at, 10, owed, { site, address: null });
    const report = politenessReport([
      [on('ample', 0, null), on('close', 1, null), on('short', 2, null), on('single', 3, null)],
      [on('short', 100, 3000), on('close', 3011, 3000), on('ample', 9000, 3000)],
    ]);
    expect(report.sites.map(({ site }) => site)).toEqual(['short', 'close', 'ample', 'single']);
  });

  it('nothing sent is politeness kept', () => {
    expect(politenessReport([])).toEqual({ kept: true, requests: 0, gaps: 0, tooShort: 0, sites: [] });
  });
});

describe('median of gaps', () => {
  it.each([
    ['none', [], null],
    ['one', [42], 42],
    ['alike', [3000, 3000, 3000], 3000],
    ['odd', [1, 3000, 90_000], 3000],
    ['negative', [-50, -50, 10], -50],
    ['zero', [0, 0, 0, 5], 0],
  ])('%s', (_case, gaps, expected) => {
    const sketch = new GapSketch();
    for (const gap of gaps) sketch.add(gap);
    expect(sketch.median()).toBe(expected);
  });

  it('is within five per cent for any number of them', () => {
    const sketch = new GapSketch();
    for (let gap = 1; gap <= 100_001; gap++) sketch.add(gap);
    expect(Math.abs((sketch.median() as number) / 50_001 - 1)).toBeLessThan(0.05);
  });
});
