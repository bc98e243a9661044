/** A thread that takes batches of inputs. It says in shared memory where it is: whoever watches it sees when it stops moving. */
import { parentPort, workerData } from 'node:worker_threads';
import { inputFor, SLOW_MS, signOf, take } from './fuzz-one.js';
import { minimised } from './minimise.js';
import { TARGETS } from './targets.js';

export interface Batch {
  readonly target: string;
  readonly from: number;
  readonly count: number;
}

export interface Fault {
  readonly target: string;
  readonly number: number;
  readonly problem: string;
  readonly sign: string;
  /** The smallest input that has it; null where the same was seen before. */
  readonly least: Uint8Array | null;
}

export interface BatchDone {
  readonly count: number;
  readonly ms: number;
  readonly slowest: { readonly number: number; readonly ms: number };
}

const { seed, place } = workerData as { seed: number; place: Int32Array };
const seen = new Set<string>();

parentPort?.on('message', (batch: Batch) => void goThrough(batch));

async function goThrough({ target: name, from, count }: Batch): Promise<void> {
  const target = TARGETS.find((each) => each.name === name) as (typeof TARGETS)[number];
  let [ms, slowest] = [0, { number: from, ms: 0 }];
  for (let number = from; number < from + count; number++) {
    Atomics.store(place, 0, number);
    const taken = await take(target, inputFor(target, seed, number));
    ms += taken.ms;
    if (taken.ms > slowest.ms) slowest = { number, ms: taken.ms };
    if (taken.problem !== null) parentPort?.postMessage(await faultOf(target, number, taken.problem));
  }
  // What nobody waited for is thrown before the next batch, not in it.
  await new Promise(setImmediate);
  parentPort?.postMessage({ count, ms, slowest } satisfies BatchDone);
}

async function faultOf(target: (typeof TARGETS)[number], number: number, problem: string): Promise<Fault> {
  const sign = signOf(problem);
  const isKnown = seen.has(`${target.name} ${sign}`);
  seen.add(`${target.name} ${sign}`);
  const isSlow = problem.startsWith('takes');
  const isStill = async (part: Buffer): Promise<boolean> => {
    const taken = await take(target, part);
    Atomics.add(place, 1, 1);
    return isSlow ? taken.ms > SLOW_MS / 2 : taken.problem !== null && signOf(taken.problem) === sign;
  };
  const least = isKnown ? null : await minimised(inputFor(target, seed, number), isStill);
  return { target: target.name, number, problem, sign, least };
}
