/**
 * A run with its hooks: what earlier runs left to be done comes first, then the run, then what is to be done about it.
 *
 * Hooks are performed when the workspace is closed: the next run may be in it, and programs may want to open it. What they
 * do can end neither the run nor each other.
 */

import { resolve } from 'node:path';
import type { Definition } from '../../definition/crawl/index.js';
import { isProcessGone, ownProcess, type ProcessIdentity } from '../../frontier/politeness/index.js';
import { messageOf } from '../../model/index.js';
import type { PortalOptions } from '../../run/watch/index.js';
import type { Repository } from '../../store/index.js';
import { HookBook, type HookReport, type Taker } from './hook-book.js';
import type { NextParts, NextRun, RunOutcome } from './next-run.js';
import { openHooks } from './open-hooks.js';
import { type PerformOptions, performHooks } from './perform-hooks.js';
import { readRunEnd } from './run-end.js';

/** How hooks look at workspaces and begin runs. */
export interface HookParts extends NextParts {
  /** Whether there is a workspace. */
  exists(workspace: string): boolean | Promise<boolean>;
  /** Opens the workspace for as long as it is looked at. */
  reading(workspace: string, look: (repository: Repository) => void): Promise<void>;
  start(next: NextRun, inherited: Inherited): Promise<RunOutcome>;
}

/** What holds for the runs of a chain alike. */
export interface Inherited extends Pick<PortalOptions, 'stop' | 'now' | 'pace' | 'onRemark'> {
  readonly state?: string | null | undefined;
}

export interface AfterRunOptions {
  readonly definition: Definition;
  /** Folder that paths are relative to. */
  readonly folder: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  /** Workspaces of the runs that led to this one. */
  readonly chain?: readonly string[] | undefined;
  /** What holds for the next run too. Who asked for a stop waits for one attempt at a hook, not for several. */
  readonly inherited: Inherited;
  /** Between two attempts at a hook. */
  readonly pauses?: PerformOptions['pauses'];
}

/** Told when the run has begun. */
export type Begun = (run: number) => void;

const ATTEMPTS = 3;

export async function withHooks<End>(
  options: AfterRunOptions,
  parts: HookParts,
  work: (begun: Begun) => Promise<End>,
): Promise<{ end: End; hooks: readonly HookReport[] }> {
  if (options.definition.afterRun.length === 0) return { end: await work(() => {}), hooks: [] };
  const afterRun = new AfterRun(options, parts);
  let run: number | null = null;
  await afterRun.catchUp();
  try {
    const end = await work((begun) => {
      run = begun;
    });
    return { end, hooks: run === null ? [] : await afterRun.perform(null) };
  } catch (error) {
    if (run !== null) await afterRun.perform({ run, reason: messageOf(error), at: Date.now() });
    throw error;
  }
}

class AfterRun {
  readonly #options: AfterRunOptions;
  readonly #remark: (remark: string) => void;

  readonly #parts: HookParts;

  constructor(options: AfterRunOptions, parts: HookParts) {
    this.#options = options;
    this.#parts = parts;
    this.#remark = options.inherited.onRemark ?? (() => {});
  }

  /** Trouble with what is left over must not keep a run from beginning. */
  async catchUp(): Promise<void> {
    if (!(await this.#parts.exists(this.#options.workspace))) return this.#beginBook();
    await this.#work(null, 1).catch((error: unknown) => this.#remark(`Hooks of earlier runs were not looked at: ${messageOf(error)}`));
  }

  /** What ended the run matters more than what came of its hooks. */
  async perform(failed: Failed): Promise<readonly HookReport[]> {
    const attempts = this.#options.inherited.stop?.aborted ? 1 : ATTEMPTS;
    return this.#work(failed, attempts).catch((error: unknown) => {
      this.#remark(`The hooks of this run were not performed: ${messageOf(error)}. They are when it is run the next time.`);
      return [];
    });
  }

  /** So that the first run of a workspace is not taken for one from before. */
  #beginBook(): void {
    const book = this.#openBook();
    book.begin([]);
    book.close();
  }

  #openBook(): HookBook {
    return new HookBook(this.#options.workspace, thisTaker());
  }

  async #work(failed: Failed, attempts: number): Promise<HookReport[]> {
    const { definition, folder, workspace, chain = [], inherited, pauses } = this.#options;
    const start = (run: NextRun) => this.#parts.start(run, inherited);
    const next = { ...this.#parts, definition, folder, workspace, start, chain: [...chain, resolve(workspace)], onRemark: this.#remark };
    const hooks = openHooks(definition.afterRun, next);
    const book = this.#openBook();
    const { stop } = inherited;
    // Whoever stopped the run has not stopped its hooks; a stop that comes now has.
    const signal = stop && !stop.aborted ? stop : new AbortController().signal;
    try {
      const place = { crawl: definition.name, workspace };
      await this.#parts.reading(workspace, (repository) => {
        book.begin(repository.runs());
        book.enterEnds({ repository, hooks, failed, read: (note, failure) => readRunEnd(note, place, failure) });
      });
      const reports = await performHooks(book, { hooks, attempts, signal, ...(pauses ? { pauses } : {}) });
      for (const report of reports) this.#remark(remarkOn(report));
      return reports;
    } finally {
      book.close();
      for (const hook of hooks) await hook.close?.();
    }
  }
}

type Failed = { readonly run: number; readonly reason: string; readonly at: number } | null;

function remarkOn({ hook, run, state, detail }: HookReport): string {
  if (state === 'done') return `${hook}, after run ${run}: ${detail}.`;
  if (state === 'failed') return `${hook}, after run ${run}, failed: ${detail}.`;
  return `${hook}, after run ${run}: ${detail}. It is tried again at the next start.`;
}

function thisTaker(): Taker {
  const own = ownProcess();
  return { name: JSON.stringify(own), isGone: (name) => isProcessGone(JSON.parse(name) as ProcessIdentity, own) };
}
