/** Makes a SQLite file that appears whole or not at all, and takes the place of an earlier one. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ConsumerDatabase, openDatabase } from '../../../follow/consumers/index.js';
import { writeWhole } from '../../../platform/index.js';

export async function writeNewDatabase<T>(file: string, tables: string, fill: (db: ConsumerDatabase) => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  return writeWhole(file, (draft) => filledWith(openDatabase(draft), tables, fill));
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
