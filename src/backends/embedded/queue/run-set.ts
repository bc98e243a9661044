/**
 * The runs there are: finds which of them has a queue's next place, and has them merged when there are many.
 *
 * Runs of about one size belong to a tier, and enough of a tier become one of the next: so each record is written a few
 * times in all, however many there are. A merge that fails changes nothing, there are just more runs.
 */
import { existsSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { MergeInput, MergeJob } from './merge.js';
import type { MergeAnswer } from './merge-thread.js';
import { Merger } from './merger.js';
import { isBefore } from './places.js';
import { queueFailure } from './queue-failure.js';
import { Run } from './run.js';
import { RunFileWriter, type RunIndex, removeRun } from './run-file.js';

/** Runs of one tier that are merged into one of the next. */
const MERGE_AT = 8;
/** Most runs of one merge. */
const MERGE_MOST = 16;
/** With this many runs, whoever wants to write another waits until some are merged. */
const MOST_RUNS = 32;

/** A queue's next place in runs: nothing of it there comes before this. Without a run there is nothing. */
export interface Bound {
  run: Run | null;
  order: number;
  key: number;
  /** The set's, when this was found out. */
  epoch: number;
}

export interface RunSetOptions {
  readonly folder: string;
  /** Records of a run of the first tier, at most. */
  readonly records: number;
  readonly turnChunks: () => MergeJob['turns'];
}

export class RunSet {
  readonly #options: RunSetOptions;
  readonly #merger = new Merger();
  #runs: Run[] = [];
  #epoch = 0;
  #nextFile = 1;
  #mergeFailure: Error | null = null;
  /** After a failure merging is tried again with this many runs. */
  #mergeAgainAt = 0;

  constructor(options: RunSetOptions) {
    this.#options = options;
    emptyFolder(options.folder);
  }

  get size(): number {
    return this.#runs.length;
  }

  /** Counts changes of the set. */
  get epoch(): number {
    return this.#epoch;
  }

  hasAny(queue: number): boolean {
    return this.#runs.some((run) => run.groupOf(queue) !== -1);
  }

  findBound(queue: number, bound: Bound): void {
    bound.run = null;
    bound.order = Number.POSITIVE_INFINITY;
    bound.key = Number.POSITIVE_INFINITY;
    bound.epoch = this.#epoch;
    for (const run of this.#runs) {
      const group = run.groupOf(queue);
      if (group === -1) continue;
      const order = run.headOrder[group] as number;
      const key = run.headKey[group] as number;
      if (!isBefore(order, key, bound.order, bound.key)) continue;
      bound.run = run;
      bound.order = order;
      bound.key = key;
    }
  }

  /** A run that has been read to its end goes, unless it is being merged: then it goes with that. */
  dropIfRead(run: Run): void {
    if (run.isRead && !run.isMerging) this.#exchange([run], null);
  }

  /** One run more. What `fill` writes is there when this returns; nothing is when it throws. */
  write(fill: (writer: RunFileWriter) => void): void {
    this.#makeRoom();
    const { folder } = this.#options;
    let writer: RunFileWriter | undefined;
    try {
      mkdirSync(folder, { recursive: true });
      writer = new RunFileWriter(this.#newPath());
      fill(writer);
      this.#exchange([], this.#open(writer.path, writer.fd, writer.finish()));
    } catch (error) {
      writer?.discard();
      throw queueFailure(`could not be written to ${folder}`, error);
    }
    this.#merge();
  }

  async close(): Promise<void> {
    await this.#merger.close();
    this.#exchange(this.#runs, null);
    emptyFolder(this.#options.folder);
  }

  #newPath(): string {
    return path.join(this.#options.folder, `${this.#nextFile++}.run`);
  }

  #open(file: string, fd: number, index: RunIndex): Run {
    const records = index.end.at(-1) ?? 0;
    const tier = Math.max(0, Math.ceil(Math.log(records / this.#options.records) / Math.log(MERGE_AT)));
    return new Run(file, fd, tier, index);
  }

  #exchange(gone: readonly Run[], come: Run | null): void {
    this.#epoch++;
    this.#runs = this.#runs.filter((run) => !gone.includes(run));
    for (const run of gone) run.dispose();
    if (come?.isRead) come.dispose();
    else if (come) this.#runs.push(come);
  }

  /** A loop that writes without a pause must not pile up files: it waits for the merging thread. */
  #makeRoom(): void {
    while (this.#runs.length >= MOST_RUNS && this.#merge()) this.#merger.wait();
    if (this.#runs.length >= 2 * MOST_RUNS) throw queueFailure(`cannot be merged in ${this.#options.folder}`, this.#mergeFailure);
  }

  /** Has runs merged when there are enough of a tier, or too many in all. True when a merge is under way. */
  #merge(): boolean {
    if (this.#merger.isBusy) return true;
    if (this.#mergeFailure && this.#runs.length < this.#mergeAgainAt) return false;
    const inputs = this.#chooseRuns();
    if (inputs.length < 2) return false;
    for (const run of inputs) run.beginMerge();
    const output = this.#newPath();
    const job = { inputs: inputs.map(inputOf), output, turns: this.#options.turnChunks() };
    this.#merger.start(job, (answer) => this.#merged(inputs, output, answer));
    return true;
  }

  /** Those of the lowest tier that has enough; when there are too many in all, the smallest, whatever their tier. */
  #chooseRuns(): Run[] {
    const bySize = this.#runs.toSorted((a, b) => a.tier - b.tier);
    for (const { tier } of bySize) {
      const same = bySize.filter((run) => run.tier === tier);
      if (same.length >= MERGE_AT) return same.slice(0, MERGE_MOST);
    }
    return this.#runs.length >= MOST_RUNS ? bySize.slice(0, MERGE_MOST) : [];
  }

  #merged(inputs: readonly Run[], output: string, { index, error }: MergeAnswer): void {
    this.#mergeFailure = null;
    try {
      if (!index) throw Object.assign(new Error(error?.message), { code: error?.code });
      // When everything has been read in the meantime, nothing comes of it.
      const merged = inputs.every((run) => run.isRead) ? null : this.#open(output, openSync(output, 'r'), index);
      for (const [source, run] of inputs.entries()) if (merged) run.handOver(merged, source, inputs.length);
      if (!merged) removeRun(output);
      this.#exchange(inputs, merged);
    } catch (cause) {
      this.#notMerged(inputs, cause as Error);
    }
    this.#merge();
  }

  #notMerged(inputs: readonly Run[], cause: Error): void {
    this.#mergeFailure = cause;
    this.#mergeAgainAt = this.#runs.length + MERGE_AT;
    for (const run of inputs) run.abandonMerge();
    const read = inputs.filter((run) => run.isRead);
    this.#exchange(read, null);
  }
}

const inputOf = ({ path: file, queues, next, end, taken }: Run): MergeInput => ({ path: file, queues, next, end, taken });

/** Removes what an earlier process left; a file that is not a run was not made here and stays, and so does the folder then. */
function emptyFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const runs = readdirSync(folder).filter((name) => /^\d+\.run$/.test(name));
  for (const name of runs) rmSync(path.join(folder, name), { force: true });
  if (!readdirSync(folder).length) rmdirSync(folder);
}
