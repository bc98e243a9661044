/** Every command of README.md and of the tour as it is printed, in order, by the built program: what a reader sees who follows them line by line. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const PAGES = ['README.md', 'docs/guides/tour.md'].map((page) => readFileSync(join(ROOT, page), 'utf8')).join('\n');

/** Commands that go on until Ctrl-C, and what they say once they are up. */
const STAYS: readonly [command: RegExp, up: RegExp][] = [
  [/^npm start$/, /live page stays on/],
  [/^npx winnow journal --follow/, /"id":/],
  [/^npx winnow serve/, /http:\/\/127/],
  [/^npx winnow ingest$/, /http:\/\/127/],
  [/^npx winnow watch (?!.*--list)/, /next|due|run/i],
  [/^npx winnow crawl news\.yaml$/, /Beginning run/],
];

/** Of these, the reader needs them for what comes later: they end with the test. */
const KEPT = /^(npm start|npx winnow crawl news\.yaml)$/;

let folder: string;
let site: Server;
let env: NodeJS.ProcessEnv;
const running: { end(): Promise<unknown> }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-readme-'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  site = createServer(answer).listen(0, '127.0.0.1');
  await once(site, 'listening');
  env = shimmed(join(folder, '.bin'));
});

afterAll(async () => {
  for (const process of running) await process.end();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

it('README and tour: every command block runs as printed, in order', async () => {
  saveDefinitions();
  const told = new Map<string, string>();
  for (const command of commandsOf(PAGES)) told.set(command, await follow(command));
  const said = (part: string): string => [...told].find(([command]) => command.includes(part))?.[1] ?? `no command says ${part}`;
  // The demo web on two days.
  expect(said('npm start')).toMatch(/ [34]\d\d new, 0 changed, 0 deleted/);
  expect(said('--day 1')).toMatch(/ 7 new, (1[7-9]|2\d) changed, 6 deleted, [23]\d\d unchanged, 1 suspected to be gone/);
  expect(said('examples/demo.yaml')).toMatch(/documents +[34]\d\d /);
  const searches = [...told].filter(([command]) => command.includes('winnow search'));
  expect(searches.length).toBeGreaterThan(0);
  for (const [command, text] of searches)
    expect([command, text]).toEqual([command, expect.stringMatching(/^1 to \d+ of \d+ documents?, /m)]);
  expect(said('crawl https://example.org')).toMatch(/^documents +[1-9]\d* /m);
  expect(said('export pages')).toMatch(/^\{"url":/m);
  for (const [command, text] of told) expect([command, text.match(/ENOENT/)]).toEqual([command, null]);
});

/** Commands of all blocks in order, without their remarks. */
function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.split('\n').map((line) => line.replace(/\s+#\s.*$/, '').trim())).filter((line) => line !== '');
}

/** «Save this as `name`:» and the block that follows. */
function saveDefinitions(): void {
  for (const [, name = '', text = ''] of PAGES.matchAll(/Save this as `([\w.-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm))
    writeFileSync(join(folder, name), text);
}

async function follow(command: string): Promise<string> {
  if (command === 'npx winnow crawl news.yaml') held.isOn = true;
  if (command === 'npx winnow resume') held.isOn = false;
  const up = STAYS.find(([pattern]) => pattern.test(command))?.[1] ?? null;
  const child = spawn('sh', ['-c', `exec ${command}`.replace(/^exec (.*\|)/, '$1')], { cwd: folder, env: envFor(command), detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  if (up === null) {
    expect([command, await ended, said]).toEqual([command, 0, said]);
    return said;
  }
  await expect.poll(() => up.test(said) || child.exitCode !== null, { message: command }).toBe(true);
  expect([command, child.exitCode, said]).toEqual([command, null, said]);
  const end = () => {
    child.kill('SIGINT');
    return ended;
  };
  if (KEPT.test(command)) running.push({ end });
  else await end();
  return said;
}

/** `npx winnow` and `npm start` without npm: what they run, and nothing that is installed or built anew. */
function shimmed(bin: string): NodeJS.ProcessEnv {
  const program = `"${process.execPath}" "${join(ROOT, 'dist/cli/main.js')}"`;
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\n[ "$1" = winnow ] || exit 64\nshift\nexec ${program} "$@"\n`, { mode: 0o755 });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n[ "$1" = start ] || exit 64\nexec ${program} demo --port 0\n`, { mode: 0o755 });
  return { ...process.env, PATH: `${bin}:${process.env['PATH']}`, WINNOW_STATE: join(folder, '.state') };
}

/** example.org is a small site on loopback: nothing leaves the machine. */
function envFor(command: string): NodeJS.ProcessEnv {
  if (!/example\.org|news\.yaml|resume/.test(command)) return env;
  const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  return { ...env, WINNOW_FETCH_RESOLVE: `example.org=${at},www.example.org=${at}`, WINNOW_FETCH_ALLOW_ADDRESSES: '127.0.0.1' };
}

/** From the crawl that is steered until it is stopped, one page is kept waiting: the crawl is still under way when it is told to stop. */
const held: { isOn: boolean } = { isOn: false };
const HELD_PAGE = '/news/c';

const answer: Parameters<typeof createServer>[1] = ({ url = '/' }, response) => {
  if (held.isOn && url === HELD_PAGE) return;
  const isPage = /^\/(news\/[abc]?)?$/.test(url);
  response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html' });
  response.end(
    isPage
      ? `<title>${url}</title><p>News of the harbour at ${url}.</p><a href=/news/a>A</a> <a href=/news/b>B</a> <a href=/news/c>C</a>`
      : '',
  );
};
