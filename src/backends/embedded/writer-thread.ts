/**
 * The writer thread: the only one that changes core.db and the archive.
 *
 * Takes one message at a time and answers each with its number. A failure is answered too and ends the thread's
 * usefulness: the owner stops the crawl, because nothing after a failed commit may be trusted to memory alone.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { discardFiles, FileArchive } from './archive/index.js';
import { type CommitBatch, Committer } from './commit.js';
import { openForWriting, type Sqlite } from './database.js';
import { DocumentChanges } from './document-changes.js';
import { DocumentVisits } from './document-visits.js';
import { failpoint } from './failpoint.js';
import { ownershipCheck } from './owner.js';
import { Reconciler, type ReconcileStep } from './reconciler.js';
import { type BegunRun, beginRun, endRun, type RunBegin, type RunEnd } from './runs.js';
import type { WriterOptions } from './writer.js';

export type WriterRequest =
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

const options = workerData as WriterOptions;
const port = parentPort as MessagePort;
const db = openDatabase();
const archive = new FileArchive(options.archive);
const checkOwner = ownershipCheck(db, options.owner);
const changes = new DocumentChanges(db, options.duplicates);
const visits = new DocumentVisits(changes);
const committer = new Committer(db, archive, checkOwner, changes, visits);
const reconciler = new Reconciler(db, changes);

port.on('message', (request: WriterRequest) => {
  let answer: WriterAnswer;
  try {
    answer = { id: request.id, value: perform(request) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    answer = { id: request.id, error: { message, code: code ?? null } };
  }
  port.postMessage(answer);
  if (request.do === 'close') port.close();
});

/** The driver's errors are no Errors to another thread: their message would be lost on the way. */
function openDatabase(): Sqlite {
  try {
    return openForWriting(options.database);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw Object.assign(new Error(message), { code });
  }
}

function perform(request: WriterRequest): unknown {
  switch (request.do) {
    case 'commit':
      return committer.commit(request.batch);
    case 'begin':
      return begin(request.begin);
    case 'reconcile':
      return reconcile(request.step);
    case 'end':
      return inTransaction('run-ended', () => endRun(db, request.end));
    case 'close':
      committer.close();
      db.close();
      failpoint('close');
      return null;
  }
}

function reconcile(step: ReconcileStep): unknown {
  failpoint('reconcile');
  visits.forget();
  return inTransaction('reconciled', () => {
    const value = reconciler.perform(step);
    failpoint('reconcile-written');
    return value;
  });
}

/** Bytes go when nothing refers to them any more; what a crash leaves lying is put among the orphans on opening. */
function begin(request: RunBegin): Pick<BegunRun, 'run' | 'resumed'> {
  const { run, resumed, discarded } = inTransaction('run-begun', () => beginRun(db, request));
  discardFiles(options.archive.folder, discarded);
  return { run, resumed };
}

function inTransaction<T>(name: 'run-begun' | 'reconciled' | 'run-ended', work: () => T): T {
  const value = db
    .transaction(() => {
      checkOwner();
      return work();
    })
    .immediate();
  failpoint(name);
  return value;
}
