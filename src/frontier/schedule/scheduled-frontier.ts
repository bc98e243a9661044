/**
 * A frontier made of two: the schedule, which says who is asked when, and the queues of a back end. Entries are carried from
 * the queues to the schedule as they are leased, and back when they leave a head unvisited.
 */
import type {
  Assignment,
  BusySite,
  Entry,
  Frontier,
  FrontierCounts,
  Gate,
  Lease,
  Limits,
  Outcome,
  Round,
  SiteAside,
  SiteRules,
  VisitEnded,
} from '../queue/index.js';
import type { Lent } from './place.js';
import type { Queues } from './queues.js';
import { Schedule, type ScheduleOptions, type TroubleNews } from './schedule.js';

export class ScheduledFrontier implements Frontier {
  readonly schedule: Schedule;
  #queues!: Queues;

  constructor(options: ScheduleOptions) {
    this.schedule = new Schedule(options);
  }

  /** `queues` tell the schedule what is in them; this is called when they have, before anything else. */
  open(queues: Queues): void {
    this.#queues = queues;
    this.#restorePages();
  }

  /** `troubles`: sites that are set aside until they answer. */
  beginRun(troubles: Iterable<{ readonly site: number; readonly until: number }>, now: number): void {
    this.#restorePages();
    for (const { site, until } of troubles) this.schedule.restoreTrouble(site, until, now);
  }

  /** What earlier processes of this run have brought counts against its budgets. */
  #restorePages(): void {
    const { sites, seeds } = this.#queues.pagesBefore();
    this.schedule.restorePages(sites, seeds);
  }

  takeTroubles(): TroubleNews[] {
    return this.schedule.takeTroubles();
  }

  lease(max: number, now: number): Lease[] {
    this.#wake(now);
    const leases: Lease[] = [];
    for (;;) {
      for (const lease of this.schedule.next(max - leases.length, now)) leases.push(lease);
      this.#carryBack();
      const wishes = this.schedule.wants();
      if (wishes.length === 0) return leases;
      for (const head of this.#queues.take(wishes)) this.schedule.stock(head);
    }
  }

  #wake(now: number): void {
    this.schedule.waitsUntil(this.#queues.wake(now, this.schedule.isAnyAside));
  }

  /** What left a head unvisited is queued again before anything else is taken. */
  #carryBack(): void {
    this.#queues.putBack(this.schedule.takeBack());
    this.#queues.hold(this.schedule.takeHeld());
  }

  release(lease: Lease, end: VisitEnded): void {
    this.schedule.release(lease, end);
  }

  /** What has been lent is settled without having been leased. */
  lend(lent: Lent): Entry {
    this.schedule.lend(lent);
    return lent.queued.entry;
  }

  /** Whether it had a place in a queue when it was leased or lent. */
  wasQueued({ id }: Entry): boolean {
    return this.schedule.placeOf(id)?.wasQueued ?? true;
  }

  holds(entry: Entry): boolean {
    return this.schedule.holds(entry);
  }

  /** Which place of the entry was leased. */
  turnOf({ id }: Entry): number {
    return this.schedule.placeOf(id)?.place.turn ?? 0;
  }

  /** The visit's outcome is committed. */
  settled(entry: Entry, outcome: Outcome, isPage: boolean): void {
    this.#queues.settled(entry, outcome, this.turnOf(entry));
    this.schedule.settled(entry, outcome, isPage);
  }

  nextDueAt(): number | null {
    this.#wake(Number.NEGATIVE_INFINITY);
    return this.schedule.nextDueAt();
  }

  setSeedBudget(pages: number | null): void {
    const seeds = this.schedule.setSeedBudget(pages);
    this.#carryBack();
    this.schedule.unheld(this.#queues.unhold(seeds));
  }

  counts(): FrontierCounts {
    const { leased, ...apart } = this.schedule.counts();
    const { queued, known } = this.#queues.counts;
    return { ...apart, queued: queued - leased, leased, known, sites: this.schedule.sites.size };
  }

  hasPages(site: string): boolean {
    return this.schedule.sites.find(site)?.hasPages ?? false;
  }

  unresolved(): string[] {
    return this.schedule.unresolved();
  }

  setAddress(site: string, address: string | null): void {
    this.schedule.setAddress(site, address);
  }

  setRules(rulesFor: (site: string) => SiteRules): void {
    this.schedule.setRules(rulesFor);
  }

  rulesChanged(site: string): void {
    this.schedule.rulesChanged(site);
  }

  setLimits(limits: Limits): void {
    this.schedule.setLimits(limits);
  }

  setGate(site: string, gate: Gate): void {
    this.schedule.setGate(site, gate);
  }

  pause(site: string, until: number): void {
    this.schedule.pause(site, until);
  }

  aside(): readonly SiteAside[] {
    return this.schedule.aside();
  }

  rounds(): readonly Round[] {
    return this.schedule.rounds();
  }

  assignments(): readonly Assignment[] {
    return this.schedule.assignments();
  }

  origins(): IterableIterator<string> {
    return this.schedule.origins();
  }

  busy(max: number): { readonly sites: readonly BusySite[]; readonly count: number } {
    return this.schedule.busy(max);
  }

  /** Gives the machine's turns back. */
  close(now: number): void {
    this.schedule.close(now);
  }
}
