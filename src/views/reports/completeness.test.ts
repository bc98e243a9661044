/** Which limit is named for what; the counts themselves are tested on real crawls in test/integration/explain. */
import { expect, it } from 'vitest';
import { asId } from '../../model/index.js';
import type { CompletenessRows, LeftOut, PartCounts, Repository, RunRow, SiteProgress } from '../../store/index.js';
import { type Completeness, completenessOf } from './completeness.js';

const RUN: RunRow = {
  id: asId(1),
  startedAt: 0,
  endedAt: 100_000,
  state: 'finished',
  reason: 'budget.time: 100 s are over',
  definition: JSON.stringify({ name: 'test' }),
  statistics: null,
  pages: 20,
  elapsed: 100_000,
  sizeBefore: 0,
  partial: false,
};

const SITE: SiteProgress = {
  site: 'http://a.test',
  robotsState: 'parsed',
  robotsReason: 'robots.txt answered 200',
  queued: 5,
  pages: 20,
  requests: 25,
  aside: null,
  busyMs: 90_000,
};

const PART: PartCounts = {
  site: 'http://a.test',
  seed: 1,
  known: 25,
  unfetched: 5,
  documents: 20,
  failed: 0,
  unanswered: 0,
  excluded: 0,
  listed: 10,
  listedUnfetched: 2,
};

function told({
  site = {},
  part = {},
  run = {},
  leftOut = [],
}: {
  site?: Partial<SiteProgress>;
  part?: Partial<PartCounts>;
  run?: Partial<RunRow>;
  leftOut?: LeftOut[];
} = {}): Completeness {
  const completeness: CompletenessRows = {
    secret: () => null,
    sites: () => [{ ...SITE, ...site }],
    seeds: () => [{ id: 1, url: 'http://a.test/', kind: 'page', link: 'seed', pages: 20 }],
    parts: () => [{ ...PART, ...part }].values(),
    leftOut: () => leftOut.values(),
    latePages: () => [].values(),
    firstFindings: () => [],
  };
  return completenessOf({ completeness } as Partial<Repository> as Repository, { ...RUN, ...run });
}

const limitsIn = ({ sites }: Completeness) => sites[0]?.limits ?? [];

it('politeness is named beside the time budget when the site was asked nearly all the time', () => {
  expect(limitsIn(told())).toEqual([
    { by: 'budget.time', urls: 5, detail: '100 s are over' },
    { by: 'politeness', urls: 5, detail: '25 requests, one every 3s600ms with the pause owed, took the 1m40s of the run' },
  ]);
  expect(limitsIn(told({ site: { busyMs: 30_000 } })).map(({ by }) => by)).toEqual(['budget.time']);
});

it.each<[string, Parameters<typeof told>[0], string]>([
  [
    'robots.txt out of reach',
    { site: { robotsState: 'unavailable', robotsReason: 'robots.txt could not be reached: staying away' } },
    'outage',
  ],
  ['robots.txt in trouble', { site: { robotsState: 'unavailable', robotsReason: 'robots.txt answered 503: staying away' } }, 'closed'],
  ['a run of what was due', { site: { busyMs: 0 }, run: { partial: true, reason: 'everything was visited' } }, 'partial'],
  ['stopped', { site: { busyMs: 0 }, run: { state: 'stopped', reason: 'stopped on request, 5 queued' } }, 'stopped'],
  ['paused', { site: { busyMs: 0 }, run: { state: 'paused', reason: 'the disk is full' } }, 'paused'],
  ['running', { site: { busyMs: 0 }, run: { state: 'running', reason: null, endedAt: null } }, 'running'],
])('%s', (_case, facts, by) => expect(limitsIn(told(facts)).map((limit) => limit.by)).toEqual([by]));

it('refused links: by depth a limit, by place the border of the crawl, elsewhere outside', () => {
  const leftOut = [
    { url: 'http://a.test/x', filter: 'scope.depth', seed: 1 },
    { url: 'http://a.test/y', filter: 'scope.not.url[0]', seed: 1 },
    { url: 'http://b.test/', filter: 'scope.seeds', seed: 1 },
  ];
  const { sites, seeds, outside } = told({ leftOut, part: { unfetched: 0 }, site: { queued: 0 } });
  expect(sites[0]).toMatchObject({ limits: [{ by: 'depth', urls: 1 }], rejected: { 'scope.depth': 1, 'scope.not.url[0]': 1 } });
  expect(seeds[0]?.rejected).toEqual({ 'scope.depth': 1, 'scope.not.url[0]': 1, 'scope.seeds': 1 });
  expect(outside).toBe(1);
});
