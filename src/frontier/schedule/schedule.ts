/**
 * Schedule: which of the queued URLs to visit next, and when. In memory, synchronous, without I/O.
 *
 * Owns politeness, budgets of sites and seeds, levels, leases, and a head of each site's queue; the queues themselves are
 * the frontier's. Whoever runs a crawl carries entries between the two: `wants` names sites that need entries, `stock`
 * takes them, `touched` is told what came in, `takeBack` and `takeHeld` give up what left a head unvisited. Time is a
 * parameter, so tests need no timers.
 */
import type { Turns } from '../politeness/index.js';
import {
  type Assignment,
  type BusySite,
  type Entry,
  type Gate,
  type Lease,
  type Limits,
  levelOf,
  type Order,
  type Outcome,
  PROBING,
  type Round,
  type SiteAside,
  SiteHeap,
  type SiteRules,
  type SiteTrouble,
  stillAside,
  type VisitEnded,
} from '../queue/index.js';
import { DomainWorkers } from './domain-workers.js';
import { MachineTurns } from './machine-turns.js';
import type { Held, Lent, Place, Queued, TakenHead, TakeWish, TouchedSite } from './place.js';
import { SeedBudget } from './seed-budget.js';
import { SharedLimits } from './shared-limits.js';
import type { SiteQueue } from './site-queue.js';
import { SiteTable, type SiteTableOptions } from './site-table.js';
import { StrictLevels } from './strict-levels.js';

export interface ScheduleOptions extends SiteTableOptions {
  readonly rulesFor: (origin: string) => SiteRules;
  readonly limits: Limits;
  readonly order: Order;
  /** Entries taken from a site's queue in a row. */
  readonly balance: number;
  /** Sites are asked only when their address is known. */
  readonly addresses: boolean;
  /** A lease that is not settled in this time lapses. */
  readonly leaseMs: number;
  /** Workers that whole domains are dealt to; null or left out: domains are not dealt. */
  readonly domainWorkers?: number | null;
  /** The machine's turns, shared with other crawls; null: we are alone. */
  readonly turns: Turns | null;
}

/** What became of a site in trouble, to be stored: it was set aside (`set`), or works again since `over`. */
export interface TroubleNews {
  readonly site: number;
  readonly set: {
    readonly since: number;
    readonly at: number;
    readonly tries: number;
    readonly reason: string;
    readonly until: number;
  } | null;
  readonly over: number | null;
}

/** What is queued as far as only the schedule knows. */
export interface ScheduleCounts {
  readonly leased: number;
  readonly closed: number;
  readonly spent: number;
  readonly aside: number;
}

interface Leased {
  readonly lease: Lease;
  readonly site: SiteQueue;
  readonly place: Place;
  /** It was in no queue: whoever counts those is not to count it out of one. */
  readonly wasQueued: boolean;
  released: boolean;
}

/** Most entries of a head, but for sites in trouble. */
const HEAD = 16;
/** Entries in all heads together; when they get near it, heads get smaller. */
const HEADS = 4096;
/** Entries looked through for another kind of page than those that failed, at a site in trouble. */
const LOOKED_THROUGH = 250;

export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #limits: SharedLimits;
  readonly #machine: MachineTurns;
  /** In the order they were given, oldest first. */
  readonly #leases = new Map<number, Leased>();
  readonly #seeds = new SeedBudget();
  readonly #levels: StrictLevels;
  readonly #workers: DomainWorkers | null;
  #heap = new SiteHeap<SiteQueue>();
  /** Sites that are set aside, by when they are asked again. */
  #aside = new SiteHeap<SiteQueue>();
  readonly #asideNow = new Set<SiteQueue>();
  /** Sites whose turn it is, as soon as they have entries. */
  readonly #wanting = new Set<SiteQueue>();
  /** Sites that entries are being fetched for. */
  readonly #asked = new Set<SiteQueue>();
  /** What is in heads, and at which site. */
  readonly #inHeads = new Map<number, SiteQueue>();
  /** What lost its place while entries were being fetched: it may be among them. */
  readonly #dropped = new Set<number>();
  #troubles = new Map<number, TroubleNews>();
  #sites: SiteTable;
  #back: Queued[] = [];
  #toHold: Held[] = [];
  #unresolved: string[] = [];
  #resolving = 0;
  #held = 0;
  #nextDue = Number.POSITIVE_INFINITY;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#limits = new SharedLimits(options.limits);
    this.#machine = new MachineTurns(options.turns, this.#limits);
    this.#levels = new StrictLevels(options.order);
    this.#workers = options.domainWorkers ? new DomainWorkers(options.domainWorkers) : null;
    this.#sites = new SiteTable(options, options.rulesFor);
  }

  get sites(): SiteTable {
    return this.#sites;
  }

  /** The queues are filled anew, by another run. */
  startOver(): void {
    this.#heap = new SiteHeap();
    this.#aside = new SiteHeap();
    for (const known of [this.#asideNow, this.#wanting, this.#asked, this.#inHeads, this.#dropped]) known.clear();
    this.#sites = new SiteTable(this.#options, this.#sites.rulesFor);
    this.#back = [];
    this.#toHold = [];
    this.#held = 0;
  }

  /** Pages that earlier processes of this run have brought. */
  restorePages(
    sites: Iterable<{ readonly id: number; readonly pages: number }>,
    seeds: Iterable<readonly [seed: number, pages: number]>,
  ): void {
    for (const { id, pages } of sites) this.#sites.at(id).pages = pages;
    this.#seeds.restore(seeds);
    for (const site of this.#sites.all()) this.#schedule(site);
  }

  /** A few probes first; but where it asked to be left alone for longer than we would wait, not even those. */
  restoreTrouble(id: number, until: number, now: number): void {
    const site = this.#sites.at(id);
    const { patience } = site.rules;
    if (!patience) return;
    site.restore(until - now > patience.time ? stillAside(now, until) : PROBING, until);
    this.#noteTrouble(site, now);
    this.#schedule(site);
  }

  /** What became of sites in trouble since this was last asked. */
  takeTroubles(): TroubleNews[] {
    const troubles = [...this.#troubles.values()];
    this.#troubles = new Map();
    return troubles;
  }

  #noteTrouble(site: SiteQueue, now: number): void {
    const { aside, since, count } = site.trouble;
    if (aside) {
      this.#asideNow.add(site);
      this.#putBack(site.head.empty());
      site.placed = false; // its place is among those set aside from now on, also where the moment is the same
      const { at, reason } = aside;
      const until = site.pausedUntil;
      this.#troubles.set(site.id, { site: site.id, set: { since: since ?? at, at, tries: count, reason, until }, over: null });
    } else {
      this.#asideNow.delete(site);
      if (!site.isInTrouble) this.#troubles.set(site.id, { site: site.id, set: null, over: now });
    }
  }

  next(max: number, now: number): Lease[] {
    this.#lapse(now);
    if (this.#machine.refresh(now, isIdle)) for (const site of this.#sites.all()) this.#schedule(site);
    this.#askAsideAgain(now);
    if (this.#workers?.isDealt === false) this.#deal(this.#workers);
    const leases: Lease[] = [];
    while (leases.length < max && this.#limits.nextAt <= now) {
      const site = this.#heap.peek();
      if (!site && leases.length === 0 && this.#nextLevel(now)) continue;
      if (!site || site.readyAt > now || leases.length + this.#wanting.size >= max) break;
      this.#heap.pop();
      site.placed = false;
      const lease = this.#leaseFrom(site, now);
      if (lease) leases.push(lease);
    }
    return leases;
  }

  /** Sites that were set aside for long enough are tried once more, as long as the run goes on. */
  #askAsideAgain(now: number): void {
    for (let site = this.#aside.peek(); site && site.readyAt <= now; site = this.#aside.peek()) {
      this.#aside.pop();
      site.placed = false;
      site.askAgain();
      this.#asideNow.delete(site);
      this.#schedule(site);
    }
  }

  #leaseFrom(site: SiteQueue, now: number): Lease | null {
    const { top } = site.head;
    const mayAsk = top !== null && site.nextMoment(top, this.#levels.level) <= now && this.#mayAsk(site, now);
    const chosen = mayAsk ? this.#choose(site) : null;
    const lease = chosen && !this.#holdForSeed(chosen, site) ? this.#give(chosen, site, now) : null;
    this.#schedule(site);
    return lease;
  }

  #give(queued: Queued, site: SiteQueue, now: number): Lease {
    const { entry, place } = queued;
    const lease = { entry, leasedAt: now, owed: site.owedFor(place) };
    this.#leave(site, queued);
    site.took(entry.kind, now, this.#options.balance);
    this.#limits.took(site, now);
    this.#workers?.took(site);
    this.#leases.set(entry.id, { lease, site, place, wasQueued: true, released: false });
    this.#seeds.took(entry);
    this.#levels.visited();
    return lease;
  }

  /**
   * The best entry; of a site in trouble, the best of another kind than those that failed, or at least one that did not. Null
   * when the head does not tell: then the site is among those that want entries.
   */
  #choose(site: SiteQueue): Queued | null {
    const { queued, below } = site.head;
    const [best] = queued;
    if (!best) return this.#want(site);
    if (!site.isInTrouble || best.entry.kind === 'robots') return best;
    let fresh: Queued | null = null;
    for (const [at, candidate] of queued.entries()) {
      if (at >= LOOKED_THROUGH || !site.mayTake(candidate.place, this.#levels.level)) return fresh ?? best;
      if (candidate.entry.attempts > 0) continue;
      fresh ??= candidate;
      if (!site.isFailing(candidate.entry.url)) return candidate;
    }
    return below && queued.length < LOOKED_THROUGH ? this.#want(site) : (fresh ?? best);
  }

  #want(site: SiteQueue): null {
    this.#wanting.add(site);
    return null;
  }

  /** Sites that need entries now, and how many; each is named once until it is stocked. */
  wants(): TakeWish[] {
    const wishes: TakeWish[] = [];
    for (const site of this.#wanting) {
      if (this.#asked.has(site)) continue;
      this.#asked.add(site);
      site.head.ask();
      const room = Math.max(1, Math.min(HEAD, (HEADS - this.#inHeads.size) >> 6));
      const { length } = site.head.queued;
      wishes.push({ site: site.id, max: length > 0 ? Math.min(2 * length, LOOKED_THROUGH - length) : room });
    }
    return wishes;
  }

  stock({ site: id, queued, below }: TakenHead): void {
    const site = this.#sites.at(id);
    this.#asked.delete(site);
    this.#wanting.delete(site);
    const current = this.#dropped.size > 0 ? queued.filter(({ place }) => !this.#dropped.has(place.id)) : queued;
    if (this.#asked.size === 0) this.#dropped.clear();
    for (const { place } of current) this.#inHeads.set(place.id, site);
    this.#putBack(site.head.stock(current, below));
    this.#schedule(site);
  }

  /** What was in a head and no longer is, to be queued again as it was. */
  takeBack(): Queued[] {
    if (this.#back.length === 0) return this.#back;
    const back = this.#back;
    this.#back = [];
    return back;
  }

  #putBack(queued: readonly Queued[]): void {
    for (const each of queued) {
      this.#inHeads.delete(each.place.id);
      this.#back.push(each);
    }
  }

  #leave(site: SiteQueue, queued: Queued): void {
    site.head.take(queued);
    this.#inHeads.delete(queued.place.id);
  }

  /** Asks everything that the site shares with others: its address, its domain, the machine's other crawls. */
  #mayAsk(site: SiteQueue, now: number): boolean {
    if (site.address === undefined && this.#options.addresses) return this.#askAddress(site);
    const obstacle = this.#workers?.obstacle(site) ?? this.#limits.obstacle(site, now) ?? this.#machine.obstacle(site, now);
    if (typeof obstacle === 'number') site.notBefore = Math.max(site.notBefore, obstacle);
    return obstacle === null;
  }

  #askAddress(site: SiteQueue): false {
    site.parked = true;
    this.#unresolved.push(site.origin);
    this.#resolving++;
    return false;
  }

  /** Pages of a seed whose budget is spent are put aside until it is raised. */
  #holdForSeed(queued: Queued, site: SiteQueue): boolean {
    const { entry } = queued;
    if (!this.#seeds.isSpent(entry)) return false;
    this.#leave(site, queued);
    this.#toHold.push({ seed: entry.seed as number, queued });
    site.queued--;
    this.#held++;
    return true;
  }

  /** What waits from now on until its seed's budget is raised. */
  takeHeld(): Held[] {
    if (this.#toHold.length === 0) return this.#toHold;
    const held = this.#toHold;
    this.#toHold = [];
    return held;
  }

  /** What was held is queued at its sites again. */
  unheld(sites: readonly TouchedSite[]): void {
    for (const { count } of sites) this.#held -= count;
    this.touched(sites);
  }

  release(lease: Lease, end: VisitEnded): void {
    const leased = this.#leases.get(lease.entry.id);
    if (leased?.lease !== lease || leased.released) return;
    leased.released = true;
    const { site } = leased;
    const before = site.trouble;
    site.released(end, lease.entry);
    this.#sawTrouble(site, before, end.visited ? end.at : lease.leasedAt);
    for (const other of [...this.#limits.released(site), ...(this.#workers?.released(site) ?? [])]) this.#schedule(other);
    this.#machine.released(site, end.visited ? end.at : lease.leasedAt);
    this.#schedule(site);
  }

  #sawTrouble(site: SiteQueue, before: SiteTrouble, now: number): void {
    const wasAside = before.aside !== null || before.probing;
    if (site.trouble.aside !== before.aside || (wasAside && !site.isInTrouble)) this.#noteTrouble(site, now);
  }

  /** An entry that is settled without having been leased, because nobody has to be asked. */
  lend({ queued, site: id, wasQueued }: Lent): void {
    const site = this.#sites.at(id);
    this.outdated(queued.place.id);
    if (wasQueued) site.queued--;
    const lease = { entry: queued.entry, leasedAt: Number.POSITIVE_INFINITY, owed: null };
    this.#leases.set(queued.place.id, { lease, site, place: queued.place, wasQueued, released: true });
  }

  /** The place of this entry is one no longer: it has got another, or none. */
  outdated(id: number): void {
    if (this.#asked.size > 0) this.#dropped.add(id);
    const site = this.#inHeads.get(id);
    if (!site) return;
    this.#inHeads.delete(id);
    site.head.drop(id);
    this.#schedule(site);
  }

  isLeased(id: number): boolean {
    return this.#leases.has(id);
  }

  /** The place it was leased from, and whether it had one in a queue. */
  placeOf(id: number): { readonly place: Place; readonly wasQueued: boolean } | null {
    return this.#leases.get(id) ?? null;
  }

  /** Whether what this entry's visit brought may still be taken: its lease has not lapsed. */
  holds(entry: Entry): boolean {
    return this.#leases.get(entry.id)?.lease.entry === entry;
  }

  /** The visit's outcome is stored. */
  settled(entry: Entry, outcome: Outcome, isPage: boolean): void {
    const { site, lease, place } = this.#leases.get(entry.id) as Leased;
    this.#leases.delete(entry.id);
    if (lease.leasedAt !== Number.POSITIVE_INFINITY) this.#ended(entry, site);
    if (isPage) this.#countPage(entry, site);
    if (outcome.state === 'returned') this.#queueAgain({ entry, place }, site);
    else if (outcome.state === 'retry') site.queued++;
    this.#schedule(site);
  }

  #queueAgain(queued: Queued, site: SiteQueue): void {
    site.queued++;
    this.#back.push(queued);
    this.#putBack(site.head.cameIn(queued.place));
  }

  #ended(entry: Entry, site: SiteQueue): void {
    if (entry.kind === 'page') site.pagesUnderWay--;
    this.#seeds.ended(entry);
  }

  #countPage(entry: Entry, site: SiteQueue): void {
    site.pages++;
    this.#seeds.countPage(entry);
  }

  /** Leases that nobody settles go to somebody else. */
  #lapse(now: number): void {
    for (const [id, { lease, site, place, released }] of this.#leases) {
      if (lease.leasedAt + this.#options.leaseMs > now) return;
      if (!released) this.release(lease, { visited: true, at: now, responseMs: 0, trouble: 'unknown' });
      this.#leases.delete(id);
      this.#ended(lease.entry, site);
      this.#queueAgain({ entry: lease.entry, place }, site);
      this.#schedule(site);
    }
  }

  /** Something came into the queues of these sites, or left them. */
  touched(sites: Iterable<TouchedSite>): void {
    for (const { site: id, best, count } of sites) {
      const site = this.#sites.at(id);
      site.queued += count;
      if (best) this.#putBack(site.head.cameIn(best));
      this.#schedule(site);
    }
  }

  /** When the first entry that waits for a moment goes back to its site; Infinity when none waits. */
  waitsUntil(moment: number): void {
    this.#nextDue = moment;
  }

  /** Nobody waits for the moment of a retry at a site that is not asked. */
  isAside(site: number): boolean {
    return this.#sites.at(site).isAside;
  }

  get isAnyAside(): boolean {
    return this.#asideNow.size > 0;
  }

  /** Strict levels: the next one begins when nothing of this one is queued, under way or waiting. */
  #nextLevel(now: number): boolean {
    if (!this.#levels.areStrict || this.#leases.size > 0 || this.#wanting.size > 0) return false;
    if (this.#resolving > 0 || this.#nextDue !== Number.POSITIVE_INFINITY) return false;
    if (!this.#levels.goOn(this.#lowestLevel(), now)) return false;
    this.#workers?.collect();
    if (this.#workers) this.#deal(this.#workers);
    for (const site of this.#sites.all()) this.#schedule(site);
    return true;
  }

  /** What a site has queued when a level begins is of that level: deeper links are found in the course of it. */
  #deal(workers: DomainWorkers): void {
    const busy = [...this.#sites.all()].filter((site) => site.queued > 0 && mayWork(site));
    const level = this.#levels.level;
    const due = busy.filter((site) => site.gate === 'unknown' || levelOf(site.head.top?.order ?? Number.POSITIVE_INFINITY) <= level);
    workers.deal(
      level,
      due.map((site) => [site, site.queued - (site.gate === 'unknown' ? 1 : 0)]),
    );
  }

  #lowestLevel(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const site of this.#sites.all()) {
      const top = site.gate === 'open' && mayWork(site) ? site.head.top : null;
      if (top) lowest = Math.min(lowest, levelOf(top.order));
    }
    return lowest;
  }

  /** When the next lease may become possible; null when nothing is queued that may be visited. */
  nextDueAt(): number | null {
    let soonest = Math.min(this.#heap.peek()?.readyAt ?? Number.POSITIVE_INFINITY, this.#nextDue);
    if (soonest === Number.POSITIVE_INFINITY && this.#resolving + this.#wanting.size > 0) soonest = 0;
    if (soonest !== Number.POSITIVE_INFINITY) return Math.max(soonest, this.#limits.nextAt);
    const goesOn = this.#levels.areStrict && this.#leases.size === 0 && this.#lowestLevel() !== Number.POSITIVE_INFINITY;
    return goesOn ? 0 : null;
  }

  unresolved(): string[] {
    const unresolved = this.#unresolved;
    this.#unresolved = [];
    return unresolved;
  }

  setAddress(origin: string, address: string | null): void {
    const site = this.#sites.find(origin);
    if (!site) return;
    if (site.address === undefined && this.#options.addresses) this.#resolving--;
    // Requests in flight are counted at the address they began with.
    if (site.inFlight === 0) site.address = address;
    site.parked = false;
    this.#schedule(site);
  }

  setRules(rulesFor: (origin: string) => SiteRules): void {
    this.#sites.rulesFor = rulesFor;
    for (const origin of this.#sites.origins()) this.rulesChanged(origin);
  }

  rulesChanged(origin: string): void {
    const site = this.#sites.find(origin);
    if (!site) return;
    site.rules = this.#sites.rulesFor(origin);
    this.#schedule(site);
  }

  setLimits(limits: Limits): void {
    this.#limits.limits = limits;
    for (const site of this.#limits.unparkAll()) this.#schedule(site);
  }

  /** Returns the seeds whose held entries are to be queued again. */
  setSeedBudget(pages: number | null): IterableIterator<number> {
    this.#seeds.limit = pages;
    return this.#seeds.seeds();
  }

  setGate(origin: string, gate: Gate): void {
    const site = this.#sites.find(origin);
    if (!site) return;
    site.gate = gate;
    this.#schedule(site);
  }

  pause(origin: string, until: number): void {
    const site = this.#sites.find(origin);
    if (!site) return;
    const before = site.trouble;
    site.pauseUntil(until);
    if (site.trouble.aside !== before.aside) this.#noteTrouble(site, until);
    this.#schedule(site);
  }

  counts(): ScheduleCounts {
    let closed = 0;
    let spent = this.#held;
    let aside = 0;
    for (const site of this.#sites.all()) {
      if (site.gate === 'closed') closed += site.queued;
      else if (site.isAside) aside += site.queued;
      else if (site.isSpent) spent += site.queued;
    }
    return { leased: this.#leases.size, closed, spent, aside };
  }

  aside(): readonly SiteAside[] {
    return [...this.#asideNow].flatMap(({ origin, queued, trouble: { aside } }) =>
      aside ? [{ site: origin, reason: aside.reason, at: aside.at, queued }] : [],
    );
  }

  rounds(): readonly Round[] {
    return this.#levels.rounds;
  }

  assignments(): readonly Assignment[] {
    return this.#workers?.assignments ?? [];
  }

  origins(): IterableIterator<string> {
    return this.#sites.origins();
  }

  busy(max: number): { sites: BusySite[]; count: number } {
    const sites: BusySite[] = [];
    let count = 0;
    for (const site of this.#sites.all()) {
      const works = site.inFlight > 0 || (site.queued > 0 && mayWork(site));
      if (!works || count++ >= max) continue;
      const { origin, queued, inFlight, readyAt } = site;
      sites.push({ site: origin, queued, inFlight, delay: site.pause(), readyAt: readyAt === Number.POSITIVE_INFINITY ? null : readyAt });
    }
    return { sites, count };
  }

  /** Gives the machine's turns back. */
  close(now: number): void {
    this.#machine.close(now);
  }

  #schedule(site: SiteQueue): void {
    const readyAt = this.#wanting.has(site) ? Number.POSITIVE_INFINITY : site.nextMoment(site.head.top, this.#levels.level);
    // A site that keeps its place need not be pushed again: that would fill the heap with stale places.
    if (readyAt === site.readyAt && site.placed) return;
    site.readyAt = readyAt;
    site.placed = readyAt !== Number.POSITIVE_INFINITY;
    (site.isAside ? this.#aside : this.#heap).place(site);
  }
}

/** As far as it depends on nothing but the site. */
const mayWork = (site: SiteQueue): boolean => site.gate !== 'closed' && !site.isAside && !site.isSpent;

const isIdle = (site: SiteQueue): boolean => site.head.top === null;
