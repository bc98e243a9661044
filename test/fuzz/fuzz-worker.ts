/** A thread that goes through numbers and says where it is in shared memory: whoever watches it sees when it stops moving. */
import { parentPort, workerData } from 'node:worker_threads';
import { problemOf } from './fuzz-one.js';

const SLOW_MS = 2000;

const { seed, from, to, step, place } = workerData as { seed: number; from: number; to: number; step: number; place: Int32Array };
for (let number = from; number < to; number += step) {
  Atomics.store(place, 0, number);
  const problem = await timed(number);
  if (problem !== null) parentPort?.postMessage({ number, problem });
}

/** What is slow is tried once more: the first time code is loaded, and a busy machine is no fault of an input. */
async function timed(number: number): Promise<string | null> {
  for (let tries = 0; tries < 2; tries++) {
    const start = performance.now();
    const problem = await problemOf(seed, number);
    if (problem !== null || performance.now() - start <= SLOW_MS) return problem;
  }
  return `takes more than ${SLOW_MS / 1000} s`;
}

Atomics.store(place, 0, -1);
parentPort?.postMessage({ done: true });
