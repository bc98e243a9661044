/**
 * What the frontier costs at scale: `npx tsx bench/frontier.ts [--known 20000000] [--queued 10000000]`, or `--check` for
 * the short form that `npm test` runs.
 *
 * URLs of 10,000 sites by Zipf's law come in batches of 60 to 3,000 with random scores, 45 % of them known already, and
 * each batch is waited for until it is committed. Being slower counts by the clock or by CPU time, whichever is less: a
 * machine that is busy with other things distorts the one, its caches the other. Everything is made from numbers, so that nothing of the input stays
 * in memory. Exits with 1 when a bar is missed; with `--check` only proportions count, since nobody knows the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openWorkspace } from '../src/backends/index.js';
import type { NewEntry } from '../src/frontier/queue/index.js';
import { domainOf, type Fingerprinter, fingerprinter } from '../src/model/index.js';
import type { Workspace } from '../src/store/index.js';

const SITES = 10_000;
const KNOWN_SHARE = 0.45;
/** Batches over which a pace is taken: about 150,000 URLs. */
const WINDOW = 100;
const RESCORES = 100_000;

const { values } = parseArgs({
  options: { known: { type: 'string' }, queued: { type: 'string' }, check: { type: 'boolean', default: false } },
});
const CHECK = values.check;
const FIRST = 1e6;
/** URLs known at the end. */
const KNOWN = Number(values.known ?? (CHECK ? 3e6 : 20e6));
/** URLs queued when opening is timed a second time. */
const QUEUED = Number(values.queued ?? (CHECK ? 0 : 10e6));
const MARKS = [...new Set([3e6, 5e6, 10e6, QUEUED])].filter((mark) => mark > FIRST && mark < KNOWN).toSorted((a, b) => a - b);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The same numbers in every run: the n-th, whatever was asked before. */
function numberAt(n: number, salt: number): number {
  let mixed = Math.imul(n ^ salt, 0x9e37_79b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** The site of rank r has 1/r of the first one's URLs. */
const shares = Float64Array.from({ length: SITES }, (_, rank) => 1 / (rank + 1));
for (let rank = 1; rank < SITES; rank++) shares[rank] = (shares[rank] as number) + (shares[rank - 1] as number);

function siteAt(n: number): number {
  const wanted = numberAt(n, 1) * (shares[SITES - 1] as number);
  let [low, high] = [0, SITES - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((shares[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function entryAt(n: number, score: number, identify: Fingerprinter): NewEntry {
  const site = `https://www.site-${siteAt(n)}.example`;
  const url = `${site}/section/${n % 97}/document-${n}.html`;
  return {
    url,
    fingerprint: identify(url),
    site,
    kind: 'page',
    depth: 1 + (n % 5),
    redirects: 0,
    via: null,
    link: 'a',
    trail: null,
    score,
  };
}

function open(folder: string): Workspace {
  return openWorkspace({
    folder,
    archive: { prefix: 'bench', rotate: 1e9, warcinfo: { software: 'bench', isPartOf: 'bench', operator: null, robots: 'ignore' } },
    frontier: {
      rulesFor: () => ({ pace: { delay: 0, maxDelay: 60_000, perSite: 1000, responseFactor: 0, asked: false }, pages: null }),
      limits: { perAddress: 1000, exemptAddresses: [], sitesPerDomain: 1000, domainRate: null, rate: null },
      order: 'score',
      update: 'AVG',
      balance: 1,
      inMemory: 65_536,
      addresses: false,
      leaseMs: 1e9,
      turns: null,
      robots: false,
      domainOf,
      identify: fingerprinter,
    },
    keepFree: 0,
  });
}

interface Memory {
  readonly urls: number;
  readonly rss: number;
  /** Of the main thread: heap and arrays, shared memory and what SQLite takes not included. */
  readonly own: number;
}

interface Pace {
  /** URLs a second by the clock. */
  readonly rate: number;
  /** Microseconds of all cores for one URL. */
  readonly cpu: number;
}

/** Feeds a workspace and writes down how that goes. */
class Bench {
  readonly #folder: string;
  #workspace!: Workspace;
  #identify!: Fingerprinter;
  #known = 0;
  #random = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Milliseconds until the workspace is open and its run goes on, with whatever is queued. */
  async open(): Promise<number> {
    const start = performance.now();
    this.#workspace = open(this.#folder);
    await this.#workspace.beginRun('bench', Date.now());
    const ms = performance.now() - start;
    this.#identify = fingerprinter(this.#workspace.secret);
    return ms;
  }

  async close(): Promise<void> {
    await this.#workspace.close();
    collectGarbage();
  }

  get known(): number {
    return this.#known;
  }

  get queued(): number {
    return this.#workspace.frontier.counts().queued;
  }

  #next(): number {
    return numberAt(this.#random++, 7);
  }

  #queuedEntry(): NewEntry {
    return entryAt(Math.floor(this.#next() * this.#known), this.#next(), this.#identify);
  }

  *#batch(size: number, knownShare: number): Generator<NewEntry> {
    for (let left = size; left > 0; left--) {
      if (this.#next() < knownShare) yield this.#queuedEntry();
      else yield entryAt(this.#known++, this.#next(), this.#identify);
    }
  }

  /** Adds new URLs as fast as they are taken, until so many are known. */
  async fill(target: number): Promise<void> {
    while (this.#known < target) await this.#workspace.add(this.#batch(Math.min(20_000, target - this.#known), 0));
  }

  /** The median pace of a few windows from here on, and the least CPU time: what else the machine does only adds to it. */
  async pace(): Promise<Pace> {
    const windows: Pace[] = [];
    for (let i = 0; i < 3; i++) windows.push(await this.#window());
    return { rate: median(windows.map(({ rate }) => rate)), cpu: Math.min(...windows.map(({ cpu }) => cpu)) };
  }

  async #window(): Promise<Pace> {
    const start = performance.now();
    const cpu = process.cpuUsage();
    let urls = 0;
    for (let batch = 0; batch < WINDOW; batch++) {
      const size = 60 + Math.floor(2941 * this.#next());
      await this.#workspace.add(this.#batch(size, KNOWN_SHARE));
      urls += size;
    }
    const { user, system } = process.cpuUsage(cpu);
    return { rate: (1000 * urls) / (performance.now() - start), cpu: (user + system) / urls };
  }

  async memory(): Promise<Memory> {
    for (let i = 0; i < 3; i++) {
      collectGarbage();
      await pause(100);
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    return { urls: this.#known, rss, own: heapUsed + external };
  }

  /** Scores of queued URLs change while visits go on beside them. */
  async rescore(): Promise<{ ms: number; stall: number; visits: number }> {
    const visits = new Visits(this.#workspace);
    const watch = new StallWatch();
    const start = performance.now();
    for (let done = 0; done < RESCORES; done += 2000) {
      await this.#workspace.add(Array.from({ length: 2000 }, () => this.#queuedEntry()));
    }
    const ms = performance.now() - start;
    return { ms, stall: watch.end(), visits: await visits.end() };
  }
}

/** Fetchers that have an answer at once: leases and settles as fast as they are let. */
class Visits {
  readonly #workspace: Workspace;
  readonly #done: Promise<void>;
  #goesOn = true;
  #count = 0;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#done = this.#visit();
  }

  async #visit(): Promise<void> {
    const { frontier } = this.#workspace;
    while (this.#goesOn) {
      const leases = frontier.lease(16, Date.now());
      for (const lease of leases) frontier.release(lease, { visited: true, at: Date.now(), responseMs: 1 });
      await Promise.all(leases.map(({ entry }) => this.#workspace.settle({ ...NOTHING_FOUND, entry, outcome: DONE })));
      this.#count += leases.length;
      await pause(1);
    }
  }

  async end(): Promise<number> {
    this.#goesOn = false;
    await this.#done;
    return this.#count;
  }
}

const DONE = { state: 'done', reason: '' } as const;
const NOTHING_FOUND = { fetches: [], version: null, found: [], aliases: [], rejected: [], site: null };

/** The longest time in which nothing else got its turn. */
class StallWatch {
  #longest = 0;
  #last = performance.now();
  readonly #timer = setInterval(() => this.#look(), 1);

  #look(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last - 1);
    this.#last = now;
  }

  end(): number {
    clearInterval(this.#timer);
    return this.#longest;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;

/** By how much y grows with x: the line that fits best. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

const millions = (n: number): string => `${(n / 1e6).toFixed(1)} M`;
const thousands = (n: number): string => Math.round(n).toLocaleString('en');

/** One figure; without a bar it is told, not judged. */
interface Figure {
  readonly what: string;
  readonly seen: string;
  readonly bar?: string;
  readonly holds?: boolean;
}

async function measure(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  const say = (figure: Figure): void => {
    figures.push(figure);
    console.error(`${new Date().toISOString().slice(11, 19)}  ${figure.what}: ${figure.seen}`);
  };
  const judge = (figure: Required<Figure>): void => say(CHECK ? { what: figure.what, seen: figure.seen } : figure);

  const openAt = async (target: number, seconds: number): Promise<void> => {
    await bench.fill(target);
    const queued = bench.queued;
    await bench.close();
    const cpu = process.cpuUsage();
    const ms = await bench.open();
    const { user, system } = process.cpuUsage(cpu);
    const bar = { bar: `<= ${seconds} s`, holds: ms <= 1000 * seconds };
    judge({
      what: `opens with ${millions(queued)} queued`,
      seen: `${(ms / 1000).toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of CPU)`,
      ...bar,
    });
  };
  const memories: Memory[] = [];
  const paceAt = async (target: number): Promise<Pace> => {
    await bench.fill(target);
    const pace = await bench.pace();
    const memory = await bench.memory();
    memories.push(memory);
    const bar = { bar: '>= 50,000', holds: pace.rate >= 50_000 };
    const seen = `${thousands(pace.rate)} (${pace.cpu.toFixed(1)} us of CPU each), ${(memory.rss / 1e6).toFixed(0)} MB resident`;
    judge({ what: `adds a second at ${millions(target)}`, seen, ...bar });
    return pace;
  };

  await bench.open();
  await openAt(FIRST, 5);
  const first = await paceAt(FIRST);
  for (const target of MARKS) {
    if (target === QUEUED) await openAt(target, 30);
    await paceAt(target);
  }
  const last = await paceAt(KNOWN);
  const slower = Math.min(first.rate / last.rate, last.cpu / first.cpu) - 1;
  say({
    what: `slower at ${millions(KNOWN)} than at ${millions(FIRST)}`,
    seen: `${(100 * slower).toFixed(1)} % (${(100 * (first.rate / last.rate - 1)).toFixed(1)} % by the clock)`,
    bar: '<= 10 %',
    holds: slower <= 0.1,
  });
  const resident = slopeOf(memories.map(({ urls, rss }) => [urls, rss]));
  const own = slopeOf(memories.map(({ urls, own: bytes }) => [urls, bytes]));
  say({
    what: 'memory for each further URL',
    seen: `${resident.toFixed(1)} bytes resident, ${own.toFixed(1)} in heap and arrays`,
    bar: '<= 24 bytes',
    // Over so few URLs what is resident varies by more than the bar.
    holds: (CHECK ? own : resident) <= 24,
  });
  const { ms, stall, visits } = await bench.rescore();
  judge({ what: `${thousands(RESCORES)} new scores`, seen: `${(ms / 1000).toFixed(2)} s`, bar: '<= 2 s', holds: ms <= 2000 });
  say({ what: 'meanwhile', seen: `${thousands(visits)} visits settled, longest stall ${stall.toFixed(0)} ms` });
  return figures;
}

const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-frontier-'));
const bench = new Bench(folder);
try {
  const figures = await measure(bench);
  await bench.close();
  const widths = [Math.max(...figures.map(({ what }) => what.length)), Math.max(...figures.map(({ seen }) => seen.length))] as const;
  for (const { what, seen, bar = '', holds } of figures) {
    const verdict = holds === undefined ? '' : holds ? 'holds' : 'FAILS';
    console.log(`${what.padEnd(widths[0])}  ${seen.padEnd(widths[1])}  ${bar.padEnd(12)}  ${verdict}`.trimEnd());
  }
  if (figures.some(({ holds }) => holds === false)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
