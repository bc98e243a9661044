/** Whatever turns over in a database is found, and nothing that Winnow itself does is taken for damage. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForReading, openForWriting, openToOwn } from '../database.js';
import { completeSums, findDamage, foldLog, mustBeWhole, sumsFile } from './index.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-sums-'));
  path = join(folder, 'core.db');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (db: Database.Database, from: number, count: number): void => {
  const add = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  db.transaction(() => {
    for (let at = from; at < from + count; at++) add.run(`name ${at}`, 'x'.repeat(at % 3000));
  })();
};

function filled(): void {
  const db = openForWriting(path);
  write(db, 0, 500);
  db.close();
}

const flip = (file: string, at: number, bit = 1): void => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] as number) ^ bit;
  writeFileSync(file, bytes);
};

describe('damage', () => {
  it('is found wherever a bit turned over', () => {
    filled();
    const { size } = statSync(path);
    const places = Array.from({ length: 60 }, (_, at) => Math.floor((at * 7919.77) % size));
    for (const at of [0, 20, size - 1, ...places]) {
      flip(path, at);
      expect(findDamage(path), `byte ${at}`).toMatchObject({ file: path, pages: [Math.floor(at / 4096) + 1] });
      flip(path, at);
    }
    expect(findDamage(path)).toBeNull();
  });

  it.each([0, 1, 100, 4096, 5000])('is found when all but %i bytes are gone', (length) => {
    filled();
    truncateSync(path, length);
    expect(() => mustBeWhole(path)).toThrow(/core\.db is damaged: /);
  });

  it('is named with file, page, byte, table and remedy', () => {
    filled();
    const db = openForReading(path);
    const page = db.prepare("SELECT pageno FROM dbstat WHERE name = 'meta' AND pagetype = 'leaf' LIMIT 1").pluck().get() as number;
    db.close();
    flip(path, page * 4096 - 1);
    expect(() => mustBeWhole(path)).toThrow(
      `${path} is damaged: page ${page} (from byte ${(page - 1) * 4096}, meta) is not what Winnow wrote. Go on with a backup`,
    );
  });

  it('in the sums themselves is not taken for damage in the database', () => {
    filled();
    flip(sumsFile(path), 32 + 8 * 3);
    expect(findDamage(path)?.file).toBe(sumsFile(path));
    expect(() => mustBeWhole(path)).not.toThrow();
    truncateSync(sumsFile(path), 40);
    expect(findDamage(path)?.file).toBe(sumsFile(path));
    expect(() => mustBeWhole(path)).not.toThrow();
  });
});

describe('what Winnow does itself is no damage', () => {
  it('while somebody writes, folds and writes again', () => {
    const db = openForWriting(path);
    const reading = openForReading(path);
    for (let round = 0; round < 20; round++) {
      write(db, round * 50, 200);
      expect(findDamage(path)).toBeNull();
      if (round % 3 === 0) foldLog(db);
      expect(findDamage(path)).toBeNull();
    }
    reading.close();
    db.close();
    expect(findDamage(path)).toBeNull();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('when it shrinks and grows again', () => {
    filled();
    const db = openForWriting(path);
    db.exec("DELETE FROM meta WHERE name > 'name 2'; VACUUM");
    db.close();
    expect(findDamage(path)).toBeNull();
    const again = openForWriting(path);
    again.exec('CREATE TABLE passing (x)');
    write(again, 0, 900);
    again.exec('DROP TABLE passing');
    again.close();
    expect(findDamage(path)).toBeNull();
  });

  it('when a process dies and another folds its log in, be it a stranger', () => {
    filled();
    const db = openForWriting(path);
    write(db, 0, 300);
    const dead = join(folder, 'dead.db');
    for (const suffix of ['', '-wal', '.sums']) copyFileSync(`${path}${suffix}`, `${dead}${suffix}`);
    db.close();
    expect(findDamage(dead)).toBeNull();
    const stranger = new Database(dead);
    expect(stranger.prepare('SELECT count(*) FROM meta').pluck().get()).toBeGreaterThan(300);
    stranger.close();
    expect(existsSync(`${dead}-wal`)).toBe(false);
    expect(findDamage(dead)).toBeNull();
  });

  it('when the database is older than its sums: they are taken by its next owner', () => {
    filled();
    rmSync(sumsFile(path));
    expect(findDamage(path)).toBeNull();
    const db = openToOwn(path);
    write(db, 900, 10);
    completeSums(path);
    db.close();
    expect(findDamage(path)).toBeNull();
    const { size } = statSync(path);
    for (const at of [50, 5000, size - 5000]) {
      flip(path, at);
      expect(findDamage(path)).not.toBeNull();
      flip(path, at);
    }
  });
});
