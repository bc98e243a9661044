/**
 * The writer thread: the only one that changes core.db and the archive, from `open` to `close`.
 *
 * Takes one message at a time and answers each with its number. A failure is answered too and ends the thread's
 * usefulness: the owner stops the crawl, because nothing after a failed commit may be trusted to memory alone.
 */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { discardFiles, FileArchive } from './archive/index.js';
import { BatchLifecycle } from './batch-lifecycle.js';
import { type CommitBatch, Committer } from './commit.js';
import { openForWriting, type Sqlite } from './database.js';
import { failpoint } from './failpoint.js';
import { LifecycleRows } from './lifecycle-rows.js';
import { ownershipCheck } from './owner.js';
import { Reconciler, type ReconcileStep } from './reconciler.js';
import { type BegunRun, beginRun, endRun, type RunBegin, type RunEnd } from './runs.js';
import type { WriterOptions } from './writer.js';

export type WriterRequest =
  | { readonly id: number; readonly do: 'open'; readonly options: WriterOptions }
  | { readonly id: number; readonly do: 'commit'; readonly batch: CommitBatch }
  | { readonly id: number; readonly do: 'begin'; readonly begin: RunBegin }
  | { readonly id: number; readonly do: 'reconcile'; readonly step: ReconcileStep }
  | { readonly id: number; readonly do: 'end'; readonly end: RunEnd }
  | { readonly id: number; readonly do: 'close' };

export interface WriterAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly code: string | null };
}

/** What is open between `open` and `close`. */
class Desk {
  readonly #options: WriterOptions;
  readonly #db: Sqlite;
  readonly #checkOwner: () => void;
  readonly #rows: LifecycleRows;
  readonly #documents: BatchLifecycle;
  readonly #committer: Committer;
  readonly #reconciler: Reconciler;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#db = openForWriting(options.database);
    this.#checkOwner = ownershipCheck(this.#db, options.owner);
    this.#rows = new LifecycleRows(this.#db, options.duplicates);
    this.#documents = new BatchLifecycle(this.#rows);
    this.#committer = new Committer(this.#db, new FileArchive(options.archive), this.#checkOwner, this.#rows, this.#documents);
    this.#reconciler = new Reconciler(this.#db, this.#rows);
  }

  perform(request: Exclude<WriterRequest, { do: 'open' }>): unknown {
    switch (request.do) {
      case 'commit':
        return this.#committer.commit(request.batch);
      case 'begin':
        return this.#begin(request.begin);
      case 'reconcile':
        return this.#reconcile(request.step);
      case 'end':
        return this.#inTransaction('run-ended', () => endRun(this.#db, request.end));
      case 'close':
        return this.#close();
    }
  }

  /** Bytes go when nothing refers to them any more; what a crash leaves lying is put among the orphans on opening. */
  #begin(request: RunBegin): Pick<BegunRun, 'run' | 'resumed'> {
    const { run, resumed, discarded } = this.#inTransaction('run-begun', () => beginRun(this.#db, request));
    discardFiles(this.#options.archive.folder, discarded);
    this.#rows.ids.readAgain();
    return { run, resumed };
  }

  #reconcile(step: ReconcileStep): unknown {
    failpoint('reconcile');
    this.#documents.forget();
    return this.#inTransaction('reconciled', () => {
      const value = this.#reconciler.perform(step);
      failpoint('reconcile-written');
      return value;
    });
  }

  #close(): null {
    this.#committer.close();
    this.#db.close();
    failpoint('close');
    return null;
  }

  #inTransaction<T>(name: 'run-begun' | 'reconciled' | 'run-ended', work: () => T): T {
    const value = this.#db
      .transaction(() => {
        this.#checkOwner();
        return work();
      })
      .immediate();
    failpoint(name);
    return value;
  }
}

const port = parentPort as MessagePort;
let desk: Desk | null = null;

port.on('message', (request: WriterRequest) => {
  let answer: WriterAnswer;
  try {
    answer = { id: request.id, value: perform(request) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    answer = { id: request.id, error: { message, code: code ?? null } };
  }
  port.postMessage(answer);
});

function perform(request: WriterRequest): unknown {
  if (request.do === 'open') {
    desk = new Desk(request.options);
    return null;
  }
  if (!desk) throw new Error('The workspace could not be opened.');
  const value = desk.perform(request);
  if (request.do === 'close') desk = null;
  return value;
}
