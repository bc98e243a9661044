/** Harvests that ask the same hosts at the same time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { crawlClock, MachineRegister } from '../../../frontier/politeness/index.js';
import { SiteTurns } from './site-turns.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-turns-'));
const clock = crawlClock();
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
  rmSync(folder, { recursive: true, force: true });
});

function harvest(stop = new AbortController().signal): SiteTurns {
  const register = new MachineRegister({ folder });
  const turns = new SiteTurns({ turns: register, now: clock, stop });
  open.push(() => (turns.close(), register.close(clock())));
  return turns;
}

const PACE = { delayMs: 1, concurrency: 1 };
const ask = async (turns: SiteTurns, site: string): Promise<number> => {
  const turn = await turns.take(site, PACE);
  const at = clock();
  turn.end();
  return at;
};

it('two harvests that have asked one host each get the turn of the other', async () => {
  const [one, other] = [harvest(), harvest()];
  await Promise.all([ask(one, 'https://a.test'), ask(other, 'https://b.test')]);
  await expect(Promise.all([ask(one, 'https://b.test'), ask(other, 'https://a.test')])).resolves.toHaveLength(2);
});

it('a turn that lies idle is passed on', async () => {
  const [one, other] = [harvest(), harvest()];
  await ask(one, 'https://a.test');
  await expect(ask(other, 'https://a.test')).resolves.toBeGreaterThan(0);
});

it('a host owes its delay to whoever asks, by http or by https', async () => {
  let now = 0;
  const sleep = async (ms: number): Promise<void> => void (now += ms);
  const turns = new SiteTurns({ turns: null, now: () => now, stop: new AbortController().signal, sleep });
  const moments: number[] = [];
  for (const site of ['https://a.test', 'http://a.test', 'https://b.test', 'https://a.test']) {
    const turn = await turns.take(site, { delayMs: 700, concurrency: 1 });
    moments.push(now);
    turn.end();
  }
  expect(moments).toEqual([0, 700, 700, 1400]);
});
