/**
 * The embedded frontier: known keys and the heads of queues in memory, everything else in core.db.
 *
 * Each site keeps at most HEAD entries in memory, the best ones; the rest wait in the database, counted as
 * `backlog`, and are read when the head runs out. Memory changes only after the commit that makes a change durable
 * (`publish`, `settled`), except for the seen-test: a key is known from the moment it is admitted, because a failed
 * commit ends the process anyway.
 */
import {
  type Entry,
  type EntryKind,
  type Frontier,
  type FrontierCounts,
  type Gate,
  type Lease,
  type NewEntry,
  type Outcome,
  type Pace,
  SeenSet,
  SiteHeap,
  type VisitEnded,
} from '../../frontier/index.js';
import type { FoundRow, SiteRowToAdd } from './commit.js';
import type { Sqlite } from './database.js';
import { QueueReader } from './queue-reader.js';
import { SiteQueue } from './site-queue.js';

/** Lower comes first. Robots before all, since nothing else may be asked of a site; then what completes pages already fetched. */
const RANK: Record<EntryKind, number> = { robots: -3, sitemap: -2, requisite: -1, page: 0 };

/** Pages of a site come level by level. */
const rankOf = (entry: { kind: EntryKind; depth: number }): number => RANK[entry.kind] + (entry.kind === 'page' ? entry.depth : 0);

export interface FrontierOptions {
  readonly pace: Pace;
  readonly perAddress: number;
  /** Ask every http(s) site for its robots.txt before anything else. */
  readonly robots: boolean;
  readonly identify: (url: string) => readonly [high: number, low: number];
  readonly domainOf: (host: string) => string | null;
}

export interface Admission {
  readonly rows: FoundRow[];
  readonly sites: SiteRowToAdd[];
}

export class EmbeddedFrontier implements Frontier {
  readonly #options: FrontierOptions;
  readonly #reader: QueueReader;
  readonly #seen = new SeenSet();
  readonly #sites = new Map<string, SiteQueue>();
  readonly #bySiteId = new Map<number, SiteQueue>();
  readonly #heap = new SiteHeap<SiteQueue>();
  /** Entries that wait for a retry, soonest last. */
  readonly #waiting: { dueAt: number; entry: Entry; site: SiteQueue }[] = [];
  readonly #atAddress = new Map<string, { inFlight: number; parked: Set<SiteQueue> }>();
  #nextId: number;
  #queued = 0;
  #leased = 0;

  constructor(db: Sqlite, options: FrontierOptions) {
    this.#options = options;
    this.#reader = new QueueReader(db);
    this.#nextId = this.#reader.lastId() + 1;
    for (const [high, low] of this.#reader.fingerprints()) this.#seen.add(high, low);
    this.reload();
  }

  /** Takes the queue from the database anew; a run that begins has put everything back into it. */
  reload(): void {
    this.#queued = 0;
    for (const row of this.#reader.sites()) {
      const site = this.#sites.get(row.origin) ?? this.#openSite(row.id, row.origin);
      site.address = row.address;
      site.backlog = row.queued - site.head.length - site.out.size;
      this.#queued += row.queued;
      this.#schedule(site);
    }
  }

  /** Keeps the entries whose key is new and gives them their rows; new sites get their robots.txt to be asked for first. */
  admit(entries: Iterable<NewEntry>): Admission {
    const admission: Admission = { rows: [], sites: [] };
    for (const entry of entries) this.#admitOne(entry, admission);
    return admission;
  }

  #admitOne(entry: NewEntry, admission: Admission): void {
    if (!this.#seen.add(...entry.fingerprint)) return;
    const site = this.#siteFor(entry.site, admission);
    admission.rows.push(this.#rowOf(entry, site));
  }

  #siteFor(origin: string, admission: Admission): SiteQueue {
    const known = this.#sites.get(origin);
    if (known) return known;
    const site = this.#openSite(this.#bySiteId.size + 1, origin);
    admission.sites.push({ id: site.id, origin, domain: this.#options.domainOf(new URL(origin).hostname) });
    if (site.gate === 'unknown') this.#admitRobots(site, admission);
    return site;
  }

  #admitRobots(site: SiteQueue, admission: Admission): void {
    const url = `${site.origin}/robots.txt`;
    const entry = {
      url,
      fingerprint: this.#options.identify(url),
      site: site.origin,
      kind: 'robots',
      depth: 0,
      redirects: 0,
      via: null,
      link: 'robots',
      trail: null,
    } as const;
    // A robots.txt that some page linked to before its site was opened is known already; it must be asked for all the same.
    this.#seen.add(...entry.fingerprint);
    admission.rows.push(this.#rowOf(entry, site));
  }

  #openSite(id: number, origin: string): SiteQueue {
    const asksRobots = this.#options.robots && /^https?:/.test(origin);
    const site = new SiteQueue(id, origin, this.#options.pace, asksRobots ? 'unknown' : 'open');
    this.#sites.set(origin, site);
    this.#bySiteId.set(id, site);
    return site;
  }

  #rowOf(entry: NewEntry, site: SiteQueue): FoundRow {
    const { site: _, ...rest } = entry;
    const id = this.#nextId++;
    // Between its commit and `publish` a row can be read from the database already; it must not be queued twice.
    site.out.add(id);
    return { ...rest, id, site: site.id, rank: rankOf(entry), alias: false };
  }

  /** The rows are committed: they may be leased from now on. */
  publish(rows: readonly FoundRow[]): void {
    for (const row of rows) {
      const site = this.#bySiteId.get(row.site) as SiteQueue;
      site.out.delete(row.id);
      if (row.alias) continue;
      site.offer({ ...row, site: site.origin, kind: row.kind as EntryKind, attempts: 0, previous: null }, row.rank);
      this.#queued++;
      this.#schedule(site);
    }
  }

  lease(max: number, now: number): Lease[] {
    this.#wake(now);
    const leases: Lease[] = [];
    while (leases.length < max) {
      const site = this.#heap.peek();
      if (!site || site.readyAt > now) break;
      this.#heap.pop();
      site.placed = false;
      const lease = this.#leaseFrom(site, now);
      if (lease) leases.push(lease);
    }
    return leases;
  }

  #leaseFrom(site: SiteQueue, now: number): Lease | null {
    if (!site.head.length) this.#refill(site, now);
    if (this.#parkedAtAddress(site)) return null;
    const entry = site.take(now);
    if (entry) {
      this.#leased++;
      this.#countAddress(site, 1);
    }
    this.#schedule(site);
    return entry && { entry, leasedAt: now };
  }

  release(lease: Lease, end: VisitEnded): void {
    const site = this.#sites.get(lease.entry.site) as SiteQueue;
    this.#countAddress(site, -1);
    site.released(end);
    if (end.visited && end.address) site.address = end.address;
    this.#schedule(site);
  }

  /** An entry that is settled without having been leased, because nobody has to be asked: an imported capture. */
  lend(entry: Entry, isQueued: boolean): void {
    this.#sites.get(entry.site)?.out.add(entry.id);
    this.#leased++;
    if (!isQueued) this.#queued++;
  }

  /** The visit's outcome is committed. */
  settled(entry: Entry, outcome: Outcome): void {
    const site = this.#sites.get(entry.site) as SiteQueue;
    this.#leased--;
    if (outcome.state === 'retry') return this.#wait({ ...entry, attempts: entry.attempts + 1 }, site, outcome.dueAt);
    site.out.delete(entry.id);
    if (outcome.state === 'returned') site.backlog++;
    if (outcome.state === 'returned') return this.#schedule(site);
    if (outcome.state !== 'moved') {
      this.#queued--;
      return;
    }
    const target = this.#sites.get(outcome.site) as SiteQueue;
    target.out.delete(entry.id);
    target.offer({ ...entry, url: outcome.url, site: outcome.site, redirects: entry.redirects + 1 }, rankOf(entry));
    this.#schedule(target);
  }

  /** The site an entry moves to may be new. The entry is out there too until its move is settled. */
  admitSite(origin: string, moving?: number): Admission & { id: number } {
    const admission: Admission = { rows: [], sites: [] };
    const site = this.#siteFor(origin, admission);
    if (moving !== undefined) site.out.add(moving);
    return { ...admission, id: site.id };
  }

  #wait(entry: Entry, site: SiteQueue, dueAt: number): void {
    let at = this.#waiting.length;
    while (at > 0 && (this.#waiting[at - 1]?.dueAt as number) < dueAt) at--;
    this.#waiting.splice(at, 0, { dueAt, entry, site });
  }

  #wake(now: number): void {
    while ((this.#waiting.at(-1)?.dueAt ?? Number.POSITIVE_INFINITY) <= now) {
      const { entry, site } = this.#waiting.pop() as { entry: Entry; site: SiteQueue };
      site.out.delete(entry.id);
      site.offer(entry, rankOf(entry));
      this.#schedule(site);
    }
  }

  #refill(site: SiteQueue, now: number): void {
    if (site.backlog <= 0) return;
    const rows = this.#reader.head(site);
    for (const { entry, rank, due } of rows) {
      site.backlog--;
      if (due > now) {
        site.out.add(entry.id);
        this.#wait(entry, site, due);
      } else site.append(entry, rank);
    }
    if (!rows.length) site.backlog = 0;
  }

  nextDueAt(): number | null {
    const soonest = Math.min(
      this.#heap.peek()?.readyAt ?? Number.POSITIVE_INFINITY,
      this.#waiting.at(-1)?.dueAt ?? Number.POSITIVE_INFINITY,
    );
    return soonest === Number.POSITIVE_INFINITY ? null : soonest;
  }

  setPace(origin: string, pace: Pace): void {
    const site = this.#sites.get(origin);
    if (!site) return;
    site.pace = pace;
    this.#schedule(site);
  }

  setGate(origin: string, gate: Gate): void {
    const site = this.#sites.get(origin);
    if (!site) return;
    site.gate = gate;
    this.#schedule(site);
  }

  counts(): FrontierCounts {
    let closed = 0;
    for (const site of this.#sites.values()) if (site.gate === 'closed') closed += site.head.length + site.backlog;
    return { queued: this.#queued - this.#leased, leased: this.#leased, known: this.#seen.size, sites: this.#sites.size, closed };
  }

  #schedule(site: SiteQueue): void {
    const readyAt = site.nextMoment();
    // A site that keeps its place need not be pushed again: that would fill the heap with stale places.
    if (readyAt === site.readyAt && site.placed) return;
    site.readyAt = readyAt;
    site.placed = readyAt !== Number.POSITIVE_INFINITY;
    this.#heap.place(site);
  }

  #parkedAtAddress(site: SiteQueue): boolean {
    if (!site.address) return false;
    const at = this.#atAddress.get(site.address);
    if (!at || at.inFlight < this.#options.perAddress) return false;
    at.parked.add(site);
    site.readyAt = Number.POSITIVE_INFINITY;
    return true;
  }

  #countAddress(site: SiteQueue, change: 1 | -1): void {
    const address = change === 1 ? site.address : (site.countedAt.shift() ?? null);
    if (change === 1) site.countedAt.push(address);
    if (!address) return;
    const at = this.#atAddress.get(address) ?? { inFlight: 0, parked: new Set<SiteQueue>() };
    this.#atAddress.set(address, at);
    at.inFlight += change;
    if (change === 1) return;
    const parked = [...at.parked];
    at.parked.clear();
    for (const other of parked) this.#schedule(other);
    if (at.inFlight === 0 && !at.parked.size) this.#atAddress.delete(address);
  }
}
