/** Reads what is known of the files of pages: which a page links to, how each was when it was last had, and what was decided on last. */
import type { KnownFile } from '../../decide/index.js';
import type { Known, KnownFileState } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';

export class KnownFileRows {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite) {
    this.#statements = prepare(db);
  }

  read(page: number, known: Known): void {
    const row = this.#statements.list.get(page) as { files: string; version: number | null } | undefined;
    if (!row) return;
    const files = JSON.parse(row.files) as number[];
    known.fileLists.set(page, { files, version: row.version });
    if (row.version !== null) known.versionFiles.set(row.version, this.#statements.filesOf.all(row.version) as KnownFile[]);
    for (const file of files) {
      const state = this.#statements.state.get(file) as KnownFileState | undefined;
      if (state) known.fileStates.set(file, state);
    }
  }
}

function prepare(db: Sqlite) {
  return {
    list: db.prepare('SELECT files, version FROM file_list WHERE page = ?'),
    state: db.prepare('SELECT fetch, type, md5, sha256, gone FROM file_state WHERE resource = ?'),
    filesOf: db.prepare("SELECT resource, md5 FROM version_file WHERE version = ? AND role = 'file' AND operation <> 'Del'"),
  };
}
