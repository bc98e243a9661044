/**
 * Documents of several files, at the end of a run: what happened to each file, and so to the document.
 *
 * When a page is settled, its files are still on their way; so they are looked at when all is in. A document whose page
 * did not change but one of whose files did gets a version of its own for it, with the same text. To be called inside a
 * transaction; what was decided is remembered there, so that asking twice changes nothing.
 */
import { type FileChange, fileChanges, type KnownFile, wordsOfFiles } from '../../decide/index.js';
import type { KnownDocument } from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';
import type { DocumentChanges } from './document-changes.js';
import { FileRows, type FileStateRow } from './file-rows.js';

export class DocumentGroups {
  readonly #changes: DocumentChanges;
  readonly #files: FileRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, changes: DocumentChanges) {
    this.#changes = changes;
    this.#files = new FileRows(db);
    this.#statements = prepare(db);
  }

  decide(page: number, run: number, now: number): void {
    const known = this.#changes.of(page);
    // What is in doubt or held back is not looked into: its files are compared when it is clear again.
    if (known?.state !== 'present' || this.#changes.pending.of(known.id)) return;
    const { files, version } = this.#files.list(page);
    const before = version === null ? [] : (this.#statements.filesOf.all(version) as KnownFile[]);
    const changes = fileChanges(
      before,
      files.map((resource) => linked(resource, this.#files.state(resource))),
    );
    const changed = changes.some(({ operation }) => operation !== 'None');
    if (!changed && version === known.version) return;
    const isOwn = changed && version === known.version;
    const main = version === null ? 'Add' : isOwn ? 'None' : 'Upd';
    const next = isOwn ? this.#changes.updateFiles(known, { run, at: now, reason: wordsOfFiles(changes) }) : known.version;
    this.#write(known, next, main, changes, version);
    this.#files.decided(page, next);
  }

  #write(known: KnownDocument, version: number, main: string, changes: readonly FileChange[], before: number | null): void {
    this.#statements.addMain.run(known.resource, main, version);
    for (const { resource, operation } of changes) {
      const state = operation === 'None' || operation === 'Del' ? undefined : this.#files.state(resource);
      if (state) this.#statements.addFile.run(version, resource, operation, state.fetch, state.type, state.md5, state.sha256);
      else this.#statements.copyFile.run(version, operation, before, resource);
    }
  }
}

const linked = (resource: number, state: FileStateRow | undefined) => ({ resource, md5: state?.md5 ?? null, gone: state?.gone ?? 0 });

function prepare(db: Sqlite) {
  return {
    filesOf: db.prepare("SELECT resource, md5 FROM version_file WHERE version = ? AND role = 'file' AND operation <> 'Del'"),
    addMain: db.prepare(
      `INSERT OR REPLACE INTO version_file (version, resource, role, operation, fetch, type, md5, sha256)
       SELECT id, ?, 'main', ?, fetch, type, md5, sha256 FROM version WHERE id = ?`,
    ),
    addFile: db.prepare(
      `INSERT OR REPLACE INTO version_file (version, resource, role, operation, fetch, type, md5, sha256) VALUES (?, ?, 'file', ?, ?, ?, ?, ?)`,
    ),
    copyFile: db.prepare(
      `INSERT OR REPLACE INTO version_file (version, resource, role, operation, fetch, type, md5, sha256)
       SELECT ?, resource, role, ?, fetch, type, md5, sha256 FROM version_file WHERE version = ? AND resource = ?`,
    ),
  };
}
