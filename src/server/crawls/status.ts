/** How a crawl stands, as data: the same for the API, the events, the metrics and the page. */
import type { Figures, QueueFigures, RunRow } from '../../store/index.js';
import type { ServedCrawl } from './served-crawl.js';

/** `cut-off`: it was at work when its process ended, and goes on when it is started again. `none`: nothing has run yet. */
export const CRAWL_STATES = ['none', 'running', 'finished', 'stopped', 'paused', 'failed', 'cut-off'] as const;
export type CrawlState = (typeof CRAWL_STATES)[number];

/** What a crawl at work tells of itself: see Statistics of the crawl part. */
export interface LiveStatistics {
  readonly elapsedMs: number;
  readonly active: number;
  readonly workers: number;
  readonly completed: number;
  readonly queued: number;
  readonly known: number;
  readonly sites: number;
  readonly busySites: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly noops: number;
  readonly pages: number;
  readonly bytes: number;
  readonly perSecond: number;
  readonly recentPerSecond: number;
  readonly paused?: boolean;
}

export interface CrawlStatus extends QueueFigures {
  readonly name: string;
  readonly workspace: string;
  readonly state: CrawlState;
  readonly reason: string | null;
  readonly run: number | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Of the last run: pages taken and seconds at work. */
  readonly pages: number;
  readonly seconds: number;
  /** Last sequence number of the journal. */
  readonly sequence: number;
  readonly figures: Figures;
  /** Null when no process is at work. */
  readonly statistics: LiveStatistics | null;
}

export function statusOf(crawl: ServedCrawl, statistics: LiveStatistics | null): CrawlStatus {
  const { run, isAtWork, sequence } = crawl.read(({ repository, owner }) => ({
    run: repository.lastRun(),
    isAtWork: statistics !== null || owner() !== null,
    sequence: repository.journal.last(),
  }));
  return {
    name: crawl.name,
    workspace: crawl.folder,
    state: statistics?.paused ? 'paused' : stateOf(run, isAtWork),
    reason: statistics?.paused ? 'as somebody asked' : (run?.reason ?? null),
    run: run?.id ?? null,
    startedAt: asTime(run?.startedAt),
    endedAt: asTime(run?.endedAt),
    pages: statistics?.pages ?? run?.pages ?? 0,
    seconds: (statistics?.elapsedMs ?? run?.elapsed ?? 0) / 1000,
    sequence,
    ...crawl.queue(),
    figures: crawl.figures(),
    statistics,
  };
}

function stateOf(run: RunRow | null, isAtWork: boolean): CrawlState {
  if (!run) return 'none';
  return run.state === 'running' && !isAtWork ? 'cut-off' : run.state;
}

const asTime = (at: number | null | undefined): string | null => (typeof at === 'number' ? new Date(at).toISOString() : null);
