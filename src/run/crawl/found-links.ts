/**
 * From the links of a page to entries of the frontier: canonicalised, named once, filtered.
 *
 * Runs in a reader thread, so that the main thread sees only what is new to the page and inside the scope. What is
 * refused is reported once per thread with the filter's name and reason; `explain` and the log live on that.
 */
import type { Definition } from '../../definition/crawl/index.js';
import type { EntryKind, NewEntry } from '../../frontier/queue/index.js';
import { SeenSet } from '../../frontier/queue/index.js';
import { hostOf, isRequisite, type LinkKind } from '../../model/index.js';
import type { Candidate, TrailStep } from '../../plugins/index.js';
import type { Rejection } from '../../store/index.js';
import type { FilesOf } from './document-files.js';
import type { Identify, Identity } from './identify.js';
import { type MediaRules, mediaRules } from './media-rules.js';

/** A link as far as following it is concerned. */
export interface FoundLink {
  readonly url: string;
  readonly kind: LinkKind;
  readonly anchor: string;
  readonly nofollow: boolean;
  /** What kind of visit it asks for, where the kind of link does not say. */
  readonly as?: 'page' | 'sitemap';
  /** When the target is said to have changed last: milliseconds since 1970. */
  readonly modifiedAt?: number;
}

/** The visit the links were found on. */
export interface Origin {
  readonly url: string;
  readonly kind: EntryKind;
  readonly depth: number;
  readonly redirects: number;
  readonly link: string;
  readonly trail: string | null;
  readonly language: string | null;
  /** Its own score, with which a redirect goes on. */
  readonly score?: number | null;
  /** Scores of the links, by URL without fragment; left out where nobody gives any. */
  readonly scores?: ReadonlyMap<string, number> | null;
}

export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

export type FoundEntry = Omit<NewEntry, 'via'>;

export interface Judge {
  /** First objection of the scope, in words; null when there is none. */
  scope(candidate: Candidate): { readonly by: string; readonly reason: string } | null;
  filters(candidate: Candidate): { readonly by: string; readonly reason: string } | null;
  /** How many pages of the trail the scope looks at; 0: none is kept. */
  readonly trailLength: number;
}

/** Why a URL is taken for one of a trap, by its shape and the page it was found on. */
export type TrapShape = (url: string, from: string) => string | null;

/** Kinds that are recorded but lead nowhere by themselves. */
const NOT_FOLLOWED: ReadonlySet<LinkKind> = new Set<LinkKind>(['form']);
/** A document with more files than this is a mistake in the definition. */
const MOST_FILES = 1000;
/** Documents shown inside a page. In scope they are pages; of other hosts, they are needed to show it. */
const FRAMES: ReadonlySet<LinkKind> = new Set<LinkKind>(['frame', 'iframe']);
/** Fingerprints remembered per thread before the memory starts over. */
const REMEMBERED = 1_000_000;

export class LinkFollower {
  readonly #capture: Definition['capture'];
  readonly #identify: Identify;
  readonly #judge: Judge;
  readonly #filesOf: FilesOf;
  readonly #trapShape: TrapShape;
  readonly #media: MediaRules;
  /** What this thread has handed on already; the frontier asked again would only say that it knows it. */
  #handedOn = new SeenSet();
  /** Apart from pages: what one page shows may be a page of its own that another links to. */
  #shown = new SeenSet();
  #reported = new SeenSet();

  constructor(
    capture: Definition['capture'],
    identify: Identify,
    judge: Judge,
    filesOf: FilesOf = () => null,
    trapShape: TrapShape = () => null,
    media: MediaRules = mediaRules({ capture, sites: [] }),
  ) {
    this.#capture = capture;
    this.#identify = identify;
    this.#judge = judge;
    this.#filesOf = filesOf;
    this.#trapShape = trapShape;
    this.#media = media;
  }

  /** `known` are keys that need not be followed: the page's own names. `named` is told of every page the links name. */
  follow(
    links: Iterable<FoundLink>,
    origin: Origin,
    known: readonly string[] = [],
    named?: (fingerprint: Identity['fingerprint']) => void,
  ): { found: FoundEntry[]; rejected: Rejection[]; files: FoundEntry[] } {
    const files: FoundEntry[] = [];
    const isFile = origin.kind === 'page' ? this.#filesOf(origin.url) : null;
    const withImages = origin.kind === 'page' && this.#media.takesImagesOf(origin.url);
    const trail = this.#trailBelow(origin);
    const way: Way = { origin, trail, taken: new Set(known), judged: new Set(), shown: 0, found: [], rejected: [] };
    const requisites: [FoundLink, Identity][] = [];
    for (const link of links) {
      if (isFile && link.kind !== 'redirect' && isFile(withoutFragment(link.url))) {
        this.#takeFile(link, way, files);
        continue;
      }
      const kind = this.#entryKind(link, origin, withImages);
      const identity = kind && this.#identify(link.url);
      if (!identity) continue;
      if (kind === 'page') named?.(identity.fingerprint);
      if (kind === 'requisite' && link.kind !== 'redirect') requisites.push([link, identity]);
      else this.#followOne(link, kind, identity, way);
    }
    // What is linked to as a page is visited as one, whatever else the page does with it.
    for (const [link, identity] of requisites) this.#followOne(link, 'requisite', identity, way);
    return { found: way.found, rejected: way.rejected, files };
  }

  /** Told every time, also when it is known: the document is to know all of its files. */
  #takeFile(link: FoundLink, way: Way, files: FoundEntry[]): void {
    const { origin, trail, taken, judged } = way;
    const identity = this.#identify(link.url);
    if (!identity || taken.has(identity.key) || judged.has(identity.key) || files.length >= MOST_FILES) return;
    judged.add(identity.key);
    const entry = entryOf(link, 'page', identity, origin, trail);
    const objection = this.#objection(entry, identity, link, trail.steps);
    if (objection) return this.#report(entry, objection, way.rejected);
    taken.add(identity.key);
    files.push({ ...entry, kind: 'requisite', link: 'file' });
  }

  #followOne(link: FoundLink, kind: EntryKind, identity: Identity, way: Way): void {
    // A redirect is always handed on: its target decides how the visit ends. So is a score: what is queued is scored anew. Nearly
    // every other link ends here.
    const isNews = link.kind === 'redirect' || link.modifiedAt !== undefined || scoreOf(link, kind, way.origin) !== null;
    if (!isNews && this.#isHandedOn(kind, identity.fingerprint)) return;
    const name = kind === 'requisite' ? `shown ${identity.key}` : identity.key;
    if (way.taken.has(identity.key) || way.judged.has(name)) return;
    way.judged.add(name);
    const entry = entryOf(link, kind, identity, way.origin, way.trail);
    const objection = this.#objection(entry, identity, link, way.trail.steps) ?? this.#trapObjection(entry, way.origin);
    if (objection === null || this.#isShownFrom(entry, identity, link, objection, way.origin)) this.#take(entry, objection, identity, way);
    else this.#report(entry, objection, way.rejected);
  }

  /** An entry that nothing speaks against, or a frame that is no page of the crawl but part of one. */
  #take(entry: FoundEntry, objection: Objection | null, { key }: Identity, way: Way): void {
    const kind = objection === null ? entry.kind : 'requisite';
    const isShown = kind === 'requisite' && entry.link !== 'redirect';
    if (isShown && ++way.shown > this.#capture.maxRequisites)
      return this.#report(
        { ...entry, kind },
        { by: 'capture.maxRequisites', reason: `its page needs more than ${this.#capture.maxRequisites}` },
        way.rejected,
      );
    const taken: FoundEntry = kind === entry.kind ? entry : { ...entry, kind, depth: way.origin.depth };
    way.taken.add(key);
    this.#remember(taken);
    way.found.push(taken);
  }

  /** What another host shows inside the page belongs to it; what a rule shuts out by name stays out. */
  #isShownFrom({ kind }: FoundEntry, { host }: Identity, link: FoundLink, { by }: Objection, { url }: Origin): boolean {
    if (kind !== 'page' || !FRAMES.has(link.kind) || !this.#capture.requisites) return false;
    return by.startsWith('scope') && !/\bnot\b/.test(by) && hostOf(url) !== host;
  }

  #isHandedOn(kind: EntryKind, [high, low]: FoundEntry['fingerprint']): boolean {
    return this.#handedOn.has(high, low) || (kind === 'requisite' && this.#shown.has(high, low));
  }

  /** What kind of visit a link asks for; null when it asks for none. */
  #entryKind({ kind, as, url }: FoundLink, origin: Origin, withImages: boolean): EntryKind | null {
    if (as) return as;
    if (kind === 'redirect') return origin.kind === 'sitemap' && !isNamedAsList(url) ? 'page' : origin.kind;
    if (NOT_FOLLOWED.has(kind)) return null;
    const isFrame = FRAMES.has(kind) && origin.kind === 'requisite';
    if (!isRequisite(kind) && !isFrame) return origin.kind === 'requisite' ? null : 'page';
    return this.#capture.requisites || (withImages && kind === 'img' && this.#media.takesImage(url)) ? 'requisite' : null;
  }

  /** Requisites may stand on any host: without them the archived page does not show. */
  #objection(entry: FoundEntry, identity: { key: string; host: string }, link: FoundLink, trail: readonly TrailStep[]): Objection | null {
    if (link.nofollow && this.#capture.obeyNofollow && entry.kind === 'page')
      return { by: 'nofollow', reason: 'the publisher asks not to follow this link' };
    const candidate: Candidate = {
      url: entry.url,
      host: identity.host,
      key: identity.key,
      depth: entry.depth,
      via: link.kind,
      anchor: link.anchor,
      trail,
    };
    const refused = entry.kind === 'requisite' ? null : (this.#judge.scope(candidate) ?? this.#media.objectionTo(entry.url, entry.site));
    return refused ?? this.#judge.filters(candidate);
  }

  /** What a sitemap lists was put there on purpose. */
  #trapObjection({ url, kind, link }: FoundEntry, origin: Origin): Objection | null {
    const reason = kind === 'page' && link !== 'sitemap' ? this.#trapShape(url, origin.url) : null;
    return reason === null ? null : { by: 'trap', reason };
  }

  #remember({ fingerprint, kind }: FoundEntry): void {
    if (this.#handedOn.size >= REMEMBERED) this.#handedOn = new SeenSet();
    if (this.#shown.size >= REMEMBERED) this.#shown = new SeenSet();
    (kind === 'requisite' ? this.#shown : this.#handedOn).add(...fingerprint);
  }

  #report(entry: FoundEntry, { by, reason }: Objection, rejected: Rejection[]): void {
    if (this.#reported.size >= REMEMBERED) this.#reported = new SeenSet();
    const filter = entry.kind === 'requisite' ? `requisites: ${by}` : by;
    if (this.#reported.add(...entry.fingerprint)) rejected.push({ url: entry.url, fingerprint: entry.fingerprint, filter, reason });
  }

  #trailBelow(origin: Origin): Trail {
    if (this.#judge.trailLength === 0) return NO_TRAIL;
    const above = origin.trail ? (JSON.parse(origin.trail) as TrailStep[]) : [];
    const step: TrailStep = { url: origin.url, via: origin.link, language: origin.language };
    const steps = [...above, step].slice(-this.#judge.trailLength);
    return { steps, json: JSON.stringify(steps) };
  }
}

interface Objection {
  readonly by: string;
  readonly reason: string;
}

/** What the links of one page have led to so far. */
interface Way {
  readonly origin: Origin;
  readonly trail: Trail;
  /** Keys that are followed, and names of all that were asked about; what is only shown has names of its own. */
  readonly taken: Set<string>;
  readonly judged: Set<string>;
  /** Requisites taken. */
  shown: number;
  readonly found: FoundEntry[];
  readonly rejected: Rejection[];
}

interface Trail {
  readonly steps: readonly TrailStep[];
  readonly json: string | null;
}

const NO_TRAIL: Trail = { steps: [], json: null };

function entryOf(link: FoundLink, kind: EntryKind, { url, fingerprint, site }: Identity, origin: Origin, trail: Trail): FoundEntry {
  const redirects = link.kind === 'redirect' ? origin.redirects + 1 : 0;
  const entry = { url, fingerprint, site, kind, depth: depthOf(link, origin), redirects, link: link.kind, trail: trail.json };
  const score = scoreOf(link, kind, origin);
  const scored = score === null ? entry : { ...entry, score };
  return link.modifiedAt === undefined ? scored : { ...scored, modifiedAt: link.modifiedAt };
}

/** Pages alone are ordered by score. */
function scoreOf(link: FoundLink, kind: EntryKind, { score, scores }: Origin): number | null {
  if (kind !== 'page') return null;
  if (link.kind === 'redirect') return score ?? null;
  return scores?.get(withoutFragment(link.url)) ?? null;
}

/**
 * Sites that redirect whatever they do not have, the sitemap we asked for among it, lead to a page: taken for a list, their
 * home page would never be read.
 */
function isNamedAsList(url: string): boolean {
  const { pathname, search } = new URL(url);
  return /\.(?:xml|gz|txt|rss|atom|rdf)$/i.test(pathname) || (/sitemap/i.test(pathname + search) && !/\.x?html?$/i.test(pathname));
}

/** A redirect and a nested sitemap lead no further from the seed; what a sitemap lists is one link away, like the home page's links. */
function depthOf(link: FoundLink, origin: Origin): number {
  if (link.kind === 'redirect' || link.as === 'sitemap') return origin.depth;
  return isRequisite(link.kind) ? origin.depth : origin.depth + 1;
}
