/**
 * Pages as columns of numbers: about 150 bytes a page, so that a plan over millions fits beside the frontier.
 *
 * Holds what was observed of each page and, once `learn` has been called, what is believed of its rate. A page belongs
 * to a site and, within it, to its kin: the pages of the same URL template.
 */
import { CLASSES, classOf, DAY, GRID, likelihood, middleRate, type Observation, worthOfVisit } from './change-rate.js';
import { learnPriors } from './priors.js';

export interface NewPage {
  /** Whatever the caller knows it by. */
  readonly id: number;
  readonly site: number;
  readonly kin: number;
  /** The first visit: milliseconds since 1970. */
  readonly seenAt: number;
}

const FIRST_ROOM = 1024;
const MOST_COUNTED = 0xffff;

export class PageTable {
  length = 0;
  id = new Uint32Array(FIRST_ROOM);
  site = new Uint32Array(FIRST_ROOM);
  kin = new Uint32Array(FIRST_ROOM);
  /** Visits that found a change, CLASSES columns a page: see Observation. */
  #changed = new Uint16Array(FIRST_ROOM * CLASSES);
  changes = new Uint32Array(FIRST_ROOM);
  unchanged = new Uint32Array(FIRST_ROOM);
  unchangedDays = new Float32Array(FIRST_ROOM);
  seenAt = new Float64Array(FIRST_ROOM);
  checkedAt = new Float64Array(FIRST_ROOM);
  /** What is believed of each page: a chance for each rate, GRID columns a page. */
  #beliefs = new Float32Array(FIRST_ROOM * GRID);

  /** Returns where it stands. */
  add({ id, site, kin, seenAt }: NewPage): number {
    if (this.length === this.id.length) this.#grow();
    const at = this.length++;
    this.id[at] = id;
    this.site[at] = site;
    this.kin[at] = kin;
    this.seenAt[at] = seenAt;
    this.checkedAt[at] = seenAt;
    return at;
  }

  /** A further visit was answered. */
  visited(at: number, now: number, changed: boolean): void {
    const days = this.ageDays(at, now);
    if (days <= 0) return;
    this.checkedAt[at] = now;
    if (changed) {
      const place = at * CLASSES + classOf(days);
      this.#changed[place] = Math.min(MOST_COUNTED, (this.#changed[place] as number) + 1);
      this.changes[at] = (this.changes[at] as number) + 1;
    } else {
      this.unchangedDays[at] = (this.unchangedDays[at] as number) + days;
      this.unchanged[at] = (this.unchanged[at] as number) + 1;
    }
  }

  observation(at: number): Observation {
    return { changed: this.#changed.subarray(at * CLASSES, (at + 1) * CLASSES), unchangedDays: this.unchangedDays[at] as number };
  }

  /** Forms a belief about every page, from its own visits and those of its kin. */
  learn(): void {
    const priors = learnPriors(this);
    const belief = new Float64Array(GRID);
    for (let at = 0; at < this.length; at++) {
      likelihood(this.observation(at), belief);
      const prior = priors[this.kin[at] as number] as Float64Array;
      let total = 0;
      for (let rate = 0; rate < GRID; rate++) total += belief[rate] = (belief[rate] as number) * (prior[rate] as number);
      for (let rate = 0; rate < GRID; rate++) this.#beliefs[at * GRID + rate] = (belief[rate] as number) / total;
    }
  }

  /** A chance for each of RATES. */
  belief(at: number): Float32Array {
    return this.#beliefs.subarray(at * GRID, (at + 1) * GRID);
  }

  /** What a visit to a page is worth now: see worthOfVisit. */
  worth(at: number, now: number): number {
    return worthOfVisit(this.belief(at), this.ageDays(at, now));
  }

  ageDays(at: number, now: number): number {
    return (now - (this.checkedAt[at] as number)) / DAY;
  }

  /** Days between the first visit and the last. */
  watchedDays(at: number): number {
    return ((this.checkedAt[at] as number) - (this.seenAt[at] as number)) / DAY;
  }

  /** Believed changes a day, page by page. */
  rates(): Float64Array {
    return Float64Array.from({ length: this.length }, (_, at) => middleRate(this.belief(at)));
  }

  #grow(): void {
    const room = 2 * this.id.length;
    const grown = <T extends Uint16Array | Uint32Array | Float32Array | Float64Array>(column: T, larger: T): T => {
      larger.set(column);
      return larger;
    };
    this.id = grown(this.id, new Uint32Array(room));
    this.site = grown(this.site, new Uint32Array(room));
    this.kin = grown(this.kin, new Uint32Array(room));
    this.#changed = grown(this.#changed, new Uint16Array(room * CLASSES));
    this.changes = grown(this.changes, new Uint32Array(room));
    this.unchanged = grown(this.unchanged, new Uint32Array(room));
    this.unchangedDays = grown(this.unchangedDays, new Float32Array(room));
    this.seenAt = grown(this.seenAt, new Float64Array(room));
    this.checkedAt = grown(this.checkedAt, new Float64Array(room));
    this.#beliefs = grown(this.#beliefs, new Float32Array(room * GRID));
  }
}
