/** Makes a SQLite file that appears whole or not at all, and takes the place of an earlier one. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type ConsumerDatabase, openDatabase } from '../consumers/open-database.js';

export async function writeNewDatabase<T>(file: string, tables: string, fill: (db: ConsumerDatabase) => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`);
  try {
    const filled = await filledWith(openDatabase(draft), tables, fill);
    await rename(draft, file);
    return filled;
  } finally {
    await rm(draft, { force: true });
  }
}

async function filledWith<T>(db: ConsumerDatabase, tables: string, fill: (db: ConsumerDatabase) => Promise<T>): Promise<T> {
  try {
    db.pragma('journal_mode = MEMORY');
    db.pragma('foreign_keys = ON');
    db.exec(`BEGIN;${tables}`);
    const filled = await fill(db);
    db.exec('COMMIT');
    return filled;
  } finally {
    db.close();
  }
}
