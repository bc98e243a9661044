/** Rows of `version`: one distinct state of a document each. One that waits is a row already, but no document points to it. */
import type { NewVersion } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { type DuplicateOptions, SketchRows } from './sketch-rows.js';

export class VersionRows {
  readonly sketches: SketchRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, duplicates?: DuplicateOptions) {
    this.sketches = new SketchRows(db, duplicates);
    this.#statements = prepare(db);
  }

  add(version: number, document: number, fetch: number, v: NewVersion): void {
    this.#statements.add.run(
      version,
      document,
      fetch,
      v.type,
      v.charset,
      v.title,
      v.language,
      v.languageConfidence,
      v.md5,
      v.sha256,
      v.digests,
      v.text,
      v.metadata,
      v.links,
      v.directives,
      v.notes,
      v.score,
      v.content ?? null,
      v.facts ?? null,
    );
    this.sketches.add(version, document, v);
    if (v.triples) this.#statements.addTriples.run({ version, ...v.triples });
  }

  /** A version that was stored unread is as it was read now. Nothing when it is gone. */
  describe(version: number, v: NewVersion): void {
    const document = this.#statements.documentOf.get(version) as number | undefined;
    if (document === undefined) return;
    const { type, charset, title, language, languageConfidence, digests, text, metadata, links, directives, notes, score } = v;
    const told = { type, charset, title, language, languageConfidence, digests, text, metadata, links, directives, notes, score };
    this.#statements.describe.run({ ...told, content: v.content ?? null, facts: v.facts ?? null, version });
    this.sketches.add(version, document, v);
    if (v.triples) this.#statements.addTriples.run({ version, ...v.triples });
  }

  /** A version of its own with the same content. */
  copy(version: number, copy: number): void {
    this.#statements.copy.run(copy, version);
    this.sketches.copy(version, copy);
    this.#statements.copyTriples.run(copy, version);
  }

  /** The same state, described by today's rules. */
  renew(version: number, digests: string): void {
    this.#statements.renew.run(digests, version);
  }

  /** It came to nothing: what it stood for was seen once and never believed. */
  remove(version: number): void {
    this.#statements.removeFiles.run(version);
    this.sketches.remove(version);
    this.#statements.removeTriples.run(version);
    this.#statements.remove.run(version);
  }
}

function prepare(db: Sqlite) {
  return {
    add: db.prepare(
      `INSERT INTO version (id, document, fetch, type, charset, title, language, language_confidence, md5, sha256, digests, text, metadata, links,
         directives, notes, score, content, facts) VALUES (?,?,?,?,?,?,?,?,?,?,?,CAST(? AS TEXT),CAST(? AS TEXT),CAST(? AS TEXT),?,?,?,?,?)`,
    ),
    copy: db.prepare(
      `INSERT INTO version (id, document, fetch, type, charset, title, language, language_confidence, md5, sha256, digests, text, metadata, links,
         directives, notes, score, content, facts) SELECT ?, document, fetch, type, charset, title, language, language_confidence, md5, sha256, digests, text, metadata,
         links, directives, notes, score, content, facts FROM version WHERE id = ?`,
    ),
    addTriples: db.prepare(
      'INSERT INTO triples (version, syntax, count, quads, problems) VALUES (@version, @syntax, @count, @quads, @problems)',
    ),
    copyTriples: db.prepare('INSERT INTO triples SELECT ?, syntax, count, quads, problems FROM triples WHERE version = ?'),
    removeTriples: db.prepare('DELETE FROM triples WHERE version = ?'),
    documentOf: db.prepare('SELECT document FROM version WHERE id = ?').pluck(),
    describe: db.prepare(
      `UPDATE version SET type = @type, charset = @charset, title = @title, language = @language, language_confidence = @languageConfidence,
         digests = @digests, text = CAST(@text AS TEXT), metadata = CAST(@metadata AS TEXT), links = CAST(@links AS TEXT), directives = @directives,
         notes = @notes, score = @score, content = @content, facts = @facts WHERE id = @version`,
    ),
    renew: db.prepare('UPDATE version SET digests = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM version WHERE id = ?'),
    removeFiles: db.prepare('DELETE FROM version_file WHERE version = ?'),
  };
}
