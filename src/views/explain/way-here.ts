/** How a URL came in: the path of links from where it begins, each with the words of its link, and what its score was made of. */

import type { Definition } from '../../definition/crawl/index.js';
import { counted } from '../../model/index.js';
import type { TrailStep } from '../../plugins/index.js';
import type { ExplainRows, KnownResource, QueuePlace } from '../../store/index.js';
import type { Found, PathStep } from './explanation.js';

/** A link as it stands on a stored page. */
export interface StoredLink {
  readonly kind: string;
  readonly anchor: string;
  readonly nofollow: boolean;
}

type KeyOf = (url: string) => string | null;

/** Longer paths are shown with their beginning and their end. */
const SHOWN = 12;
/** A loop among the rows would be a fault of ours, but no reason to hang. */
const LONGEST = 10_000;

/** From where the path begins down to the resource itself. */
export function ancestorsOf(rows: ExplainRows, resource: KnownResource): KnownResource[] {
  const path = [resource];
  for (let at = resource; at.via !== null && path.length < LONGEST; ) {
    const parent = rows.resource(at.via);
    if (!parent) break;
    path.unshift(parent);
    at = parent;
  }
  return path;
}

/** The first link of a stored page to something with this key. */
export function linkOn(rows: ExplainRows, page: number, key: string, keyOf: KeyOf): StoredLink | null {
  const stored = rows.page(page);
  if (!stored) return null;
  for (const [url, kind, anchor, , nofollow] of JSON.parse(stored.links) as [string, string, string, string, number][]) {
    if (keyOf(url) === key) return { kind, anchor, nofollow: nofollow === 1 };
  }
  return null;
}

export function foundBy(
  rows: ExplainRows,
  path: readonly KnownResource[],
  keyOf: KeyOf,
  { frontier }: Definition,
  place: QueuePlace | null,
): Found {
  const resource = path.at(-1) as KnownResource;
  const omitted = Math.max(0, path.length - SHOWN);
  const shown = omitted ? [...path.slice(0, SHOWN / 2), ...path.slice(-SHOWN / 2)] : path;
  return {
    by: inWords(resource),
    path: shown.map((step) => stepOf(rows, step, keyOf)),
    omitted,
    score: { value: place?.scores.at(-1) ?? resource.score, combined: combination(frontier.update, place) },
  };
}

/** Pages from a seed down to the page the link stands on, as scope rules see them. */
export function trailTo(rows: ExplainRows, path: readonly KnownResource[]): TrailStep[] {
  return path.map(({ id, url, link }) => ({ url, via: link, language: rows.page(id)?.language ?? null }));
}

function stepOf(rows: ExplainRows, { url, depth, link, via }: KnownResource, keyOf: KeyOf): PathStep {
  const key = keyOf(url);
  const found = via === null || key === null ? null : linkOn(rows, via, key, keyOf);
  return { url, depth, link, anchor: found?.anchor || null };
}

const WORDS: Readonly<Record<string, string>> = {
  seed: 'a seed of the definition',
  added: 'added from outside: the drop folder, or winnow change',
  sitemap: 'listed in a sitemap',
  import: 'imported from a WARC file',
  redirect: 'a redirect',
  canonical: 'the canonical URL a page names',
};

function inWords({ link, kind }: KnownResource): string {
  if (kind === 'robots') return "asked for before anything else of its site: the site's robots.txt";
  if (kind === 'sitemap' && link === 'robots') return 'a sitemap, named in robots.txt or in its usual place';
  return WORDS[link] ?? `a link of kind ${link}`;
}

function combination(update: string, place: QueuePlace | null): string | null {
  if (!place || place.scores.length < 2) return null;
  const shown = place.scores.slice(0, 8).map((score) => score.toFixed(3));
  return `${update} over ${counted(place.scores.length, 'finding')}: ${shown.join(' → ')}${place.scores.length > 8 ? ' → …' : ''}`;
}
