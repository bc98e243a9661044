import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting, type Sqlite } from './database.js';
import { holdWorkspace, OwnershipLost, ownershipCheck, takeOwnership, WorkspaceInUse } from './owner.js';

const PROGRAM = new URL('../../../test/support/owning-process.mjs', import.meta.url).pathname;
const LEASE_MS = 400;
/** For owners that must be seen to live: watched for two seconds, which no busy machine keeps a process waiting for. */
const LONG_LEASE_MS = 8000;
const HOURS_AGO = new Date(Date.now() - 5 * 3600_000);

let folder = '';
let db: Sqlite;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-owner-'));
  db = openForWriting(join(folder, 'core.db'));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Owner {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  said(): string;
}

/** Resolves when the process has said whether it owns the workspace. */
async function startOwner(leaseMs = LEASE_MS): Promise<Owner> {
  const child = spawn(process.execPath, [PROGRAM, folder, String(leaseMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let said = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said && child.exitCode === null) await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
  return { child, ended, said: () => said };
}

const ownerRow = () =>
  JSON.parse(db.prepare("SELECT value FROM meta WHERE name = 'owner'").pluck().get() as string) as Record<string, unknown>;
const writtenBy = () => db.prepare("SELECT value FROM meta WHERE name = 'written by'").pluck().get();
const silence = () => utimesSync(join(folder, 'owner.json'), HOURS_AGO, HOURS_AGO);
const leave = (owner: Record<string, unknown>) => {
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('owner', ?)").run(
    JSON.stringify({ token: 'former', command: 'winnow crawl', leaseMs: LEASE_MS, ...owner }),
  );
  writeFileSync(join(folder, 'owner.json'), '{}');
};

describe('an owner that was stopped', () => {
  it('finds out before it acts again that another has taken over', () => {
    const ownership = takeOwnership(folder, db, { leaseMs: 60 });
    leave({ pid: 1 });
    expect(ownership.holds()).toBe(true); // within its lease nobody may have deposed it
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80); // no timer runs, as in a stopped process
    rmSync(join(folder, 'owner.json'));
    expect(ownership.holds()).toBe(false);
    expect(ownership.lost.reason).toBeInstanceOf(OwnershipLost);
    ownership.release();
  });

  it('goes on where nobody has', () => {
    const ownership = takeOwnership(folder, db, { leaseMs: 60 });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80);
    expect(ownership.holds()).toBe(true);
    ownership.release();
  });
});

describe('a workspace with a living owner', () => {
  it('refuses a second process, and says who has it', async () => {
    const first = await startOwner();
    const second = await startOwner();
    expect(await second.ended).toBe(4);
    expect(second.said()).toContain(`${folder} is in use by process ${first.child.pid} (owning-process.mjs`);
    expect(first.child.exitCode).toBeNull();
  });

  it('refuses a second owner in the same process too', () => {
    const ownership = takeOwnership(folder, db);
    expect(() => takeOwnership(folder, db)).toThrow(WorkspaceInUse);
    silence();
    expect(() => takeOwnership(folder, db)).toThrow(WorkspaceInUse);
    ownership.release();
    takeOwnership(folder, db).release();
  });

  it('is not taken over because its heartbeat looks old: the owner is watched first', async () => {
    const first = await startOwner(LONG_LEASE_MS);
    silence();
    expect(() => takeOwnership(folder, db)).toThrow(WorkspaceInUse);
    expect(first.child.exitCode).toBeNull();
  });

  it('keeps its owner when somebody removes owner.json or writes rubbish into it', async () => {
    const first = await startOwner(LONG_LEASE_MS);
    writeFileSync(join(folder, 'owner.json'), 'rubbish');
    silence();
    expect(() => takeOwnership(folder, db)).toThrow(WorkspaceInUse);
    rmSync(join(folder, 'owner.json'));
    expect(() => takeOwnership(folder, db)).toThrow(WorkspaceInUse);
    expect(first.child.exitCode).toBeNull();
    expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))).toMatchObject({ pid: first.child.pid });
  });
});

describe('a workspace whose owner is gone', () => {
  it('is taken over at once after kill -9', async () => {
    const first = await startOwner(600_000);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(ownerRow()).toMatchObject({ pid: first.child.pid });
    const ownership = takeOwnership(folder, db);
    expect(ownerRow()).toMatchObject({ pid: process.pid, token: ownership.token });
    ownership.release();
  });

  it('is taken over when the process number belongs to another process by now', () => {
    const former = takeOwnership(folder, db);
    const mine = ownerRow();
    former.release();
    leave({ ...mine, pid: process.ppid, token: 'former' });
    const ownership = takeOwnership(folder, db);
    expect(ownerRow()['token']).toBe(ownership.token);
    ownership.release();
  });

  it('is taken over when the machine was started anew since', () => {
    const former = takeOwnership(folder, db);
    const mine = ownerRow();
    former.release();
    leave({ ...mine, token: 'former', boot: 'an earlier one' });
    takeOwnership(folder, db).release();
  });

  it('is taken over from another machine only when the heartbeat has stopped', () => {
    const other = { pid: 1, startedTicks: '1', host: 'elsewhere.example', machine: 'm', boot: 'b', namespace: 'n' };
    leave(other);
    expect(() => takeOwnership(folder, db)).toThrow(/process 1 \(winnow crawl on elsewhere\.example\)/);
    silence();
    const sentences: string[] = [];
    takeOwnership(folder, db, { onWait: (sentence) => sentences.push(sentence) }).release();
    expect(sentences).toEqual([expect.stringContaining('no sign of life')]);
  });

  it('leaves neither owner nor owner.json behind when it is given back', () => {
    takeOwnership(folder, db).release();
    expect(db.prepare("SELECT count(*) FROM meta WHERE name = 'owner'").pluck().get()).toBe(0);
    expect(existsSync(join(folder, 'owner.json'))).toBe(false);
  });
});

describe('an owner that was deposed', () => {
  it('ends with OwnershipLost and has changed nothing', async () => {
    const first = await startOwner();
    const ownership = await takeFromStopped(first);
    writeOwn(ownership.token);
    const before = [ownerRow(), writtenBy(), statSync(join(folder, 'owner.json')).ino];
    first.child.kill('SIGCONT');
    expect(await first.ended).toBe(3);
    expect(first.said()).toContain('lost');
    expect([ownerRow(), writtenBy(), statSync(join(folder, 'owner.json')).ino]).toEqual(before);
    ownership.release();
  });

  it('learns it from its own heartbeat, without writing', () => {
    const ownership = takeOwnership(folder, db);
    leave({ token: 'another' });
    rmSync(join(folder, 'owner.json'));
    ownership.beat();
    expect(ownership.lost.reason).toBeInstanceOf(OwnershipLost);
    ownership.release();
    expect(ownerRow()).toMatchObject({ token: 'another' });
  });

  /** A process may be stopped in the middle of a write; then it cannot be deposed, and must be let go on for a moment. */
  async function takeFromStopped(owner: Owner) {
    for (;;) {
      owner.child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS + 50));
      try {
        return takeOwnership(folder, db);
      } catch (error) {
        if (!(error as Error).message.includes('in the middle of a write')) throw error;
        owner.child.kill('SIGCONT');
      }
    }
  }

  function writeOwn(token: string): void {
    const check = ownershipCheck(db, token);
    db.transaction(() => {
      check();
      db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('written by', ?)").run(token);
    }).immediate();
  }
});

it('lets nobody depose a process that stands in the middle of a write', () => {
  const other = openForWriting(join(folder, 'core.db'));
  leave({ pid: 1, host: 'elsewhere.example' });
  silence();
  other.exec('BEGIN IMMEDIATE');
  db.pragma('busy_timeout = 50');
  expect(() => takeOwnership(folder, db)).toThrow(/in the middle of a write.*kill -KILL 1/);
  other.exec('ROLLBACK');
  other.close();
  takeOwnership(folder, db).release();
});

it('lets exactly one of several takers win', async () => {
  leave({ pid: 1, host: 'elsewhere.example' });
  silence();
  const takers = await Promise.all([startOwner(), startOwner(), startOwner(), startOwner()]);
  expect(takers.filter((taker) => taker.said().startsWith('owns'))).toHaveLength(1);
});

describe('a workspace held by an older Winnow', () => {
  it('is refused while that process lives', () => {
    writeFileSync(join(folder, 'owner.pid'), `${process.ppid}\n`);
    expect(() => holdWorkspace(folder)).toThrow(/an older Winnow/);
  });

  it('is taken when it is gone', () => {
    writeFileSync(join(folder, 'owner.pid'), '999999999\n');
    holdWorkspace(folder)();
    expect(existsSync(join(folder, 'owner.pid'))).toBe(false);
  });
});
