/** A folder that another program keeps a database in is left as it is. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { FormatError, openForReading, openForWriting } from './database.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-database-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a database of another program is named as such, and nothing of it is changed', () => {
  const path = join(folder, 'core.db');
  const foreign = new Database(path);
  foreign.exec('CREATE TABLE recipe (name TEXT)');
  foreign.close();
  const before = readFileSync(path);
  for (const open of [openForWriting, openForReading]) {
    expect(() => open(path)).toThrow(FormatError);
    expect(() => open(path)).toThrow(/another program \(with a table recipe\)/);
  }
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('a file that is empty becomes a workspace', () => {
  const path = join(folder, 'new.db');
  expect(openForWriting(path).close().open).toBe(false);
  expect(openForReading(path).close().open).toBe(false);
});
