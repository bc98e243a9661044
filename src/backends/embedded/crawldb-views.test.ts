/** The views are made wherever they are missing or of another release, and only then. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openForWriting, openToOwn, type Sqlite } from './database.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-views-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function using<T>(open: (path: string) => Sqlite, look: (db: Sqlite) => T): T {
  const db = open(join(folder, 'core.db'));
  try {
    return look(db);
  } finally {
    db.close();
  }
}

const viewsIn = (db: Sqlite): unknown[] => db.prepare("SELECT name, sql FROM sqlite_schema WHERE name GLOB 'crawldb_*' ORDER BY 1").all();
const schemaVersion = (db: Sqlite): unknown => db.pragma('schema_version', { simple: true });

it('G-23 a workspace made before they were known gets them, and one with those of another release gets ours', () => {
  const ours = using(openForWriting, viewsIn);
  expect(ours).toHaveLength(7);
  using(openToOwn, (db) => db.exec('DROP VIEW crawldb_page; DROP VIEW crawldb_link; CREATE VIEW crawldb_link AS SELECT 1 AS from_page'));
  expect(using(openForWriting, viewsIn)).toEqual(ours);
});

it('G-23 opening a workspace that has them writes nothing', () => {
  const before = using(openForWriting, schemaVersion);
  expect(using(openForWriting, schemaVersion)).toBe(before);
});
