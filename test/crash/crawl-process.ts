/**
 * One life of a crawl: the compiled program as a process of its own, on a workspace that may have seen others die.
 *
 * Everything that must outlive a process lies in the lane's folder: the definition, the workspace, and what the
 * machine's crawls share about politeness (WINNOW_STATE).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashWeb } from './web/crash-web.js';

const PROGRAM = new URL('../../dist/cli/main.js', import.meta.url).pathname;

/** io_uring would pass the shim by. Small crawls fold their write-ahead log several times, as large ones do. */
const CAMPAIGN = { UV_USE_IO_URING: '0', WINNOW_CHECKPOINT_BYTES: '150000' };

/** No life of these small crawls takes longer, however busy the machine is, unless it hangs. */
const HANGS_AFTER_MS = 600_000;

export interface LifeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  /** It had to be ended after ten minutes. */
  readonly hung: boolean;
}

export interface Life {
  readonly child: ChildProcess;
  readonly ended: Promise<LifeEnd>;
  isOver(): boolean;
}

export interface CrawlPlace {
  readonly folder: string;
  readonly definition: string;
  readonly workspace: string;
  readonly state: string;
}

export interface CrawlSettings {
  /** Milliseconds between two requests to a site. */
  readonly delay: number;
  /** Bytes after which a new WARC file is begun. */
  readonly rotate: number;
}

/** A folder of its own for one crawl of this web, its definition written. */
export function makePlace(parent: string, name: string, web: CrashWeb, settings: CrawlSettings): CrawlPlace {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const definition = join(folder, 'definition.json');
  writeFileSync(definition, JSON.stringify(definitionOf(web, settings)));
  return { folder, definition, workspace: join(folder, 'disk', 'crawl'), state: join(parent, 'state') };
}

function definitionOf({ sites, resolve }: CrashWeb, { delay, rotate }: CrawlSettings): object {
  const hosts = sites.map(({ host }) => host);
  return {
    name: 'crash',
    seeds: hosts.map((host) => `http://${host}/`),
    scope: { domains: hosts },
    politeness: { delay: `${delay}ms`, maxDelay: longestDelay(sites), responseFactor: 0 },
    fetch: { contact: 'https://winnow.example/crash', resolve, allowAddresses: ['127.0.0.0/8'], retryDelay: '100ms', timeout: '10s' },
    archive: { rotate: `${rotate}B` },
  };
}

/** What the sites ask for: a kill before robots.txt is read costs the longest delay there is, so it is no longer than that. */
function longestDelay(sites: CrashWeb['sites']): string {
  return `${1000 * Math.max(0.3, ...sites.map(({ crawlDelay }) => crawlDelay ?? 0))}ms`;
}

export function startLife(place: CrawlPlace, environment: NodeJS.ProcessEnv = {}): Life {
  mkdirSync(join(place.folder, 'disk'), { recursive: true });
  return startProgram(['crawl', place.definition, '--workspace', place.workspace, '--quiet', '--json'], place, environment);
}

function startProgram(args: readonly string[], place: CrawlPlace, environment: NodeJS.ProcessEnv = {}): Life {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: place.folder,
    env: { ...process.env, ...CAMPAIGN, WINNOW_STATE: place.state, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  let over = false;
  let hung = false;
  child.once('exit', () => (over = true));
  const timer = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, HANGS_AFTER_MS);
  const ended = once(child, 'close').then(([code, signal]) => {
    clearTimeout(timer);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...said, hung };
  });
  return { child, ended, isOver: () => over };
}

/** What `winnow archive check` has to say about the archive of a workspace; nothing when all is well. */
export async function archiveProblems(place: CrawlPlace): Promise<string[]> {
  const { code, out, err } = await startProgram(['archive', 'check', '--workspace', place.workspace], place).ended;
  return code === 0 ? [] : [`winnow archive check ends with code ${code}: ${out.slice(-500)}${err.slice(-500)}`];
}
