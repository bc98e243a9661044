/**
 * One owner per workspace: who may write, how the next one takes over, how the last one finds out.
 *
 * Two things are kept. `meta.owner` in core.db names the owner and its token: it is the truth, changed only inside a
 * write transaction, so two takers cannot both win, and a writer that asks in its own transaction (`ownershipCheck`)
 * cannot be overtaken before it commits. `owner.json` repeats it for people, and its time of change is the heartbeat.
 *
 * A heartbeat only decides when a living process may be deposed; that nothing is written twice depends on the token
 * alone. Times of two clocks are never trusted: a heartbeat that looks old is watched for a while before it counts.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { WinnowError } from '../../model/index.js';
import { draftBeside, isRunning, livenessOf, type ProcessIdentity, thisProcess } from '../../platform/index.js';
import { openForReading, openToOwn, type Sqlite } from './database.js';

/** The workspace belongs to somebody else. */
export class WorkspaceInUse extends WinnowError {
  override readonly name = 'WorkspaceInUse';
  constructor(message: string) {
    super('WORKSPACE_IN_USE', message);
  }
}

/** It was ours and is not any more. Nothing was written since. */
export class OwnershipLost extends WinnowError {
  override readonly name = 'OwnershipLost';
  constructor(folder: string) {
    super(
      'WORKSPACE_LOST',
      `${folder} was taken over by another process, because this one gave no sign of life for too long. It stops here and has written nothing since. Everything it had reported as done is kept.`,
    );
  }
}

export interface Ownership {
  readonly token: string;
  /** Aborted, with an OwnershipLost as its reason, when somebody else has taken the workspace. */
  readonly lost: AbortSignal;
  /**
   * False when somebody else has taken the workspace. To be asked before anything is done in the workspace's name outside
   * of it: a process that was stopped for a while may find out only now. Costs nothing while signs of life are given.
   */
  holds(): boolean;
  /** A sign of life. A timer gives it; work that keeps the event loop busy for long must call it. */
  beat(): void;
  /** Gives the workspace back, if it still is ours. */
  release(): void;
}

export interface OwnerOptions {
  /** Without a sign of life for so long, an owner may be deposed. */
  readonly leaseMs?: number;
  /** Called with a sentence before a silent owner is watched, which takes a few seconds. */
  readonly onWait?: (sentence: string) => void;
}

/** What is kept of an owner. */
interface OwnerRecord extends ProcessIdentity {
  readonly token: string;
  readonly command: string;
  readonly since: string;
  /** The lease it promised to keep; its heartbeat is a tenth of it. */
  readonly leaseMs: number;
}

const DEFAULT_LEASE_MS = 30_000;
const BEATS_PER_LEASE = 10;
/** A silent owner is watched for so many of its beats before it is deposed. */
const WATCHED_BEATS = 2.5;
const LOOK_EVERY_MS = 20;
/** The user is told when this part of the watch has passed. */
const SAID_AFTER = 10;
const FILE = 'owner.json';
/** What releases that wrote format 1 put there instead: a process number. */
const OLDER_FILE = 'owner.pid';

/**
 * Makes this process the owner, or throws WorkspaceInUse. The connection must be able to write and may be closed
 * afterwards. An owner that is dead is replaced at once; one that lives but gives no sign of life is watched first.
 */
export function takeOwnership(folder: string, db: Sqlite, options: OwnerOptions = {}): Ownership {
  refuseOlderOwner(folder);
  const record = newRecord(options.leaseMs ?? DEFAULT_LEASE_MS);
  for (;;) {
    const before = ownerIn(db);
    if (before) mustBeGone(folder, db, before, options);
    if (replaceOwner(folder, db, before, record)) return new HeldOwnership(folder, record);
  }
}

/** Owns a workspace of any format for a moment, to work on its files; returns the function that gives it back. */
export function holdWorkspace(folder: string): () => void {
  const db = openToOwn(join(folder, 'core.db'));
  try {
    const ownership = takeOwnership(folder, db);
    return () => ownership.release();
  } finally {
    db.close();
  }
}

/** Returns a check that throws OwnershipLost; to be called first inside every write transaction, which must be an immediate one. */
export function ownershipCheck(db: Sqlite, token: string): () => void {
  const select = db.prepare(SELECT_OWNER).pluck();
  return () => {
    if (tokenIn(select.get()) !== token) throw new OwnershipLost(dirname(db.name));
  };
}

const SELECT_OWNER = "SELECT value FROM meta WHERE name = 'owner'";

const ownerIn = (db: Sqlite): OwnerRecord | null => {
  const value = db.prepare(SELECT_OWNER).pluck().get();
  return value === undefined ? null : (JSON.parse(value as string) as OwnerRecord);
};

const tokenIn = (value: unknown): string | null => (typeof value === 'string' ? (JSON.parse(value) as OwnerRecord).token : null);

function newRecord(leaseMs: number): OwnerRecord {
  const [, program = 'node', command = ''] = process.argv;
  return {
    token: randomUUID(),
    ...thisProcess(),
    command: `${basename(program)} ${command}`.trim(), // no further: arguments may hold passwords
    since: new Date().toISOString(),
    leaseMs,
  };
}

/** Returns when the owner is dead, has gone or stays silent; throws WorkspaceInUse when it gives a sign of life. */
function mustBeGone(folder: string, db: Sqlite, owner: OwnerRecord, { onWait }: OwnerOptions): void {
  const liveness = livenessOf(owner);
  if (liveness === 'dead') return;
  const beat = lastBeat(folder);
  // A time in the future says that a clock was set, not that anybody lives: but soon it will be in the past.
  const isFresh = Math.abs(Date.now() - beat) <= owner.leaseMs;
  // Our own timer does not run while we watch.
  const isOurs = liveness === 'alive' && owner.pid === process.pid;
  if (isFresh || isOurs) throw inUse(folder, owner);
  const watchMs = (WATCHED_BEATS * owner.leaseMs) / BEATS_PER_LEASE;
  let say = onWait;
  for (const from = performance.now(); performance.now() - from < watchMs; sleep(LOOK_EVERY_MS)) {
    if (ownerIn(db)?.token !== owner.token || (liveness === 'alive' && livenessOf(owner) === 'dead')) return;
    if (lastBeat(folder) !== beat) throw inUse(folder, owner);
    if (performance.now() - from < watchMs / SAID_AFTER) continue; // it may just be giving the workspace back
    say?.(watchSentence(folder, owner, watchMs));
    say = undefined;
  }
}

const watchSentence = (folder: string, owner: OwnerRecord, ms: number): string =>
  `${nameOf(owner)} holds ${folder} but has long given no sign of life. Watching it for ${Math.ceil(ms / 1000)} s before taking over.`;

const lastBeat = (folder: string): number => statSync(join(folder, FILE), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** False when somebody else changed the owner since we judged it. */
function replaceOwner(folder: string, db: Sqlite, judged: OwnerRecord | null, record: OwnerRecord): boolean {
  try {
    return db
      .transaction(() => {
        if (ownerIn(db)?.token !== judged?.token) return false;
        db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('owner', ?)").run(JSON.stringify(record));
        writeRecord(folder, record);
        return true;
      })
      .immediate();
  } catch (error) {
    if (!judged || (error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new WorkspaceInUse(
      `${folder} cannot be taken over: ${nameOf(judged)} gives no sign of life but stands in the middle of a write. Wake it (kill -CONT ${judged.pid}) or end it (kill -KILL ${judged.pid}), then try again.`,
    );
  }
}

/** Under its own name only when it is whole. A new file each time: the heartbeats of a former owner go to the old one. */
function writeRecord(folder: string, record: OwnerRecord): void {
  const temporary = draftBeside(join(folder, FILE));
  try {
    writeFileSync(temporary, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(temporary, join(folder, FILE));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

class HeldOwnership implements Ownership {
  readonly token: string;
  readonly #folder: string;
  readonly #record: OwnerRecord;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #file: number;
  #released = false;
  /** When it was last made sure of, on the clock that also runs while the process is stopped. */
  #seenAt = performance.now();

  constructor(folder: string, record: OwnerRecord) {
    this.token = record.token;
    this.#folder = folder;
    this.#record = record;
    this.#file = openSync(join(folder, FILE), 'r+');
    this.#timer = setInterval(() => this.beat(), record.leaseMs / BEATS_PER_LEASE).unref();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  holds(): boolean {
    if (performance.now() - this.#seenAt > this.#record.leaseMs) this.beat();
    return !this.#lost.signal.aborted;
  }

  beat(): void {
    if (this.#released || this.#lost.signal.aborted) return;
    try {
      if (!this.#fileIsInPlace()) this.#findOut();
      this.#seenAt = performance.now();
      futimesSync(this.#file, new Date(), new Date());
    } catch {
      // Nothing to be done about it here: whoever deposes us for it is found out by the next commit.
    }
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    clearInterval(this.#timer);
    closeSync(this.#file);
    if (this.#lost.signal.aborted) return;
    try {
      this.#giveBack();
    } catch {
      // A full or broken disk: this process ends, and a dead owner is in nobody's way.
    }
  }

  #giveBack(): void {
    const path = join(this.#folder, 'core.db');
    if (!existsSync(path)) return; // or opening would make a new one
    const db = openToOwn(path);
    try {
      const check = ownershipCheck(db, this.token);
      db.transaction(() => {
        check();
        db.prepare("DELETE FROM meta WHERE name = 'owner'").run();
        rmSync(join(this.#folder, FILE), { force: true });
      }).immediate();
    } finally {
      db.close();
    }
  }

  #fileIsInPlace(): boolean {
    const there = statSync(join(this.#folder, FILE), { throwIfNoEntry: false });
    const ours = fstatSync(this.#file);
    return there?.ino === ours.ino && there.dev === ours.dev;
  }

  /** Somebody replaced or removed owner.json: a taker, or only a person. The database knows. */
  #findOut(): void {
    const db = openForReading(join(this.#folder, 'core.db'));
    try {
      if (ownerIn(db)?.token !== this.token) return this.#lose();
    } finally {
      db.close();
    }
    writeRecord(this.#folder, this.#record);
    closeSync(this.#file);
    this.#file = openSync(join(this.#folder, FILE), 'r+');
  }

  #lose(): void {
    clearInterval(this.#timer);
    this.#lost.abort(new OwnershipLost(this.#folder));
  }
}

function refuseOlderOwner(folder: string): void {
  const path = join(folder, OLDER_FILE);
  const pid = olderOwner(path);
  if (pid !== null && pid !== process.pid && isRunning(pid))
    throw new WorkspaceInUse(
      `${folder} is in use by process ${pid}, an older Winnow. Stop it first; if process ${pid} is something else by now, remove ${path}.`,
    );
  rmSync(path, { force: true });
}

function olderOwner(path: string): number | null {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

const inUse = (folder: string, owner: OwnerRecord): WorkspaceInUse =>
  new WorkspaceInUse(`${folder} is in use by ${nameOf(owner)}. Stop it first, or choose another folder with --workspace.`);

const nameOf = ({ pid, command, host }: OwnerRecord): string =>
  `process ${pid} (${command}${host === thisProcess().host ? '' : ` on ${host}`})`;
