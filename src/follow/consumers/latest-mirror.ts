/**
 * The latest mirror: every document as it stands now, in a SQLite file that follows the journal. For programs that want
 * a table to join with, and as the example of a consumer: see docs/guides/following-changes.md.
 */
import { openSqliteConsumer, type SqliteConsumer } from './sqlite-consumer.js';

const TABLES = `
CREATE TABLE latest (
  document INTEGER PRIMARY KEY, identifier TEXT NOT NULL, url TEXT NOT NULL, state TEXT NOT NULL, title TEXT, type TEXT, language TEXT,
  version INTEGER NOT NULL, sha256 TEXT, changed TEXT NOT NULL, sequence INTEGER NOT NULL
);
CREATE TABLE operation (name TEXT PRIMARY KEY, entries INTEGER NOT NULL) WITHOUT ROWID;`;

/** A None is about a suspicion: it says nothing new about what the document holds. */
const PUT = `INSERT INTO latest (document, identifier, url, state, title, type, language, version, sha256, changed, sequence)
  VALUES (@document, @identifier, @url, @state, @title, @type, @language, @version, @sha256, @at, @sequence)
  ON CONFLICT (document) DO UPDATE SET identifier = @identifier, url = @url, state = @state, title = @title, type = @type, language = @language, version = @version,
    sha256 = @sha256, changed = CASE WHEN @operation = 'None' THEN changed ELSE @at END, sequence = @sequence
  WHERE sequence < @sequence`;

const COUNT = 'INSERT INTO operation (name, entries) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET entries = entries + 1';

export function openLatestMirror(file: string, name = 'latest'): SqliteConsumer {
  return openSqliteConsumer({
    name,
    file,
    kind: 'mirror',
    tables: TABLES,
    prepare(db) {
      const put = db.prepare(PUT);
      const count = db.prepare(COUNT);
      return ({ version, operation, suspicion, ...entry }) => {
        put.run({ ...valuesOf(entry), operation, state: stateAfter(operation, suspicion), version: version.id, sha256: version.sha256 });
        count.run(operation);
      };
    },
  });
}

/** How the document stood after this entry, whatever became of it since. */
function stateAfter(operation: string, suspicion: string | null): string {
  if (operation === 'Del') return 'deleted';
  return suspicion === 'suspected' ? 'suspected' : 'present';
}

type Values = { document: number; identifier: string; url: string; title: string | null; type: string | null; language: string | null };

const valuesOf = ({ document, identifier, url, title, type, language, at, sequence }: Values & { at: string; sequence: number }) => ({
  document,
  identifier,
  url,
  title,
  type,
  language,
  at,
  sequence,
});
