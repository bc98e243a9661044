/**
 * Mutated inputs for all parsers: `npm run test:fuzz -- --inputs 2000000 --seed 1 --threads 2`.
 *
 * An input fails when it throws what is no error of its parser, or takes more than two seconds. Each is named by seed and
 * number: `--only 4711` runs that one again. What is slow is tried once more by itself, since a busy machine is no fault of it.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { problemOf, targetOf } from './fuzz-one.js';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '2000000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string' },
  },
});
const [inputs, seed, threads] = [Number(values.inputs), Number(values.seed), Number(values.threads)];
/** Its thread tells itself what takes two seconds; this is for what does not come back. */
const SLOW_MS = 20_000;
const LOOK_MS = 250;
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];
let passed = 0;

if (values.only === undefined) await Promise.all(Array.from({ length: threads }, (_, lane) => runLane(lane)));
else say((await problemOf(seed, Number(values.only))) ?? 'nothing to object');
if (values.only === undefined) say(`${passed} inputs of ${inputs}, seed ${seed}: ${failures.length} failed.`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runLane(lane: number): Promise<void> {
  for (let from = lane; from < inputs && Date.now() < endsAt; ) {
    const stuck = await runFrom(from, SLOW_MS);
    if (stuck === null) return;
    fail(stuck, `does not come back within ${SLOW_MS / 1000} s`);
    from = stuck + threads;
  }
}

/** The number it stopped at, or null when all are through. */
function runFrom(from: number, slowMs: number, to = inputs): Promise<number | null> {
  const place = new Int32Array(new SharedArrayBuffer(4)).fill(-2);
  const worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url), {
    workerData: { seed, from, to, step: threads, place },
    execArgv: ['--import', 'tsx'],
  });
  return new Promise((resolve, reject) => {
    let [last, since, began] = [-2, Date.now(), -1];
    const end = (stuck: number | null) => {
      clearInterval(timer);
      if (began >= 0 && to === inputs) passed += Math.ceil(((stuck ?? (Date.now() < endsAt ? to : last)) - from) / threads);
      void worker.terminate().then(() => resolve(stuck));
    };
    const timer = setInterval(() => {
      const now = Atomics.load(place, 0);
      if (now !== last) [last, since, began] = [now, Date.now(), now];
      else if (last >= 0 && Date.now() - since > slowMs) end(last);
      if (Date.now() > endsAt) end(null);
    }, LOOK_MS);
    worker.on('message', (told: { number: number; problem: string } | { done: true }) =>
      'done' in told ? end(null) : fail(told.number, told.problem),
    );
    worker.on('error', (error) => {
      const at = Atomics.load(place, 0);
      if (at < 0) return reject(error);
      fail(at, `ends its thread: ${error.message}`);
      end(at);
    });
  });
}

function fail(number: number, problem: string): void {
  failures.push(`${number}`);
  say(`seed ${seed}, input ${number} (${targetOf(number).name}): ${problem}`);
}
