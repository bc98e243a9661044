/**
 * Debian's Chromium for tests of pages, with its sandbox on: when the tests run as root, the browser runs as nobody,
 * in a folder of its own. It is started by hand because a browser started by the driver would be ours.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const PROGRAM = '/usr/bin/chromium';
const NOBODY = 65_534;
const FLAGS = [
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

export interface TestBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<TestBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'winnow-browser-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  const child = spawn(PROGRAM, [...FLAGS, `--user-data-dir=${home}/profile`, 'about:blank'], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: home },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const ended = once(child, 'close');
  const browser = await chromium.connectOverCDP(await addressOf(child));
  return {
    browser,
    async close() {
      await browser.close();
      child.kill('SIGKILL');
      await ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** It says where it listens for its driver; whatever it says instead is the reason why there is no browser. */
function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    stderr?.on('close', () => reject(new Error(`Chromium did not start: ${said}`)));
  });
}
