/**
 * Completeness: how much of each site and each seed is held, and what kept the rest away.
 *
 * A site is complete when nothing of it is queued and no limit kept anything away. What the scope leaves out by place is
 * the crawl's border and counted, but no lack; what it leaves out by depth is. The unknown can only be estimated: see
 * completeness-estimate.ts. Every table is gone through once, and memory grows with sites and seeds, not with URLs.
 */
import { type Definition, formatDuration, siteSettings } from '../../definition/crawl/index.js';
import { asUrl } from '../../model/index.js';
import type { PartCounts, Repository, RunRow, SeedProgress, SiteProgress } from '../../store/index.js';
import { type Estimate, type Extent, estimateUnknown } from './completeness-estimate.js';

export type LimitKind =
  | 'budget.pages'
  | 'budget.time'
  | 'budget.size'
  | 'budget.perSite.pages'
  | 'budget.perSeed.pages'
  | 'depth'
  | 'robots'
  | 'closed'
  | 'outage'
  | 'politeness'
  | 'partial'
  | 'stopped'
  | 'paused'
  | 'running';

/** What kept known URLs away. */
export interface Limit {
  readonly by: LimitKind;
  /** URLs it concerns. */
  readonly urls: number;
  readonly detail: string;
}

export interface PartCompleteness {
  readonly state: 'complete' | 'limited';
  readonly limits: readonly Limit[];
  /** Documents held. */
  readonly documents: number;
  /** Pages known: fetched, tried or queued. */
  readonly known: number;
  /** Known and never fetched. */
  readonly unfetched: number;
  /** Fetched before and still to be checked in this run. */
  readonly unchecked: number;
  readonly failed: number;
  readonly unanswered: number;
  readonly excluded: number;
  /** Links that were refused, by rule. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Pages first found in a sitemap, and how many of them were never fetched. */
  readonly listed: number;
  readonly listedUnfetched: number;
  readonly estimate: Estimate | null;
}

export interface SiteCompleteness extends PartCompleteness {
  readonly site: string;
}

export interface SeedCompleteness extends PartCompleteness {
  readonly seed: string;
  /** seed, added from outside, or a sitemap that robots.txt names. */
  readonly is: 'seed' | 'added' | 'sitemap';
}

export interface Completeness {
  readonly run: number;
  readonly complete: boolean;
  /** Of all together. */
  readonly documents: number;
  readonly unfetched: number;
  /** Refused links to sites the crawl never entered. */
  readonly outside: number;
  /** Least complete first. */
  readonly sites: readonly SiteCompleteness[];
  readonly seeds: readonly SeedCompleteness[];
}

/** What is added up for a site or a seed. */
class Tally {
  documents = 0;
  known = 0;
  unfetched = 0;
  failed = 0;
  unanswered = 0;
  excluded = 0;
  listed = 0;
  listedUnfetched = 0;
  readonly rejected: Record<string, number> = {};
  readonly limits = new Map<LimitKind, { urls: number; detail: string }>();

  add(part: PartCounts): void {
    for (const count of COUNTS) this[count] += part[count];
  }

  reject(filter: string): void {
    this.rejected[filter] = (this.rejected[filter] ?? 0) + 1;
  }

  limit(by: LimitKind, urls: number, detail: string): void {
    if (urls <= 0) return;
    const known = this.limits.get(by);
    this.limits.set(by, { urls: (known?.urls ?? 0) + urls, detail: known?.detail ?? detail });
  }
}

const COUNTS = ['documents', 'known', 'unfetched', 'failed', 'unanswered', 'excluded', 'listed', 'listedUnfetched'] as const;

export function completenessOf(repository: Repository, run: RunRow): Completeness {
  const rows = repository.completeness;
  const definition = settingsOf(run);
  const sites = new Map(rows.sites(run.id).map((progress) => [progress.site, { progress, tally: new Tally() }]));
  const seeds = new Map(rows.seeds().map((progress) => [progress.id, { progress, tally: new Tally() }]));
  const limits = new Limits(definition, run);
  for (const part of rows.parts()) {
    const [site, seed] = [sites.get(part.site), seeds.get(part.seed)];
    site?.tally.add(part);
    seed?.tally.add(part);
    if (site) limits.ofPart(part, site.progress, seed?.progress ?? null, [site.tally, ...(seed ? [seed.tally] : [])]);
  }
  const outside = countRejections(rows.leftOut(), sites, seeds);
  for (const { progress, tally } of sites.values()) limits.ofSite(progress, tally);
  for (const { tally } of [...sites.values(), ...seeds.values()]) limits.ofCounts(tally);
  const wanted = (part: { tally: Tally }): boolean => part.tally.unfetched > 0;
  const estimates = estimateUnknown(rows, definition.urls, {
    sites: extentsOf([...sites].filter(([, part]) => wanted(part))),
    seeds: extentsOf([...seeds].filter(([, part]) => wanted(part))),
  });
  const ofSites = [...sites].map(([site, { progress, tally }]) => ({
    site,
    ...partOf(tally, Math.max(0, progress.queued - tally.unfetched), estimates.sites.get(site)),
  }));
  // A sitemap that lists nothing is no part of the crawl worth a word.
  const withPages = [...seeds].filter(([, { progress, tally }]) => progress.kind !== 'sitemap' || tally.known > 0);
  const ofSeeds = withPages.map(([id, { progress, tally }]) => ({
    seed: progress.url,
    is: kindOf(progress),
    ...partOf(tally, 0, estimates.seeds.get(id)),
  }));
  return {
    run: run.id,
    complete: ofSites.every(({ state }) => state === 'complete'),
    documents: sum(ofSites, 'documents'),
    unfetched: sum(ofSites, 'unfetched'),
    outside,
    sites: ofSites.sort(leastCompleteFirst),
    seeds: ofSeeds.sort(leastCompleteFirst),
  };
}

type Settings = Pick<Definition, 'capture' | 'politeness' | 'budget' | 'sites' | 'urls'>;

/** A run of an earlier release may have been told less. */
function settingsOf({ definition }: RunRow): Settings {
  const { politeness, budget, capture, sites, urls } = JSON.parse(definition) as Partial<Definition>;
  return {
    politeness: { ...politeness } as Definition['politeness'],
    budget: { ...(budget as Definition['budget']), perSite: { ...budget?.perSite }, perSeed: { ...budget?.perSeed } },
    capture: { ...capture } as Definition['capture'],
    sites: sites ?? [],
    urls: { policy: 'default', rewrite: false, maxSegments: 10, keepWww: [], ...urls },
  };
}

/** Which limit kept what away: the narrowest that is spent counts, and where none is, whatever ended the run. */
class Limits {
  readonly #definition: Settings;
  readonly #run: RunRow;

  constructor(definition: Settings, run: RunRow) {
    this.#definition = definition;
    this.#run = run;
  }

  /** Pages of one site found through one seed that were never fetched. */
  ofPart({ unfetched }: PartCounts, site: SiteProgress, seed: SeedProgress | null, tallies: readonly Tally[]): void {
    if (unfetched === 0) return;
    const [by, detail] = this.#closed(site) ?? this.#aside(site) ?? this.#siteSpent(site) ?? this.#seedSpent(seed) ?? this.#runEnded();
    for (const tally of tallies) tally.limit(by, unfetched, detail);
    const waited = this.#waited(site);
    if (waited && by !== 'outage' && by !== 'closed') for (const tally of tallies) tally.limit('politeness', unfetched, waited);
  }

  /** What is queued besides: pages to be checked again, sitemaps, robots.txt. */
  ofSite(site: SiteProgress, tally: Tally): void {
    const rest = site.queued - tally.unfetched;
    if (rest <= 0) return;
    const [by, detail] = this.#closed(site) ?? this.#aside(site) ?? this.#siteSpent(site) ?? this.#runEnded();
    tally.limit(by, rest, detail);
  }

  ofCounts(tally: Tally): void {
    const deep = Object.entries(tally.rejected).filter(([filter]) => filter.endsWith('depth'));
    for (const [filter, count] of deep) tally.limit('depth', count, `${filter} keeps links out that are too far from a seed`);
    tally.limit('robots', tally.excluded, 'robots.txt asks not to fetch them');
    tally.limit('outage', tally.unanswered, 'no answer, or one that says not now, at every attempt');
  }

  #closed({ robotsState, robotsReason }: SiteProgress): [LimitKind, string] | null {
    if (robotsState !== 'unavailable') return null;
    const reason = robotsReason ?? 'robots.txt is unavailable';
    return [reason.includes('could not be reached') ? 'outage' : 'closed', reason];
  }

  #aside({ aside }: SiteProgress): [LimitKind, string] | null {
    return aside === null ? null : ['outage', `the site was set aside: ${aside}`];
  }

  #siteSpent({ site, pages }: SiteProgress): [LimitKind, string] | null {
    const settings = siteSettings(this.#definition, site);
    if (settings.pages === null || pages < settings.pages) return null;
    const where = settings.from.pages === 'crawl' ? '' : ` (set for ${settings.from.pages})`;
    return ['budget.perSite.pages', `${pages} of ${settings.pages} pages taken in this run${where}`];
  }

  #seedSpent(seed: SeedProgress | null): [LimitKind, string] | null {
    const limit = this.#definition.budget.perSeed.pages;
    if (limit === undefined || !seed || seed.pages < limit) return null;
    return ['budget.perSeed.pages', `${seed.pages} of ${limit} pages taken in this run`];
  }

  #runEnded(): [LimitKind, string] {
    const { state, reason, partial } = this.#run;
    const budget = /^(budget\.(?:pages|time|size)): (.*)$/.exec(reason ?? '');
    if (budget) return [budget[1] as LimitKind, budget[2] as string];
    if (partial && state === 'finished') return ['partial', 'this run visited only what was chosen for it'];
    if (state === 'running') return ['running', 'the run goes on, or was cut off'];
    return state === 'paused' ? ['paused', reason ?? 'paused'] : ['stopped', reason ?? state];
  }

  /** The site was asked as often as politeness allows, nearly all the time, and that was not enough. */
  #waited({ requests, busyMs }: SiteProgress): string | null {
    const { elapsed } = this.#run;
    if (elapsed < WORTH_MS || requests < 2 || busyMs < NEARLY_ALL * elapsed) return null;
    const [each, all] = [formatDuration(Math.round(busyMs / requests)), formatDuration(1000 * Math.round(elapsed / 1000))];
    return `${requests} requests, one every ${each} with the pause owed, took the ${all} of the run`;
  }
}

const WORTH_MS = 2000;
const NEARLY_ALL = 0.8;

/** Counts refused links at the sites and seeds they concern; returns how many lead to sites that were never entered. */
function countRejections(
  leftOut: Iterable<{ url: string; filter: string; seed: number | null }>,
  sites: ReadonlyMap<string, { tally: Tally }>,
  seeds: ReadonlyMap<number, { tally: Tally }>,
): number {
  let outside = 0;
  for (const { url, filter, seed } of leftOut) {
    const site = sites.get(asUrl(url)?.origin ?? '');
    if (site) site.tally.reject(filter);
    else outside++;
    if (seed !== null) seeds.get(seed)?.tally.reject(filter);
  }
  return outside;
}

function partOf(tally: Tally, unchecked: number, estimate: Estimate | null = null): PartCompleteness {
  const { limits, ...counts } = tally;
  const list = [...limits].map(([by, limit]) => ({ by, ...limit })).sort((a, b) => b.urls - a.urls);
  return { state: list.length ? 'limited' : 'complete', limits: list, ...counts, unchecked, estimate };
}

function extentsOf<K>(parts: readonly [K, { tally: Tally }][]): Map<K, Extent> {
  return new Map(parts.map(([key, { tally }]) => [key, { known: tally.known, documents: tally.documents }]));
}

const kindOf = ({ link, kind }: SeedProgress): SeedCompleteness['is'] =>
  link === 'seed' ? 'seed' : kind === 'sitemap' ? 'sitemap' : 'added';

const sum = (parts: readonly SiteCompleteness[], field: 'documents' | 'unfetched'): number =>
  parts.reduce((total, part) => total + part[field], 0);

function leastCompleteFirst(a: PartCompleteness, b: PartCompleteness): number {
  const rank = ({ state }: PartCompleteness): number => (state === 'limited' ? 0 : 1);
  return rank(a) - rank(b) || b.unfetched - a.unfetched || b.documents - a.documents;
}
