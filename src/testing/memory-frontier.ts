/**
 * A frontier in memory, with as much of a workspace around it as visits need: small, for tests and simulations.
 *
 * What a crawl would find on disk is in `MemoryStore`; opening one again is going on after a restart.
 */
import type { Entry, Limits, NewEntry, Order, Outcome, PreviousVisit, Scheduled, SiteRules, Update } from '../frontier/queue/index.js';
import { combineScores, orderOf } from '../frontier/queue/index.js';
import {
  type Held,
  isBefore,
  type Lent,
  type Place,
  type Queued,
  type Queues,
  ScheduledFrontier,
  type TakenHead,
  type TakeWish,
  type TouchedSite,
} from '../frontier/schedule/index.js';
import type { SetAsideRow, Settlement } from '../store/index.js';

export interface MemoryOptions {
  readonly rulesFor: (site: string) => SiteRules;
  readonly limits: Limits;
  readonly robots: boolean;
  readonly order: Order;
  readonly update: Update;
  readonly balance: number;
  readonly leaseMs: number;
  readonly addresses: boolean;
  readonly domainWorkers?: number | null;
  readonly domainOf: (host: string) => string | null;
  readonly identify: (text: string) => readonly [high: number, low: number];
}

/** A URL and how it stands. */
interface Known {
  readonly id: number;
  entry: NewEntry;
  score: number | null;
  /** Scores that went into the one it has. */
  scores: number;
  immediate: boolean;
  attempts: number;
  turn: number;
  state: 'queued' | 'settled' | 'alias';
  /** Queued, but not before. */
  due: number | null;
  previous: PreviousVisit | null;
}

/** What outlives a process. */
export class MemoryStore {
  readonly rows: Known[] = [];
  readonly byKey = new Map<string, Known>();
  readonly sites: string[] = [];
  readonly pages = new Map<string, number>();
  readonly seedPages = new Map<number, number>();
  readonly setAside = new Map<string, SetAsideRow & { readonly run: number; until: number; over: number | null }>();
  run = 0;
  runGoesOn = false;
  readonly runEnds = new Map<number, number>();
}

class MemoryQueues implements Queues {
  readonly #store: MemoryStore;
  readonly #options: MemoryOptions;
  readonly #schedule: ScheduledFrontier['schedule'];
  readonly #places = new Map<number, Place[]>();
  readonly #held: Held[] = [];
  #queued = 0;

  constructor(store: MemoryStore, options: MemoryOptions, schedule: ScheduledFrontier['schedule']) {
    this.#store = store;
    this.#options = options;
    this.#schedule = schedule;
    for (const origin of store.sites) schedule.sites.open(origin);
    for (const known of store.rows) if (known.state === 'queued') this.#enqueue(known, 1);
  }

  get counts() {
    return { queued: this.#queued, known: this.#store.rows.length };
  }

  pagesBefore() {
    const sites = [...this.#store.pages].map(([origin, pages]) => ({ id: this.siteOf(origin), pages }));
    return { sites, seeds: this.#store.seedPages };
  }

  siteOf(origin: string): number {
    const known = this.#schedule.sites.find(origin);
    if (known) return known.id;
    const site = this.#schedule.sites.open(origin);
    this.#store.sites.push(origin);
    if (site.gate === 'unknown') this.admit(robotsOf(origin, this.#options.identify));
    return site.id;
  }

  /** How an entry that is found fares. */
  admit(entry: NewEntry): keyof Scheduled {
    const key = entry.fingerprint.join(' ');
    const known = this.#store.byKey.get(key);
    if (known) return this.#rescore(known, entry) ? 'updated' : 'known';
    const id = this.#store.rows.length + 1;
    const { score = null, immediate = false } = entry;
    const row: Known = {
      id,
      entry: { ...entry, seed: entry.seed ?? id },
      score,
      scores: 1,
      immediate,
      attempts: 0,
      turn: 0,
      state: 'queued',
      due: null,
      previous: null,
    };
    this.#store.rows.push(row);
    this.#store.byKey.set(key, row);
    this.siteOf(entry.site);
    this.#enqueue(row, 1);
    return 'added';
  }

  #rescore(known: Known, { score = null, immediate = false, modifiedAt }: NewEntry): boolean {
    if (this.#schedule.isLeased(known.id)) return false;
    if (known.state === 'settled' && modifiedAt !== undefined && known.previous && known.previous.startedAt < modifiedAt)
      return this.#queueAgain(known);
    if (known.state !== 'queued' || (score === null && !immediate)) return false;
    const has = known.score;
    const now = score === null || has === null ? (score ?? has) : combineScores(this.#options.update, has, known.scores, score);
    if (now === has && known.immediate === (immediate || known.immediate)) return false;
    Object.assign(known, { score: now, scores: known.scores + 1, immediate: immediate || known.immediate });
    return known.due === null && this.#newPlace(known, 0);
  }

  #queueAgain(known: Known): boolean {
    known.state = 'queued';
    return this.#newPlace(known, 1);
  }

  #newPlace(known: Known, count: number): true {
    this.#schedule.outdated(known.id);
    known.turn++;
    this.#enqueue(known, count);
    return true;
  }

  /** `count`: by how many entries more are queued. */
  #enqueue(known: Known, count: number): void {
    const { id, entry, score, immediate, turn } = known;
    const site = this.siteOf(entry.site);
    this.#queued += count;
    this.#schedule.sites.at(site).meets(entry.kind);
    const place = { order: orderOf({ kind: entry.kind, depth: entry.depth, score, immediate }, this.#options.order), id, turn };
    if (known.due === null) this.#push(site, place);
    this.#schedule.touched([{ site, best: known.due === null ? place : null, count }]);
  }

  #push(site: number, place: Place): void {
    const places = this.#places.get(site) ?? [];
    places.push(place);
    this.#places.set(site, places);
  }

  /** The best places of a site, those that are outdated left out. */
  #current(site: number): Place[] {
    const isCurrent = ({ id, turn }: Place): boolean => {
      const known = this.#at(id);
      return known.state === 'queued' && known.due === null && known.turn === turn;
    };
    const places = (this.#places.get(site) ?? []).filter(isCurrent).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    this.#places.set(site, places);
    return places;
  }

  #at(id: number): Known {
    return this.#store.rows[id - 1] as Known;
  }

  take(wishes: readonly TakeWish[]): TakenHead[] {
    return wishes.map(({ site, max }) => {
      const places = this.#current(site);
      const queued = places.splice(0, max).map((place) => ({ entry: this.entryOf(place.id), place }));
      return { site, queued, below: places[0] ?? null };
    });
  }

  entryOf(id: number): Entry {
    const { entry, score, immediate, attempts, previous } = this.#at(id);
    const viaUrl = entry.via === null ? null : this.#at(entry.via).entry.url;
    return { ...entry, id, viaUrl, seed: entry.seed ?? id, score, immediate, attempts, previous };
  }

  putBack(queued: readonly Queued[]): void {
    for (const { entry, place } of queued) this.#push(this.siteOf(entry.site), place);
  }

  hold(held: readonly Held[]): void {
    this.#held.push(...held);
  }

  unhold(): TouchedSite[] {
    return this.#held.splice(0).map(({ queued: { entry, place } }) => {
      const site = this.siteOf(entry.site);
      this.#push(site, place);
      return { site, best: place, count: 1 };
    });
  }

  wake(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const known of this.#store.rows) {
      if (known.state !== 'queued' || known.due === null) continue;
      if (known.due > now && !this.#schedule.isAside(this.siteOf(known.entry.site))) {
        next = Math.min(next, known.due);
        continue;
      }
      known.due = null;
      this.#newPlace(known, 0);
    }
    return next;
  }

  /** Null when it is under way. */
  lend({ fingerprint }: NewEntry): Lent | null {
    const known = this.#store.byKey.get(fingerprint.join(' '));
    if (!known || this.#schedule.isLeased(known.id)) return null;
    const wasQueued = known.state === 'queued';
    if (!wasQueued) this.#queued++;
    known.turn++;
    const place = { order: 0, id: known.id, turn: known.turn };
    return { queued: { entry: this.entryOf(known.id), place }, site: this.siteOf(known.entry.site), wasQueued };
  }

  settled({ id }: Entry, outcome: Outcome): void {
    const known = this.#at(id);
    if (outcome.state === 'returned') return;
    known.attempts++;
    if (outcome.state === 'retry') known.due = outcome.dueAt;
    else if (outcome.state === 'moved') this.#move(known, outcome);
    else {
      known.state = 'settled';
      this.#queued--;
    }
  }

  #move(known: Known, { url, site }: { readonly url: string; readonly site: string }): void {
    known.entry = { ...known.entry, url, site, redirects: known.entry.redirects + 1 };
    this.#queued--; // it is counted again where it goes
    this.#newPlace(known, 1);
  }
}

export class MemoryFrontier {
  readonly frontier: ScheduledFrontier;
  readonly #store: MemoryStore;
  readonly #options: MemoryOptions;
  readonly #queues: () => MemoryQueues;

  constructor(store: MemoryStore, options: MemoryOptions) {
    this.#store = store;
    this.#options = options;
    this.frontier = new ScheduledFrontier({ ...options, turns: null });
    let queues = this.#open();
    this.#queues = () => queues;
    this.#reopen = () => {
      queues = this.#open();
    };
  }

  readonly #reopen: () => void;

  #open(): MemoryQueues {
    const queues = new MemoryQueues(this.#store, this.#options, this.frontier.schedule);
    this.frontier.open(queues);
    return queues;
  }

  async beginRun(_definition: string, now: number): Promise<{ run: { id: number; pages: number }; resumed: boolean }> {
    const store = this.#store;
    const resumed = store.runGoesOn;
    if (!resumed) this.#beginAnew();
    const troubles = [...store.setAside.values()].filter(({ over }) => over === null);
    const until = new Map<string, number>();
    for (const { site, until: moment } of troubles) until.set(site, Math.max(until.get(site) ?? 0, moment));
    this.frontier.beginRun(
      [...until].map(([origin, moment]) => ({ site: this.#queues().siteOf(origin), until: moment })),
      now,
    );
    return { run: { id: store.run, pages: [...store.pages.values()].reduce((sum, pages) => sum + pages, 0) }, resumed };
  }

  #beginAnew(): void {
    const store = this.#store;
    const isFirst = store.run === 0;
    store.run++;
    store.runGoesOn = true;
    store.pages.clear();
    store.seedPages.clear();
    for (const row of store.rows) {
      if (row.state === 'alias') continue;
      Object.assign(row, { state: 'queued', due: null, attempts: 0 });
    }
    if (isFirst && store.rows.length === 0) return;
    this.frontier.schedule.startOver();
    this.#reopen();
  }

  async endRun(_state: string, _reason: string, _statistics: string, now: number): Promise<void> {
    this.#keepTroubles();
    this.#store.runGoesOn = false;
    this.#store.runEnds.set(this.#store.run, now);
  }

  /** Sites that were set aside when the run ended. */
  setAside(run: number): readonly SetAsideRow[] {
    const { setAside, runEnds } = this.#store;
    const ended = runEnds.get(run) ?? Number.POSITIVE_INFINITY;
    return [...setAside.values()].filter((row) => row.run === run && (row.over === null || row.over > ended));
  }

  #keepTroubles(): void {
    const { setAside, run, sites } = this.#store;
    for (const { site: id, set, over } of this.frontier.takeTroubles()) {
      const site = sites[id - 1] as string;
      if (set) setAside.set(`${run} ${site}`, { ...set, site, run, queued: 0, over: null });
      else for (const row of setAside.values()) if (row.site === site && row.over === null) row.over = over;
    }
  }

  async add(entries: Iterable<NewEntry>): Promise<Scheduled> {
    const total = { added: 0, updated: 0, known: 0 };
    for (const entry of entries) total[this.#queues().admit(entry)]++;
    return total;
  }

  async forbid(entries: Iterable<NewEntry>): Promise<number> {
    let count = 0;
    for (const entry of entries) {
      this.#queues().admit({ ...entry, score: null });
      const lent = this.#queues().lend(entry);
      if (!lent) continue;
      this.frontier.settled(this.frontier.lend(lent), { state: 'excluded', reason: 'blacklisted' }, false);
      count++;
    }
    return count;
  }

  async settle({ entry, outcome, found, aliases, version, fetches }: Settlement): Promise<boolean> {
    if (!this.frontier.holds(entry)) return false;
    for (const each of found) this.#queues().admit(each);
    for (const each of aliases) this.#admitAlias(each);
    const fetched = fetches.at(-1);
    const row = this.#store.rows[entry.id - 1] as Known;
    if (fetched && outcome.state === 'done')
      row.previous = { ...fetched, recordId: null, digests: version?.digests ?? row.previous?.digests ?? null };
    if (version) this.#countPage(entry);
    this.frontier.settled(entry, outcome, version !== null);
    this.#keepTroubles();
    return true;
  }

  #admitAlias(entry: NewEntry): void {
    const { rows, byKey } = this.#store;
    const key = entry.fingerprint.join(' ');
    if (byKey.has(key)) return;
    const row: Known = {
      id: rows.length + 1,
      entry,
      score: null,
      scores: 0,
      immediate: false,
      attempts: 0,
      turn: 0,
      state: 'alias',
      due: null,
      previous: null,
    };
    rows.push(row);
    byKey.set(key, row);
  }

  #countPage({ site, seed, id }: Entry): void {
    const { pages, seedPages } = this.#store;
    pages.set(site, (pages.get(site) ?? 0) + 1);
    seedPages.set(seed ?? id, (seedPages.get(seed ?? id) ?? 0) + 1);
  }

  async close(): Promise<void> {
    this.frontier.close(0);
  }
}

const robotsOf = (site: string, identify: MemoryOptions['identify']): NewEntry => ({
  url: `${site}/robots.txt`,
  fingerprint: identify(`robots.txt of ${site}`),
  site,
  kind: 'robots',
  depth: 0,
  redirects: 0,
  via: null,
  link: 'robots',
  trail: null,
});
