/**
 * The loop of one crawl: leases in, visits under way, and everything that happens beside them while it runs.
 *
 * Beside the visits: addresses of new sites are looked up, the drop folder is read, wishes of other processes are
 * carried out, progress is told. A stop is a promise, and so is the end of the time budget: visits under way get a second to
 * end by themselves, then they are given up and stay queued.
 */
import { setMaxListeners } from 'node:events';
import type { Lease } from '../../frontier/queue/index.js';
import type { Fetcher } from '../../plugins/index.js';
import type { Workspace } from '../../store/index.js';
import { Controller, type Sleep } from './controller.js';
import { GivingUp } from './giving-up.js';
import type { LiveDefinition } from './live-definition.js';
import { type Statistics, Tally } from './statistics.js';
import { roomForPages, type Stop, stopRules, timeIsUp } from './stop-rules.js';
import { TAIL_SITES, type Tail, TailWatch } from './tail.js';
import type { Response, Visitor } from './visit.js';

/** After a stop, requests under way may go on this long, and what is being read this long. */
const REQUESTS_END_MS = 1000;
const READINGS_END_MS = 1500;
const TICK_MS = 1000;
/** A crawl that pauses has something to do some time. */
const FAR_AHEAD = Number.MAX_SAFE_INTEGER;

export interface LoopParts {
  readonly live: LiveDefinition;
  readonly workspace: Workspace;
  readonly fetcher: Fetcher;
  /** Pages and milliseconds of this run before this process, and the workspace's size when the run began. */
  readonly before: { readonly pages: number; readonly elapsed: number; readonly sizeBefore: number };
  readonly now: () => number;
  readonly sleep?: Sleep;
  readonly abort: AbortSignal | undefined;
  readonly onProgress: ((statistics: Statistics) => void) | undefined;
  readonly progressMs: number;
  /** Done about every half second while the crawl runs. */
  readonly beside: () => Promise<void>;
}

export interface LoopEnd {
  readonly stop: Stop | null;
  readonly stopped: boolean;
  readonly statistics: Statistics;
  readonly tail: Tail | null;
}

export class CrawlLoop {
  readonly tally: Tally;
  readonly #parts: LoopParts;
  readonly #cancel = new AbortController();
  readonly #tail = new TailWatch();
  readonly #startedAt: number;
  /** Visits still being read are given up by it when the crawl has to end. */
  readonly givingUp = new GivingUp();
  #controller: Controller<Lease, Response> | null = null;
  #met: Stop | null = null;
  #stopping = false;
  #ending = false;
  /** Since when no new visit begins because somebody asked for it; null: they do. */
  #pausedAt: number | null = null;
  #pausedMs = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.#startedAt = parts.now();
    this.tally = new Tally(this.#startedAt);
    setMaxListeners(0, this.#cancel.signal); // every request under way listens
    parts.abort?.addEventListener('abort', () => this.#cancelRequests(), { once: true });
  }

  /** Ends requests that are under way. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** How long this process has been at it; pauses do not count. */
  elapsed(): number {
    const now = this.#parts.now();
    return now - this.#startedAt - this.#pausedMs - (this.#pausedAt === null ? 0 : now - this.#pausedAt);
  }

  /** No new visit begins until it is to go on; what has begun is brought to its end. */
  pause(): void {
    this.#pausedAt ??= this.#parts.now();
  }

  goOn(): void {
    if (this.#pausedAt === null) return;
    this.#pausedMs += this.#parts.now() - this.#pausedAt;
    this.#pausedAt = null;
    this.pump();
  }

  /** Asks the crawl to end; it does within two seconds. */
  stop(): void {
    this.#stopping = true;
    this.#endSoon();
  }

  #endSoon(): void {
    if (this.#ending) return;
    this.#ending = true;
    this.#controller?.stop();
    this.#timers.push(
      setTimeout(() => this.#cancelRequests(), REQUESTS_END_MS),
      setTimeout(() => this.givingUp.giveUp(), READINGS_END_MS),
    );
  }

  async run(visitor: Visitor): Promise<LoopEnd> {
    const controller = this.#makeController(visitor);
    this.#controller = controller;
    if (this.#ending) controller.stop();
    const { live, onProgress, progressMs, workspace } = this.#parts;
    live.onChange(() => controller.pump());
    this.#timers.push(
      setInterval(() => onProgress?.(this.statistics()), progressMs),
      setInterval(() => this.#tick(), TICK_MS),
    );
    const aside = this.#workBeside();
    try {
      await Promise.race([controller.run(), lost(workspace.lost)]);
    } finally {
      aside.abort();
      for (const timer of this.#timers) clearTimeout(timer);
    }
    const statistics = this.statistics();
    onProgress?.(statistics);
    return { stop: this.#met, stopped: this.#stopping, statistics, tail: this.#tail.end(this.#parts.now()) };
  }

  statistics(): Statistics {
    const { frontier } = this.#parts.workspace;
    const load = this.#controller?.load ?? { workers: 0, active: 0, unconsumed: 0 };
    const view = this.tally.view(this.#parts.now(), load, { ...frontier.counts(), busySites: frontier.busy(0).count });
    return { ...view, paused: this.#pausedAt !== null };
  }

  /** Something new may be possible. */
  pump(): void {
    this.#controller?.pump();
  }

  #makeController(visitor: Visitor): Controller<Lease, Response> {
    const { live, workspace, now, sleep } = this.#parts;
    const { frontier } = workspace;
    const check = stopRules();
    return new Controller<Lease, Response>({
      makeWorker: () => (lease, stepAside) => visitor.produce(lease, stepAside),
      consume: (lease, response) => visitor.consume(lease, response),
      next: (max) => {
        if (this.#pausedAt !== null) return [];
        const { budget } = live.current;
        const progress = this.#progress(visitor);
        const verdict = check(budget, progress);
        if (verdict === 'wait') return [];
        this.#met = verdict ?? this.#lackOfRoom();
        if (this.#met) return [];
        const leases = frontier.lease(Math.min(max, roomForPages(budget, progress)), now());
        this.#lookUpAddresses();
        return leases;
      },
      nextAt: () => (this.#pausedAt !== null ? FAR_AHEAD : this.#met ? null : frontier.nextDueAt()),
      now,
      ...(sleep ? { sleep } : {}),
      get maxWorkers() {
        const { fetch, frontier: settings } = live.current;
        return Math.min(fetch.concurrency, settings.workers ?? fetch.concurrency);
      },
      // Large files come in beside the pages: as many again as there are workers.
      get maxAside() {
        return this.maxWorkers;
      },
      get maxUnconsumed() {
        return 2 * live.current.fetch.concurrency + 32;
      },
    });
  }

  #progress(visitor: Visitor) {
    const { before, workspace } = this.#parts;
    return {
      pages: before.pages + this.tally.pages,
      underWay: this.#controller?.load.unconsumed ?? 0,
      elapsedMs: before.elapsed + this.elapsed(),
      written: () => workspace.size() - before.sizeBefore,
      unwritten: visitor.unsettledBytes,
      fetched: visitor.fetchedBytes,
    };
  }

  #lackOfRoom(): Stop | null {
    const reason = this.#parts.workspace.lacksRoom(this.#parts.now());
    return reason === null ? null : { state: 'paused', reason };
  }

  /** New sites are asked only when we know which address they share with others. */
  #lookUpAddresses(): void {
    const { workspace, fetcher } = this.#parts;
    for (const site of workspace.frontier.unresolved()) {
      void fetcher.addressOf(`${site}/`, this.signal).then((address) => {
        workspace.frontier.setAddress(site, address);
        this.pump();
      });
    }
  }

  /** Asked beside the visits, since none may come to its end for a long time. */
  #endInTime(): void {
    const { live, before } = this.#parts;
    const late = timeIsUp(live.current.budget, before.elapsed + this.elapsed());
    if (!late || this.#ending) return;
    this.#met ??= late;
    this.#endSoon();
  }

  #tick(): void {
    const { workspace, now } = this.#parts;
    this.#endInTime();
    const load = this.#controller?.load ?? { active: 0, workers: 0 };
    this.#tail.look(now(), workspace.frontier.busy(TAIL_SITES), this.#parts.live.current.fetch.concurrency - load.active);
  }

  #workBeside(): AbortController {
    const aside = new AbortController();
    const { beside } = this.#parts;
    let timer: NodeJS.Timeout | undefined;
    const again = async (): Promise<void> => {
      if (aside.signal.aborted) return;
      await beside();
      this.pump();
      timer = setTimeout(() => void again(), 500);
    };
    aside.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    void again();
    return aside;
  }

  #cancelRequests(): void {
    this.#cancel.abort();
  }
}

/** Rejects when the workspace belongs to somebody else. */
function lost(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
  });
}
