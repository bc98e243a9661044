import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackFormat1 } from '../../../../test/support/format-1-workspace.js';
import { FormatError, formatOf, openForReading, openForWriting, openToOwn, type Sqlite } from '../database.js';
import { readLog } from '../frontier-log.js';
import { OwnershipLost, takeOwnership } from '../owner.js';
import { FORMAT_VERSION } from '../schema.js';
import { MIGRATIONS, type MigrateOptions, migrate } from './index.js';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-migrate-'));
  path = join(folder, 'core.db');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function migrateFolder(options?: MigrateOptions) {
  const db = openToOwn(path);
  const ownership = takeOwnership(folder, db);
  try {
    return migrate(db, ownership, options);
  } finally {
    ownership.release();
    db.close();
  }
}

function using<T>(db: Sqlite, look: (db: Sqlite) => T): T {
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** Tables, columns, indexes and views, without the order of columns: those added later stand last. */
function shapeOf(db: Sqlite): unknown {
  const made = db.prepare("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all() as {
    type: string;
    name: string;
  }[];
  return made.map(({ type, name }) => {
    const columns = db.pragma(`table_info(${name})`) as {
      name: string;
      type: string;
      notnull: number;
      dflt_value: string | null;
      pk: number;
    }[];
    return {
      type,
      name,
      columns: columns.map(({ name: column, type: of, notnull, dflt_value, pk }) => [column, of, notnull, dflt_value, pk].join(' ')).sort(),
    };
  });
}

describe('a workspace of format 1', () => {
  beforeEach(() => unpackFormat1(folder));

  it('becomes what a new workspace is', () => {
    migrateFolder();
    const fresh = mkdtempSync(join(tmpdir(), 'winnow-fresh-'));
    const expected = using(openForWriting(join(fresh, 'core.db')), shapeOf);
    rmSync(fresh, { recursive: true, force: true });
    expect(using(openForReading(path), shapeOf)).toEqual(expected);
  });

  it('keeps every row, and tells of each how its last visit ended', () => {
    const before = using(openToOwn(path), (db) => db.prepare('SELECT id, url, state, attempts, reason, last_fetch FROM resource').all());
    migrateFolder();
    const after = using(openForReading(path), (db) =>
      db.prepare('SELECT id, url, state, attempts, reason, last_fetch FROM resource').all(),
    );
    expect(after).toEqual(before);
  });

  it('queues what was queued, makes wait what waited, and knows the rest', () => {
    const queued = using(
      openToOwn(path),
      (db) => db.prepare('SELECT url, due FROM resource WHERE state = 0 ORDER BY url').all() as { url: string; due: number }[],
    );
    migrateFolder();
    using(openForReading(path), (db) => {
      const urlOf = db.prepare('SELECT url FROM resource WHERE id = ?').pluck();
      const inLog = new Map<string, number>();
      let known = 0;
      readLog(db, ({ operation, id, value }) => {
        if (operation === 'known') known++;
        else inLog.set(urlOf.get(id) as string, operation === 'retry' ? value : 0);
      });
      expect(inLog).toEqual(new Map(queued.map(({ url, due }) => [url, due])));
      expect(queued.filter(({ due }) => due > 0)).toHaveLength(1);
      expect(known + inLog.size).toBe(db.prepare('SELECT count(*) FROM resource').pluck().get());
      expect(db.prepare('SELECT sum(queued) FROM queue').pluck().get()).toBe(queued.length);
    });
  });

  it('knows the pages of the run that was under way, and the seed each resource descends from', () => {
    migrateFolder();
    using(openForReading(path), (db) => {
      const documents = db.prepare('SELECT count(*) FROM document').pluck().get();
      expect(db.prepare('SELECT pages FROM run').pluck().get()).toBe(documents);
      const seeds = db
        .prepare("SELECT DISTINCT s.url FROM resource r JOIN resource s ON s.id = r.seed WHERE r.kind = 'page'")
        .pluck()
        .all();
      expect(seeds).toContain('http://law.example/');
      expect(db.prepare("SELECT count(*) FROM resource WHERE kind = 'page' AND via IS NOT NULL AND seed = id").pluck().get()).toBe(0);
    });
  });

  it('keeps the database as it was beside the new one', () => {
    const { copy } = migrateFolder() ?? { copy: '' };
    expect(copy).toBe(join(folder, 'core.db.format-1'));
    expect(using(new Database(copy, { readonly: true }), formatOf)).toBe(1);
  });

  it('is migrated once', () => {
    expect(migrateFolder()).toMatchObject({ from: 1, to: FORMAT_VERSION });
    expect(migrateFolder()).toBeNull();
  });

  it('tells a reader what to run', () => {
    expect(() => openForReading(path)).toThrow(`Bring it up to date once with: winnow migrate --workspace ${folder}`);
  });

  it('stays as it was when a step fails', () => {
    const failing = { to: FORMAT_VERSION + 1, title: 'failing', migrate: (db: Sqlite) => db.exec('DROP TABLE fetch; SELECT nonsense') };
    expect(() => migrateFolder({ migrations: [...MIGRATIONS, failing] as never })).toThrow(/nonsense/);
    using(openForReading(path), (db) => {
      expect(formatOf(db)).toBe(FORMAT_VERSION);
      expect(db.prepare('SELECT count(*) FROM fetch').pluck().get()).toBeGreaterThan(0);
    });
  });

  it('is not touched by a process that lost it meanwhile', () => {
    const db = openToOwn(path);
    const ownership = takeOwnership(folder, db);
    db.prepare("UPDATE meta SET value = json_set(value, '$.token', 'another') WHERE name = 'owner'").run();
    expect(() => migrate(db, ownership)).toThrow(OwnershipLost);
    expect(formatOf(db)).toBe(1);
    ownership.release();
    db.close();
  });
});

it('refuses a format it does not know yet, and leaves it alone', () => {
  using(openForWriting(path), (db) => db.pragma(`user_version = ${FORMAT_VERSION + 1}`));
  expect(() => openToOwn(path)).toThrow(FormatError);
  expect(() => openForReading(path)).toThrow(/written by a newer Winnow/);
  expect(existsSync(join(folder, 'owner.json'))).toBe(false);
});

it('has a step for every format up to that of this release', () => {
  expect(MIGRATIONS.map(({ to }) => to)).toEqual(Array.from({ length: FORMAT_VERSION - 1 }, (_, index) => index + 2));
});
