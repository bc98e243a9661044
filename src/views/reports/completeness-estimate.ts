/**
 * How many pages there may be that nobody has met: an estimate, and only where there is something to estimate from.
 *
 * After Good and Turing: of the links that were read last, some led to URLs that were unknown until then. That share
 * is the chance that one more link leads to something new, so about the same share of all there is has not been met:
 * unknown = known × share / (1 − share). Links that most pages of a site repeat (menus, footers) say nothing and are left
 * aside. It rests on links being spread over a site; where every page is linked once only (a long chain of pages), it
 * is too low. A site whose queue is empty needs none: every link that was in scope has been followed.
 */
import { fingerprinter, type UrlPolicy, urlReader } from '../../model/index.js';
import type { CompletenessRows, LatePage } from '../../store/index.js';

export interface Estimate {
  /** Pages nobody has met, about. */
  readonly unknown: number;
  /** Of so many links read last, this share led to something new. */
  readonly links: number;
  readonly newShare: number;
  /** Pages these links stood on. */
  readonly pages: number;
  /** In a sentence. */
  readonly basis: string;
}

/** Pages looked at, of all and of one site: enough for a share, whatever the size of the crawl. */
const MOST_PAGES = 2000;
const PAGES_A_SITE = 200;
/** The last fifth of a site's pages: earlier on nearly every link was new, which says nothing of now. */
const LATE_SHARE = 0.2;
const FEWEST_PAGES = 8;
const LINKS_A_PAGE = 500;
/** Fewer links, or fewer that led to something known, and a share of them says nothing. */
const FEWEST_LINKS = 30;
const FEWEST_KNOWN = 5;
/** A target that so many of the pages link to belongs to the template. */
const TEMPLATE_SHARE = 0.5;
const TEMPLATE_FROM = 8;

export interface Wanted {
  /** Sites and seeds that an estimate is wanted for. */
  readonly sites: ReadonlyMap<string, Extent>;
  readonly seeds: ReadonlyMap<number, Extent>;
}

/** Pages known, and documents held. */
export interface Extent {
  readonly known: number;
  readonly documents: number;
}

export interface Estimates {
  readonly sites: ReadonlyMap<string, Estimate>;
  readonly seeds: ReadonlyMap<number, Estimate>;
}

interface UrlSettings {
  readonly policy: UrlPolicy;
  readonly maxSegments: number;
  readonly keepWww: readonly string[];
}

export function estimateUnknown(rows: CompletenessRows, urls: UrlSettings, wanted: Wanted): Estimates {
  const secret = rows.secret();
  const none = { sites: new Map<string, Estimate>(), seeds: new Map<number, Estimate>() };
  if (!secret || wanted.sites.size === 0) return none;
  const sample = samplePages(rows.latePages(), wanted.sites, targetReader(urls, secret));
  const findings = lookUp(rows, sample);
  const draws = sample.flatMap((page) => drawsOf(page, findings));
  const template = templateTargets(draws, sample);
  const useful = draws.filter(({ page, name }) => !template.has(`${page.site} ${name}`));
  return {
    sites: estimatesBy(useful, wanted.sites, ({ site }) => site),
    seeds: estimatesBy(useful, wanted.seeds, ({ seed }) => seed),
  };
}

interface SampledPage extends Omit<LatePage, 'links'> {
  /** Fingerprints of what it links to, each once, by name. */
  readonly targets: ReadonlyMap<string, readonly [high: number, low: number]>;
}

/** One link of a page to a page of the crawl. */
interface Draw {
  readonly page: SampledPage;
  readonly name: string;
  /** Nobody had met it before this page was read. */
  readonly isNew: boolean;
}

type TargetReader = (links: string) => Map<string, readonly [high: number, low: number]>;

function targetReader({ policy, maxSegments, keepWww }: UrlSettings, secret: Uint8Array): TargetReader {
  const read = urlReader(policy, { maxSegments, keepWww });
  const fingerprint = fingerprinter(secret);
  return (links) => {
    const targets = new Map<string, readonly [number, number]>();
    for (const [url] of (JSON.parse(links) as [string][]).slice(0, LINKS_A_PAGE)) {
      const key = read(url)?.key;
      if (key === undefined) continue;
      const halves = fingerprint(key);
      targets.set(`${halves[0]} ${halves[1]}`, halves);
    }
    return targets;
  };
}

function samplePages(pages: Iterable<LatePage>, wanted: ReadonlyMap<string, Extent>, targetsOf: TargetReader): SampledPage[] {
  const sample: SampledPage[] = [];
  const taken = new Map<string, number>();
  let looked = 0;
  for (const { links, ...page } of pages) {
    // A crawl of a million sites of which few are unfinished must not be read through for them.
    if (sample.length >= MOST_PAGES || ++looked > 10 * MOST_PAGES) break;
    const count = taken.get(page.site) ?? 0;
    if (count >= lateOf(wanted.get(page.site)?.documents ?? 0)) continue;
    taken.set(page.site, count + 1);
    sample.push({ ...page, targets: targetsOf(links) });
  }
  return sample;
}

/** How many of a site's pages count as late. */
const lateOf = (documents: number): number =>
  documents === 0 ? 0 : Math.min(PAGES_A_SITE, Math.max(FEWEST_PAGES, Math.ceil(LATE_SHARE * documents)));

type Findings = ReadonlyMap<string, { readonly via: number | null; readonly run: number; readonly site: string }>;

function lookUp(rows: CompletenessRows, sample: readonly SampledPage[]): Findings {
  const all = new Map(sample.flatMap(({ targets }) => [...targets]));
  const found = rows.firstFindings([...all.values()]);
  return new Map([...all.keys()].flatMap((name, index) => (found[index] ? [[name, found[index]] as const] : [])));
}

/** Links that lead out of the crawl are no draws: the question is about this site. */
function drawsOf(page: SampledPage, findings: Findings): Draw[] {
  return [...page.targets.keys()].flatMap((name) => {
    const first = findings.get(name);
    if (!first || first.site !== page.site) return [];
    return [{ page, name, isNew: first.via === page.resource && first.run === page.run }];
  });
}

function templateTargets(draws: readonly Draw[], sample: readonly SampledPage[]): Set<string> {
  const pages = new Map<string, number>();
  for (const { site } of sample) pages.set(site, (pages.get(site) ?? 0) + 1);
  const linked = new Map<string, number>();
  for (const { page, name } of draws) linked.set(`${page.site} ${name}`, (linked.get(`${page.site} ${name}`) ?? 0) + 1);
  const isTemplate = ([target, count]: [string, number]): boolean => {
    const ofSite = pages.get(target.slice(0, target.indexOf(' '))) ?? 0;
    return ofSite >= TEMPLATE_FROM && count > TEMPLATE_SHARE * ofSite;
  };
  return new Set([...linked].filter(isTemplate).map(([target]) => target));
}

function estimatesBy<K>(draws: readonly Draw[], extents: ReadonlyMap<K, Extent>, keyOf: (page: SampledPage) => K): Map<K, Estimate> {
  const groups = new Map<K, Draw[]>();
  for (const draw of draws) {
    const key = keyOf(draw.page);
    const group = groups.get(key);
    if (group) group.push(draw);
    else groups.set(key, [draw]);
  }
  return new Map(
    [...groups].flatMap(([key, group]) => {
      const estimate = estimateOf(group, extents.get(key)?.known ?? 0);
      return estimate ? [[key, estimate] as const] : [];
    }),
  );
}

/** Null where the links say too little. */
function estimateOf(draws: readonly Draw[], known: number): Estimate | null {
  const fresh = draws.filter(({ isNew }) => isNew).length;
  if (known === 0 || draws.length < FEWEST_LINKS || draws.length - fresh < FEWEST_KNOWN) return null;
  const newShare = fresh / draws.length;
  const pages = new Set(draws.map(({ page }) => page.resource)).size;
  const unknown = Math.round((known * newShare) / (1 - newShare));
  const basis = `an estimate: of ${draws.length} links on the ${pages} pages read last, ${fresh} led to something new`;
  return { unknown, links: draws.length, newShare, pages, basis };
}
