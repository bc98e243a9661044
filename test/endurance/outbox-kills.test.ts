/** An outbox that is killed while it packs, while it sends, and when the answer is on its way: each group arrives once. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { depositOf, NOON, openTestWorkspace, uuidOf } from '../support/depositing.js';
import { type GroupService, serveGroups } from '../support/group-service.js';

const PROGRAM = new URL('../support/delivering-process.mjs', import.meta.url).pathname;
const KEYS = Array.from({ length: 12 }, (_, number) => `law-${number}`);
const STDIO: SpawnOptions = { stdio: ['pipe', 'inherit', 'inherit'] };
/** Groups taken when it is killed. */
const KILLED_AT = [1, 2, 13];

it.each([
  ['rest', 'keep'],
  ['soap', 'rollback'],
] as const)('E-42 an outbox killed again and again brings each group once, in order: %s, %s', async (protocol, away) => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-outbox-kills-'));
  const service = await serveGroups();
  let lives: ChildProcess[] = [];
  try {
    await fill(folder);
    lives = [...KILLED_AT, null].map(() => spawn(process.execPath, [PROGRAM, folder, service[protocol], away], STDIO));
    for (const [at, life] of lives.entries()) await live(life, service, KILLED_AT[at]);
    const arrived = service.taken.map(({ group }) => `${group.operation} ${group.identifier}`);
    const expected = KEYS.flatMap((key, at) => [`Add ${uuidOf(key)}`, ...(at % 4 === 0 ? [`Upd ${uuidOf(key)}`] : [])]);
    // One that can be asked is: only of the other an Upd may come twice, which changes nothing.
    const isOnce = (group: string): boolean => protocol === 'rest' || group.startsWith('Add');
    expect(arrived.filter(isOnce).toSorted()).toEqual(expected.filter(isOnce).toSorted());
    expect(new Set(arrived)).toEqual(new Set(expected));
    for (const [at, group] of arrived.entries())
      if (group.startsWith('Upd')) expect(arrived.indexOf(group.replace('Upd', 'Add'))).toBeLessThan(at);
    expect(readdirSync(join(folder, 'outbox/central/waiting'))).toEqual([]);
    expect(readdirSync(join(folder, 'outbox/central/sent'))).toHaveLength(2 * expected.length);
  } finally {
    for (const life of lives) life.kill('SIGKILL');
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Documents, and a change of every fourth. */
async function fill(folder: string): Promise<void> {
  const workspace = openTestWorkspace(folder);
  await workspace.beginRun('{}', NOON);
  const put = async (operation: 'Add' | 'Upd', keys: readonly string[]): Promise<void> => {
    await Promise.all(keys.map(async (key) => workspace.deposit(await depositOf(operation, key, `${operation} ${key}`))));
  };
  await put('Add', KEYS);
  await put(
    'Upd',
    KEYS.filter((_, at) => at % 4 === 0),
  );
  await workspace.endRun('finished', 'done', '{}', NOON);
  await workspace.close();
}

/** Killed, where it is to be, in the moment the service has stored a group and not yet said so. */
async function live(life: ChildProcess, service: GroupService, killedAt: number | undefined): Promise<void> {
  const ended = once(life, 'close');
  service.onTaken = killedAt === undefined ? null : () => void (service.taken.length >= killedAt && life.kill('SIGKILL'));
  life.stdin?.write('go\n');
  expect(await ended).toEqual(killedAt === undefined ? [0, null] : [null, 'SIGKILL']);
}
