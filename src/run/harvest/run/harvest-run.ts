/**
 * One route of a run: it is listed, its documents are taken one by one, and in the end what the list no longer names.
 *
 * Thin on purpose: what becomes of a document is in route-documents.ts, of one that may be gone in gone-documents.ts, and
 * when to stop in route-judge.ts. The surprise: a document that this run has seen is never asked for again, so a run that
 * was stopped, or that goes on by another route, does nothing twice.
 */
import type { CompleteRoute } from '../../../definition/connector/index.js';
import { openListing } from '../listing/open-listing.js';
import type { Item, ListingEnd } from '../port.js';
import { archiveMemory } from './archive-memory.js';
import { GoneDocuments } from './gone-documents.js';
import { Lane } from './lane.js';
import type { PlanOptions, RoutePlan } from './plan-route.js';
import type { HarvestRoom } from './room.js';
import { RouteDocuments } from './route-documents.js';
import { type Halt, RouteJudge } from './route-judge.js';
import { openRoute, type RouteRoom } from './route-room.js';

export interface RouteEnd {
  readonly route: string;
  readonly plan: RoutePlan;
  readonly listing: ListingEnd;
  readonly halt: Halt | null;
}

/** Documents at a time where they are all there and nobody is asked for them. */
const AT_HAND = 200;

export class RouteRun {
  readonly #open: RouteRoom;
  readonly #judge: RouteJudge;
  readonly #documents: RouteDocuments;
  readonly #gone: GoneDocuments;
  readonly #lane: Lane;

  constructor(room: HarvestRoom, route: CompleteRoute, options: Omit<PlanOptions, 'since'>) {
    this.#open = openRoute(room, route, options);
    this.#judge = new RouteJudge(this.#open);
    this.#documents = new RouteDocuments(this.#open, this.#judge);
    this.#gone = new GoneDocuments(this.#open, this.#judge, this.#documents);
    const atATime = room.options.parallel ?? room.connector.politeness.concurrency;
    this.#lane = new Lane(isAtHand(route, this.#open.plan.steps) ? AT_HAND : atATime);
  }

  async run(): Promise<RouteEnd> {
    const { room, route, plan } = this.#open;
    this.#checkpoint(plan.resumeAt);
    const listing = this.#list();
    await this.#takeAll(listing);
    if (!this.#judge.halt) room.tally.share = 1;
    const end = this.#judge.judged(listing.end());
    await this.#documents.flush();
    await this.#gone.lookAtSigned(end);
    await this.#documents.end();
    return { route: route.name, plan, listing: end, halt: this.#judge.halt };
  }

  /** What is missing from a complete list; to be called after `run`. */
  concludeAbsence(known: number): Promise<void> {
    return this.#gone.concludeAbsence(known);
  }

  #list(): Listing {
    const { room, route, plan, measures } = this.#open;
    const { connector, parameters, asker } = room;
    const { steps, cursor, today, resumeAt } = plan;
    const archives = archiveMemory(room, route, plan, () => this.#endArchive());
    const onWindow = ({ until }: { until: string }): Promise<void> => this.#endWindow(until);
    return openListing({ connector, route, steps, parameters, asker, cursor, today, resumeAt, onWindow, archives, measures });
  }

  async #takeAll(listing: Listing): Promise<void> {
    const { tally, keeper } = this.#open.room;
    let isDeleting = false;
    for await (const item of listing) {
      // What an archive brings is stored before its deletions are looked at, and these before the next one.
      if (item.edition && isDeleting !== (item.sign !== null)) await this.#settleArchive();
      isDeleting = item.sign !== null;
      if (this.#judge.stops()) break;
      tally.listed++;
      tally.share = listing.share();
      await this.#lane.add(() => this.#documents.take(item), bytesOf(item));
      await keeper.ready();
      if (this.#judge.stops()) break;
    }
    await this.#lane.drain();
  }

  async #endWindow(until: string): Promise<void> {
    await this.#lane.drain();
    if (!this.#judge.halt && (await this.#documents.settle())) this.#checkpoint(until);
  }

  /** Everything so far is stored. */
  async #settleArchive(): Promise<void> {
    await this.#lane.drain();
    this.#judge.judgeArchive();
  }

  async #endArchive(): Promise<boolean> {
    await this.#settleArchive();
    this.#judge.nextArchive();
    return !this.#judge.stops();
  }

  #checkpoint(resumeAt: string | null): void {
    const { room, route, plan } = this.#open;
    const { progress, run, quota } = room;
    const { mode, today } = plan;
    progress.save({ unfinished: { run, route: route.name, mode, today, resumeAt, documents: quota.thisRun } });
  }
}

type Listing = ReturnType<typeof openListing>;

/** What a row of an archive holds in memory until it is stored. */
const bytesOf = ({ edition, row }: Item): number | undefined => (edition ? row?.text.length : 0);

/** Everything a document is made of came with the archive it stands in. */
const isAtHand = ({ document: { files } }: CompleteRoute, steps: RoutePlan['steps']): boolean =>
  steps.some((step) => step.kind === 'directory' && (step.full ?? step.delta) !== undefined) &&
  files.every(({ item, files: linked }) => item !== undefined && linked.length === 0);
