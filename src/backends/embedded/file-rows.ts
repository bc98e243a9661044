/** Rows about the files of documents of pages: which a page links to, how each was when it was last had, and which a version has. */
import type { Change } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';

type Of<Name extends Change['do']> = Extract<Change, { do: Name }>;

export class FileRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  putList({ page, run, files }: Of<'file-list'>): void {
    this.#statements.putList.run({ page, run, files: JSON.stringify(files) });
  }

  putState({ resource, fetch, run, state }: Of<'file-state'>): void {
    this.#statements.putState.run(resource, fetch, run, state.type, state.md5, state.sha256);
  }

  gone({ resource, run }: Of<'file-gone'>): void {
    this.#statements.gone.run(run, resource, run);
  }

  addMain({ resource, operation, version }: Of<'main-file'>): void {
    this.#statements.addMain.run(resource, operation, version);
  }

  add({ version, resource, operation, state }: Of<'add-file'>): void {
    this.#statements.add.run(version, resource, operation, state.fetch, state.type, state.md5, state.sha256);
  }

  copy({ version, operation, from, resource }: Of<'copy-file'>): void {
    this.#statements.copy.run(version, operation, from, resource);
  }

  decided({ page, version }: Of<'files-decided'>): void {
    this.#statements.decided.run(version, page);
  }
}

function prepare(db: Sqlite) {
  return {
    // A page without files has no row unless it had some before.
    putList: db.prepare(
      `INSERT INTO file_list (page, run, files) SELECT @page, @run, @files WHERE @files <> '[]' OR EXISTS (SELECT 1 FROM file_list WHERE page = @page)
       ON CONFLICT (page) DO UPDATE SET run = excluded.run, files = excluded.files`,
    ),
    putState: db.prepare(
      `INSERT INTO file_state (resource, fetch, run, type, md5, sha256) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (resource)
       DO UPDATE SET fetch = excluded.fetch, run = excluded.run, type = excluded.type, md5 = excluded.md5, sha256 = excluded.sha256, gone = 0`,
    ),
    gone: db.prepare('UPDATE file_state SET gone = gone + 1, run = ? WHERE resource = ? AND run <> ?'),
    addMain: db.prepare(
      `INSERT OR REPLACE INTO version_file (version, resource, role, operation, fetch, type, md5, sha256)
       SELECT id, ?, 'main', ?, fetch, type, md5, sha256 FROM version WHERE id = ?`,
    ),
    add: db.prepare(
      `INSERT OR REPLACE INTO version_file (version, resource, role, operation, fetch, type, md5, sha256) VALUES (?, ?, 'file', ?, ?, ?, ?, ?)`,
    ),
    copy: db.prepare(
      `INSERT OR REPLACE INTO version_file (version, resource, role, operation, fetch, type, md5, sha256)
       SELECT ?, resource, role, ?, fetch, type, md5, sha256 FROM version_file WHERE version = ? AND resource = ?`,
    ),
    decided: db.prepare('UPDATE file_list SET version = ? WHERE page = ?'),
  };
}
