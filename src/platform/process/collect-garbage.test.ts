import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const COMPILED = fileURLToPath(new URL('../../../dist/platform/process/collect-garbage.js', import.meta.url));

/** In a process of its own: what it holds is looked at as the system sees it. */
const PROGRAM = `
  const { Worker } = require('node:worker_threads');
  const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
  const before = megabytes();
  const thread = new Worker(\`
    const { parentPort } = require('node:worker_threads');
    let giant = Array.from({ length: 500_000 }, (_, at) => ({ at, text: 'text ' + at, range: [at, at] }));
    parentPort.postMessage('full');
    parentPort.once('message', async () => {
      giant = null;
      (await import(${JSON.stringify(COMPILED)})).collectGarbage();
      parentPort.postMessage('empty');
    });\`, { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 12 } });
  thread.once('message', () => {
    const full = megabytes() - before;
    thread.once('message', () => {
      console.log(JSON.stringify({ full, kept: megabytes() - before }));
      void thread.terminate();
    });
    thread.postMessage('empty it');
  });`;

it('gives the room of a giant back to the system at once', () => {
  const { full, kept } = JSON.parse(execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' })) as {
    full: number;
    kept: number;
  };
  expect(full).toBeGreaterThan(60);
  expect(kept).toBeLessThan(full / 2);
});
