/**
 * When a site may be asked: its delay since the last answer, so many requests at a time, and the turns it shares with the
 * machine's other crawls. Whoever asks first is first.
 *
 * Delays are owed to a host, whether it is asked by http or by https; turns are shared by site, as crawls know them.
 */
import { randomWait, type Turns } from '../../../frontier/politeness/index.js';

export interface SitePace {
  readonly delayMs: number;
  readonly concurrency: number;
  /** Longest of the random waits before a request, besides the delay; left out: there are none. */
  readonly randomMs?: number;
}

export interface TurnOptions {
  /** Those of the machine; null: this harvest is alone. */
  readonly turns: Turns | null;
  readonly now: () => number;
  readonly stop: AbortSignal;
  /** Where random waits come from; left out: chance. */
  readonly random?: (() => number) | undefined;
  /** Waits by another clock than the machine's, one that `now` goes by too. */
  readonly sleep?: Sleep | undefined;
}

/** Resolves after this time, or when the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** What was given: to be given back when the answer has ended. */
export interface Turn {
  /** Milliseconds that had to pass since the last answer. */
  readonly owed: number;
  /** Milliseconds of the random wait that is still to come. */
  readonly randomMs: number;
  end(): void;
}

interface HostState {
  /** Asked so far. */
  readonly sites: Set<string>;
  /** Who waits for a turn here. */
  waiting: number;
  inFlight: number;
  nextAt: number;
  owed: number;
  /** Settles when whoever came before has its turn. */
  line: Promise<void>;
  freed: (() => void) | null;
}

const HEARTBEAT_MS = 500;
const CLAIM_AGAIN_MS = 100;

export class SiteTurns {
  readonly #options: TurnOptions;
  readonly #hosts = new Map<string, HostState>();
  readonly #heartbeat: NodeJS.Timeout | null;

  constructor(options: TurnOptions) {
    this.#options = options;
    const { turns, now } = options;
    this.#heartbeat = turns ? setInterval(() => this.#beat(turns, now()), HEARTBEAT_MS).unref() : null;
  }

  #beat(turns: Turns, now: number): void {
    turns.refresh(now);
    this.#passOn();
  }

  /** Turns that lie idle go to whoever wants them: two harvests that keep one each would wait for each other. */
  #passOn(): void {
    const { turns } = this.#options;
    for (const { sites, waiting, inFlight, nextAt } of this.#hosts.values()) {
      if (waiting + inFlight > 0) continue;
      for (const site of sites) if (turns?.isWanted(keyOf(site))) turns.release(keyOf(site), nextAt);
    }
  }

  /** Waits for the turn of a site. Rejects when the harvest is stopped. */
  async take(site: string, pace: SitePace): Promise<Turn> {
    const state = this.#stateOf(site);
    const before = state.line;
    state.waiting++;
    let moveUp = (): void => {};
    state.line = new Promise((resolve) => {
      moveUp = resolve;
    });
    try {
      await before;
      await this.#wait(site, state, pace);
      state.inFlight++;
      return this.#turn(site, state, pace);
    } finally {
      state.waiting--;
      moveUp();
    }
  }

  /** Nobody asks the site before this moment. */
  postpone(site: string, until: number): void {
    const state = this.#stateOf(site);
    state.nextAt = Math.max(state.nextAt, until);
  }

  close(): void {
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    for (const { sites, nextAt } of this.#hosts.values()) for (const site of sites) this.#options.turns?.release(keyOf(site), nextAt);
  }

  async #wait(site: string, state: HostState, pace: SitePace): Promise<void> {
    const { now } = this.#options;
    while (state.inFlight >= pace.concurrency) {
      await new Promise<void>((resolve) => {
        state.freed = resolve;
      });
    }
    for (let at = this.#claim(site, pace); ; at = this.#claim(site, pace)) {
      if (at === null) this.#passOn();
      const wait = at === null ? CLAIM_AGAIN_MS : Math.max(at, state.nextAt) - now();
      if (wait > 0) await this.#sleep(wait);
      if (at !== null && Math.max(at, state.nextAt) <= now()) return;
    }
  }

  async #sleep(ms: number): Promise<void> {
    const { sleep, stop } = this.#options;
    if (!sleep) return pause(ms, stop);
    await sleep(ms, stop);
    stop.throwIfAborted();
  }

  #claim(site: string, { delayMs, concurrency }: SitePace): number | null {
    const { turns, now } = this.#options;
    if (!turns) return now();
    return turns.claim(keyOf(site), { delay: delayMs, capacity: concurrency }, now())?.at ?? null;
  }

  /** The random part of the pause; to be awaited before the request, with the turn in hand. */
  async waitAtRandom({ randomMs }: Turn): Promise<void> {
    if (randomMs > 0) await this.#sleep(randomMs);
  }

  #turn(site: string, state: HostState, { delayMs, concurrency, randomMs = 0 }: SitePace): Turn {
    const { turns, now, random } = this.#options;
    const owed = state.owed;
    const startedAt = now();
    // Several at a time: from one start to the next, or they would wait for each other's ends.
    if (concurrency > 1) state.nextAt = Math.max(state.nextAt, startedAt + delayMs);
    return {
      owed,
      randomMs: randomWait(randomMs, random),
      end: () => {
        state.inFlight--;
        state.owed = delayMs;
        if (concurrency === 1) state.nextAt = Math.max(state.nextAt, now() + delayMs);
        if (turns?.isWanted(keyOf(site)) && state.inFlight === 0) turns.release(keyOf(site), state.nextAt);
        this.#passOn();
        state.freed?.();
        state.freed = null;
      },
    };
  }

  #stateOf(site: string): HostState {
    const host = site.replace(/^\w+:\/\//, '');
    const state = this.#hosts.get(host) ?? {
      sites: new Set(),
      waiting: 0,
      inFlight: 0,
      nextAt: 0,
      owed: 0,
      line: Promise.resolve(),
      freed: null,
    };
    this.#hosts.set(host, state);
    state.sites.add(site);
    return state;
  }
}

const keyOf = (site: string): string => `site:${site}`;

/** Rejects as soon as the signal says so. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(stop.reason);
    };
    if (stop.aborted) return reject(stop.reason);
    const timer = setTimeout(() => {
      stop.removeEventListener('abort', give);
      resolve();
    }, ms);
    stop.addEventListener('abort', give, { once: true });
  });
}
