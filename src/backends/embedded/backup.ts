/**
 * Online backup: a copy of a workspace that is a workspace itself, made while a crawl may be writing.
 *
 * The database is copied from one snapshot; a read transaction keeps it still, which holds up nobody, while the
 * write-ahead log grows a little longer. WARC files only grow, so each is copied up to the length that the copied
 * database knows: what comes after belongs to a later commit. Under its own name a backup is whole: it is built beside
 * and renamed, and an update puts the new database in place last, so a broken update is still the former backup.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { WinnowError } from '../../model/index.js';
import { draftBeside } from '../../platform/index.js';
import { syncFolder, syncPath } from './archive/index.js';
import { copyConsumers, forgetCopies, placeConsumers } from './backup-consumers.js';
import { type CopyStep, copyUpTo, digestOf, endsAlike } from './copy-file.js';
import { formatOf, openToCopy, type Sqlite } from './database.js';
import { needSpace } from './disk-space.js';
import { completeSums, markClosed, mustBeWhole, removeSums } from './sums/index.js';

export class BackupError extends WinnowError {
  override readonly name = 'BackupError';
  constructor(message: string, options?: ErrorOptions) {
    super('BACKUP_REFUSED', message, options);
  }
}

export interface BackupOptions {
  readonly workspace: string;
  readonly target: string;
  /** Bring an existing backup up to date: of WARC files only new bytes are copied. */
  readonly update?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface BackupProgress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}

export interface BackupFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What `backup.json` in a backup says. */
export interface BackupManifest {
  readonly madeAt: string;
  readonly format: number;
  readonly files: readonly BackupFile[];
}

export interface BackupReport extends BackupManifest {
  readonly bytes: number;
  /** Bytes that had to be written; fewer than `bytes` in an update. */
  readonly copied: number;
  /** Committed bytes of the archive that the workspace itself does not have any more, in words. */
  readonly problems: readonly string[];
}

const MANIFEST = 'backup.json';
const DATABASE = 'core.db';
/** Between two steps others get their turn; a step is some 4 MB. */
const PAGES_A_STEP = 1024;
/** For folder entries and the pages SQLite writes when it opens. */
const MARGIN = 1 << 20;

export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { workspace, target } = options;
  const path = join(workspace, DATABASE);
  if (!existsSync(path)) throw new BackupError(`There is no workspace in ${workspace}: core.db is missing.`);
  mustBeWhole(path, { all: true, onProgress: (done, total) => options.onProgress?.({ file: DATABASE, done, total }) });
  return options.update && existsSync(join(target, MANIFEST)) ? updateBackup(options) : newBackup({ ...options, update: false });
}

/** Compares every file of a backup with what the manifest says of it; returns what is wrong, in words. */
export async function verifyBackup(folder: string, onProgress?: (progress: BackupProgress) => void): Promise<string[]> {
  const { files } = manifestOf(folder);
  const problems: string[] = [];
  for (const { file, bytes, sha256 } of files) {
    const step = (done: number) => onProgress?.({ file, done, total: bytes });
    const size = statSync(join(folder, file), { throwIfNoEntry: false })?.size;
    if (size === undefined || size < bytes) problems.push(`${file} lacks ${bytes - (size ?? 0)} of ${bytes} bytes`);
    else if ((await digestOf(join(folder, file), bytes, step)) !== sha256)
      problems.push(`${file} is not what was copied: its SHA-256 differs`);
  }
  return [...problems, ...damageIn(join(folder, DATABASE))];
}

function damageIn(path: string): string[] {
  const db = new Database(path, { readonly: true });
  try {
    const found = db.prepare('PRAGMA integrity_check').pluck().all() as string[];
    return found.filter((line) => line !== 'ok').map((line) => `${DATABASE}: ${line}`);
  } catch (error) {
    return [`${DATABASE} cannot be read: ${(error as Error).message}`];
  } finally {
    db.close();
  }
}

async function newBackup(options: BackupOptions): Promise<BackupReport> {
  const { target } = options;
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupError(
      existsSync(join(target, MANIFEST))
        ? `${target} is a backup already. Bring it up to date with --update, or choose another folder.`
        : `${target} is not empty. Choose a folder that is empty or not there yet.`,
    );
  const partial = draftBeside(resolve(target));
  mkdirSync(join(partial, 'archive'), { recursive: true, mode: 0o700 });
  try {
    const report = await copyInto(partial, options, new Map());
    renameSync(partial, target);
    syncFolder(dirname(target));
    return report;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

async function updateBackup(options: BackupOptions): Promise<BackupReport> {
  const { target } = options;
  const manifest = manifestOf(target);
  const known = new Map(manifest.files.map((file) => [file.file, file]));
  const database = known.get(DATABASE);
  if (!database || (await digestOf(join(target, DATABASE), database.bytes)) !== database.sha256)
    throw new BackupError(
      `${target} has been written to since it was made: it is a crawl of its own now. Choose another folder for the backup.`,
    );
  return copyInto(target, options, known);
}

/** Copies everything; the database gets its name last, then the manifest. */
async function copyInto(folder: string, options: BackupOptions, known: ReadonlyMap<string, BackupFile>): Promise<BackupReport> {
  const temporary = join(folder, `${DATABASE}.new`);
  rmSync(temporary, { force: true });
  try {
    const consumers = await copyConsumers(options.workspace, folder);
    const { format, lengths } = await copyDatabase(temporary, folder, options);
    const archive = await copyArchive(folder, lengths, known, options);
    const bytes = statSync(temporary).size;
    const database: BackupFile = { file: DATABASE, bytes, sha256: await digestOf(temporary, bytes) };
    syncPath(temporary);
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, `${DATABASE}${suffix}`), { force: true });
    removeSums(join(folder, DATABASE)); // those of the former copy, before the new one is there
    renameSync(temporary, join(folder, DATABASE));
    completeSums(join(folder, DATABASE), { all: true });
    markClosed(join(folder, DATABASE), true);
    placeConsumers(folder);
    const manifest: BackupManifest = { madeAt: new Date().toISOString(), format, files: [database, ...archive.files, ...consumers] };
    writeManifest(folder, manifest);
    const total = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    return {
      ...manifest,
      bytes: total,
      copied: bytes + archive.copied + consumers.reduce((sum, file) => sum + file.bytes, 0),
      problems: archive.problems,
    };
  } finally {
    forgetCopies(folder);
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${temporary}${suffix}`, { force: true });
  }
}

interface CopiedDatabase {
  readonly format: number;
  readonly lengths: readonly [file: string, length: number][];
}

async function copyDatabase(temporary: string, folder: string, options: BackupOptions): Promise<CopiedDatabase> {
  const source = openToCopy(join(options.workspace, DATABASE));
  try {
    // Without a transaction every commit of the crawl would make the copying begin anew.
    source.exec('BEGIN');
    const lengths = source.prepare('SELECT file, length FROM warc ORDER BY file').raw().all() as [string, number][];
    if (options.update) refuseStranger(source, folder);
    needSpace(folder, neededBytes(source, lengths, folder), 'The backup');
    await source.backup(temporary, { progress: progressOf(options) });
    const format = formatOf(source);
    source.exec('COMMIT');
    disown(temporary);
    return { format, lengths };
  } finally {
    source.close();
  }
}

function progressOf({ signal, onProgress }: BackupOptions) {
  return ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }): number => {
    signal?.throwIfAborted();
    onProgress?.({ file: DATABASE, done: totalPages - remainingPages, total: totalPages });
    return PAGES_A_STEP;
  };
}

function neededBytes(source: Sqlite, lengths: CopiedDatabase['lengths'], folder: string): number {
  const pages = source.pragma('page_count', { simple: true }) as number;
  const size = source.pragma('page_size', { simple: true }) as number;
  const missing = ([file, length]: [string, number]): number => Math.max(0, length - sizeOf(join(folder, 'archive', file)));
  return pages * size + lengths.reduce((sum, entry) => sum + missing(entry), 0) + MARGIN;
}

/** The copy belongs to nobody. */
function disown(path: string): void {
  const db = new Database(path);
  try {
    db.prepare("DELETE FROM meta WHERE name = 'owner'").run();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/** Every workspace has a key of its own, made when it is. */
function refuseStranger(source: Sqlite, folder: string): void {
  const copy = openToCopy(join(folder, DATABASE));
  try {
    const select = "SELECT hex(value) FROM meta WHERE name = 'secret'";
    if (source.prepare(select).pluck().get() === copy.prepare(select).pluck().get()) return;
    throw new BackupError(`${folder} is the backup of another workspace. Choose another folder.`);
  } finally {
    copy.close();
  }
}

interface CopiedArchive {
  readonly files: readonly BackupFile[];
  readonly copied: number;
  readonly problems: readonly string[];
}

async function copyArchive(
  folder: string,
  lengths: CopiedDatabase['lengths'],
  known: ReadonlyMap<string, BackupFile>,
  options: BackupOptions,
): Promise<CopiedArchive> {
  const files: BackupFile[] = [];
  const problems: string[] = [];
  let copied = 0;
  for (const [file, committed] of lengths) {
    const name = `archive/${file}`;
    const source = join(options.workspace, 'archive', file);
    const kept = known.get(name)?.bytes ?? 0;
    const there = Math.min(committed, sizeOf(source));
    const length = Math.max(there, Math.min(committed, kept)); // what the workspace lost, the backup may still have
    if (there < committed) problems.push(`${name} lacks ${committed - there} of ${committed} committed bytes in the workspace itself`);
    const step: CopyStep = (done) => {
      options.signal?.throwIfAborted();
      options.onProgress?.({ file: name, done, total: length });
    };
    const from = there < kept ? length : resumePoint(source, join(folder, name), kept);
    copied += length - from;
    files.push({ file: name, bytes: length, sha256: await copyUpTo({ source, target: join(folder, name), from, length }, step) });
  }
  syncFolder(join(folder, 'archive'));
  return { files, copied, problems };
}

/** How much of the file the backup has already. */
function resumePoint(source: string, target: string, kept: number): number {
  if (kept === 0 || endsAlike(source, target, kept)) return kept;
  throw new BackupError(`${target} holds something else than the workspace has at that place. Choose another folder for the backup.`);
}

function writeManifest(folder: string, manifest: BackupManifest): void {
  const temporary = join(folder, `${MANIFEST}.new`);
  writeFileSync(temporary, `${JSON.stringify(manifest, null, 2)}\n`);
  syncPath(temporary);
  renameSync(temporary, join(folder, MANIFEST));
  syncFolder(folder);
}

function manifestOf(folder: string): BackupManifest {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as BackupManifest;
  } catch (error) {
    throw new BackupError(`${join(folder, MANIFEST)} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
