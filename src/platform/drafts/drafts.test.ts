import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProcessIdentity } from '../process/process-identity.js';
import { startedTicks } from '../process/running-process.js';
import { draftBeside, draftName, here, removeDeadDrafts } from './draft-name.js';
import { inDraftFolder, writeWhole } from './write-whole.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
let other: ChildProcess;
let otherPid: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-drafts-'));
  other = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(other.stdout as NodeJS.ReadableStream, 'data');
  otherPid = other.pid as number;
});

afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  if (other.exitCode !== null || other.signalCode !== null) return;
  other.kill('SIGKILL');
  await once(other, 'exit');
}

const otherProcess = (): ProcessIdentity => ({ ...here(), pid: otherPid, startedTicks: startedTicks(otherPid) });

function leave(by: ProcessIdentity, of = 'out.csv', suffix = ''): string {
  const name = `${draftName(of, by)}${suffix}`;
  writeFileSync(join(folder, name), 'half');
  return name;
}

it('keeps what a living process writes, and removes it when that was killed', async () => {
  const name = leave(otherProcess());
  expect(removeDeadDrafts(folder)).toEqual([]);
  await kill();
  expect(removeDeadDrafts(folder)).toEqual([name]);
  expect(readdirSync(folder)).toEqual([]);
});

it('removes folders and journals of a dead process too, and nothing else', async () => {
  const by = otherProcess();
  mkdirSync(join(folder, draftName('copy', by), 'archive'), { recursive: true });
  leave(by, 'a.db', '-journal');
  const others = ['out.csv', 'out.csv.part', '.out.csv.part', '.winnow-1.part', `${draftName('a', by)}.txt`].sort();
  for (const name of others) writeFileSync(join(folder, name), '');
  await kill();
  expect(removeDeadDrafts(folder)).toHaveLength(2);
  expect(readdirSync(folder).sort()).toEqual(others);
});

it.skipIf(startedTicks(process.pid) === null)('is not deceived by a process number that was given out again', () => {
  const name = leave({ ...otherProcess(), startedTicks: '1' });
  expect(removeDeadDrafts(folder)).toEqual([name]);
});

it.skipIf(here().boot === null)('removes what was left before the machine was started anew', () => {
  const name = leave({ ...otherProcess(), boot: '01234567' });
  expect(removeDeadDrafts(folder)).toEqual([name]);
});

it.each([{ host: '01234567' }, { namespace: '01234567' }])('keeps what it cannot judge for a week: %o', async (elsewhere) => {
  const by = { ...otherProcess(), ...elsewhere };
  const name = leave(by);
  await kill();
  const now = Date.now();
  expect(removeDeadDrafts(folder, now + 6 * DAY_MS)).toEqual([]);
  expect(removeDeadDrafts(folder, now + 8 * DAY_MS)).toEqual([name]);
});

it('goes by the newest file in a folder', () => {
  const name = draftName('copy', { ...here(), host: '01234567' });
  mkdirSync(join(folder, name, 'archive'), { recursive: true });
  writeFileSync(join(folder, name, 'archive', 'file'), '');
  const longAgo = new Date(Date.now() - 30 * DAY_MS);
  for (const path of [join(folder, name, 'archive'), join(folder, name)]) utimesSync(path, longAgo, longAgo);
  expect(removeDeadDrafts(folder)).toEqual([]);
  utimesSync(join(folder, name, 'archive', 'file'), longAgo, longAgo);
  expect(removeDeadDrafts(folder)).toEqual([name]);
});

it('removes what dead processes left when the next draft is made, and never its own', async () => {
  const by = otherProcess();
  const left = leave(by, 'something.else');
  await kill();
  await writeWhole(join(folder, 'out.csv'), async (draft) => {
    expect(existsSync(join(folder, left))).toBe(false);
    writeFileSync(draft, 'whole');
    expect(removeDeadDrafts(folder)).toEqual([]);
  });
  expect(readdirSync(folder)).toEqual(['out.csv']);
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('whole');
});

it('leaves nothing when writing fails, and what was there before in place', async () => {
  writeFileSync(join(folder, 'out.csv'), 'before');
  const failing = async (draft: string) => {
    writeFileSync(draft, 'half');
    throw new Error('no more');
  };
  await expect(writeWhole(join(folder, 'out.csv'), failing)).rejects.toThrow('no more');
  await expect(inDraftFolder(join(folder, 'out'), (draft) => failing(join(draft, 'file')))).rejects.toThrow('no more');
  expect(readdirSync(folder)).toEqual(['out.csv']);
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('before');
});

it('has room in its name for any name, also one in letters of three bytes', () => {
  const draft = draftBeside(join(folder, '法'.repeat(85)));
  expect(Buffer.byteLength(basename(draft))).toBeLessThan(240);
  writeFileSync(draft, '');
});
