/**
 * The Chromium process: finds, starts, watches and ends it.
 *
 * It always runs sandboxed. When we are root, it runs as a user without rights, since the sandbox does not protect
 * against root. It has no network: where the kernel allows, it lives in a network namespace without interfaces; besides,
 * no name resolves, the proxy does not exist, and what could bypass both is off. Its memory is bounded by a control
 * group where the machine has one, and by watching it while it shows pages. It cannot outlive us: it is driven over
 * pipes and ends when they close, and on Linux the kernel kills it when our process is gone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CdpPipe } from './cdp-pipe.js';
import { MemoryGroup } from './memory-group.js';
import { judgeMemory, type MemoryLimits } from './memory-watch.js';
import { RenderUnavailable } from './port.js';
import { ProcessGroup } from './process-group.js';

export interface BrowserOptions {
  /** Path of the program; left out: the usual ones. */
  readonly program?: string | undefined;
  /** False: without its own network namespace, for tests of the other barriers. */
  readonly isolate?: boolean;
  /** Bytes that all its processes may use together; left out: no bound. */
  readonly maxMemory?: number;
}

interface Surroundings {
  readonly home: string;
  readonly isolated: boolean;
  readonly bounds: MemoryGroup | null;
}

/** Where operating systems install it. */
const PROGRAMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const NOBODY = 65_534;

const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-sync',
  '--disable-quic',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-notifications',
  '--disable-file-system',
  '--disable-speech-api',
  '--disable-remote-fonts',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  '--blink-settings=imagesEnabled=false',
  '--window-size=1280,2000',
  // Bounds the JavaScript objects of a page; memory-watch.ts bounds the rest.
  '--js-flags=--max-old-space-size=512',
  // No name resolves, a proxy that does not exist stands before every address, loopback included, and nothing bypasses it.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  `--disable-features=${[
    'AutofillServerCommunication',
    'BackForwardCache',
    'CertificateTransparencyComponentUpdater',
    'DialMediaRouteProvider',
    'InterestFeedContentSuggestions',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'Prerender2',
    'SpareRendererForSitePerProcess',
    'Translate',
  ].join(',')}`,
];

/** The program that would be started; null when there is none. */
export function findBrowser(program?: string): string | null {
  return (program === undefined ? PROGRAMS : [program]).find(runs) ?? null;
}

export const NO_BROWSER =
  'Chromium is not installed. On Debian or Ubuntu: sudo apt-get install chromium. Elsewhere: set render.browser to the path of a Chromium.';

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export class BrowserProcess {
  readonly pipe: CdpPipe;
  readonly ended: Promise<unknown>;
  /** It runs in its own network namespace, without any interface. */
  readonly isolated: boolean;
  readonly #child: ChildProcess;
  /** It was ended because all its processes together used too much memory. */
  endedForMemory = false;
  readonly #home: string;
  readonly #group: ProcessGroup;
  readonly #bounds: MemoryGroup | null;
  /** Pages that were ended for their memory but have not noticed yet. */
  #tooLarge = 0;

  private constructor(child: ChildProcess, { home, isolated, bounds }: Surroundings) {
    this.isolated = isolated;
    this.#child = child;
    this.#home = home;
    this.#bounds = bounds;
    this.#group = new ProcessGroup(child.pid);
    this.ended = once(child, 'close').catch(() => undefined);
    this.pipe = new CdpPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  }

  /** Rejects with RenderUnavailable when it does not start. */
  static async start({ program, isolate = true, maxMemory }: BrowserOptions = {}): Promise<BrowserProcess> {
    const found = findBrowser(program);
    if (!found) throw new RenderUnavailable(program === undefined ? NO_BROWSER : `There is no program at ${program} (render.browser).`);
    let reason = '';
    for (const wrapper of isolate ? WRAPPERS : WRAPPERS.slice(1)) {
      const started = await attempt(found, wrapper, maxMemory);
      if (started instanceof BrowserProcess) return started;
      reason = started;
    }
    throw new RenderUnavailable(reason);
  }

  /** For attempt() alone. The constructor is private so that nobody uses a browser before it is ready. */
  static open(child: ChildProcess, surroundings: Surroundings): BrowserProcess {
    return new BrowserProcess(child, surroundings);
  }

  /** Bytes of memory its processes use; 0 where the system does not tell. */
  memory(): number {
    return this.#group.members().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Ends what uses too much: the process of a page, or the browser when no page stands out. */
  bound(limits: MemoryLimits): void {
    const verdict = judgeMemory(this.#group.members(), limits);
    if (verdict.end === 'nothing') return;
    if (verdict.end === 'browser') this.endedForMemory = true;
    else this.#tooLarge++;
    kill(verdict.end === 'process' ? verdict.id : -(this.#child.pid ?? 0));
  }

  /** Whether a page that has just crashed was ended for its memory. */
  wasTooLarge(): boolean {
    if (this.#tooLarge === 0) return false;
    this.#tooLarge--;
    return true;
  }

  /** Ends the browser with everything it started, and removes its folder. */
  async end(): Promise<void> {
    this.pipe.end('the browser was ended');
    const { pid } = this.#child;
    // Kills the whole process group: it includes helpers that do not notice that their browser is gone.
    if (pid !== undefined) kill(-pid);
    await this.ended;
    for (let left = GONE_MS; left > 0 && pid !== undefined && isThere(-pid); left -= 10) await pause(10);
    this.#bounds?.remove();
    await removeFolder(this.#home);
  }
}

/** Whether a browser can be started here; for `winnow doctor`. */
export async function tryBrowser(options: BrowserOptions = {}): Promise<{ version: string; problem: string | null; isolated: boolean }> {
  try {
    const browser = await BrowserProcess.start(options);
    try {
      const { product } = await browser.pipe.send('Browser.getVersion');
      return { version: String(product), problem: null, isolated: browser.isolated };
    } finally {
      await browser.end();
    }
  } catch (error) {
    return { version: '', problem: (error as Error).message, isolated: false };
  }
}

/** From the safest on; the next one is tried when the system lacks or forbids one. */
const WRAPPERS = ['namespace', 'setpriv', 'none'] as const;
type Wrapper = (typeof WRAPPERS)[number];

const START_MS = 20_000;
/**
 * The kernel's limit is a little above our own: when the kernel refuses memory every page stalls, when we end a process
 * only one page does.
 */
const SPARE = 1.15;
/** Processes that were killed are gone after this time. */
const GONE_MS = 2000;
const LONGEST_SAYING = 8192;

/** A running browser, or the reason why there is none. */
async function attempt(program: string, wrapper: Wrapper, maxMemory?: number): Promise<BrowserProcess | string> {
  removeStale();
  const home = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chownSync(home, NOBODY, NOBODY);
    chmodSync(home, 0o700);
  }
  const bounds = maxMemory === undefined ? null : MemoryGroup.make(basename(home), Math.ceil(SPARE * maxMemory));
  const [command, ...args] = [
    ...entering(bounds),
    ...wrapped(wrapper, isRoot),
    program,
    ...FLAGS,
    `--user-data-dir=${home}/profile`,
    'about:blank',
  ];
  const child = spawn(command, args, {
    cwd: home,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    ...(isRoot && (wrapper === 'none' || process.platform !== 'linux') ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const sayings = listenTo(child);
  child.on('error', () => undefined); // 'close' reports it
  const browser = BrowserProcess.open(child, { home, bounds, isolated: wrapper === 'namespace' && process.platform === 'linux' });
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
  try {
    await browser.pipe.send('Browser.getVersion');
    return browser;
  } catch {
    await browser.end();
    return reasonIn(program, sayings());
  } finally {
    clearTimeout(late);
  }
}

const FOLDER = 'winnow-chromium-';

/** Removes folders of crawls that were killed. */
function removeStale(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, owner] = /^winnow-chromium-(\d+)-\w+$/.exec(name) ?? [];
    if (owner !== undefined && !isThere(Number(owner))) rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 2 });
  }
}

/** A shell that enters the group and then becomes the program. */
const entering = (bounds: MemoryGroup | null): string[] => (bounds ? ['sh', '-c', 'echo $$ > "$0" && exec "$@"', bounds.entrance] : []);

/** On Linux each wrapper becomes the next program, so the browser never has a right it should not have. */
function wrapped(wrapper: Wrapper, isRoot: boolean): string[] {
  if (process.platform !== 'linux' || wrapper === 'none') return [];
  const user = isRoot ? ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'] : [];
  // A user without rights may create a network namespace only together with a user namespace.
  const unshare = ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--net', '--'];
  return [...(wrapper === 'namespace' ? unshare : []), 'setpriv', ...user, '--pdeathsig', 'KILL', '--'];
}

function listenTo({ stderr }: ChildProcess): () => string {
  let said = '';
  stderr?.on('data', (chunk: Buffer) => {
    if (said.length < LONGEST_SAYING) said += chunk.toString('utf8');
  });
  return () => said;
}

function reasonIn(program: string, said: string): string {
  const last = said
    .split('\n')
    .filter((line) => line.trim() !== '' && !/dbus|unexpected operator/.test(line))
    .at(-1);
  if (/sandbox|namespace/i.test(said))
    return (
      `${program} cannot set up its sandbox here, and it is never run without one. Allow user namespaces ` +
      '(sudo sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0; in a container: a seccomp profile ' +
      `that lets Chromium make them), or install the package chromium-sandbox. It said: ${last ?? 'nothing'}`
    );
  return `${program} did not start: ${last ?? 'it said nothing'}`;
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function isThere(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function removeFolder(folder: string): Promise<void> {
  for (let attempts = 0; attempts < 5; attempts++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch {
      await pause(50); // a helper wrote there while it died
    }
  }
}
