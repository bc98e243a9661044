/**
 * A crawl reduced to its manners, as a process of its own: asks one key again and again as politeness allows, and says
 * on standard output when each request began and ended, in milliseconds all processes of this machine agree on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { crawlClock, MachineRegister, machineClock } from '../../src/frontier/politeness/index.js';

interface Manners {
  readonly folder: string;
  readonly key: string;
  readonly delay: number;
  readonly leaseMs: number;
  readonly requestMs: number;
  /** After so many requests it stops itself, as by SIGSTOP from outside but at a known moment. */
  readonly stopAfter?: number;
}

const { folder, key, delay, leaseMs, requestMs, stopAfter } = JSON.parse(process.argv[2] as string) as Manners;
const now = crawlClock();
const { monotonic } = machineClock();
const register = new MachineRegister({ folder, leaseMs, onRemark: (remark) => process.stderr.write(`${remark}\n`) });
const wish = { delay, capacity: 1 };

let nextAt = 0;
for (let asked = 0; ; ) {
  register.refresh(now());
  const turn = register.claim(key, wish, now());
  const wait = turn ? Math.max(turn.at, nextAt) - now() : 5;
  // Short steps, since a turn can be lost while waiting for its moment.
  if (wait > 0) await sleep(Math.min(wait, 50));
  if (!turn || wait > 0) continue;
  const start = monotonic();
  await sleep(requestMs);
  const end = monotonic();
  process.stdout.write(`${JSON.stringify({ start, end })}\n`);
  asked++;
  nextAt = end + (now() - monotonic()) + delay;
  if (register.isWanted(key)) register.release(key, nextAt);
  if (asked === stopAfter) process.kill(process.pid, 'SIGSTOP');
}
