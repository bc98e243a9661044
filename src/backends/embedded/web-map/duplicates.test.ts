import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { SCHEMA } from '../schema.js';
import { likenessIn } from './duplicates.js';

/** Documents 1 to n, of resources 11 to 10 + n, each with one version of its own number. */
function holding(contents: readonly string[]): Database.Database {
  const db = new Database(':memory:');
  db.exec(SCHEMA);
  for (const [index, sha256] of contents.entries()) {
    const id = index + 1;
    db.prepare(
      `INSERT INTO fetch (id, resource, run, url, method, started, duration, first_byte, status, length) VALUES (?, ?, 1, '', 'GET', 0, 0, 0, 200, ?)`,
    ).run(id, id + 10, sha256 === '' ? 0 : 9);
    db.prepare(
      'INSERT INTO document (id, resource, identifier, version, first_seen, last_changed, last_checked) VALUES (?, ?, ?, ?, 0, 0, 0)',
    ).run(id, id + 10, String(id), id);
    db.prepare(
      `INSERT INTO version (id, document, fetch, type, md5, sha256, digests, text, metadata, links, directives, notes) VALUES (?, ?, ?, 'text/html', '', ?, '', '', '', '[]', '', '')`,
    ).run(id, id, id, sha256);
  }
  return db;
}

const of = (db: Database.Database, contents: readonly string[]) => {
  const likenessOf = likenessIn(db);
  return contents.map((sha256, index) => likenessOf(index + 11, sha256, index + 1));
};

it('G-25 equal content makes the later page a duplicate of the first; empty bodies are no duplicates', () => {
  const contents = ['a', 'b', 'a', '', '', 'a'];
  expect(of(holding(contents), contents).map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, 11, null, null, 11]);
});

it('G-24 G-27 what was found to be nearly the same is a duplicate too, unless its original is gone; the signature comes along', () => {
  const contents = ['a', 'b', 'c', 'a'];
  const db = holding(contents);
  db.exec(`CREATE TABLE IF NOT EXISTS sketch (version INTEGER PRIMARY KEY, document INTEGER NOT NULL, sketch BLOB, duplicate_of INTEGER, similarity REAL, signature TEXT, letters BLOB);
    INSERT INTO sketch (version, document, duplicate_of, signature) VALUES (1, 1, NULL, '17'), (2, 2, 1, '17'), (3, 3, 4, '9');
    UPDATE document SET state = 'deleted' WHERE id = 4`);
  expect(of(db, contents)).toEqual([
    { duplicateOf: null, signature: '17' },
    { duplicateOf: 11, signature: '17' },
    { duplicateOf: null, signature: '9' },
    { duplicateOf: null, signature: null },
  ]);
});
