/**
 * All that can be wrong in the databases of a workspace, looked for without haste: the checksum of every page, the structure
 * of every table and index, and whether rows that name each other are there.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Sqlite } from './database.js';
import { holdWorkspace } from './owner.js';
import { completeSums, damageSentence, findDamage, remedyForDatabase, sumsFile } from './sums/index.js';

export interface FoundDamage {
  readonly file: string;
  /** Where in the file, and what is wrong there. */
  readonly place: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** The database that says what belongs to the archive. */
export const mainDatabase = (folder: string): string => join(folder, 'core.db');

export interface ExamineOptions {
  /** Told what is looked at, in a few words. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
}

const MOST_LINES = 20;

export function examineDatabases(folder: string, options: ExamineOptions = {}): FoundDamage[] {
  return databasesIn(folder).flatMap(({ name, remedy }) => examineOne(join(folder, name), name, remedy, options));
}

interface Known {
  readonly name: string;
  readonly remedy: string;
}

function databasesIn(folder: string): Known[] {
  const again = (name: string, command: string) =>
    `It holds nothing that core.db does not: remove ${join(folder, name)}, and ${command} makes it anew.`;
  const consumers = join(folder, 'consumers');
  const known: Known[] = [
    { name: 'core.db', remedy: remedyForDatabase(join(folder, 'core.db')) },
    { name: 'search.db', remedy: again('search.db', `winnow search -w ${folder} WORD`) },
    { name: 'knowledge.db', remedy: again('knowledge.db', `winnow sparql -w ${folder}`) },
    ...(existsSync(consumers) ? readdirSync(consumers) : [])
      .filter((name) => name.endsWith('.db'))
      .map((name) => ({
        name: join('consumers', name),
        remedy: 'Restore it from a backup. Without it, its consumer is told of everything again.',
      })),
  ];
  return known.filter(({ name }) => existsSync(join(folder, name)));
}

function examineOne(path: string, name: string, remedy: string, { onProgress }: ExamineOptions): FoundDamage[] {
  const damage = findDamage(path, { onProgress: (done, all) => onProgress?.(`${name}: checksums, page ${done} of ${all}`) });
  if (damage?.file === sumsFile(path))
    return [{ file: damage.file, place: 'the file of checksums itself is damaged', remedy: 'The next crawl takes the checksums anew.' }];
  if (damage) return [{ file: path, place: damageSentence(damage), remedy }];
  onProgress?.(`${name}: tables and indexes`);
  return structureOf(path, name === 'core.db').map((place) => ({ file: path, place, remedy }));
}

function structureOf(path: string, isCore: boolean): string[] {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const lines = db.prepare(`PRAGMA integrity_check(${MOST_LINES})`).pluck().all() as string[];
      const wrong = lines.filter((line) => line !== 'ok');
      return wrong.length > 0 || !isCore ? wrong : looseEnds(db);
    } finally {
      db.close();
    }
  } catch (error) {
    return [`it cannot be read: ${(error as Error).message}`];
  }
}

/** Rows that name a row that is not there. */
const RELATIONS: readonly [table: string, column: string, named: string][] = [
  ['resource', 'site', 'site'],
  ['fetch', 'resource', 'resource'],
  ['document', 'resource', 'resource'],
  ['document', 'version', 'version'],
  ['version', 'document', 'document'],
  ['journal', 'document', 'document'],
  ['sketch', 'version', 'version'],
];

function looseEnds(db: Sqlite): string[] {
  return RELATIONS.flatMap(([table, column, named]) => {
    const there = db.prepare('SELECT count(*) FROM sqlite_master WHERE name IN (?, ?)').pluck().get(table, named) as number;
    if (there < 2) return []; // a format that did not have it
    const count = db
      .prepare(`SELECT count(*) FROM "${table}" a WHERE NOT EXISTS (SELECT 1 FROM "${named}" b WHERE b.id = a."${column}")`)
      .pluck()
      .get() as number;
    return count > 0 ? [`${count} rows of ${table} name a ${named} that is not there`] : [];
  });
}

/** From now on core.db counts as whole, as it is. Nobody may be crawling into the workspace. */
export function acceptDamage(folder: string): void {
  const release = holdWorkspace(folder);
  try {
    completeSums(join(folder, 'core.db'), { all: true });
  } finally {
    release();
  }
}
