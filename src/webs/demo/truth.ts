/**
 * Truth: what a crawler that does everything right finds in the demo web, and what changed since
 * the day before. Walks what the sites say about themselves, never their HTML.
 *
 * Depth counts links from the nearest seed; a redirect costs nothing. Pages that only a sitemap
 * names have depth null, and so have no depth for those who do not read sitemaps.
 */
import { type BuiltSite, type BuiltWeb, buildWeb } from './built-web.js';
import { type ChangeTruth, changesOn } from './changes.js';
import type { Link, LinkKind, Resource, Site } from './site.js';

export interface DemoTruth {
  readonly day: number;
  readonly sites: readonly SiteTruth[];
}

export interface SiteTruth {
  readonly name: string;
  readonly origin: string;
  /** To be fetched, each answering 200 in the end. */
  readonly pages: readonly PageTruth[];
  readonly redirects: readonly RedirectTruth[];
  /** Never to be requested, and why. */
  readonly forbidden: readonly Reasoned[];
  /** Gives trouble: an error status, a broken connection, a body that lies. */
  readonly failing: readonly FailingTruth[];
  /** URL prefixes with no end of pages below. */
  readonly traps: readonly Reasoned[];
  /** May be fetched or not: style sheets, images, feeds, matters on which good crawlers differ. */
  readonly either: readonly string[];
  /** Answer 200, but nothing leads there. */
  readonly unlinked: readonly string[];
  readonly robots: readonly string[];
  readonly sitemaps: readonly string[];
  /** Against the day before; empty on the first day. */
  readonly changes: readonly ChangeTruth[];
}

export interface PageTruth {
  readonly url: string;
  readonly kind: 'page' | 'file';
  /** Other spellings under which it is linked, any of which may be the one that is fetched. */
  readonly variants: readonly string[];
  readonly title: string | null;
  readonly language: string | null;
  readonly text: string | null;
  readonly depth: number | null;
  readonly onlyInSitemap: boolean;
  readonly foundBy: readonly LinkKind[];
  /** Every http link on it that is to be followed, absolute and without fragment. */
  readonly links: readonly string[];
  readonly needs: 'basic' | 'digest' | 'bearer' | 'cookie' | null;
  readonly realType: string | null;
  /** Title, text and links are there only after its scripts have run. */
  readonly scripted: boolean;
  readonly note: string | null;
}

export interface RedirectTruth {
  readonly url: string;
  readonly status: number;
  readonly location: string;
  /** Absolute URL of `location`. */
  readonly to: string;
  readonly note: string | null;
}

export interface FailingTruth extends Reasoned {
  /** null: no whole head comes. */
  readonly status: number | null;
  readonly hostile: boolean;
  /** Whether a crawl comes across it; the others answer to those who know the URL. */
  readonly linked: boolean;
}

export interface Reasoned {
  readonly url: string;
  readonly because: string;
}

/** Tells the truth of any day. Days are built once: what changed since yesterday hangs on all days before. */
export function truthTeller(sites: readonly Site[], hostile: boolean): (day: number) => DemoTruth {
  const dayOf = remembered((day: number) => {
    const web = buildWeb(sites, { day, hostile });
    return { web, found: walk(web) };
  });
  return remembered((day: number) => {
    const { web, found } = dayOf(day);
    const changes = changesOn(day, dayOf);
    return { day, sites: web.sites.map((built) => siteTruth(built, found, changes)) };
  });
}

function remembered<T>(make: (day: number) => T): (day: number) => T {
  const made = new Map<number, T>();
  return (day) => {
    const known = made.get(day) ?? make(day);
    made.set(day, known);
    return known;
  };
}

/** The pages of `truth` that lie at most `hops` links off a page of the language, by a way that never goes further. */
export function withinHops(truth: DemoTruth, start: string, language: string, hops: number): string[] {
  const pages = new Map(truth.sites.flatMap((site) => site.pages).map((page) => [page.url, page]));
  const best = new Map<string, number>();
  const queue: [url: string, distance: number][] = [[start, 0]];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [url, distance] = next;
    const page = pages.get(url);
    const here = page?.language === language ? 0 : distance;
    if (!page || here > hops || here >= (best.get(url) ?? Infinity)) continue;
    best.set(url, here);
    for (const link of page.links) queue.push([link, here + 1]);
  }
  return [...best.keys()].sort();
}

/** How a resource was found: by canonical URL. */
export interface Finding {
  readonly url: string;
  readonly built: BuiltSite;
  readonly resource: Resource;
  readonly depth: number | null;
  readonly kinds: Set<LinkKind>;
  readonly variants: Set<string>;
}

type Findings = ReadonlyMap<string, Finding>;

/** Breadth first from all seeds, then whatever sitemaps add. */
export function walk(web: BuiltWeb): Findings {
  const found = new Map<string, Finding>();
  let level = web.sites
    .filter((built) => !built.site.forbidden)
    .flatMap(({ site, origin }) => site.seeds.map((path) => reach(web, origin + path, 'a')));
  for (let depth = 0; level.length > 0; depth++) {
    const fresh = level.flat().filter((step) => note(found, step, depth));
    level = fresh
      .filter(({ resource }) => resource.kind === 'page')
      .map(({ url, resource }) => followed(url, resource).flatMap(({ to, kind }) => reach(web, to, kind)));
  }
  for (const built of web.sites.filter(({ site }) => !site.forbidden)) {
    const listed = built.resources.filter(({ kind }) => kind === 'sitemap').flatMap((map) => map.links ?? []);
    for (const { href } of listed) for (const step of reach(web, built.origin + href, 'sitemap')) note(found, step, null);
  }
  return found;
}

interface Step {
  readonly url: string;
  readonly asked: string;
  readonly kind: LinkKind;
  readonly built: BuiltSite;
  readonly resource: Resource;
}

/** The resource at a URL and, through redirects, those behind it. */
function reach(web: BuiltWeb, asked: string, kind: LinkKind): Step[] {
  const steps: Step[] = [];
  for (let url: string | null = asked; url !== null; ) {
    const step = resolveUrl(web, url, kind);
    if (!step || steps.some((known) => known.url === step.url)) break;
    steps.push(step);
    url = step.resource.kind === 'redirect' ? targetOf(step.url, step.resource) : null;
  }
  return steps;
}

function resolveUrl(web: BuiltWeb, asked: string, kind: LinkKind): Step | null {
  const { host, pathname, search } = new URL(asked);
  const built = web.byHost(host);
  const resource = built?.find(pathname + search);
  if (!built || built.site.forbidden || !resource || resource.disallowed) return null;
  const url = built.origin + (resource.below ? pathname + search : resource.path);
  return { url, asked, kind, built, resource };
}

/** True when the resource is new. */
function note(found: Map<string, Finding>, step: Step, depth: number | null): boolean {
  const known = found.get(step.url);
  const finding = known ?? { ...step, depth, kinds: new Set<LinkKind>(), variants: new Set<string>() };
  finding.kinds.add(step.kind);
  if (step.asked !== step.url && step.resource.kind !== 'redirect' && sameOwner(step)) finding.variants.add(step.asked);
  if (!known) found.set(step.url, finding);
  return !known;
}

/** A URL that led here through a redirect is no spelling of this one. */
const sameOwner = ({ asked, built, resource }: Step): boolean => {
  const { host, pathname, search } = new URL(asked);
  return [built.site.host, ...(built.site.aliases ?? [])].includes(host) && built.find(pathname + search) === resource;
};

const targetOf = (url: string, resource: Resource): string => new URL(resource.links?.[0]?.href ?? '', url).href;

function followed(url: string, resource: Resource): { to: string; kind: LinkKind }[] {
  const base = new URL(resource.base ?? '', url);
  return (resource.links ?? []).filter(isFollowed).flatMap((link) => {
    const to = new URL(link.href, base);
    to.hash = '';
    return to.protocol === 'http:' ? [{ to: to.href, kind: link.kind ?? 'a' }] : [];
  });
}

const isFollowed = (link: Link): boolean => !link.rel?.includes('nofollow') && !link.href.startsWith('#');

function siteTruth(built: BuiltSite, found: Findings, changes: readonly ChangeTruth[]): SiteTruth {
  const { site, origin, resources } = built;
  const urlsOf = (wanted: (resource: Resource) => boolean): string[] => resources.filter(wanted).map((resource) => origin + resource.path);
  const own = [...found.values()].filter((finding) => finding.built === built);
  const unfound = resources
    .filter((one) => isWanted(one) && !one.disallowed && !found.has(origin + one.path))
    .map((one) => origin + one.path);
  const shunned = shunnedUrls(built, unfound);
  return {
    name: site.name,
    origin,
    pages: own.filter(({ resource }) => isWanted(resource)).map(pageTruth),
    redirects: resources.filter(({ kind }) => kind === 'redirect').map((one) => redirectTruth(origin, one)),
    forbidden: forbiddenOf(built, shunned),
    failing: failingOf(built, found),
    traps: resources.filter(({ kind }) => kind === 'trap').map((one) => ({ url: origin + one.path, because: one.note ?? '' })),
    either: urlsOf(({ kind }) => kind === 'extra'),
    unlinked: site.forbidden ? [] : unfound.filter((url) => !shunned.includes(url)),
    robots: urlsOf(({ kind }) => kind === 'robots'),
    sitemaps: urlsOf(({ kind }) => kind === 'sitemap'),
    changes: changes.filter(({ url }) => new URL(url).host === site.host),
  };
}

const isWanted = ({ kind }: Resource): boolean => kind === 'page' || kind === 'file';

function shunnedUrls({ origin, resources }: BuiltSite, unfound: readonly string[]): string[] {
  const shunned = resources.flatMap((one) =>
    (one.links ?? []).filter((link) => link.rel?.includes('nofollow')).map((link) => new URL(link.href, origin + one.path).href),
  );
  return unfound.filter((url) => shunned.includes(url));
}

function forbiddenOf({ site, origin, resources }: BuiltSite, shunned: readonly string[]): Reasoned[] {
  const all = (wanted: (resource: Resource) => boolean, because: string): Reasoned[] =>
    resources.filter(wanted).map((one) => ({ url: origin + one.path, because }));
  if (site.forbidden) return all(({ kind }) => kind !== 'robots', site.forbidden);
  return [
    ...all(({ disallowed }) => disallowed === true, 'robots.txt forbids it'),
    ...shunned.map((url) => ({ url, because: 'only linked with nofollow' })),
  ];
}

function failingOf({ site, origin, resources }: BuiltSite, found: Findings): FailingTruth[] {
  if (site.forbidden) return [];
  const reached = new Set([...found.values()].map(({ resource }) => resource));
  const own = resources
    .filter(({ kind }) => kind === 'failing' || kind === 'missing')
    .map((one) => ({
      url: origin + one.path + (one.below && one.path !== '/' ? '0' : ''),
      because: one.note ?? '',
      status: one.status ?? null,
      hostile: one.hostile ?? false,
      linked: reached.has(one),
    }));
  const ghosts = (site.ghosts ?? []).map((ghost) => ({
    url: `http://${ghost.host}/`,
    because: ghost.note,
    status: null,
    hostile: false,
    linked: true,
  }));
  return [...own, ...ghosts];
}

function redirectTruth(origin: string, one: Resource): RedirectTruth {
  const url = origin + one.path;
  return { url, status: one.status ?? 302, location: one.links?.[0]?.href ?? '', to: targetOf(url, one), note: one.note ?? null };
}

function pageTruth({ url, resource, depth, kinds, variants }: Finding): PageTruth {
  return {
    url,
    kind: resource.kind === 'file' ? 'file' : 'page',
    variants: [...variants],
    title: resource.title ?? null,
    language: resource.language ?? null,
    text: resource.text ?? null,
    depth,
    onlyInSitemap: depth === null,
    foundBy: [...kinds],
    links: [...new Set(followed(url, resource).map(({ to }) => to))],
    needs: resource.needs ?? null,
    realType: resource.realType ?? null,
    scripted: resource.scripted ?? false,
    note: resource.note ?? null,
  };
}
