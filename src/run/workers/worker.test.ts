import { expect, it } from 'vitest';
import type { Told, WorkEnd } from './port.js';
import { Worker } from './worker.js';
import { WorkerDesk } from './worker-desk.js';

const DONE: WorkEnd = { isSuccess: true, wasStopped: false, downloadedDocs: 3, message: 'all of it', report: { Add: 3 } };

/** A worker whose work ends when the test says so. */
function held(name = 'Lampland') {
  let told: Told | null = null;
  let end: (end: WorkEnd) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const worker = new Worker<string>({
    name,
    parameters: 'first',
    work: (_parameters, given) => {
      told = given;
      return new Promise<WorkEnd>((resolve, reject) => {
        end = resolve;
        fail = reject;
      });
    },
  });
  return { worker, told: () => told as unknown as Told, end: (how = DONE) => end(how), fail: (error: Error) => fail(error) };
}

it('goes from waiting to executing to executed, and back by a reset', async () => {
  const { worker, end } = held();
  expect([worker.state, worker.progress, worker.results]).toEqual(['WaitToStart', 0, null]);
  worker.change('second');
  worker.start();
  expect([worker.state, worker.parameters]).toEqual(['Executing', 'second']);
  await Promise.resolve();
  end();
  await worker.idle();
  expect([worker.state, worker.progress]).toEqual(['Executed', 100]);
  expect(worker.results).toMatchObject({ Success: true, DownloadedDocs: 3, Duration: expect.any(Number), Report: { Add: 3 } });
  expect(Date.parse(worker.results?.End ?? '')).toBeGreaterThanOrEqual(Date.parse(worker.results?.Start ?? ''));
  worker.reset();
  expect([worker.state, worker.progress, worker.results, worker.parameters]).toEqual(['WaitToStart', 0, null, 'second']);
});

it('refuses a second start, other parameters and a reset while it runs; a start and other parameters before the reset', async () => {
  const { worker, end } = held();
  worker.start();
  for (const wish of [() => worker.start(), () => worker.change('x'), () => worker.reset()])
    expect(wish).toThrow(expect.objectContaining({ code: 'running' }));
  await Promise.resolve();
  end();
  await worker.idle();
  for (const wish of [() => worker.start(), () => worker.change('x')]) expect(wish).toThrow(expect.objectContaining({ code: 'ended' }));
  expect(() => worker.cancel()).toThrow(expect.objectContaining({ code: 'not-running' }));
  worker.reset();
  expect(() => worker.reset()).toThrow(expect.objectContaining({ code: 'not-ended' }));
});

it('is cancelled when its work has stopped, not before', async () => {
  const { worker, told, end } = held();
  worker.start();
  await Promise.resolve();
  told().done(0.4);
  worker.cancel();
  worker.cancel();
  expect([worker.state, worker.isCancelling, told().stop.aborted]).toEqual(['Executing', true, true]);
  end({ ...DONE, isSuccess: false, wasStopped: true, message: 'stopped on request' });
  await worker.idle();
  expect([worker.state, worker.progress, worker.results?.Success]).toEqual(['Cancelled', 40, false]);
});

it('was executed without success where its work throws, and says why', async () => {
  const { worker, fail } = held();
  worker.start();
  await Promise.resolve();
  fail(new Error('the portal is closed'));
  await worker.idle();
  expect([worker.state, worker.results?.Success, worker.message]).toEqual(['Executed', false, 'the portal is closed']);
  expect(worker.trace.read('ERROR').map(({ text }) => text)).toEqual(['the portal is closed']);
});

it('shows progress that never goes back, and a hundred only at the end', async () => {
  const { worker, told, end } = held();
  worker.start();
  await Promise.resolve();
  const seen = [0.2, 0.1, Number.NaN, 5].map((share) => {
    told().done(share);
    return worker.progress;
  });
  expect(seen).toEqual([20, 20, 20, 99]);
  end();
  await worker.idle();
  expect(worker.progress).toBe(100);
});

it('keeps the few lines that matter, however many others there are, and clears them away on request', () => {
  const { worker } = held();
  worker.trace.add('INFO', 'a line\nwith a break and\u001b[31mcolour');
  for (let index = 0; index < 5000; index++) worker.trace.add('DEBUG', `request ${index}`);
  expect(worker.trace.read('VERBOSE')).toMatchObject([{ sequence: 1, text: 'a line with a break and [31mcolour' }]);
  expect(worker.trace.read('DEBUG')).toHaveLength(1001);
  expect(worker.trace.read('DEBUG', 5000).map(({ text }) => text)).toEqual(['request 4999']);
  worker.clearTrace();
  expect([worker.trace.read('DEBUG'), worker.trace.clearedAt]).toEqual([[], 5001]);
});

it('lets so many run at a time, and cancels those that run when it closes', async () => {
  const desk = new WorkerDesk<string>(1);
  const work = (_parameters: string, { stop }: Told) =>
    new Promise<WorkEnd>((resolve) => stop.addEventListener('abort', () => resolve({ ...DONE, wasStopped: true })));
  const one = desk.open('one', { name: 'One', parameters: '', work });
  const other = desk.open('other', { name: 'Other', parameters: '', work });
  expect(desk.open('one', { name: 'Another', parameters: '', work })).toBe(one);
  desk.start(one);
  expect(() => desk.start(one)).toThrow(expect.objectContaining({ code: 'running' }));
  expect(() => desk.start(other)).toThrow('1 run already (One)');
  await Promise.resolve();
  await desk.close();
  expect([one.state, other.state]).toEqual(['Cancelled', 'WaitToStart']);
});
