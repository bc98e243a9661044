/** Counts documents against the quota of a portal. Some are written down ahead, so that a crash never makes us ask for too many. */
import type { Reuse } from '../../../definition/connector/index.js';
import type { ProgressFile } from './progress-file.js';
import { type QuotaState, quotaState, recentUsage } from './quota.js';

const AHEAD = 10;

export class QuotaKeeper {
  readonly #progress: ProgressFile;
  readonly #today: () => string;
  #run: number;
  /** Of today, really asked for. */
  #used: number;
  #written: number;
  #day: string;

  constructor(progress: ProgressFile, today: () => string, thisRun: number) {
    this.#progress = progress;
    this.#today = today;
    this.#run = thisRun;
    this.#day = today();
    this.#used = progress.memory.usage[this.#day] ?? 0;
    this.#written = this.#used;
  }

  get thisRun(): number {
    return this.#run;
  }

  /** Takes one document from the quota; what stands in the way where there is none left, else null. */
  take(quota: Reuse['quota']): QuotaState | null {
    this.#turn();
    const state = this.look(quota);
    if (state && state.left === 0) return state;
    this.#run++;
    this.#used++;
    if (state && this.#used > this.#written) this.#write(this.#used + Math.min(AHEAD, state.left) - 1);
    return null;
  }

  look(quota: Reuse['quota']): QuotaState | null {
    const usage = { ...this.#progress.memory.usage, [this.#day]: this.#used };
    return quotaState(quota, usage, this.#run, this.#day);
  }

  close(): void {
    if (this.#used > 0 || this.#written !== this.#used) this.#write(this.#used);
  }

  /** A run over midnight. */
  #turn(): void {
    const today = this.#today();
    if (today === this.#day) return;
    this.close();
    this.#day = today;
    this.#used = this.#progress.memory.usage[today] ?? 0;
    this.#written = this.#used;
  }

  #write(count: number): void {
    this.#written = count;
    this.#progress.save({ usage: recentUsage({ ...this.#progress.memory.usage, [this.#day]: count }, this.#day) });
  }
}
