/**
 * A clock whose days take no time: it stands still while something works, and moves on to the next moment somebody waits for.
 *
 * Harvests wait for the turns of their sites, the scheduler for the next day. While a harvest is under way only harvests move the
 * time: the scheduler would jump over the day in which an answer comes.
 */
import type { Clock } from '../../src/definition/schedule/index.js';

interface Sleeper {
  readonly at: number;
  readonly isPace: boolean;
  wake(): void;
}

export class SimulatedClock {
  readonly #sleepers = new Set<Sleeper>();
  readonly #end: number;
  readonly #stop = new AbortController();
  #now: number;
  #underWay = 0;
  #isMoving = false;

  constructor(begin: number, end: number) {
    this.#now = begin;
    this.#end = end;
  }

  readonly now = (): number => this.#now;
  /** Aborted when the end is reached and nothing is under way. */
  readonly stop: AbortSignal = this.#stop.signal;
  readonly schedule: Clock = { now: this.now, sleep: (ms, signal) => this.#sleep(ms, signal, false) };
  readonly pace: Clock = { now: this.now, sleep: (ms, signal) => this.#sleep(ms, signal, true) };

  begun(): void {
    this.#underWay++;
  }

  ended(): void {
    this.#underWay--;
    this.#moveSoon();
  }

  #sleep(ms: number, signal: AbortSignal, isPace: boolean): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper: Sleeper = { at: this.#now + ms, isPace, wake };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', wake, { once: true });
      this.#moveSoon();
    });
  }

  #moveSoon(): void {
    if (this.#isMoving) return;
    this.#isMoving = true;
    setImmediate(() => {
      this.#isMoving = false;
      this.#move();
    });
  }

  #move(): void {
    const waited = [...this.#sleepers].filter(({ isPace }) => isPace || this.#underWay === 0);
    if (waited.length === 0) return;
    const next = Math.min(...waited.map(({ at }) => at));
    if (this.#underWay === 0 && next >= this.#end) return this.#stop.abort();
    this.#now = Math.max(this.#now, next);
    for (const sleeper of this.#sleepers) if (sleeper.at <= this.#now) sleeper.wake();
    this.#moveSoon();
  }
}
