/** Ctrl-C while the program starts: the exit code is the promised one, whenever it comes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { crawling } from '../support/crawling.js';
import { ownStateFolder } from '../support/politely.js';

ownStateFolder();
const { workspace, fixture } = crawling();

const PROGRAM = new URL('../../dist/cli/main.js', import.meta.url).pathname;
/** Tells when somebody begins to listen to Ctrl-C, and how many bytes of program were loaded before that. */
const TELLS = `
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
let loaded = 0;
registerHooks?.({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded += readFileSync(new URL(url)).length;
    return next(url, context);
  },
});
process.once('newListener', function tell(event) {
  if (event === 'SIGINT') process.send?.(loaded);
  else process.once('newListener', tell);
});`;

function start(...args: string[]) {
  const preloaded = ['--import', `data:text/javascript,${encodeURIComponent(TELLS)}`];
  const child = spawn(process.execPath, [...preloaded, PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const listens = once(child, 'message').then(([loaded]) => Number(loaded));
  return { child, listens, ended: once(child, 'exit').then(([code, signal]) => ({ code, signal })) };
}

it('is listened to before anything is loaded that takes its time', async () => {
  const { child, listens, ended } = start('watch', 'nothing.yaml');
  expect(await listens).toBeLessThan(20_000);
  child.kill();
  await ended;
});

it.each([
  ['SIGINT', 0],
  ['SIGINT', 20],
  ['SIGINT', 50],
  ['SIGINT', 100],
  ['SIGTERM', 100],
  ['SIGINT', 200],
  ['SIGINT', 400],
] as const)('%s ends a command that starts with 130, %i ms after it is listened to', async (signal, ms) => {
  const web = await fixture({ 'a.test': { '/robots.txt': { delayMs: 600_000 } } }); // so that it does not end by itself
  const to = workspace();
  const { child, listens, ended } = start('crawl', to.define({ seeds: ['http://a.test/'], fetch: web.fetch }), '-w', to.workspace);
  await listens;
  await pause(ms);
  child.kill(signal);
  expect(await ended).toEqual({ code: 130, signal: null });
});
