/** The register of turns between real processes: what they ask of one site together is what one of them might ask alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const TAKER = fileURLToPath(new URL('../../support/turn-taker.ts', import.meta.url));
const DELAY = 150;
const LEASE = 1500;
/** Both ends of a gap are read from one clock; only the rounding of its fractions is forgiven. */
const ROUNDING = 0.01;

interface Request {
  readonly who: number;
  readonly start: number;
  readonly end: number;
}

let folder: string;
let takers: ChildProcess[];
let log: Request[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-turns-'));
  takers = [];
  log = [];
});

afterEach(() => {
  for (const taker of takers) taker.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(more: { stopAfter?: number } = {}): ChildProcess {
  const manners = { folder, key: 'site:https://a.example', delay: DELAY, leaseMs: LEASE, requestMs: 5, ...more };
  const child = spawn(process.execPath, ['--import', 'tsx', TAKER, JSON.stringify(manners)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const who = takers.push(child);
  createInterface({ input: child.stdout }).on('line', (line) => log.push({ who, ...(JSON.parse(line) as Omit<Request, 'who'>) }));
  return child;
}

async function until(what: () => boolean): Promise<void> {
  const patience = Date.now() + 40_000;
  while (!what()) {
    if (Date.now() > patience) throw new Error(`waited in vain; the log holds ${log.length} requests`);
    await sleep(10);
  }
}

const countOf = (who: number): number => log.filter((request) => request.who === who).length;

/** The gaps between the end of one request and the beginning of the next, whoever made them. */
function gaps(): number[] {
  const ordered = log.toSorted((a, b) => a.start - b.start);
  return ordered.slice(1).map((request, index) => request.start - (ordered[index] as Request).end);
}

const shortestGap = (): number => Math.min(...gaps());

describe('processes that share a site', () => {
  it('two of them alternate, keep the delay, and neither starves', async () => {
    start();
    start();
    await until(() => countOf(1) >= 8 && countOf(2) >= 8);
    expect(shortestGap()).toBeGreaterThanOrEqual(DELAY - ROUNDING);
    const order = log.toSorted((a, b) => a.start - b.start).map(({ who }) => who);
    // Once both are there, nobody has the site three times in a row.
    const bothThere = order.slice(Math.max(order.indexOf(1), order.indexOf(2))).join('');
    expect(bothThere).not.toMatch(/111|222/);
  });

  it('a holder that is killed is followed by another, after the full delay', async () => {
    const victim = start();
    await until(() => countOf(1) >= 3);
    start();
    await until(() => countOf(2) >= 1);
    victim.kill('SIGKILL');
    await until(() => countOf(2) >= 3);
    expect(shortestGap()).toBeGreaterThanOrEqual(DELAY - ROUNDING);
  });

  it('one that is killed and started again waits as if it had just asked', async () => {
    const victim = start();
    await until(() => countOf(1) >= 3);
    victim.kill('SIGKILL');
    await once(victim, 'close');
    start();
    await until(() => countOf(2) >= 2);
    expect(shortestGap()).toBeGreaterThanOrEqual(DELAY - ROUNDING);
  });

  it('one that is stopped longer than its lease loses its turn, and knows it when it wakes', async () => {
    const sleeper = start({ stopAfter: 2 });
    await until(() => countOf(1) >= 2);
    start();
    await until(() => countOf(2) >= 6);
    sleeper.kill('SIGCONT');
    await until(() => countOf(1) >= 6);
    expect(shortestGap()).toBeGreaterThanOrEqual(DELAY - ROUNDING);
  });
});
