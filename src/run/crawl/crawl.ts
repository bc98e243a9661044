/**
 * The engine: opens what a crawl needs, wires the stages, owns the lifecycle. It stays thin on purpose: what a stage
 * does is in its own part, and this file only passes values along.
 */
import { join } from 'node:path';
import { type Definition, withLogins, withoutSecrets } from '../../definition/crawl/index.js';
import type { Renderer } from '../../fetch/browser/index.js';
import type { SiteAside } from '../../frontier/queue/index.js';
import type { PlanCounts } from '../../frontier/revisit/index.js';
import { TrapWatch } from '../../frontier/traps/index.js';
import { counted, domainOf } from '../../model/index.js';
import type { Registry } from '../../plugins/index.js';
import { type DroppedFile, dropFolder } from '../../sources/index.js';
import type { RunRow, Workspace } from '../../store/index.js';
import { chooseKnown } from './choose-known.js';
import type { Sleep } from './controller.js';
import { CrawlLoop, type LoopEnd } from './crawl-loop.js';
import { FetcherSet } from './fetchers.js';
import type { Judge } from './found-links.js';
import type { Identify, Identity } from './identify.js';
import { lacksRequisites, queueKnownRequisites } from './known-requisites.js';
import { LiveDefinition, limitsOf } from './live-definition.js';
import { openReaders, readerThreads } from './open-readers.js';
import { type OutsideCounts, type OutsideUrl, outsideUrls } from './outside-urls.js';
import { makePipeline, type Pipeline } from './pipeline.js';
import { isIdle, planRun } from './plan-run.js';
import type { ReaderPool } from './reader-pool.js';
import { Rendering } from './rendering.js';
import { RobotsGate } from './robots-gate.js';
import { guessedSites, readSeeds, type Seeding, seedEntries } from './seeding.js';
import { Settler } from './settler.js';
import { SiteOpener } from './site-opener.js';
import { type Statistics, Tally } from './statistics.js';
import type { Tail } from './tail.js';
import { type TrapControl, trapControl } from './trap-control.js';
import { Visitor } from './visit.js';

export interface CrawlOptions {
  readonly definition: Definition;
  /** Folder that seed files and plug-in modules are relative to. */
  readonly folder: string;
  readonly registry: Registry;
  readonly workspace: Workspace;
  /** Compiled module that serves as reader thread; it is given ReaderThreadData. */
  readonly readerThread: URL;
  /** Crawled copies of contexts of JSON-LD, as text, by URL. */
  readonly contexts?: ReadonlyMap<string, string>;
  /** What shows pages whose scripts are to run; left out: nothing does. */
  readonly renderer?: Renderer;
  /** Told in a sentence what the user should know. */
  readonly onRemark?: (remark: string) => void;
  /** Asks the crawl to end; it does within two seconds, and what could not be brought to its end stays queued. */
  readonly stop?: AbortSignal;
  /** Ends requests that are under way at once. */
  readonly abort?: AbortSignal;
  /** Milliseconds that go on evenly even when the wall clock is set. */
  readonly clock?: () => number;
  /** Waits by that clock, which stands still while anything is under way; left out: the machine's own time passes. */
  readonly sleep?: Sleep;
  /** The time as far as the plan of revisits is concerned, where it is not now. */
  readonly planAt?: number | undefined;
  readonly onStart?: (start: CrawlStart) => void;
  /** Done before a run that has come to its end is noted as finished: what is cut off here is made up for by going on. */
  readonly beforeEnd?: () => Promise<void>;
  /** Told of each file that was put into the drop folder. */
  readonly onDrop?: (file: DroppedFile) => void;
  /** Called every so often with fresh numbers. */
  readonly onProgress?: (statistics: Statistics) => void;
  readonly progressMs?: number;
}

export interface CrawlStart {
  readonly run: RunRow;
  readonly resumed: boolean;
  /** What of the known is visited; null: all of it. */
  readonly plan: PlanCounts | null;
  readonly seeding: Seeding;
  readonly control: CrawlControl;
}

/** What may be done to a crawl while it runs. */
export interface CrawlControl {
  /** Throws DefinitionError for what cannot be changed. */
  change(settings: unknown): ReturnType<LiveDefinition['change']>;
  stop(): void;
  /** No new visit begins until it goes on. */
  pause(): void;
  goOn(): void;
  status(): Statistics;
  /** Traps as they are now; pausing and releasing answer with the trap and how many URLs are queued again. */
  readonly traps: TrapControl;
  add(urls: readonly OutsideUrl[]): Promise<OutsideCounts>;
}

export interface CrawlEnd {
  readonly run: number;
  readonly state: 'finished' | 'stopped' | 'paused';
  /** Why it ended, in words. */
  readonly reason: string;
  /** Sites that were set aside because they are in trouble; what is queued there waits for the next run. */
  readonly gaps: readonly SiteAside[];
  readonly statistics: Statistics;
  /** No run was begun, since nothing was due; `run` is the last one. */
  readonly idle?: true;
  /** The last stretch, when the crawl only waited for a few sites. */
  readonly tail: Tail | null;
}

export async function crawl(options: CrawlOptions): Promise<CrawlEnd> {
  const { definition, workspace, registry, clock: now = Date.now } = options;
  const seeding = await readSeeds(definition, options.folder, workspace.repository.runs().length > 0);
  // Made before anything is begun, so that a wrong plug-in or rule stops the crawl while nothing has happened yet.
  const { identify, judge } = makePipeline({ definition, registry, secret: workspace.secret, seedHosts: seeding.hosts });
  const live = new LiveDefinition(definition);
  const plan = await planRun(workspace.repository, definition, options.planAt ?? now());
  const last = workspace.repository.runs().at(-1);
  const lacking = lacksRequisites(definition, workspace.repository.runs());
  if (last && !lacking && isIdle(plan, last, definition)) return idleEnd(last.id);
  const fetcher = new FetcherSet(
    withLogins(definition, seeding.logins),
    registry,
    seeding.seeds.map(({ url }) => url),
    workspace.spoolFolder,
    join(workspace.folder, 'partial'),
  );
  const beganAt = now();
  const selection = plan?.chosen ?? chooseAgain(options, seeding, options.planAt ?? now());
  const start = { selection, replace: definition.session === 'replace' };
  const begun = await workspace.beginRun(JSON.stringify(withoutSecrets(definition)), now(), () => now() - beganAt, start);
  const robots = new RobotsGate(live, workspace.frontier);
  applyLive(live, workspace);
  if (begun.resumed) for (const site of workspace.repository.sites()) robots.restore(site, now());
  await workspace.add(seedEntries(seeding.seeds, identify));
  if (lacking && definition.session !== 'replace') await queueKnownRequisites(workspace, definition, ownPipeline(options, seeding));
  const readers = readersOf(options, seeding);
  const add = outsideUrls(workspace, identify, judge, definition.frontier.update === 'SUM');
  const drop = dropFolder(definition.frontier.drop ?? join(workspace.folder, 'drop'), add, {
    onFile: options.onDrop ?? (() => {}),
    create: definition.frontier.drop !== undefined,
  });
  const { abort, onProgress, progressMs = 500 } = options;
  const loop = new CrawlLoop({
    live,
    workspace,
    fetcher,
    before: begun.run,
    now,
    ...(options.sleep ? { sleep: options.sleep } : {}),
    abort,
    onProgress,
    progressMs,
    beside: () => drop.poll(),
  });
  options.stop?.addEventListener('abort', () => loop.stop(), { once: true });
  if (options.stop?.aborted) loop.stop();
  const traps = new TrapWatch(workspace.repository.traps());
  const control = {
    traps: trapControl(traps, workspace, now, () => loop.pump()),
    change: (settings: unknown) => live.change(settings),
    stop: () => loop.stop(),
    pause: () => loop.pause(),
    goOn: () => loop.goOn(),
    status: () => loop.statistics(),
    add,
  };
  options.onStart?.({ ...begun, plan, seeding, control });
  try {
    const starts = {
      mayAskSitemap: sitemapRule(judge, identify, (site) => workspace.frontier.hasPages(site)),
      guessedSites: guessedSites(seeding.seeds, identify),
    };
    const settler = new Settler(live, new SiteOpener({ live, robots, identify, ...starts, now }), now);
    const { tally, signal, givingUp } = loop;
    const { renderer = null, onRemark = () => {} } = options;
    const rendering = new Rendering({ live, fetcher, robots, repository: workspace.repository, renderer, signal, onRemark });
    const { contexts = new Map<string, string>() } = options;
    const parts = {
      live,
      contexts,
      workspace,
      fetcher,
      readers,
      robots,
      tally,
      traps,
      settler,
      rendering,
      identify,
      signal,
      givingUp,
      now,
    };
    const visitor = new Visitor(parts);
    const end = await runToEnd(options, begun.run.id, loop, visitor, identify, now);
    rendering.end();
    return end;
  } finally {
    await options.renderer?.close();
    await fetcher.close();
    await readers.close();
  }
}

/** Apart from the one that judges the links of the run: filters remember what they let through. */
const ownPipeline = ({ definition, registry, workspace }: CrawlOptions, { hosts }: Seeding): Pipeline =>
  makePipeline({ definition, registry, secret: workspace.secret, seedHosts: hosts });

function chooseAgain(options: CrawlOptions, seeding: Seeding, now: number): Uint8Array | null {
  const { definition, workspace } = options;
  const { seeds } = seeding;
  const { identify, judge } = ownPipeline(options, seeding);
  return chooseKnown({ repository: workspace.repository, definition, seeds: seeds.map(({ url }) => url), identify, judge, now });
}

const idleEnd = (run: number): CrawlEnd => ({
  run,
  state: 'finished',
  reason: 'nothing is due',
  gaps: [],
  statistics: new Tally(0).view(0, { workers: 0, active: 0 }, { queued: 0, known: 0, sites: 0, busySites: 0 }),
  idle: true,
  tail: null,
});

/** What the frontier takes from the definition, now and after each change. */
function applyLive(live: LiveDefinition, { frontier }: Workspace): void {
  const apply = (): void => {
    frontier.setLimits(limitsOf(live.current));
    frontier.setSeedBudget(live.current.budget.perSeed.pages ?? null);
    for (const origin of frontier.origins()) frontier.rulesChanged(origin);
  };
  apply();
  live.onChange(apply);
}

async function runToEnd(
  options: CrawlOptions,
  run: number,
  loop: CrawlLoop,
  visitor: Visitor,
  identify: Identify,
  now: () => number,
): Promise<CrawlEnd> {
  const { workspace } = options;
  try {
    const { statistics, tail, ...rest } = await loop.run(visitor);
    const gaps = workspace.frontier.aside();
    const end = endOf(rest, workspace.frontier.counts(), gaps);
    const kept = { ...statistics, tail, rounds: workspace.frontier.rounds(), assignments: workspace.frontier.assignments() };
    if (end.state === 'finished') {
      await workspace.reconcile(now(), (url) => identify(url)?.fingerprint ?? null);
      await options.beforeEnd?.();
    }
    await workspace.endRun(end.state, end.reason, JSON.stringify(kept), now());
    return { run, ...end, gaps, statistics, tail };
  } catch (error) {
    if (!workspace.isDiskFull(error)) throw error;
    const end = { state: 'paused', reason: 'the disk is full' } as const;
    const statistics = loop.statistics();
    // Where not even that can be written, the run is found unfinished and goes on all the same.
    await workspace.endRun(end.state, end.reason, JSON.stringify(statistics), now()).catch(() => undefined);
    return { run, ...end, gaps: workspace.frontier.aside(), statistics, tail: null };
  }
}

/** A budget that is spent ends the run as planned; a stop and a pause leave it to be continued. */
function endOf(
  { stop, stopped }: Pick<LoopEnd, 'stop' | 'stopped'>,
  counts: { queued: number; closed: number; spent: number; aside: number },
  gaps: readonly SiteAside[],
): Pick<CrawlEnd, 'state' | 'reason'> {
  if (stopped) return { state: 'stopped', reason: `stopped on request, ${counts.queued} queued` };
  if (stop) return { ...stop, reason: [stop.reason, ...gapWords(counts.aside, gaps)].join('; ') };
  const left = [
    ...gapWords(counts.aside, gaps),
    ...(counts.closed ? [`${counted(counts.closed, 'page is', 'pages are')} left at sites whose robots.txt cannot be read`] : []),
    ...(counts.spent ? [`${counted(counts.spent, 'page is', 'pages are')} left beyond the budgets of sites and seeds`] : []),
  ];
  if (left.length) return { state: 'finished', reason: `every permitted URL was visited; ${left.join(', ')}` };
  return { state: 'finished', reason: 'everything was visited' };
}

/** Which sites, and why each, the report says. */
function gapWords(queued: number, gaps: readonly SiteAside[]): string[] {
  const [first] = gaps;
  if (!first) return [];
  const sites = gaps.length === 1 ? `${first.site}, which is in trouble` : `${counted(gaps.length, 'site')} in trouble`;
  return [`with gaps: ${queued} queued at ${sites}`];
}

/** A single reader is the narrowest place of a crawl: then the writer, which mostly waits for the disk, compresses and sketches. */
function readersOf({ definition, folder, workspace, readerThread, contexts = new Map() }: CrawlOptions, { hosts }: Seeding): ReaderPool {
  const data = { definition, folder, secret: workspace.secret, seedHosts: hosts, packs: readerThreads() > 1, contexts };
  return openReaders(data, readerThread);
}

/**
 * A sitemap is read when it is in scope, or belongs to the site whose robots.txt names it, or to its registrable domain: as
 * long as there are pages to be had of that site. What only holds images and styles of others' pages is asked for nothing else.
 */
export function sitemapRule(
  judge: Judge,
  identify: Identify,
  hasPages: (site: string) => boolean = () => true,
): (site: string, url: string) => boolean {
  const inScope = ({ url, host, key }: Identity): boolean =>
    judge.scope({ url, host, key, depth: 0, via: 'sitemap', anchor: '', trail: [] }) === null;
  return (site, url) => {
    const identity = identify(url);
    if (!identity) return false;
    if (inScope(identity)) return true;
    const domain = domainOf(identity.host);
    const isOwn = identity.site === site || (domain !== null && domain === domainOf(new URL(site).hostname));
    const home = isOwn ? identify(`${site}/`) : null;
    return isOwn && (hasPages(site) || (home !== null && inScope(home)));
  };
}
