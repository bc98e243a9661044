/**
 * How long a task has taken, by the clock, but no longer than the whole program has had processors meanwhile: on a machine that
 * others keep busy a thread may be at work for a minute and have had five seconds of it, and a long page is not to be given up
 * for that. One that runs away has a processor as long as there is one. What waits without any is ended some time all the same.
 *
 * The system is asked for processor time when somebody looks, not when a task begins: tasks begin thousands of times as often.
 */

/** Times its limit by the clock, at most. */
const LONGEST = 10;
/** So often somebody is to look during a limit: what comes before the first look counts by the clock. */
const LOOKS = 5;

export const firstLookAfter = (limit: number): number => limit / LOOKS;

export class TaskClock {
  readonly #processorMs: () => number;
  #since = 0;
  #firstLook: { readonly at: number; readonly used: number } | null = null;

  constructor(processorMs = usedByProcess) {
    this.#processorMs = processorMs;
  }

  restart(): void {
    this.#since = performance.now();
    this.#firstLook = null;
  }

  /** Milliseconds after which to look again; none, or less, when the limit is over. */
  look(limit: number): number {
    const now = performance.now();
    const used = this.#processorMs();
    this.#firstLook ??= { at: now, used };
    const { at, used: before } = this.#firstLook;
    const taken = at - this.#since + Math.min(now - at, used - before);
    const left = Math.min(limit - taken, limit * LONGEST - (now - this.#since));
    return Math.min(left, firstLookAfter(limit));
  }
}

function usedByProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
