/**
 * Names of drafts: files and folders that are written beside their place and renamed when they are complete.
 *
 * A killed process cannot remove its drafts. So each draft's name says who writes it: the process (its number and start
 * time, since numbers are reused), the machine, its boot and the process namespace. Whoever makes the next draft in that
 * folder removes the drafts of dead processes. A draft of another machine or container, which cannot be asked, counts as
 * abandoned when nobody wrote to it for a week.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RecentMap } from '../../model/index.js';
import { livenessOf, type ProcessIdentity, thisProcess } from '../process/process-identity.js';

/** A free name beside `target`. Also removes drafts that dead processes left in that folder. */
export function draftBeside(target: string): string {
  const folder = dirname(target);
  sweepNowAndThen(folder);
  return join(folder, draftName(basename(target), here()));
}

/** Removes drafts of dead processes from a folder, not from the folders in it, and returns the names removed. */
export function removeDeadDrafts(folder: string, now: number = Date.now()): string[] {
  return namesIn(folder).filter((name) => isDead(folder, name, now) && isRemoved(join(folder, name)));
}

/** Names of what is in a folder; none when it is missing or cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The name of a draft. Only tests name another process than this one. */
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

/** When the file was last written; of a folder, when anything in it was. */
function lastWritten(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const within = stat?.isDirectory() ? namesIn(path) : [];
  return within.reduce((last, name) => Math.max(last, lastWritten(join(path, name))), stat?.mtimeMs ?? 0);
}

/** Removes a draft. It stays when another user owns it. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

let known: ProcessIdentity | undefined;

/** This process. Hashes stand for values that are long or would tell strangers about the machine. */
export function here(): ProcessIdentity {
  known ??= hashed(thisProcess());
  return known;
}

/** Machines without an id of their own are told apart by their boot: two with the same host name must not pass for one. */
const hashed = ({ pid, startedTicks, host, machine, boot, namespace }: ProcessIdentity): ProcessIdentity => ({
  pid,
  startedTicks,
  host: hash(`${host} ${machine ?? boot ?? ''}`),
  machine: null,
  boot: boot && hash(boot),
  namespace: namespace && hash(namespace),
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** File names have at most 255 bytes. */
const shortened = (name: string): string => Buffer.from(name).subarray(0, 100).toString().replaceAll('\ufffd', '');

/** Thousands of files may be written to one folder: look through it once a minute, not for each file. */
const AGAIN_MS = 60_000;
const swept = new RecentMap<string, number>(1000);

function sweepNowAndThen(folder: string): void {
  const now = performance.now();
  if (now - (swept.get(folder) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
  swept.set(folder, now);
  removeDeadDrafts(folder);
}
