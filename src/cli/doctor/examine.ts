/**
 * The examination behind `winnow doctor`: one small question after the other, each with an answer a user can act on.
 *
 * Asks this machine only; no name is looked up outside it and nothing is sent anywhere.
 */
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { access, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { findBrowser, NO_BROWSER, tryBrowser } from '../../fetch/browser/index.js';
import { counted, messageOf } from '../../model/index.js';
import { removeDeadDrafts } from '../../platform/index.js';
import { shortSize } from '../terminal.js';

export interface Finding {
  /** remark: works, but worth knowing. missing: Winnow cannot work like this. */
  readonly state: 'good' | 'remark' | 'missing';
  readonly what: string;
  readonly is: string;
  /** What to do about it. */
  readonly advice?: string;
}

export async function examine(folder: string): Promise<Finding[]> {
  const asked = [
    nodeVersion,
    sqlite,
    compiler,
    () => writable(folder),
    () => disk(folder),
    () => leftovers(folder),
    memory,
    loopback,
    openssl,
    clock,
    chromium,
  ];
  return Promise.all(asked.map(async (ask) => ask()));
}

const good = (what: string, is: string): Finding => ({ state: 'good', what, is });
const remark = (what: string, is: string, advice: string): Finding => ({ state: 'remark', what, is, advice });
const missing = (what: string, is: string, advice: string): Finding => ({ state: 'missing', what, is, advice });

const NEEDED_NODE = [22, 14] as const;

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const enough = major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]);
  return enough ? good('node', process.version) : missing('node', process.version, `Install Node ${NEEDED_NODE.join('.')} or later.`);
}

function sqlite(): Finding {
  try {
    const db = new Database(':memory:');
    try {
      const version = db.prepare('SELECT sqlite_version()').pluck().get() as string;
      db.exec('CREATE VIRTUAL TABLE words USING fts5(text); SELECT json_array(1)');
      return good('sqlite', `${version}, with full text and JSON`);
    } finally {
      db.close();
    }
  } catch (error) {
    return missing('sqlite', messageOf(error), 'Run npm rebuild better-sqlite3, with the Node that runs Winnow.');
  }
}

/** People who once had to compile SQLite look for this line. */
const compiler = (): Finding => good('compiler', 'none needed: the database comes built');

async function writable(folder: string): Promise<Finding> {
  const place = await nearestFolder(resolve(folder));
  try {
    const probe = await mkdtemp(join(place, '.winnow-'));
    try {
      await writeFile(join(probe, randomUUID()), 'x', { flush: true });
    } finally {
      await rm(probe, { recursive: true, force: true });
    }
    return good('folder', `${place} can be written to`);
  } catch (error) {
    return missing('folder', messageOf(error), 'Choose another with --workspace, or change its permissions.');
  }
}

/** The folder itself may still have to be made. */
async function nearestFolder(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const there = await access(at).then(
      () => true,
      () => false,
    );
    if (there || at === dirname(at)) return at;
  }
}

const LITTLE_SPACE = 2 * 1024 ** 3;
const TOO_LITTLE_SPACE = 64 * 1024 ** 2;

async function disk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestFolder(resolve(folder)));
  const free = bavail * bsize;
  if (free < TOO_LITTLE_SPACE) return missing('disk', `${shortSize(free)} free`, 'Make room, or choose another disk with --workspace.');
  return free < LITTLE_SPACE
    ? remark('disk', `${shortSize(free)} free`, 'Little for an archive; set budget.size.')
    : good('disk', `${shortSize(free)} free`);
}

/** Workspaces and folders of exports may have some; what a living process writes stays. */
function leftovers(folder: string): Finding {
  const removed = [folder, join(folder, 'archive')].flatMap((place) => removeDeadDrafts(place).map((name) => join(place, name)));
  return removed.length
    ? remark('leftovers', `removed ${removed.join(', ')}`, 'Unfinished files of commands that were killed; run those again.')
    : good('leftovers', 'no unfinished files of commands that were killed');
}

const memory = (): Finding => good('machine', `${counted(availableParallelism(), 'processor')}, ${shortSize(totalmem())} of memory`);

async function loopback(): Promise<Finding> {
  try {
    const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address);
    await listens('127.0.0.1');
    const others = await listens('127.0.1.1').then(
      () => null,
      () => 'only 127.0.0.1 answers, so the demo web cannot give each site an address',
    );
    return others
      ? remark('loopback', others, 'On macOS: sudo ifconfig lo0 alias 127.0.1.1 (and so on).')
      : good('loopback', `localhost is ${addresses.join(' and ')}; other loopback addresses work`);
  } catch (error) {
    return remark('loopback', messageOf(error), 'The demo web and the local server need it; crawling does not.');
  }
}

function listens(address: string): Promise<void> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, address, () => server.close(() => done()));
  });
}

const openssl = (): Finding => good('openssl', `${process.versions.openssl}, for https`);

/** Robots.txt caches, Retry-After and schedules live on the clock; certificates too. */
function clock(): Finding {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const is = `${new Date().toISOString()}, zone ${zone}`;
  return Date.now() < BUILT_AFTER
    ? missing('clock', is, 'It is wrong; certificates and dates in the archive would be, too.')
    : good('clock', `${is}; schedules run in this zone`);
}

const BUILT_AFTER = Date.UTC(2025, 0, 1);

/** Started, since a Chromium that cannot set up its sandbox is of no use. */
async function chromium(): Promise<Finding> {
  const path = findBrowser();
  if (!path) return remark('chromium', 'not found', `Pages that are made by scripts are read as they are sent. ${NO_BROWSER}`);
  const { version, problem, isolated } = await tryBrowser();
  if (problem !== null) return remark('chromium', problem, 'Until then, pages that are made by scripts are read as they are sent.');
  return good('chromium', `${version} (${path}), sandboxed, ${isolated ? 'without any network' : 'its network closed by settings'}`);
}
