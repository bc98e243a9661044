/**
 * The embedded frontier: known keys in memory, queues in memory and in runs on disk, everything else in core.db.
 *
 * Sites stand in a heap by their next permitted moment. When a site's moment has come, its best place is taken from
 * the queue store and the entry is read from the database, where it has been since it was found. Memory changes only
 * after the commit that makes a change durable (`publish`, `settled`); on opening, it is rebuilt from the log.
 */

import type { Turns } from '../../frontier/politeness/index.js';
import {
  type Assignment,
  type BusySite,
  type Entry,
  type Frontier,
  type FrontierCounts,
  type Gate,
  kindOf,
  type Lease,
  type Limits,
  levelOf,
  type NewEntry,
  NOT_QUEUED,
  type Order,
  type Outcome,
  orderOf,
  PROBING,
  type Round,
  type SiteAside,
  SiteHeap,
  type SiteRules,
  type SiteTrouble,
  stillAside,
  type Update,
  type VisitEnded,
} from '../../frontier/queue/index.js';
import {
  DomainWorkers,
  MachineTurns,
  SeedBudget,
  SharedLimits,
  type SiteQueue,
  SiteTable,
  type SiteTableOptions,
  StrictLevels,
} from '../../frontier/schedule/index.js';
import { type Admission, Admitter, emptyAdmission, robotsKey, WAITS } from './admission.js';
import type { FoundRow, RescoredRow } from './commit.js';
import type { Sqlite } from './database.js';
import type { LogRecord } from './frontier-log.js';
import { RETRIES, replayLog } from './log-replay.js';
import { type Place, QueueStore } from './queue/index.js';
import { QueueReader } from './queue-reader.js';
import type { NewTroubleRow, TroubleRow } from './trouble-rows.js';

export interface FrontierOptions extends SiteTableOptions {
  readonly rulesFor: (origin: string) => SiteRules;
  readonly limits: Limits;
  /** Fingerprint of any text, keyed. */
  readonly identify: (text: string) => readonly [high: number, low: number];
  readonly order: Order;
  readonly update: Update;
  /** Entries taken from a site's queue in a row. */
  readonly balance: number;
  /** Places kept in memory over all queues. */
  readonly inMemory: number;
  /** Sites are asked only when their address is known. */
  readonly addresses: boolean;
  /** A lease that is not settled in this time lapses. */
  readonly leaseMs: number;
  /** Workers that whole domains are dealt to; null or left out: domains are not dealt. */
  readonly domainWorkers?: number | null;
  /** The machine's turns, shared with other crawls; null: we are alone. */
  readonly turns: Turns | null;
}

/** Entries held for their seed's budget wait in a queue of their own, below those that belong to no site. */
const heldAt = (seed: number): number => -1 - seed;
/** Retries woken at one go: each is read from the database. */
const WOKEN_AT_ONCE = 1000;
/** Places looked through for another kind of page than those that failed, at a site in trouble. */
const LOOKED_THROUGH = 250;

interface Leased {
  readonly lease: Lease;
  readonly site: SiteQueue;
  readonly place: { readonly order: number; readonly turn: number };
  /** It was in no queue: whoever counts those is not to count it out of one. */
  readonly wasQueued: boolean;
  released: boolean;
}

export class EmbeddedFrontier implements Frontier {
  readonly #options: FrontierOptions;
  readonly #reader: QueueReader;
  readonly #log: Sqlite;
  readonly #folder: string;
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
  /** What became of sites in trouble, to be stored with the next commit. */
  #troubles = new Map<number, NewTroubleRow>();
  #sites: SiteTable;
  #admitter: Admitter;
  #queues: QueueStore;
  #unresolved: string[] = [];
  #resolving = 0;
  #queued = 0;
  #held = 0;

  /** `folder` takes the part of the queue that does not fit in memory. */
  constructor(db: Sqlite, folder: string, options: FrontierOptions) {
    this.#options = options;
    this.#log = db;
    this.#folder = folder;
    this.#reader = new QueueReader(db);
    this.#limits = new SharedLimits(options.limits);
    this.#machine = new MachineTurns(options.turns, this.#limits);
    this.#levels = new StrictLevels(options.order);
    this.#workers = options.domainWorkers ? new DomainWorkers(options.domainWorkers) : null;
    this.#sites = new SiteTable(options, options.rulesFor);
    this.#admitter = this.#newAdmitter();
    this.#queues = this.#newQueues();
    this.#replay();
  }

  /** A run begins, and has put back into the queue what it wants to visit. `troubles`: sites that are set aside until they answer. */
  async beginRun(run: number, resumed: boolean, troubles: readonly TroubleRow[], now: number): Promise<void> {
    this.#reader.run = run;
    if (resumed) this.#replayCounts();
    else await this.#startOver();
    for (const { site, until } of troubles) this.#restoreTrouble(this.#sites.at(site), until, now);
  }

  async #startOver(): Promise<void> {
    await this.#queues.close();
    this.#heap = new SiteHeap();
    this.#aside = new SiteHeap();
    this.#asideNow.clear();
    this.#sites = new SiteTable(this.#options, this.#sites.rulesFor);
    this.#admitter = this.#newAdmitter();
    this.#queues = this.#newQueues();
    this.#replay();
  }

  /** A few probes first; but where it asked to be left alone for longer than we would wait, not even those. */
  #restoreTrouble(site: SiteQueue, until: number, now: number): void {
    const { patience } = site.rules;
    if (!patience) return;
    site.restore(until - now > patience.time ? stillAside(now, until) : PROBING, until);
    this.#noteTrouble(site, now);
    this.#schedule(site);
  }

  /** What became of sites in trouble since this was last asked. */
  takeTroubles(): NewTroubleRow[] {
    const troubles = [...this.#troubles.values()];
    this.#troubles = new Map();
    return troubles;
  }

  #noteTrouble(site: SiteQueue, now: number): void {
    const { aside, since, count } = site.trouble;
    if (aside) {
      this.#asideNow.add(site);
      const { at, reason } = aside;
      const until = site.pausedUntil;
      this.#troubles.set(site.id, { site: site.id, set: { since: since ?? at, at, tries: count, reason, until }, over: null });
    } else {
      this.#asideNow.delete(site);
      if (!site.isInTrouble) this.#troubles.set(site.id, { site: site.id, set: null, over: now });
    }
  }

  #newAdmitter(): Admitter {
    return new Admitter({
      sites: this.#sites,
      update: this.#options.update,
      byDepth: this.#options.order !== 'score',
      identify: this.#options.identify,
      stored: (id) => this.#reader.entry(id),
      isLeased: (id) => this.#leases.has(id),
      firstId: this.#reader.lastId() + 1,
      freshTurn: () => this.#freshTurn(),
    });
  }

  #newQueues(): QueueStore {
    const { rows } = this.#admitter;
    const isCurrent = (id: number, turn: number): boolean => rows.turnOf(id) === turn;
    return new QueueStore({ folder: this.#folder, inMemory: this.#options.inMemory, isCurrent, turnChunks: () => rows.turnChunks });
  }

  #replay(): void {
    for (const { id, origin, domain } of this.#reader.sites()) this.#sites.open(origin, id, domain);
    this.#admitter.known.reserve(this.#reader.lastId());
    const parts = { db: this.#log, admitter: this.#admitter, queues: this.#queues, sites: this.#sites, order: this.#options.order };
    this.#queued = replayLog(parts);
    this.#replayCounts();
    for (const site of this.#sites.all()) this.#schedule(site);
  }

  #replayCounts(): void {
    for (const { id, pages } of this.#reader.sites()) this.#sites.at(id).pages = pages;
    this.#seeds.restore(this.#reader.seeds());
  }

  #orderOf(entry: Parameters<typeof orderOf>[0]): number {
    return orderOf(entry, this.#options.order);
  }

  admit(entries: Iterable<NewEntry>): Admission {
    const admission = this.#admitter.admit(entries);
    for (const { requeued, site } of admission.rescored) if (requeued) this.#countRequeued(this.#sites.at(site));
    return admission;
  }

  #countRequeued(site: SiteQueue): void {
    site.queued++;
    this.#queued++;
  }

  /** Another turn than it ever had, or reading the log would find an entry queued twice. */
  #freshTurn(): number {
    return 1 + (this.#reader.lastLogged() % (WAITS - 2));
  }

  /** The page that a visited requisite turned out to be, as which it is to be visited too. */
  takeLater(id: number): NewEntry | null {
    return this.#admitter.takeLater(id);
  }

  admitAliases(entries: Iterable<NewEntry>): Admission {
    return this.#admitter.admitAliases(entries);
  }

  admitDeposited(entries: Iterable<NewEntry>): Admission {
    return this.#admitter.admitDeposited(entries);
  }

  /** The site an entry moves to may be new. */
  admitSite(origin: string): Admission & { id: number } {
    const admission = emptyAdmission();
    return { ...admission, id: this.#admitter.siteFor(origin, admission).id };
  }

  /** The rows are committed: they may be leased from now on. */
  publish(rows: readonly FoundRow[], rescored: readonly RescoredRow[] = []): void {
    const touched = new Set<number>();
    for (const row of rows) this.#publishRow(row, touched);
    for (const row of rescored) {
      this.#sites.at(row.site).meets(row.kind);
      this.#queues.push(row.site, this.#orderOf(row), row.id, row.turn);
      touched.add(row.site);
    }
    for (const site of touched) this.#schedule(this.#sites.at(site));
  }

  #publishRow(row: FoundRow, touched: Set<number>): void {
    this.#admitter.committed(row);
    if (row.alias) return;
    const site = this.#sites.at(row.site);
    site.meets(row.kind);
    const turn = this.#admitter.rows.turnOf(row.id);
    // Found again in the meantime: its better-informed place comes with that commit.
    if (turn === 0) this.#queues.push(site.id, this.#orderOf(row), row.id, turn);
    site.queued++;
    this.#queued++;
    touched.add(site.id);
  }

  lease(max: number, now: number): Lease[] {
    this.#lapse(now);
    if (this.#machine.refresh(now, (site) => this.#queues.isEmpty(site.id))) for (const site of this.#sites.all()) this.#schedule(site);
    this.#askAsideAgain(now);
    this.#wakeRetries(now);
    if (this.#workers?.isDealt === false) this.#deal(this.#workers);
    const leases: Lease[] = [];
    while (leases.length < max && this.#limits.nextAt <= now) {
      const site = this.#heap.peek();
      if (!site && leases.length === 0 && this.#nextLevel(now)) continue;
      if (!site || site.readyAt > now) break;
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
    const best = this.#queues.peek(site.id);
    if (!best || site.nextMoment(best, this.#levels.level) > now || !this.#mayAsk(site, now)) {
      this.#schedule(site);
      return null;
    }
    const top = this.#take(site, best);
    const owed = site.owedFor(top);
    const entry = this.#entryOf(top.id, top.turn, site);
    if (!entry || this.#holdForSeed(entry, top, site)) {
      this.#schedule(site);
      return null;
    }
    const lease = { entry, leasedAt: now, owed };
    site.took(entry.kind, now, this.#options.balance);
    this.#limits.took(site, now);
    this.#workers?.took(site);
    this.#leases.set(entry.id, { lease, site, place: top, wasQueued: true, released: false });
    this.#seeds.took(entry);
    this.#levels.visited();
    this.#schedule(site);
    return lease;
  }

  /** The best place; of a site in trouble, the best of another kind than those that failed, or at least one that did not. */
  #take(site: SiteQueue, best: Place): Place {
    this.#queues.pop(site.id);
    if (!site.isInTrouble || kindOf(best.order) === 'robots') return best;
    const passed: Place[] = [];
    let fresh: Place | null = null;
    let other: Place | null = null;
    for (let place: Place | null = best; place; place = this.#queues.pop(site.id)) {
      passed.push(place);
      if (passed.length > LOOKED_THROUGH || !site.mayTake(place, this.#levels.level)) break;
      const visit = this.#reader.attemptsAt(place.id);
      if (visit?.attempts !== 0) continue;
      fresh ??= place;
      if (site.isFailing(visit.url)) continue;
      other = place;
      break;
    }
    const chosen = other ?? fresh ?? best;
    for (const place of passed) if (place !== chosen) this.#queues.push(site.id, place.order, place.id, place.turn);
    return chosen;
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

  /** The entry as stored. One that has moved to another site meanwhile goes to that site's queue. */
  #entryOf(id: number, turn: number, site: SiteQueue): Entry | null {
    const stored = this.#reader.entry(id);
    if (!stored) return null;
    const { rows } = this.#admitter;
    const score = turn > 0 ? readable(rows.scoreOf(id)) : stored.entry.score;
    const immediate = rows.factsOf(id)?.immediate ?? false;
    if (stored.site !== site.id) {
      const target = this.#sites.at(stored.site);
      this.#queues.push(target.id, this.#orderOf({ ...stored.entry, score, immediate }), id, turn);
      target.queued++;
      site.queued--;
      this.#schedule(target);
      return null;
    }
    return { ...stored.entry, score, immediate, site: site.origin };
  }

  /** Pages of a seed whose budget is spent are put aside until it is raised. */
  #holdForSeed(entry: Entry, { order, turn }: { order: number; turn: number }, site: SiteQueue): boolean {
    if (!this.#seeds.isSpent(entry)) return false;
    this.#queues.push(heldAt(entry.seed as number), order, entry.id, turn);
    site.queued--;
    this.#held++;
    return true;
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

  /** An entry that is settled without having been leased, because nobody has to be asked: an imported capture. */
  lend(fingerprint: readonly [high: number, low: number], origin: string): Entry | null {
    const id = this.#admitter.known.find(...fingerprint);
    const stored = id === -1 || this.#leases.has(id) ? null : this.#reader.entry(id);
    if (!stored) return null;
    const site = this.#sites.at(stored.site);
    const { rows } = this.#admitter;
    const before = rows.turnOf(id);
    // A place it has in a queue is outdated from now on.
    const turn = before === NOT_QUEUED ? 0 : (before & ~WAITS) + 1;
    rows.setTurn(id, turn);
    if (before === NOT_QUEUED) this.#queued++;
    else site.queued--;
    const entry: Entry = { ...stored.entry, site: origin, immediate: false };
    const lease = { entry, leasedAt: Number.POSITIVE_INFINITY, owed: null };
    this.#leases.set(id, { lease, site, place: { order: 0, turn }, wasQueued: before !== NOT_QUEUED, released: true });
    return entry;
  }

  /** Whether it had a place in a queue when it was leased or lent. */
  wasQueued({ id }: Entry): boolean {
    return this.#leases.get(id)?.wasQueued ?? true;
  }

  robotsFingerprint(origin: string): readonly [high: number, low: number] {
    return this.#options.identify(robotsKey(origin));
  }

  /** The number of a site that was admitted. */
  siteId(origin: string): number {
    return this.#sites.find(origin)?.id ?? 0;
  }

  hasPages(origin: string): boolean {
    return this.#sites.find(origin)?.hasPages ?? false;
  }

  /** The row of a key that was admitted. */
  idOf(fingerprint: readonly [number, number]): number {
    return this.#admitter.known.find(...fingerprint);
  }

  /** Each site's robots.txt is to be asked for again, before anything else there. */
  robotsAgain(origins: readonly string[]): Admission {
    const admission = emptyAdmission();
    for (const origin of origins) {
      const site = this.#sites.find(origin);
      if (site) this.#admitter.robotsAgain(site, admission);
    }
    for (const { site } of admission.rescored) this.#countRequeued(this.#sites.at(site));
    return admission;
  }

  /** Entries that were settled are queued again, unless they are queued or under way. */
  requeue(rows: Iterable<Pick<RescoredRow, 'id' | 'site' | 'fingerprint' | 'kind' | 'depth' | 'score'>>): RescoredRow[] {
    const rescored: RescoredRow[] = [];
    const turn = this.#freshTurn();
    for (const row of rows) {
      if (this.#admitter.rows.turnOf(row.id) !== NOT_QUEUED || this.#leases.has(row.id)) continue;
      this.#admitter.rows.setTurn(row.id, turn);
      this.#countRequeued(this.#sites.at(row.site));
      rescored.push({ ...row, requeued: true, immediate: false, turn });
    }
    return rescored;
  }

  /** Whether what this entry's visit brought may still be taken: its lease has not lapsed. */
  holds(entry: Entry): boolean {
    return this.#leases.get(entry.id)?.lease.entry === entry;
  }

  /** The record the log gets when this visit is settled; null when the entry stays queued as it was. */
  logOf(entry: Entry, outcome: Outcome, site: number): LogRecord | null {
    if (outcome.state === 'returned') return null;
    const { kind, depth, immediate, id, score } = entry;
    const [high, low] = entry.fingerprint;
    const turn = this.#leases.get(id)?.place.turn ?? 0;
    const of = (operation: LogRecord['operation'], value: number, next = turn): LogRecord => ({
      operation,
      kind,
      immediate,
      turn: next,
      depth,
      site,
      id,
      high,
      low,
      value,
    });
    if (outcome.state === 'retry') return of('retry', outcome.dueAt);
    if (outcome.state === 'moved') return of('queued', score ?? Number.NaN, turn + 1);
    return of('settled', 0);
  }

  /** The visit's outcome is committed. */
  settled(entry: Entry, outcome: Outcome, isPage: boolean): void {
    const leased = this.#leases.get(entry.id) as Leased;
    this.#leases.delete(entry.id);
    const { site, place } = leased;
    if (leased.lease.leasedAt !== Number.POSITIVE_INFINITY) this.#ended(entry, site);
    if (isPage) this.#countPage(entry, site);
    this.#place(entry, outcome, site, place);
    this.#schedule(site);
  }

  #ended(entry: Entry, site: SiteQueue): void {
    if (entry.kind === 'page') site.pagesUnderWay--;
    this.#seeds.ended(entry);
  }

  #countPage(entry: Entry, site: SiteQueue): void {
    site.pages++;
    this.#seeds.countPage(entry);
  }

  /** Where the entry is after its visit: back at its site, waiting for a moment, or nowhere. */
  #place(entry: Entry, outcome: Outcome, site: SiteQueue, { order, turn }: { order: number; turn: number }): void {
    const { rows } = this.#admitter;
    switch (outcome.state) {
      case 'returned':
        site.queued++;
        return this.#queues.push(site.id, order, entry.id, turn);
      case 'retry':
        site.queued++;
        rows.setTurn(entry.id, turn | WAITS);
        return this.#queues.push(RETRIES, outcome.dueAt, entry.id, turn | WAITS);
      case 'moved': {
        const target = this.#sites.find(outcome.site) as SiteQueue;
        target.queued++;
        target.meets(entry.kind);
        rows.setTurn(entry.id, turn + 1);
        this.#queues.push(target.id, this.#orderOf(entry), entry.id, turn + 1);
        return this.#schedule(target);
      }
      default:
        rows.setTurn(entry.id, NOT_QUEUED);
        this.#queued--;
    }
  }

  /** Leases that nobody settles go to somebody else. */
  #lapse(now: number): void {
    for (const [id, { lease, site, place, released }] of this.#leases) {
      if (lease.leasedAt + this.#options.leaseMs > now) return;
      if (!released) this.release(lease, { visited: true, at: now, responseMs: 0, trouble: 'unknown' });
      this.#leases.delete(id);
      this.#ended(lease.entry, site);
      site.queued++;
      this.#queues.push(site.id, place.order, id, place.turn);
      this.#schedule(site);
    }
  }

  /** What has waited long enough goes back to its site. */
  #wakeRetries(now: number): void {
    for (let woken = 0; woken < WOKEN_AT_ONCE; woken++) {
      const place = this.#queues.peek(RETRIES);
      if (!place || (place.order > now && !this.#isOfSiteAside(place))) return;
      this.#queues.pop(RETRIES);
      const stored = this.#reader.entry(place.id);
      if (!stored) continue;
      const { rows } = this.#admitter;
      const turn = place.turn & ~WAITS;
      const score = rows.scoreOf(place.id);
      const immediate = rows.factsOf(place.id)?.immediate ?? false;
      rows.setTurn(place.id, turn);
      const order = this.#orderOf({ ...stored.entry, score: Number.isNaN(score) ? null : score, immediate });
      this.#queues.push(stored.site, order, place.id, turn);
      this.#schedule(this.#sites.at(stored.site));
    }
  }

  /** Nobody waits for the moment of a retry at a site that is not asked: its place is in the site's own queue. */
  #isOfSiteAside({ id }: Place): boolean {
    if (this.#asideNow.size === 0) return false;
    const stored = this.#reader.entry(id);
    return stored !== null && this.#sites.at(stored.site).isAside;
  }

  /** Strict levels: the next one begins when nothing of this one is queued, under way or waiting. */
  #nextLevel(now: number): boolean {
    if (!this.#levels.areStrict || this.#leases.size > 0 || this.#resolving > 0 || this.#queues.peek(RETRIES)) return false;
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
    const due = busy.filter(
      (site) => site.gate === 'unknown' || levelOf(this.#queues.peek(site.id)?.order ?? Number.POSITIVE_INFINITY) <= level,
    );
    workers.deal(
      level,
      due.map((site) => [site, site.queued - (site.gate === 'unknown' ? 1 : 0)]),
    );
  }

  #lowestLevel(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const site of this.#sites.all()) {
      const top = site.gate === 'open' && mayWork(site) ? this.#queues.peek(site.id) : null;
      if (top) lowest = Math.min(lowest, levelOf(top.order));
    }
    return lowest;
  }

  nextDueAt(): number | null {
    if (this.#asideNow.size > 0) this.#wakeRetries(Number.NEGATIVE_INFINITY);
    let soonest = Math.min(
      this.#heap.peek()?.readyAt ?? Number.POSITIVE_INFINITY,
      this.#queues.peek(RETRIES)?.order ?? Number.POSITIVE_INFINITY,
    );
    if (soonest === Number.POSITIVE_INFINITY && this.#resolving > 0) soonest = 0;
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

  setSeedBudget(pages: number | null): void {
    this.#seeds.limit = pages;
    for (const seed of this.#seeds.seeds()) this.#releaseHeld(seed);
  }

  #releaseHeld(seed: number): void {
    for (let place = this.#queues.pop(heldAt(seed)); place; place = this.#queues.pop(heldAt(seed))) {
      const stored = this.#reader.entry(place.id);
      this.#held--;
      if (!stored) continue;
      this.#queues.push(stored.site, place.order, place.id, place.turn);
      this.#sites.at(stored.site).queued++;
      this.#schedule(this.#sites.at(stored.site));
    }
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

  counts(): FrontierCounts {
    let closed = 0;
    let spent = this.#held;
    let aside = 0;
    for (const site of this.#sites.all()) {
      if (site.gate === 'closed') closed += site.queued;
      else if (site.isAside) aside += site.queued;
      else if (site.isSpent) spent += site.queued;
    }
    const leased = this.#leases.size;
    const queued = this.#queued - leased;
    return { queued, leased, known: this.#admitter.known.size, sites: this.#sites.size, closed, spent, aside };
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

  async close(now: number): Promise<void> {
    this.#machine.close(now);
    await this.#queues.close();
  }

  #schedule(site: SiteQueue): void {
    const readyAt = site.nextMoment(this.#queues.peek(site.id), this.#levels.level);
    // A site that keeps its place need not be pushed again: that would fill the heap with stale places.
    if (readyAt === site.readyAt && site.placed) return;
    site.readyAt = readyAt;
    site.placed = readyAt !== Number.POSITIVE_INFINITY;
    (site.isAside ? this.#aside : this.#heap).place(site);
  }
}

/** As far as it depends on nothing but the site. */
const mayWork = (site: SiteQueue): boolean => site.gate !== 'closed' && !site.isAside && !site.isSpent;

/** Combined scores are kept in single precision: seven digits are what they are worth. */
const readable = (score: number): number | null => (Number.isNaN(score) ? null : Number(score.toPrecision(7)));
