import { expect, it } from 'vitest';
import type { CrawlStatus } from '../crawls/index.js';
import { livePage } from './live-page.js';

const NONE = { Add: 0, Upd: 0, Del: 0, None: 0 };
const EVIL = `"><script>alert('x')</script>`;

const status: CrawlStatus = {
  name: EVIL,
  workspace: EVIL,
  state: 'finished',
  reason: EVIL,
  run: 3,
  startedAt: '2026-01-02T03:04:05.000Z',
  endedAt: '2026-01-02T05:04:05.000Z',
  pages: 100,
  seconds: 7200,
  sequence: 7,
  queued: 1234,
  sites: 1,
  figures: {
    documents: { present: 41, suspected: 1, deleted: 2 },
    operations: { ...NONE, Upd: 3 },
    entries: NONE,
    waiting: 0,
    held: 5,
    openAnomalies: 1,
    archiveBytes: 1_500_000,
  },
  statistics: null,
};
const change = {
  sequence: 7,
  operation: 'Upd',
  document: 4,
  url: EVIL,
  title: EVIL,
  at: '2026-01-02T03:04:05.000Z',
  reason: EVIL,
  changed: [EVIL],
  suspicion: EVIL,
};
const anomaly = { id: 1, run: 3, site: EVIL, kind: EVIL, detail: EVIL, documents: 5, at: 0, state: 'open', decidedAt: null };
const trap = {
  id: 1,
  site: 'https://a.example',
  pattern: `/calendar/#/#${EVIL}`,
  reason: EVIL,
  examples: [EVIL],
  fetched: 41,
  newText: 0,
  state: 'paused' as const,
  by: 'winnow' as const,
  run: 3,
  at: 0,
  releasedAt: null,
};
const cluster = { document: 4, url: EVIL, title: EVIL, state: 'present' as const, copies: 12, exact: 1, examples: [] };
const page = livePage(
  { mayStart: true, status, summary: null, changes: [change], anomalies: [anomaly], traps: [trap], clusters: [cluster] },
  { crawls: [EVIL, 'b'], crawl: EVIL, hasPortals: true },
);

it('lets nothing from the network become markup', () => {
  expect(page).not.toContain('<script>alert');
  expect(page.match(/<script/g)).toHaveLength(1);
});

it('is complete without a script', () => {
  for (const words of [
    '>42<',
    '1 suspected · 2 deleted',
    '1,234',
    '1.5 MB',
    '2 h 0 min',
    'Run 3: finished',
    'Held back',
    'Near-duplicates',
    '>12<',
    'Traps',
    '>41<',
  ])
    expect(page).toContain(words);
});

it('has a heading for each part, and names for all columns', () => {
  const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  expect(levels.every((level, index) => index === 0 || level - (levels[index - 1] as number) <= 1)).toBe(true);
  expect(page.match(/<table/g)?.length).toBe(page.match(/<thead><tr><th scope="col"/g)?.length);
});
