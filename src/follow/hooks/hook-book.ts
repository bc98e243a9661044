/**
 * The book of hooks: ends of runs, and for each what is to be done about it and what came of it.
 *
 * An end is entered with its tasks in one transaction, found by comparing the runs of the workspace with the book: a process
 * that is killed between the end of its run and its hooks leaves work for the next one. A task is taken before it is
 * performed; one whose taker is gone is free again. So nothing is lost, and only what a kill cut short in the middle is done
 * a second time, under the same id.
 */
import type { Repository, RunNote, RunRow } from '../../store/index.js';
import { ConsumerFile, consumerFile } from '../consumers/index.js';
import { type Hook, type HookOutcome, isMeant } from './hook.js';
import type { RunEnd } from './run-end.js';

export interface HookKey {
  readonly end: number;
  readonly hook: string;
}

export interface HookTask extends HookKey {
  /** This one included. */
  readonly attempts: number;
  readonly noted: string | null;
  readonly told: RunEnd;
}

export interface HookReport {
  readonly run: number;
  readonly hook: string;
  /** waiting: it is tried again when this crawl is started the next time. */
  readonly state: 'done' | 'failed' | 'waiting';
  readonly detail: string;
}

/** A process, and whether it is known to be gone. */
export interface Taker {
  readonly name: string;
  isGone(name: string): boolean;
}

const TABLES = `
CREATE TABLE ended (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL, told TEXT, UNIQUE (run, at, state)
);
CREATE TABLE task (
  ended INTEGER NOT NULL, place INTEGER NOT NULL, hook TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, taker TEXT, noted TEXT,
  detail TEXT, at INTEGER NOT NULL, PRIMARY KEY (ended, hook)
);`;

/** Attempts over all starts, after which a hook is given up. */
const MOST_ATTEMPTS = 20;
/** Of a taker that cannot be looked at, in another container perhaps. */
const SILENT_MS = 300_000;
/** Ends remembered: beyond it the oldest that are dealt with are dropped. */
const MOST_ENDS = 1000;

export class HookBook {
  readonly #file: ConsumerFile;
  readonly #taker: Taker;

  constructor(workspace: string, taker: Taker) {
    this.#file = new ConsumerFile({ name: 'hooks', kind: 'hooks', file: consumerFile(workspace, 'hooks'), tables: TABLES, lists: [] });
    this.#file.db.pragma('synchronous = FULL'); // what is forgotten here is done twice
    this.#taker = taker;
  }

  get token(): string {
    return this.#file.token;
  }

  /** Nobody wants mail about last year's runs: those that ended before the book was begun are entered without tasks. */
  begin(runs: readonly RunRow[]): void {
    const { db } = this.#file;
    db.transaction(() => {
      if (db.prepare('SELECT 1 FROM cursor').get()) return;
      for (const run of runs) if (isEnded(run)) this.#enter(run, null, []);
      this.#file.moveTo({ at: 0, mark: null }, 0, 'runs');
    }).immediate();
  }

  /** Enters what ended since; `failed` is a run that this process knows to have broken off. */
  enterEnds({ repository, hooks, read, failed = null }: EnterOptions): void {
    const { db } = this.#file;
    const enter = (run: EndedRun, told: RunEnd): void => {
      const meant = hooks.filter((hook) => isMeant(hook, told));
      this.#enter(run, told, meant);
    };
    db.transaction(() => {
      const runs = repository.runs();
      for (const run of runs) {
        if (!isEnded(run) || this.#isKnown(run)) continue;
        enter(run, read(noteOf(repository, run), failed?.run === run.id ? failed.reason : null));
      }
      const broken = runs.find(({ id, endedAt }) => id === failed?.run && endedAt === null);
      if (broken && failed) enter({ ...broken, endedAt: failed.at, state: 'failed' }, read(brokenNote(broken, failed.at), failed.reason));
      this.#forgetOld();
    }).immediate();
  }

  #isKnown({ id, endedAt, state }: EndedRun): boolean {
    return this.#file.db.prepare('SELECT 1 FROM ended WHERE run = ? AND at = ? AND state = ?').get(id, endedAt, state) !== undefined;
  }

  #enter({ id, endedAt, state }: EndedRun, told: RunEnd | null, hooks: readonly Hook[]): void {
    const { db } = this.#file;
    const entered = db.prepare('INSERT INTO ended (run, at, state, told) VALUES (?, ?, ?, ?)');
    const end = entered.run(id, endedAt, state, told && JSON.stringify(told)).lastInsertRowid;
    const add = db.prepare("INSERT INTO task (ended, place, hook, state, at) VALUES (?, ?, ?, 'waiting', ?)");
    for (const [place, { name }] of hooks.entries()) add.run(end, place, name, Date.now());
  }

  #forgetOld(): void {
    const { db } = this.#file;
    const old = db
      .prepare(
        `SELECT id FROM ended WHERE id <= (SELECT max(id) FROM ended) - ${MOST_ENDS} AND id NOT IN (SELECT ended FROM task WHERE state IN ('waiting', 'taken'))
         AND run < (SELECT max(run) FROM ended)`,
      )
      .pluck()
      .all() as number[];
    for (const id of old) {
      db.prepare('DELETE FROM task WHERE ended = ?').run(id);
      db.prepare('UPDATE ended SET told = NULL WHERE id = ?').run(id); // that it is known stays
    }
  }

  /** What is to be done, in its order; others may have it in hand. */
  open(): HookKey[] {
    return this.#file.db
      .prepare("SELECT ended AS end, hook FROM task WHERE state IN ('waiting', 'taken') ORDER BY ended, place")
      .all() as HookKey[];
  }

  /** Null when it is done meanwhile, or somebody who lives has it in hand. */
  take({ end, hook }: HookKey): HookTask | null {
    const { db } = this.#file;
    return db
      .transaction(() => {
        const row = db.prepare(TASK).get(end, hook) as TaskRow | undefined;
        if (!row || !this.#isFree(row)) return null;
        const { attempts, noted, told } = row;
        const taken = db.prepare("UPDATE task SET state = 'taken', taker = ?, attempts = ?, at = ? WHERE ended = ? AND hook = ?");
        taken.run(this.#taker.name, attempts + 1, Date.now(), end, hook);
        return { end, hook, attempts: attempts + 1, noted, told: JSON.parse(told) as RunEnd };
      })
      .immediate();
  }

  #isFree({ state, taker, at }: TaskRow): boolean {
    return state === 'waiting' || taker === null || this.#taker.isGone(taker) || at < Date.now() - SILENT_MS;
  }

  /** To be called now and then while it is performed: who is silent for long is taken for gone, wherever it runs. */
  beat({ end, hook }: HookKey): void {
    this.#file.db.prepare("UPDATE task SET at = ? WHERE ended = ? AND hook = ? AND state = 'taken'").run(Date.now(), end, hook);
  }

  note({ end, hook }: HookTask, text: string): void {
    this.#file.db.prepare('UPDATE task SET noted = ? WHERE ended = ? AND hook = ?').run(text, end, hook);
  }

  settle(task: HookTask, { state: outcome, detail }: HookOutcome): HookReport {
    const isGivenUp = outcome === 'again' && task.attempts >= MOST_ATTEMPTS;
    const state = outcome !== 'again' ? outcome : isGivenUp ? 'failed' : 'waiting';
    const words = isGivenUp ? `${detail}; given up after ${MOST_ATTEMPTS} attempts` : detail;
    this.#file.db
      .prepare('UPDATE task SET state = ?, detail = ?, taker = NULL, at = ? WHERE ended = ? AND hook = ?')
      .run(state, words.slice(0, 2000), Date.now(), task.end, task.hook);
    if (state === 'done') this.#file.noteWell();
    else this.#file.noteTrouble(`${task.hook}: ${words}`);
    return { run: task.told.run, hook: task.hook, state, detail: words };
  }

  close(): void {
    this.#file.close();
  }
}

export interface EnterOptions {
  readonly repository: Pick<Repository, 'runs' | 'journal'>;
  readonly hooks: readonly Hook[];
  readonly read: (note: RunNote, failure: string | null) => RunEnd;
  readonly failed?: { readonly run: number; readonly reason: string; readonly at: number } | null;
}

type EndedRun = Pick<RunRow, 'id' | 'state'> & { readonly endedAt: number };

interface TaskRow {
  readonly state: string;
  readonly taker: string | null;
  readonly at: number;
  readonly attempts: number;
  readonly noted: string | null;
  readonly told: string;
}

const TASK = `SELECT t.state, t.taker, t.at, t.attempts, t.noted, e.told FROM task t JOIN ended e ON e.id = t.ended
  WHERE t.ended = ? AND t.hook = ? AND t.state IN ('waiting', 'taken')`;

const isEnded = (run: RunRow): run is RunRow & { readonly endedAt: number } => run.endedAt !== null && run.state !== 'running';

/** Ends are asked for by their moment. */
function noteOf({ journal }: Pick<Repository, 'journal'>, { id, endedAt }: EndedRun): RunNote {
  const note = journal.endedRuns(endedAt - 1, 100).items.find((each) => each.id === id);
  if (!note) throw new Error(`Run ${id} has ended, but is not among the runs that did.`);
  return note;
}

function brokenNote({ id, startedAt, pages, statistics }: RunRow, at: number): RunNote {
  const [started, ended] = [startedAt, at].map((moment) => new Date(moment).toISOString()) as [string, string];
  const operations = { Add: 0, Upd: 0, Del: 0, None: 0 };
  return { id, state: 'failed', reason: null, startedAt: started, endedAt: ended, pages, statistics, operations, anomalies: 0 };
}
