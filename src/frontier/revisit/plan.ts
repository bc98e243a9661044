/**
 * The plan of a run that revisits only a part: which known resources are queued again.
 *
 * Fed with everything the workspace knows, row by row and then visit by visit, it keeps numbers only. What was never
 * visited is not its business: that is queued anyhow. Besides pages worth a visit it takes what is in doubt (suspected
 * to be gone, or waiting for a second look), pages that lead to new ones, sitemaps once a day, failures after a while,
 * and robots.txt of every site it asks.
 */
import { Bits } from './bits.js';
import { DAY } from './change-rate.js';
import { chooseBest, NEVER } from './choose-best.js';
import { choosePages } from './choose-pages.js';
import { PageTable } from './page-table.js';
import { TemplateNumbers } from './template-numbers.js';

/** A resource as the workspace knows it. Times are milliseconds since 1970. */
export interface KnownResource {
  readonly id: number;
  readonly site: number;
  readonly url: string;
  readonly kind: 'robots' | 'sitemap' | 'requisite' | 'page';
  readonly state: 'queued' | 'done' | 'failed' | 'excluded' | 'redirected' | 'alias';
  /** Resource that led to it, and the run in which it was found. */
  readonly via: number | null;
  readonly found: number;
  /** When its last visit was settled, about. */
  readonly triedAt: number | null;
  /** When its document was first seen; null when there is none, or it is deleted. */
  readonly seenAt: number | null;
  readonly doubtful: boolean;
  /** How its last visit was answered, and the failure if it was not; left out where nobody asks. */
  readonly status?: number | null;
  readonly error?: string | null;
}

/** One answered visit to a resource that has a document. */
export interface KnownVisit {
  readonly resource: number;
  readonly at: number;
  readonly changed: boolean;
}

export interface PlanOptions {
  readonly now: number;
  /** Fetches to spend on what is known. */
  readonly count: number;
  /** Share of them for pages that lead to new ones. */
  readonly explore: number;
  readonly minDays: number;
  readonly maxDays: number;
  /** Fetches a site may get, by site number. */
  readonly perSite: (site: number) => number;
}

export interface PlanCounts {
  /** Pages known in all. */
  readonly pages: number;
  /** Pages chosen because a visit buys freshness; because they lead to new ones; because they are in doubt. */
  readonly due: number;
  readonly explored: number;
  readonly doubtful: number;
  readonly sitemaps: number;
  /** Failures, redirects and exclusions looked at again. */
  readonly retried: number;
  /** Never visited: queued whatever the plan. */
  readonly unvisited: number;
}

export interface Plan extends PlanCounts {
  /** A bit for each resource to visit. */
  readonly chosen: Uint8Array;
}

/** Sitemaps are read once in so many days, failures looked at again after. */
const SITEMAP_DAYS = 0.8;
const FAILURE_DAYS = 1;

export class RevisitPlanner {
  readonly table = new PageTable();
  readonly templates = new TemplateNumbers();
  /** Row of the table + 1, by resource; 0: no page with a document. */
  #rowOf = new Uint32Array(1024);
  readonly #robots: { id: number; site: number }[] = [];
  readonly #others: Pick<KnownResource, 'id' | 'site' | 'kind' | 'state' | 'triedAt'>[] = [];
  readonly #doubtful: { id: number; site: number }[] = [];
  readonly #openSites = new Set<number>();
  /** By row: resources first found there, and those of them found on a later visit. */
  readonly #children: number[] = [];
  readonly #laterChildren: number[] = [];
  readonly #foundIn: number[] = [];
  #unvisited = 0;

  /** Resources come in the order of their ids. */
  add(resource: KnownResource): void {
    const { id, site, kind, state, url, seenAt } = resource;
    this.#countChild(resource);
    if (state === 'alias') return;
    if (kind === 'robots') this.#robots.push({ id, site });
    else if (state === 'queued') this.#leaveQueued(site);
    else if (kind === 'page' && seenAt !== null) {
      if (resource.doubtful) this.#doubtful.push({ id, site });
      const row = this.table.add({ id, site, kin: this.templates.numberOf(site, url), seenAt });
      this.#remember(id, row);
      this.#foundIn[row] = resource.found;
    } else this.#others.push({ id, site, kind, state, triedAt: resource.triedAt });
  }

  #leaveQueued(site: number): void {
    this.#openSites.add(site);
    this.#unvisited++;
  }

  /** Visits come in the order they were made. */
  addVisit({ resource, at, changed }: KnownVisit): void {
    const row = (this.#rowOf[resource] ?? 0) - 1;
    if (row >= 0) this.table.visited(row, at, changed);
  }

  plan(options: PlanOptions): Plan {
    const { now, count } = options;
    this.table.learn();
    const chosen = new Bits();
    const sites = new Set(this.#openSites);
    const take = ({ id, site }: { id: number; site: number }): number => {
      sites.add(site);
      return Number(chosen.add(id));
    };
    const takeAll = (from: Iterable<{ id: number; site: number }>): number => [...from].reduce((sum, each) => sum + take(each), 0);
    const doubtful = takeAll(this.#doubtful);
    const [sitemaps, retried] = [takeAll(this.#dueSitemaps(now)), takeAll(this.#dueAgain(options))];
    const left = Math.max(0, count - doubtful - sitemaps - retried);
    const explored = takeAll(this.#hubs(Math.round(options.explore * left), options, chosen));
    const due = takeAll(this.#worthwhile(left - explored, options, chosen));
    takeAll(this.#robots.filter(({ site }) => sites.has(site)));
    return { chosen: chosen.bytes, pages: this.table.length, due, explored, doubtful, sitemaps, retried, unvisited: this.#unvisited };
  }

  #worthwhile(count: number, { now, minDays, maxDays, perSite }: PlanOptions, chosen: Bits): { id: number; site: number }[] {
    const most = Float64Array.from({ length: 1 + maxOf(this.table.site, this.table.length) }, (_, site) => perSite(site));
    const isTaken = (row: number): boolean => chosen.has(this.table.id[row] as number);
    return [...choosePages(this.table, { now, count, minDays, maxDays, isTaken, perSite: most })].map((row) => this.#at(row));
  }

  /** Pages by how many new ones they can be expected to lead to. */
  #hubs(count: number, { now, minDays }: PlanOptions, chosen: Bits): { id: number; site: number }[] {
    const expected = Float64Array.from({ length: this.table.length }, (_, row) => {
      const age = this.table.ageDays(row, now);
      const finds = (this.#laterChildren[row] ?? 0) + FIRST_FINDS_COUNT * (this.#children[row] ?? 0);
      return age < minDays || finds === 0 || chosen.has(this.table.id[row] as number)
        ? NEVER
        : (finds * age) / (age + this.table.watchedDays(row));
    });
    return [...chooseBest(expected, count)].map((row) => this.#at(row));
  }

  #dueSitemaps(now: number): { id: number; site: number }[] {
    return this.#others.filter(({ kind, triedAt }) => kind === 'sitemap' && now - (triedAt ?? 0) >= SITEMAP_DAYS * DAY);
  }

  /** What failed is tried again the next day; what was excluded, redirected or only belongs to a page, after the longest interval. */
  #dueAgain({ now, maxDays, count }: PlanOptions): { id: number; site: number }[] {
    const waits = (state: KnownResource['state']): number => DAY * (state === 'failed' ? FAILURE_DAYS : maxDays);
    const due = this.#others.filter(({ kind, state, triedAt }) => kind !== 'sitemap' && now - (triedAt ?? 0) >= waits(state));
    return due.sort((left, right) => (left.triedAt ?? 0) - (right.triedAt ?? 0)).slice(0, Math.ceil(count / 10));
  }

  #at(row: number): { id: number; site: number } {
    return { id: this.table.id[row] as number, site: this.table.site[row] as number };
  }

  #countChild({ via, found }: KnownResource): void {
    const row = via === null ? -1 : (this.#rowOf[via] ?? 0) - 1;
    if (row < 0) return;
    this.#children[row] = (this.#children[row] ?? 0) + 1;
    if (found > (this.#foundIn[row] ?? 0)) this.#laterChildren[row] = (this.#laterChildren[row] ?? 0) + 1;
  }

  #remember(id: number, row: number): void {
    if (id >= this.#rowOf.length) {
      const larger = new Uint32Array(Math.max(2 * this.#rowOf.length, id + 1));
      larger.set(this.#rowOf);
      this.#rowOf = larger;
    }
    this.#rowOf[id] = row + 1;
  }
}

/** A page that led to many at first is a list, and lists grow; it counts little beside one that is seen to grow. */
const FIRST_FINDS_COUNT = 0.05;

function maxOf(column: Uint32Array, length: number): number {
  let most = 0;
  for (let at = 0; at < length; at++) most = Math.max(most, column[at] as number);
  return most;
}
