/**
 * What the embedded frontier stores: known keys in memory, queues in memory and in runs on disk, everything else in core.db.
 *
 * An entry is read from the database, where it has been since it was found, when its place is taken out of the queue.
 * Memory changes only after the commit that makes a change durable (`publish`, `settled`); on opening, it is rebuilt from
 * the log. Who is asked when is the schedule's: it is told what came into the queues and what lost its place.
 */
import { type Entry, type NewEntry, NOT_QUEUED, type Order, type Outcome, orderOf, type Update } from '../../frontier/queue/index.js';
import {
  type Held,
  type Lent,
  type Place,
  type Queued,
  type Queues,
  type ScheduleOptions,
  type Scheduling,
  type SiteTable,
  type TakenHead,
  type TakeWish,
  type TouchedSite,
} from '../../frontier/schedule/index.js';
import { type Admission, Admitter, emptyAdmission, robotsKey, WAITS } from './admission.js';
import type { FoundRow, RescoredRow } from './commit.js';
import type { Sqlite } from './database.js';
import type { LogRecord } from './frontier-log.js';
import { RETRIES, replayLog } from './log-replay.js';
import { QueueStore } from './queue/index.js';
import { QueueReader } from './queue-reader.js';

export interface StoreOptions {
  /** Fingerprint of any text, keyed. */
  readonly identify: (text: string) => readonly [high: number, low: number];
  readonly order: Order;
  readonly update: Update;
  /** Places kept in memory over all queues. */
  readonly inMemory: number;
}

/** Everything a frontier of this back end is made with. */
export interface FrontierOptions extends ScheduleOptions, StoreOptions {}

/** Entries held for their seed's budget wait in a queue of their own, below those that belong to no site. */
const heldAt = (seed: number): number => -1 - seed;
/** Retries woken at one go: each is read from the database. */
const WOKEN_AT_ONCE = 1000;

export class FrontierStore implements Queues {
  readonly #options: StoreOptions;
  readonly #scheduling: Scheduling;
  readonly #reader: QueueReader;
  readonly #log: Sqlite;
  readonly #folder: string;
  #admitter: Admitter;
  #queues: QueueStore;
  #queued = 0;

  /** `folder` takes the part of the queue that does not fit in memory. */
  constructor(db: Sqlite, folder: string, options: StoreOptions, scheduling: Scheduling) {
    this.#options = options;
    this.#scheduling = scheduling;
    this.#log = db;
    this.#folder = folder;
    this.#reader = new QueueReader(db);
    this.#admitter = this.#newAdmitter();
    this.#queues = this.#newQueues();
    this.#replay();
  }

  get counts(): { readonly queued: number; readonly known: number } {
    return { queued: this.#queued, known: this.#admitter.known.size };
  }

  get #sites(): SiteTable {
    return this.#scheduling.sites;
  }

  /** Attempts made in an earlier run do not count. */
  set run(run: number) {
    this.#reader.run = run;
  }

  /** The queue is read from the log again; `empty` is called when nothing of it is left. */
  async startOver(empty: () => void): Promise<void> {
    await this.#queues.close();
    empty();
    this.#admitter = this.#newAdmitter();
    this.#queues = this.#newQueues();
    this.#replay();
  }

  #newAdmitter(): Admitter {
    return new Admitter({
      sites: this.#sites,
      update: this.#options.update,
      byDepth: this.#options.order !== 'score',
      identify: this.#options.identify,
      stored: (id) => this.#reader.entry(id),
      isLeased: (id) => this.#scheduling.isLeased(id),
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
    this.#scheduling.touched([...this.#sites.all()].map(({ id }) => ({ site: id, best: this.#queues.peek(id), count: 0 })));
  }

  pagesBefore(): { sites: Iterable<{ id: number; pages: number }>; seeds: Iterable<readonly [seed: number, pages: number]> } {
    return { sites: this.#reader.sites(), seeds: this.#reader.seeds() };
  }

  #orderOf(entry: Parameters<typeof orderOf>[0]): number {
    return orderOf(entry, this.#options.order);
  }

  admit(entries: Iterable<NewEntry>): Admission {
    return this.#noted(this.#admitter.admit(entries));
  }

  /** What gets a new place has none until the commit. */
  #noted(admission: Admission): Admission {
    for (const { id, requeued, site } of admission.rescored) {
      this.#scheduling.outdated(id);
      if (requeued) this.#countRequeued(site);
    }
    return admission;
  }

  #countRequeued(site: number): void {
    this.#queued++;
    this.#scheduling.touched([{ site, best: null, count: 1 }]);
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
    const touched = new Touched();
    for (const row of rows) this.#publishRow(row, touched);
    for (const row of rescored) {
      this.#sites.at(row.site).meets(row.kind);
      this.#pushInto(touched, row, row.turn);
    }
    this.#scheduling.touched(touched.sites());
  }

  #publishRow(row: FoundRow, touched: Touched): void {
    this.#admitter.committed(row);
    if (row.alias) return;
    this.#sites.at(row.site).meets(row.kind);
    const turn = this.#admitter.rows.turnOf(row.id);
    // Found again in the meantime: its better-informed place comes with that commit.
    if (turn === 0) this.#pushInto(touched, row, turn);
    touched.at(row.site).count++;
    this.#queued++;
  }

  #pushInto(touched: Touched, row: FoundRow | RescoredRow, turn: number): void {
    const order = this.#orderOf(row);
    this.#queues.push(row.site, order, row.id, turn);
    const site = touched.at(row.site);
    if (!site.best || order < site.best.order || (order === site.best.order && row.id < site.best.id))
      site.best = { order, id: row.id, turn };
  }

  #push(queue: number, order: number, id: number, turn: number): Place {
    this.#queues.push(queue, order, id, turn);
    return { order, id, turn };
  }

  take(wishes: readonly TakeWish[]): TakenHead[] {
    return wishes.map(({ site, max }) => {
      const queued: Queued[] = [];
      for (let place = this.#queues.peek(site); place && queued.length < max; place = this.#queues.peek(site)) {
        this.#queues.pop(site);
        const entry = this.#entryAt(place, site);
        if (entry) queued.push({ entry, place });
      }
      return { site, queued, below: this.#queues.peek(site) };
    });
  }

  putBack(queued: readonly Queued[]): void {
    for (const { entry, place } of queued) {
      const site = this.#sites.find(entry.site);
      if (site) this.#queues.push(site.id, place.order, place.id, place.turn);
    }
  }

  /** The entry as stored. One that has moved to another site meanwhile goes to that site's queue. */
  #entryAt({ id, turn }: Place, site: number): Entry | null {
    const stored = this.#reader.entry(id);
    if (!stored) return null;
    const { rows } = this.#admitter;
    const score = turn > 0 ? readable(rows.scoreOf(id)) : stored.entry.score;
    const immediate = rows.factsOf(id)?.immediate ?? false;
    const entry = { ...stored.entry, score, immediate, site: this.#sites.at(stored.site).origin };
    if (stored.site === site) return entry;
    const place = this.#push(stored.site, this.#orderOf(entry), id, turn);
    this.#scheduling.touched([
      { site: stored.site, best: place, count: 1 },
      { site, best: null, count: -1 },
    ]);
    return null;
  }

  hold(held: readonly Held[]): void {
    for (const { seed, queued } of held) this.#queues.push(heldAt(seed), queued.place.order, queued.place.id, queued.place.turn);
  }

  unhold(seeds: Iterable<number>): TouchedSite[] {
    const touched: TouchedSite[] = [];
    for (const seed of seeds) {
      for (let place = this.#queues.pop(heldAt(seed)); place; place = this.#queues.pop(heldAt(seed))) {
        const site = this.#reader.entry(place.id)?.site;
        if (site !== undefined) touched.push({ site, best: this.#push(site, place.order, place.id, place.turn), count: 1 });
      }
    }
    return touched;
  }

  /** An entry that is settled without having been leased, because nobody has to be asked: an imported capture. */
  lend(fingerprint: readonly [high: number, low: number], origin: string): Lent | null {
    const id = this.#admitter.known.find(...fingerprint);
    const stored = id === -1 || this.#scheduling.isLeased(id) ? null : this.#reader.entry(id);
    if (!stored) return null;
    const { rows } = this.#admitter;
    const before = rows.turnOf(id);
    // A place it has in a queue is outdated from now on.
    const turn = before === NOT_QUEUED ? 0 : (before & ~WAITS) + 1;
    rows.setTurn(id, turn);
    const wasQueued = before !== NOT_QUEUED;
    if (!wasQueued) this.#queued++;
    const entry: Entry = { ...stored.entry, site: origin, immediate: false };
    return { queued: { entry, place: { order: 0, id, turn } }, site: stored.site, wasQueued };
  }

  robotsFingerprint(origin: string): readonly [high: number, low: number] {
    return this.#options.identify(robotsKey(origin));
  }

  /** The number of a site that was admitted. */
  siteId(origin: string): number {
    return this.#sites.find(origin)?.id ?? 0;
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
    return this.#noted(admission);
  }

  /** Entries that were settled are queued again, unless they are queued or under way. */
  requeue(rows: Iterable<Pick<RescoredRow, 'id' | 'site' | 'fingerprint' | 'kind' | 'depth' | 'score'>>): RescoredRow[] {
    const rescored: RescoredRow[] = [];
    const turn = this.#freshTurn();
    for (const row of rows) {
      if (this.#admitter.rows.turnOf(row.id) !== NOT_QUEUED || this.#scheduling.isLeased(row.id)) continue;
      this.#admitter.rows.setTurn(row.id, turn);
      this.#countRequeued(row.site);
      rescored.push({ ...row, requeued: true, immediate: false, turn });
    }
    return rescored;
  }

  /** The record the log gets when this visit is settled; null when the entry stays queued as it was. */
  logOf(entry: Entry, outcome: Outcome, site: number, turn: number): LogRecord | null {
    if (outcome.state === 'returned') return null;
    const { kind, depth, immediate, id, score } = entry;
    const [high, low] = entry.fingerprint;
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

  settled(entry: Entry, outcome: Outcome, turn: number): void {
    const { rows } = this.#admitter;
    switch (outcome.state) {
      case 'returned':
        return;
      case 'retry':
        rows.setTurn(entry.id, turn | WAITS);
        return this.#queues.push(RETRIES, outcome.dueAt, entry.id, turn | WAITS);
      case 'moved': {
        const target = this.#sites.at(this.siteId(outcome.site));
        target.meets(entry.kind);
        rows.setTurn(entry.id, turn + 1);
        const best = this.#push(target.id, this.#orderOf(entry), entry.id, turn + 1);
        return this.#scheduling.touched([{ site: target.id, best, count: 1 }]);
      }
      default:
        rows.setTurn(entry.id, NOT_QUEUED);
        this.#queued--;
    }
  }

  wake(now: number, isAnyAside: boolean): number {
    for (let woken = 0; woken < WOKEN_AT_ONCE; woken++) {
      const place = this.#queues.peek(RETRIES);
      if (!place || (place.order > now && !(isAnyAside && this.#isOfSiteAside(place)))) break;
      this.#queues.pop(RETRIES);
      this.#wakeOne(place);
    }
    return this.#queues.peek(RETRIES)?.order ?? Number.POSITIVE_INFINITY;
  }

  #wakeOne({ id, turn: waiting }: Place): void {
    const stored = this.#reader.entry(id);
    if (!stored) return;
    const { rows } = this.#admitter;
    const turn = waiting & ~WAITS;
    const score = rows.scoreOf(id);
    const immediate = rows.factsOf(id)?.immediate ?? false;
    rows.setTurn(id, turn);
    const order = this.#orderOf({ ...stored.entry, score: Number.isNaN(score) ? null : score, immediate });
    this.#scheduling.touched([{ site: stored.site, best: this.#push(stored.site, order, id, turn), count: 0 }]);
  }

  /** Nobody waits for the moment of a retry at a site that is not asked: its place is in the site's own queue. */
  #isOfSiteAside({ id }: Place): boolean {
    const stored = this.#reader.entry(id);
    return stored !== null && this.#scheduling.isAside(stored.site);
  }

  async close(): Promise<void> {
    await this.#queues.close();
  }
}

/** What came in, site by site. */
class Touched {
  readonly #sites = new Map<number, { site: number; best: Place | null; count: number }>();

  at(site: number): { site: number; best: Place | null; count: number } {
    const known = this.#sites.get(site);
    if (known) return known;
    const made = { site, best: null, count: 0 };
    this.#sites.set(site, made);
    return made;
  }

  sites(): Iterable<TouchedSite> {
    return this.#sites.values();
  }
}

/** Combined scores are kept in single precision: seven digits are what they are worth. */
const readable = (score: number): number | null => (Number.isNaN(score) ? null : Number(score.toPrecision(7)));
