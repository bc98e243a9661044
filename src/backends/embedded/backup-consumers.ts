/**
 * Files of consumers in a backup: without them, whoever was told of everything once would be told again after a restore.
 *
 * Copied before core.db: a cursor may be behind the journal it is restored with, never ahead of it.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { syncPath } from './archive/index.js';
import type { BackupFile } from './backup.js';
import { digestOf } from './copy-file.js';

const FOLDER = 'consumers';
const TEMPORARY = 'consumers.new';

/** Copies them beside their place: a backup that is broken off must not have newer cursors than its journal. */
export async function copyConsumers(workspace: string, target: string): Promise<BackupFile[]> {
  const from = join(workspace, FOLDER);
  const names = existsSync(from) ? readdirSync(from).filter((name) => name.endsWith('.db')) : [];
  forgetCopies(target);
  mkdirSync(join(target, TEMPORARY));
  const copied: BackupFile[] = [];
  for (const name of names) copied.push({ file: `${FOLDER}/${name}`, ...(await copyOne(join(from, name), join(target, TEMPORARY, name))) });
  return copied;
}

/** To be called when the database has its place. */
export function placeConsumers(target: string): void {
  rmSync(join(target, FOLDER), { recursive: true, force: true });
  if (readdirSync(join(target, TEMPORARY)).length) renameSync(join(target, TEMPORARY), join(target, FOLDER));
}

export function forgetCopies(target: string): void {
  rmSync(join(target, TEMPORARY), { recursive: true, force: true });
}

async function copyOne(source: string, path: string): Promise<Omit<BackupFile, 'file'>> {
  const db = new Database(source, { readonly: true, fileMustExist: true });
  try {
    await db.backup(path);
  } finally {
    db.close();
  }
  syncPath(path);
  const bytes = statSync(path).size;
  return { bytes, sha256: await digestOf(path, bytes) };
}
