/**
 * Where the name of a site stands in its titles. A word of it says nothing about the page: it is in every title, always
 * as many words from the end, or from the beginning. What else of the title has the same word is the page's own.
 */
import { ByteReader } from './bytes.js';
import type { Dictionary, WordEntry } from './dictionary.js';
import type { Segment } from './segments.js';

/** Places in the titles of a site: counted from the end above zero, from the beginning below. */
export type NamePlaces = ReadonlyMap<number, ReadonlySet<number>>;

/** Fewer titles are alike by chance. */
const FEWEST = 3;
/** Share of the titles of a site that have a word of its name in the same place. */
const SHARE = 0.5;

const NONE: NamePlaces = new Map();

type Occurrences = readonly { readonly segment: Segment; readonly entries: readonly WordEntry[] }[];

/** Of the words of all segments that a part of a query means. */
export function namePlaces(occurrences: Occurrences, dictionary: Dictionary): NamePlaces {
  const sites = sitesThatRepeat(occurrences, dictionary);
  if (sites.size === 0) return NONE;
  const counts = new Map<number, Map<number, number>>([...sites.keys()].map((site) => [site, new Map()]));
  for (const { segment, entries } of occurrences)
    for (const entry of entries)
      eachTitle(entry, segment, dictionary, (document, places) => {
        const count = counts.get(segment.attributes.site[document] as number);
        if (count) for (const place of places) count.set(place, (count.get(place) ?? 0) + 1);
      });
  return new Map([...counts].map(([site, count]) => [site, mostOf(count, sites.get(site) as number)]));
}

/** Counted from one side only, that on which the name stands: from the other side its place is a matter of chance. */
function mostOf(count: ReadonlyMap<number, number>, titles: number): Set<number> {
  const most = (places: readonly (readonly [number, number])[]): number => Math.max(0, ...places.map(([, often]) => often));
  const all = [...count];
  const [ends, starts] = [all.filter(([place]) => place > 0), all.filter(([place]) => place < 0)];
  const side = most(ends) >= most(starts) ? ends : starts;
  return new Set(side.filter(([, often]) => often >= Math.max(FEWEST, titles * SHARE)).map(([place]) => place));
}

/** Sites that have a word in so many titles that it may be of their name, with the number of their titles. */
function sitesThatRepeat(occurrences: Occurrences, dictionary: Dictionary): Map<number, number> {
  const having = new Map<number, number>();
  for (const { segment, entries } of occurrences)
    for (const entry of entries)
      eachDocument(entry, dictionary, (document, _often, inTitle) => {
        if (inTitle) add(having, segment.attributes.site[document] as number);
      });
  for (const [site, often] of having) if (often < FEWEST) having.delete(site);
  const titles = new Map<number, number>();
  if (having.size === 0) return titles;
  for (const { segment } of occurrences) {
    const { count, site, titleLength } = segment.attributes;
    for (let at = 0; at < count; at++)
      if ((titleLength[at] as number) > 0 && having.has(site[at] as number)) add(titles, site[at] as number);
  }
  for (const [site, all] of titles) if ((having.get(site) as number) < all * SHARE) titles.delete(site);
  return titles;
}

const add = (counts: Map<number, number>, key: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

function eachDocument(entry: WordEntry, dictionary: Dictionary, take: (document: number, often: number, inTitle: boolean) => void): void {
  const reader = new ByteReader(dictionary.docsOf(entry));
  for (let left = entry.documents, document = 0; left > 0; left--) {
    const head = reader.number();
    const often = head & 1 ? 1 : reader.number();
    document += head >>> 2;
    take(document, often, (head & 2) !== 0);
  }
}

/** `places` are those of each time the word stands in the title: two for each time. */
function eachTitle(
  entry: WordEntry,
  { attributes: { titleLength } }: Segment,
  dictionary: Dictionary,
  take: (document: number, places: readonly number[]) => void,
): void {
  const positions = new ByteReader(dictionary.positionsOf(entry));
  eachDocument(entry, dictionary, (document, often, inTitle) => {
    const places: number[] = [];
    const end = titleLength[document] as number;
    for (let left = often, position = 0; left > 0; left--) {
      position += positions.number();
      if (position < end) places.push(end - position, -position - 1);
    }
    if (inTitle) take(document, places);
  });
}

/** For each document whose site has the word in its name: how often it stands in the title as that, and how often not. */
export function timesAsName(
  entry: WordEntry,
  segment: Segment,
  dictionary: Dictionary,
  names: NamePlaces,
): Map<number, { named: number; own: number }> {
  const found = new Map<number, { named: number; own: number }>();
  eachTitle(entry, segment, dictionary, (document, places) => {
    const known = names.get(segment.attributes.site[document] as number);
    if (!known || known.size === 0) return;
    let named = 0;
    for (let at = 0; at < places.length; at += 2) if (known.has(places[at] as number) || known.has(places[at + 1] as number)) named++;
    found.set(document, { named, own: places.length / 2 - named });
  });
  return found;
}
