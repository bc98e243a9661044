/**
 * Brings a workspace of an older release up to date: forward only, one format after the other.
 *
 * Each step is one transaction, so a crash leaves either format whole. Before the first step the database is copied
 * beside itself as `core.db.format-<n>`: whoever wants the older release back renames it. The archive is never touched.
 * Only the owner of a workspace may do this.
 */
import { renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { draftBeside } from '../../../platform/index.js';
import { syncFolder, syncPath } from '../archive/index.js';
import { dropCrawldbViews, makeCrawldbViews } from '../crawldb-views.js';
import { formatOf, openToOwn, type Sqlite } from '../database.js';
import { needSpace } from '../disk-space.js';
import { type Ownership, ownershipCheck, takeOwnership } from '../owner.js';
import { FORMAT_VERSION } from '../schema.js';
import { mustBeWhole } from '../sums/index.js';
import { queueLeavesTheTables } from './2-queue-leaves-the-tables.js';
import { changeWithEvidence } from './3-change-with-evidence.js';
import { mainTextAndFacts } from './4-main-text-and-facts.js';
import { duplicatesAndTraps } from './5-duplicates-and-traps.js';
import { whatRenderingBrought } from './6-what-rendering-brought.js';
import { whatDocumentsSayAsRdf } from './7-what-documents-say-as-rdf.js';
import { documentsHandedOverWhole } from './8-documents-handed-over-whole.js';
import { sitesInTrouble } from './9-sites-in-trouble.js';
import { takenDown } from './10-taken-down.js';
import type { Migration } from './migration.js';

export type { Migration, MigrationContext } from './migration.js';

/** In order; the last leads to the format of this release. */
export const MIGRATIONS: readonly Migration[] = [
  queueLeavesTheTables,
  changeWithEvidence,
  mainTextAndFacts,
  duplicatesAndTraps,
  whatRenderingBrought,
  whatDocumentsSayAsRdf,
  documentsHandedOverWhole,
  sitesInTrouble,
  takenDown,
];

export interface Migrated {
  readonly from: number;
  readonly to: number;
  /** The database as it was. */
  readonly copy: string;
}

export interface MigrateOptions {
  readonly onProgress?: (sentence: string) => void;
  /** For tests: other steps than those of this release. */
  readonly migrations?: readonly Migration[];
}

/** Returns null when there was nothing to do. */
export function migrate(db: Sqlite, ownership: Ownership, options: MigrateOptions = {}): Migrated | null {
  const { onProgress = () => undefined, migrations = MIGRATIONS } = options;
  const from = formatOf(db);
  const to = migrations.at(-1)?.to ?? FORMAT_VERSION;
  if (from >= to) return null;
  onProgress(`This workspace has format ${from}; bringing it to format ${to}.`);
  const copy = keepCopy(db, ownership, from);
  for (const step of migrations.filter((migration) => migration.to > from)) perform(db, step, ownership, onProgress);
  if (to === FORMAT_VERSION) makeCrawldbViews(db);
  return { from, to, copy };
}

/** What became of it, in words for the user. */
export function remarksOnMigration(migrated: Migrated | null): string[] {
  if (!migrated) return [];
  const { from, to, copy } = migrated;
  return [
    `Brought the workspace from format ${from} to format ${to}. The database as it was is kept as ${copy}; remove it when you are content.`,
  ];
}

/** Migrates the workspace in a folder that nobody is crawling into. */
export function migrateWorkspace(folder: string, options: MigrateOptions = {}): Migrated | null {
  const database = join(folder, 'core.db');
  mustBeWhole(database, { all: true });
  const db = openToOwn(database);
  try {
    const ownership = takeOwnership(folder, db);
    try {
      return migrate(db, ownership, options);
    } finally {
      ownership.release();
    }
  } finally {
    db.close();
  }
}

function perform(db: Sqlite, step: Migration, ownership: Ownership, onProgress: (sentence: string) => void): void {
  const check = ownershipCheck(db, ownership.token);
  db.transaction(() => {
    check();
    if (formatOf(db) !== step.to - 1) throw new Error(`The migration to format ${step.to} found format ${formatOf(db)}.`);
    dropCrawldbViews(db);
    step.migrate(db, {
      step: (done, total) => {
        ownership.beat();
        onProgress(`Format ${step.to}: ${step.title}, ${done} of ${total}`);
      },
    });
    db.pragma(`user_version = ${step.to}`);
  }).immediate();
}

/** Room for the copy, and for the write-ahead log, into which the transaction may write as much again. */
const ROOM_FACTOR = 2.2;

function keepCopy(db: Sqlite, ownership: Ownership, format: number): string {
  const folder = dirname(db.name);
  const size = ['', '-wal'].reduce((sum, suffix) => sum + (statSync(`${db.name}${suffix}`, { throwIfNoEntry: false })?.size ?? 0), 0);
  needSpace(folder, ROOM_FACTOR * size, `Bringing ${folder} to a newer format`);
  const copy = join(folder, `core.db.format-${format}`);
  const temporary = draftBeside(copy);
  try {
    db.prepare('VACUUM INTO ?').run(temporary);
    syncPath(temporary);
    renameSync(temporary, copy);
    syncFolder(folder);
  } finally {
    rmSync(temporary, { force: true });
  }
  ownership.beat();
  return copy;
}
