/** Goes over what fits, segment by segment: how many, the best of them, and how they spread over sites and the like. */
import type { Facet, SearchFacets } from '../../../store/index.js';
import { yearOf } from './attributes.js';
import type { Names } from './names.js';
import { isDead, type Segment } from './segments.js';

export interface Found {
  readonly document: number;
  readonly rank: number;
  /** In days. */
  readonly date: number;
}

/** The document's own score moves it up by so much at most. */
const SCORE_WEIGHT = 0.15;
const FACET_VALUES = 50;
const FIRST_YEAR = 1000;
const YEARS = 2000;

interface Counts {
  readonly site: Uint32Array;
  readonly language: Uint32Array;
  readonly type: Uint32Array;
  readonly year: Uint32Array;
}

export class Collector {
  total = 0;
  readonly #wanted: number;
  readonly #byDate: boolean;
  readonly #counts: Counts | null;
  /** A heap with the worst of the best on top. */
  readonly #best: Found[] = [];

  constructor(wanted: number, byDate: boolean, names: Names | null) {
    this.#wanted = wanted;
    this.#byDate = byDate;
    const counts = (kind: 'site' | 'language' | 'type') => new Uint32Array(names?.all(kind).length ?? 0);
    this.#counts = names && { site: counts('site'), language: counts('language'), type: counts('type'), year: new Uint32Array(YEARS) };
  }

  take(segment: Segment, ranks: Float32Array): void {
    const { document, score, date } = segment.attributes;
    for (let at = 0; at < ranks.length; at++) {
      const rank = ranks[at] as number;
      if (rank < 0 || isDead(segment, at)) continue;
      this.total++;
      if (this.#counts) this.#count(segment, at);
      this.#offer(rank * (1 + SCORE_WEIGHT * (score[at] as number)), date[at] as number, document[at] as number);
    }
  }

  #count({ attributes }: Segment, at: number): void {
    const counts = this.#counts as Counts;
    const site = attributes.site[at] as number;
    counts.site[site] = (counts.site[site] as number) + 1;
    const language = attributes.language[at] as number;
    counts.language[language] = (counts.language[language] as number) + 1;
    const type = attributes.type[at] as number;
    counts.type[type] = (counts.type[type] as number) + 1;
    const year = yearNumber(attributes.date[at] as number);
    counts.year[year] = (counts.year[year] as number) + 1;
  }

  #offer(rank: number, date: number, document: number): void {
    if (this.#wanted === 0) return;
    const best = this.#best;
    if (best.length < this.#wanted) {
      best.push({ document, rank, date });
      this.#up(best.length - 1);
    } else if (this.#order(rank, date, document, best[0] as Found) < 0) {
      best[0] = { document, rank, date };
      this.#down(0);
    }
  }

  /** Best first; ties in the order of documents, so that pages of a result fit together. */
  #order(rank: number, date: number, document: number, other: Found): number {
    const byRank = other.rank - rank;
    const byDate = other.date - date;
    return (this.#byDate ? byDate || byRank : byRank || byDate) || document - other.document;
  }

  #isWorse(a: Found, b: Found): boolean {
    return this.#order(a.rank, a.date, a.document, b) > 0;
  }

  #up(from: number): void {
    const best = this.#best;
    for (let at = from, parent = (at - 1) >> 1; at > 0; at = parent, parent = (at - 1) >> 1) {
      if (!this.#isWorse(best[at] as Found, best[parent] as Found)) return;
      [best[at], best[parent]] = [best[parent] as Found, best[at] as Found];
    }
  }

  #down(from: number): void {
    const best = this.#best;
    for (let at = from; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < best.length && this.#isWorse(best[child] as Found, best[worst] as Found)) worst = child;
      if (worst === at) return;
      [best[at], best[worst]] = [best[worst] as Found, best[at] as Found];
      at = worst;
    }
  }

  best(): Found[] {
    return this.#best.toSorted((a, b) => this.#order(a.rank, a.date, a.document, b));
  }

  facets(names: Names): SearchFacets | null {
    if (!this.#counts) return null;
    const { site, language, type, year } = this.#counts;
    const values = (kind: 'site' | 'language' | 'type', counts: Uint32Array) =>
      listed(counts, (number) => names.valueOf(kind, number))
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, FACET_VALUES);
    return {
      site: values('site', site),
      language: values('language', language),
      type: values('type', type),
      year: listed(year, (number) => String(number + FIRST_YEAR)).toReversed(),
    };
  }
}

function listed(counts: Uint32Array, name: (number: number) => string): Facet[] {
  const facets: Facet[] = [];
  counts.forEach((count, number) => {
    if (count > 0) facets.push({ value: name(number), count });
  });
  return facets;
}

/** Years by day, worked out once: a date object for each of a hundred thousand hits would cost more than the search. */
const EARLIEST = Math.floor(Date.UTC(1900, 0, 1) / 86_400_000);
const LATEST = Math.floor(Date.UTC(2101, 0, 1) / 86_400_000);
let years: Uint16Array | undefined;

function yearNumber(day: number): number {
  years ??= Uint16Array.from({ length: LATEST - EARLIEST }, (_, index) => yearOf(EARLIEST + index) - FIRST_YEAR);
  return years[day - EARLIEST] ?? Math.max(0, Math.min(YEARS - 1, yearOf(day) - FIRST_YEAR));
}
