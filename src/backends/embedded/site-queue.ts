/** One site's part of the frontier: the best of its entries, its pace, and when it may be visited next. */
import type { Entry, Gate, Pace, VisitEnded } from '../../frontier/index.js';

/** Entries of one site kept in memory. */
export const HEAD = 64;

interface Ranked {
  readonly entry: Entry;
  readonly rank: number;
}

export class SiteQueue {
  /** Best first, by rank and then age. */
  readonly head: Ranked[] = [];
  /** Entries of this site that are leased or wait for a retry: in the database they still count as queued. */
  readonly out = new Set<number>();
  /** Addresses the requests in flight were counted at, oldest first. */
  readonly countedAt: (string | null)[] = [];
  backlog = 0;
  inFlight = 0;
  address: string | null = null;
  readyAt = Number.POSITIVE_INFINITY;
  place = 0;
  placed = false;
  #startedAt = 0;
  #startedBefore = 0;
  #endedAt = 0;
  #responseMs = 0;

  constructor(
    readonly id: number,
    readonly origin: string,
    public pace: Pace,
    public gate: Gate,
  ) {}

  /** A newly queued entry: into the head if it belongs there, else it waits in the database. */
  offer(entry: Entry, rank: number): void {
    const last = this.head.at(-1);
    const belongs = this.backlog === 0 || (last !== undefined && comesBefore({ entry, rank }, last));
    if (!belongs) {
      this.backlog++;
      return;
    }
    this.#insert({ entry, rank });
    if (this.head.length <= HEAD) return;
    this.head.pop();
    this.backlog++;
  }

  /** An entry read from the database, in order. */
  append(entry: Entry, rank: number): void {
    this.#insert({ entry, rank });
  }

  take(now: number): Entry | null {
    if (this.nextMoment() > now) return null;
    const first = this.head.shift();
    if (!first) return null;
    this.out.add(first.entry.id);
    this.inFlight++;
    this.#startedBefore = this.#startedAt;
    this.#startedAt = now;
    return first.entry;
  }

  released(end: VisitEnded): void {
    this.inFlight--;
    if (!end.visited) {
      this.#startedAt = this.#startedBefore;
      return;
    }
    this.#endedAt = end.at;
    this.#responseMs = end.responseMs;
  }

  /** When this site may be visited next, as far as it depends on time; Infinity when it depends on something else. */
  nextMoment(): number {
    const idle = this.head.length === 0 && this.backlog <= 0;
    if (idle || this.inFlight >= this.pace.perSite || !this.#open()) return Number.POSITIVE_INFINITY;
    if (this.#startedAt === 0) return 0;
    // Images and styles of a page belong to its turn, unless the site itself asked for the delay.
    const sameTurn = this.head[0]?.entry.kind === 'requisite' && !this.pace.asked;
    return sameTurn ? this.#endedAt : Math.max(this.#endedAt, this.inFlight ? this.#startedAt : 0) + this.#delay();
  }

  #delay(): number {
    return Math.max(this.pace.delay, this.pace.responseFactor * this.#responseMs);
  }

  /** Until robots.txt is known it is the only thing a site may be asked for. */
  #open(): boolean {
    if (this.gate === 'open') return true;
    return this.gate === 'unknown' && (this.head[0] ? this.head[0].entry.kind === 'robots' : this.out.size === 0);
  }

  #insert(item: Ranked): void {
    let at = this.head.length;
    while (at > 0 && comesBefore(item, this.head[at - 1] as Ranked)) at--;
    this.head.splice(at, 0, item);
  }
}

const comesBefore = (a: Ranked, b: Ranked): boolean => a.rank < b.rank || (a.rank === b.rank && a.entry.id < b.entry.id);
