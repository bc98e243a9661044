/** What a campaign has done so far, target by target, and which target comes next. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Batch, BatchDone } from './fuzz-worker.js';

interface Counts {
  /** Numbers given out; those of a thread that died are not done. */
  next: number;
  done: number;
  ms: number;
  slowest: { number: number; ms: number };
  failed: number;
}

const FIRST = 5;
const BATCH_MS = 500;
const MOST = 4000;

export class Tally {
  readonly #file: string;
  readonly #counts: Map<string, Counts>;

  constructor(folder: string, seed: number, targets: readonly string[], goesOn: boolean) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `counts-${seed}.json`);
    const kept = goesOn && existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, Counts>) : {};
    this.#counts = new Map(
      targets.map((name) => [name, kept[name] ?? { next: 0, done: 0, ms: 0, slowest: { number: 0, ms: 0 }, failed: 0 }]),
    );
  }

  get done(): number {
    return this.#sum('done');
  }

  get failed(): number {
    return this.#sum('failed');
  }

  /** What is twice as quick has half as many again: quick ones have many, slow ones have enough. */
  nextBatch(inputs: number): Batch | null {
    const left = inputs - this.#sum('next');
    if (left <= 0) return null;
    const [target, counts] = [...this.#counts].reduce((least, each) => (due(each[1]) < due(least[1]) ? each : least));
    const count = Math.min(
      left,
      counts.done === 0 ? FIRST : Math.max(1, Math.min(MOST, 4 * counts.done, Math.round(speedOf(counts) * BATCH_MS))),
    );
    const from = counts.next;
    counts.next += count;
    return { target, from, count };
  }

  add(target: string, { count, ms, slowest }: BatchDone): void {
    const counts = this.#counts.get(target) as Counts;
    counts.done += count;
    counts.ms += ms;
    if (slowest.ms > counts.slowest.ms) counts.slowest = slowest;
  }

  addFailed(target: string): void {
    (this.#counts.get(target) as Counts).failed++;
  }

  /** Whole or not at all: a campaign may be ended at any moment. */
  keep(): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(this.#counts), null, 1));
    renameSync(`${this.#file}.new`, this.#file);
  }

  table(): string {
    const rows = [...this.#counts].map(([name, { done, ms, slowest, failed }]) =>
      [
        name.padEnd(24),
        String(done).padStart(9),
        (ms / 1000).toFixed(0).padStart(8),
        slowest.ms.toFixed(0).padStart(9),
        String(slowest.number).padStart(9),
        String(failed).padStart(7),
      ].join(' '),
    );
    return ['target                      inputs   busy s slowest ms    number  failed', ...rows].join('\n');
  }

  #sum(of: 'next' | 'done' | 'failed'): number {
    return [...this.#counts.values()].reduce((sum, counts) => sum + counts[of], 0);
  }
}

const speedOf = ({ done, ms }: Counts): number => done / Math.max(ms, 0.01);

const due = (counts: Counts): number => (counts.next === 0 ? 0 : counts.next / Math.sqrt(Math.max(speedOf(counts), 1e-6)));
