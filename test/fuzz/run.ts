/**
 * Mutated inputs for all parsers: `npm run test:fuzz -- --inputs 2000000 --seed 1 --threads 2`.
 *
 * An input fails when it throws what is no error of its parser, or keeps its thread busy for more than two seconds. It is made as
 * small as it gets, kept in `--folder`, and named by target, seed and number: `--again "SPARQL/4711"` runs that one again.
 * `--targets a,b` takes some alone. Counts are kept as the campaign goes; `--go-on` begins where the last one ended.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { inputFor, take } from './fuzz-one.js';
import type { Batch, BatchDone, Fault } from './fuzz-worker.js';
import { Tally } from './tally.js';
import type { Target } from './target.js';
import { TARGETS } from './targets.js';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '2000000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    targets: { type: 'string' },
    folder: { type: 'string', default: '.fuzz' },
    again: { type: 'string' },
    'go-on': { type: 'boolean', default: false },
  },
});
const [inputs, seed, threads] = [Number(values.inputs), Number(values.seed), Number(values.threads)];
/** A thread tells itself what keeps it busy; this is for what does not come back. */
const STUCK_MS = 30_000;
const LOOK_MS = 500;
const KEEP_MS = 10_000;
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.again === undefined) await campaign();
else await again(values.again);

async function campaign(): Promise<void> {
  const chosen = values.targets?.split(',').map((name) => targetCalled(name).name) ?? TARGETS.map(({ name }) => name);
  const tally = new Tally(values.folder, seed, chosen, values['go-on']);
  const keeping = setInterval(() => tally.keep(), KEEP_MS);
  await Promise.all(Array.from({ length: threads }, () => runLane(tally)));
  clearInterval(keeping);
  tally.keep();
  say(tally.table());
  say(`${tally.done} inputs over ${chosen.length} targets, seed ${seed}: ${tally.failed} failed.`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

async function again(written: string): Promise<void> {
  const [name = '', number] = written.split(/\/(?=\d+$)/);
  const { problem, ms } = await take(targetCalled(name), inputFor(targetCalled(name), seed, Number(number)));
  say(`${problem ?? 'nothing to object'}; busy for ${ms.toFixed(0)} ms`);
}

function targetCalled(name: string): Target {
  const target = TARGETS.find((each) => each.name === name);
  if (!target) throw new Error(`there is no target ${name}; there are ${TARGETS.map((each) => each.name).join(', ')}`);
  return target;
}

/** One thread after another, each until it dies or nothing is left. */
async function runLane(tally: Tally): Promise<void> {
  while (Date.now() < endsAt && (await runThread(tally))) {}
}

/** False when nothing is left to do. */
function runThread(tally: Tally): Promise<boolean> {
  const place = new Int32Array(new SharedArrayBuffer(8)).fill(-1);
  const worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url), { workerData: { seed, place }, execArgv: ['--import', 'tsx'] });
  return new Promise((resolve) => {
    let batch: Batch | null = null;
    let [last, since] = ['', Date.now()];
    const end = (isMore: boolean): void => {
      clearInterval(watching);
      void worker.terminate().then(() => resolve(isMore));
    };
    const goOn = (): void => {
      batch = Date.now() < endsAt ? tally.nextBatch(inputs) : null;
      if (batch) worker.postMessage(batch);
      else end(false);
    };
    const die = (problem: string): void => {
      const number = Atomics.load(place, 0);
      if (!batch) throw new Error(problem);
      fail(tally, { target: batch.target, number, problem, sign: '', least: inputFor(targetCalled(batch.target), seed, number) });
      tally.add(batch.target, { count: Math.max(0, number - batch.from + 1), ms: 0, slowest: { number, ms: 0 } });
      end(true);
    };
    const watching = setInterval(() => {
      const now = `${batch?.target} ${place.join()}`;
      if (now !== last) [last, since] = [now, Date.now()];
      else if (Date.now() - since > STUCK_MS) die(`does not come back within ${STUCK_MS / 1000} s`);
    }, LOOK_MS);
    worker.on('message', (told: BatchDone | Fault) => {
      if ('problem' in told) return fail(tally, told);
      tally.add((batch as Batch).target, told);
      goOn();
    });
    worker.on('error', (error) => die(`ends its thread: ${error.stack}`));
    goOn();
  });
}

function fail(tally: Tally, { target, number, problem, least }: Fault): void {
  tally.addFailed(target);
  if (!least) return;
  const file = join(values.folder, `${target.replaceAll(/\W+/g, '-')}-${seed}-${number}.input`);
  writeFileSync(file, least);
  say(
    `${target}, seed ${seed}, input ${number}: ${problem}\n  ${least.length} bytes in ${file}: ${JSON.stringify(Buffer.from(least).toString('latin1').slice(0, 300))}`,
  );
}
