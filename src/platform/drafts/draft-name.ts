/**
 * Drafts: files and folders that are written beside their place and renamed when they are whole.
 *
 * A process that is killed cannot clear its drafts away, so each says in its name whose it is: the process (its number and
 * its start, since numbers are given out again), the machine, its boot and the process namespace. Whoever makes the next
 * draft in the same folder removes those of dead processes. Where we cannot look (another machine, another container) a
 * draft counts as left behind when nothing was written to it for a week.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RecentMap } from '../../model/index.js';
import { livenessOf, type ProcessIdentity, thisProcess } from '../process/process-identity.js';

/** A name beside `target` that nobody has; what dead processes left in that folder is removed. */
export function draftBeside(target: string): string {
  const folder = dirname(target);
  sweepNowAndThen(folder);
  return join(folder, draftName(basename(target), here()));
}

/** Removes drafts of dead processes from a folder, not from those in it, and returns the names of what was removed. */
export function removeDeadDrafts(folder: string, now: number = Date.now()): string[] {
  return namesIn(folder).filter((name) => isDead(folder, name, now) && isRemoved(join(folder, name)));
}

/** A folder that is not there or cannot be read has none. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The name of a draft; another process than this one is named by tests only. */
export function draftName(of: string, by: ProcessIdentity): string {
  const whose = [by.pid, by.startedTicks ?? '', by.host, by.boot ?? '', by.namespace ?? ''].join('-');
  return `.${shortened(of)}.winnow-${whose}-${randomBytes(4).toString('hex')}.part`;
}

/** SQLite keeps its journals beside a database, under the same name. */
const NAME = /\.winnow-(\d+)-(\d*)-([0-9a-f]{8})-([0-9a-f]*)-([0-9a-f]*)-[0-9a-f]{8}\.part(?:-journal|-wal|-shm)?$/;

function isDead(folder: string, name: string, now: number): boolean {
  const [, pid, ticks, host = '', boot, namespace] = NAME.exec(name) ?? [];
  if (pid === undefined) return false;
  const by = { pid: Number(pid), startedTicks: ticks || null, host, machine: null, boot: boot || null, namespace: namespace || null };
  const liveness = livenessOf(by, here());
  return liveness === 'dead' || (liveness === 'unknown' && now - lastWritten(join(folder, name)) > WEEK_MS);
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Of a folder: when anything in it was. */
function lastWritten(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const within = stat?.isDirectory() ? namesIn(path) : [];
  return within.reduce((last, name) => Math.max(last, lastWritten(join(path, name))), stat?.mtimeMs ?? 0);
}

/** Somebody else's may not be ours to remove: then it stays. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

let known: ProcessIdentity | undefined;

/** This process, with hashes for what would be long or tell strangers of the machine. */
export function here(): ProcessIdentity {
  known ??= hashed(thisProcess());
  return known;
}

/** Machines without a number of their own are told apart by their boot, or two of one name would pass for one. */
const hashed = ({ pid, startedTicks, host, machine, boot, namespace }: ProcessIdentity): ProcessIdentity => ({
  pid,
  startedTicks,
  host: hash(`${host} ${machine ?? boot ?? ''}`),
  machine: null,
  boot: boot && hash(boot),
  namespace: namespace && hash(namespace),
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Names of files have 255 bytes at most. */
const shortened = (name: string): string => Buffer.from(name).subarray(0, 100).toString().replaceAll('\ufffd', '');

/** Thousands of files may go to one folder: it is looked through now and then, not for each. */
const AGAIN_MS = 60_000;
const swept = new RecentMap<string, number>(1000);

function sweepNowAndThen(folder: string): void {
  const now = performance.now();
  if (now - (swept.get(folder) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
  swept.set(folder, now);
  removeDeadDrafts(folder);
}
