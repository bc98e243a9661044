/** Starts the process that serves the web and reads its log of requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashSite } from './pages.js';
import { LARGE_WEB, SMALL_WEB } from './pages.js';

const SERVER = new URL('./server.ts', import.meta.url).pathname;
const ROOT = new URL('../../..', import.meta.url).pathname;

export type WebSize = 'large' | 'small';

export interface LoggedRequest {
  readonly host: string;
  readonly path: string;
  readonly url: string;
  readonly at: number;
  /** When the last byte was sent; null: the connection was cut before. */
  readonly end: number | null;
}

export interface CrashWeb {
  readonly sites: readonly CrashSite[];
  /** Host → address and port. */
  readonly resolve: Readonly<Record<string, string>>;
  /** Bytes of log so far: a place to read from later. */
  mark(): number;
  requestsSince(mark: number): LoggedRequest[];
  /** Resolves with true when a request has come since the mark, with false when `unless` says it is no use waiting. */
  asked(mark: number, unless: () => boolean): Promise<boolean>;
  close(): void;
}

export async function startCrashWeb(size: WebSize, folder: string): Promise<CrashWeb> {
  const log = join(folder, `requests-${size}.jsonl`);
  writeFileSync(log, '');
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER, size, log], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [resolve] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Record<string, string>];
  if (typeof resolve !== 'object' || resolve === null) throw new Error(`${SERVER} ended before it served anything.`);
  const mark = () => statSync(log).size;
  return {
    sites: size === 'large' ? LARGE_WEB : SMALL_WEB,
    resolve,
    mark,
    requestsSince: (from) => readLog(log, from),
    asked: async (from, unless) => {
      while (mark() <= from) {
        if (unless()) return false;
        await new Promise((done) => setTimeout(done, 2));
      }
      return true;
    },
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}

function readLog(file: string, from: number): LoggedRequest[] {
  const open = new Map<number, { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }>();
  for (const line of readFrom(file, from).split('\n').filter(Boolean)) {
    const { request, at, host, path, end } = JSON.parse(line) as { request: number; at?: number; host: string; path: string; end?: number };
    if (at !== undefined) open.set(request, { host, path, url: `http://${host}${path}`, at, end: null });
    const known = open.get(request);
    if (known && end !== undefined) known.end = end;
  }
  return [...open.values()];
}

function readFrom(file: string, from: number): string {
  if (from === 0) return readFileSync(file, 'utf8');
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, statSync(file).size - from));
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    closeSync(descriptor);
  }
}
