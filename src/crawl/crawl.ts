/**
 * The engine: opens what a crawl needs, wires the stages, owns the lifecycle. It stays thin on purpose: what a stage
 * does is in its own part, and this file only passes values along.
 */
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { type Definition, withoutSecrets } from '../definition/index.js';
import type { Lease } from '../frontier/index.js';
import { domainOf } from '../model/index.js';
import type { Registry } from '../plugins/index.js';
import type { RunRow, Workspace } from '../store/index.js';
import { Controller } from './controller.js';
import { FetcherSet } from './fetchers.js';
import type { Judge } from './found-links.js';
import type { Identify } from './identify.js';
import { makePipeline } from './pipeline.js';
import { ReaderPool } from './reader-pool.js';
import { RobotsGate } from './robots-gate.js';
import { guessedSites, readSeeds, type Seeding, seedEntries } from './seeding.js';
import { Settler } from './settler.js';
import { SiteOpener } from './site-opener.js';
import { type Statistics, Tally } from './statistics.js';
import { roomForPages, stopRules } from './stop-rules.js';
import type { Response } from './visit.js';
import { Visitor } from './visit.js';

export interface CrawlOptions {
  readonly definition: Definition;
  /** Folder that seed files and plug-in modules are relative to. */
  readonly folder: string;
  readonly registry: Registry;
  readonly workspace: Workspace;
  /** Compiled module that serves as reader thread; it is given ReaderThreadData. */
  readonly readerThread: URL;
  /** Asks the crawl to end: what has begun is brought to its end first. */
  readonly stop?: AbortSignal;
  /** Ends requests that are under way too. */
  readonly abort?: AbortSignal;
  readonly onStart?: (start: { run: RunRow; resumed: boolean; seeding: Seeding }) => void;
  /** Called every so often with fresh numbers. */
  readonly onProgress?: (statistics: Statistics) => void;
  readonly progressMs?: number;
}

/** What a reader thread needs to do the same as every other. */
export interface ReaderThreadData {
  readonly definition: Definition;
  readonly folder: string;
  readonly secret: Uint8Array;
  readonly seedHosts: readonly string[];
}

export interface CrawlEnd {
  readonly run: number;
  readonly state: 'finished' | 'stopped';
  /** Why it ended, in words. */
  readonly reason: string;
  readonly statistics: Statistics;
}

const READ_TASK_MS = 60_000;
const READER_HEAP_MB = 1024;

export async function crawl(options: CrawlOptions): Promise<CrawlEnd> {
  const { definition, workspace, registry } = options;
  const seeding = await readSeeds(definition, options.folder);
  // Made before anything is begun, so that a wrong plug-in or rule stops the crawl while nothing has happened yet.
  const { identify, judge } = makePipeline({ definition, registry, secret: workspace.secret, seedHosts: seeding.hosts });
  const fetcher = new FetcherSet(definition, registry, workspace.spoolFolder);
  const begun = await workspace.beginRun(JSON.stringify(withoutSecrets(definition)), Date.now());
  options.onStart?.({ ...begun, seeding });
  const robots = new RobotsGate(definition, workspace.frontier);
  if (begun.resumed) for (const site of workspace.repository.sites()) robots.restore(site, Date.now());
  await workspace.add(seedEntries(seeding.seeds, identify));
  const readers = openReaders(options, seeding);
  try {
    const tally = new Tally(Date.now());
    const signal = options.abort ?? new AbortController().signal;
    setMaxListeners(0, signal); // every request under way listens
    const starts = { mayAskSitemap: sitemapRule(judge, identify), guessedSites: guessedSites(seeding.seeds, identify) };
    const settler = new Settler(definition, new SiteOpener({ definition, robots, identify, ...starts, now: Date.now }), Date.now);
    const visitor = new Visitor({ definition, workspace, fetcher, readers, robots, tally, settler, signal, now: Date.now });
    return await runToEnd(options, begun.run.id, visitor, tally);
  } finally {
    await fetcher.close();
    await readers.close();
  }
}

async function runToEnd(options: CrawlOptions, run: number, visitor: Visitor, tally: Tally): Promise<CrawlEnd> {
  const { definition, workspace, stop } = options;
  const { frontier } = workspace;
  const check = stopRules(definition.budget);
  const startedAt = Date.now();
  const progress = () => ({
    pages: tally.pages,
    underWay: controller.load.unconsumed,
    elapsedMs: Date.now() - startedAt,
    size: () => workspace.size(),
  });
  let met: string | null = null;
  const controller: Controller<Lease, Response> = new Controller<Lease, Response>({
    makeWorker: () => (lease) => visitor.produce(lease),
    consume: (lease, response) => visitor.consume(lease, response),
    next: (max) => {
      met ??= check(progress());
      return met ? [] : frontier.lease(Math.min(max, roomForPages(definition.budget, progress())), Date.now());
    },
    nextAt: () => (met ? null : frontier.nextDueAt()),
    maxWorkers: definition.fetch.concurrency,
    maxUnconsumed: 2 * definition.fetch.concurrency + 32,
  });
  const view = () => tally.view(Date.now(), controller.load, frontier.counts());
  const timer = setInterval(() => options.onProgress?.(view()), options.progressMs ?? 500);
  stop?.addEventListener('abort', () => controller.stop(), { once: true });
  if (stop?.aborted) controller.stop();
  try {
    await controller.run();
  } finally {
    clearInterval(timer);
  }
  const statistics = view();
  options.onProgress?.(statistics);
  const end = endOf(met, stop?.aborted ?? false, frontier.counts());
  await workspace.endRun(end.state, end.reason, JSON.stringify(statistics), Date.now());
  return { run, ...end, statistics };
}

/** A budget that is spent ends the run as planned; only the user's own stop leaves it to be continued. */
function endOf(met: string | null, stopped: boolean, counts: { queued: number; closed: number }): Pick<CrawlEnd, 'state' | 'reason'> {
  if (stopped) return { state: 'stopped', reason: `stopped on request, ${counts.queued} queued` };
  if (met) return { state: 'finished', reason: met };
  if (counts.closed)
    return {
      state: 'finished',
      reason: `nothing left that may be visited; ${counts.closed} queued at sites whose robots.txt is unavailable`,
    };
  return { state: 'finished', reason: 'the frontier is empty' };
}

function openReaders({ definition, folder, workspace, readerThread }: CrawlOptions, seeding: Seeding): ReaderPool {
  const workerData: ReaderThreadData = { definition, folder, secret: workspace.secret, seedHosts: seeding.hosts };
  return new ReaderPool({
    threads: Math.max(1, Math.min(availableParallelism(), 8)),
    threadUrl: readerThread,
    workerData,
    taskMs: READ_TASK_MS,
    heapMb: READER_HEAP_MB,
  });
}

/** A sitemap is read when it is in scope, or belongs to the registrable domain of the site whose robots.txt names it. */
function sitemapRule(judge: Judge, identify: Identify): (site: string, url: string) => boolean {
  return (site, url) => {
    const identity = identify(url);
    if (!identity) return false;
    if (identity.site === site) return true;
    const candidate = { url, host: identity.host, key: identity.key, depth: 0, via: 'sitemap', anchor: '', trail: [] };
    const domain = domainOf(identity.host);
    return judge.scope(candidate) === null || (domain !== null && domain === domainOf(new URL(site).hostname));
  };
}
