/**
 * Rows about the files of documents: which a page links to (`file_list`) and how each was when it was last had
 * (`file_state`). Written in the visit's own transaction; what follows from them is decided at the end of the run.
 */
import type { CommitItem } from './commit.js';
import type { Sqlite } from './database.js';

export interface FileList {
  /** Resources the page linked to when it was last read. */
  readonly files: readonly number[];
  /** The version whose rows of `version_file` are the last state that was decided on. */
  readonly version: number | null;
}

export interface FileStateRow {
  readonly resource: number;
  readonly fetch: number;
  readonly type: string;
  readonly md5: string;
  readonly sha256: string;
  /** Runs in a row that found it gone. */
  readonly gone: number;
}

export class FileRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  take({ resource, files, file }: Pick<CommitItem, 'resource' | 'files' | 'file'>, fetch: number | null, run: number): void {
    if (files) this.#statements.putList.run({ page: resource, run, files: JSON.stringify(files) });
    if (!file || fetch === null) return;
    if (file === 'gone') this.#statements.gone.run(run, resource, run);
    else this.#statements.putState.run(resource, fetch, run, file.type, file.md5, file.sha256);
  }

  list(page: number): FileList {
    const { files, version } = this.#statements.list.get(page) as { files: string; version: number | null };
    return { files: JSON.parse(files) as number[], version };
  }

  state(resource: number): FileStateRow | undefined {
    return this.#statements.state.get(resource) as FileStateRow | undefined;
  }

  decided(page: number, version: number): void {
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
    list: db.prepare('SELECT files, version FROM file_list WHERE page = ?'),
    state: db.prepare('SELECT resource, fetch, type, md5, sha256, gone FROM file_state WHERE resource = ?'),
    decided: db.prepare('UPDATE file_list SET version = ? WHERE page = ?'),
  };
}
