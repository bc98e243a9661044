/**
 * What may happen to a document, each as the rows it writes: added, updated, found unchanged, suspected, deleted, back
 * again. Whether it happens is decided elsewhere; here the journal and the document are kept in step.
 *
 * To be called inside a transaction.
 */
import { type Conclusion, type DocumentState, hasShrunk } from '../../decide/index.js';
import type { NewVersion } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { ListingRows } from './listing-rows.js';
import { type PendingRow, PendingRows } from './pending-rows.js';
import type { DuplicateOptions } from './sketch-rows.js';
import { VersionRows } from './version-rows.js';

export interface KnownDocument {
  readonly id: number;
  readonly resource: number;
  readonly version: number;
  /** What the next visit is compared with, where it is not the version. */
  readonly baseline: number | null;
  readonly state: DocumentState;
  /** JSON of what speaks against it. */
  readonly evidence: string;
}

/** One visit, as far as documents are concerned. */
export interface Visit {
  readonly resource: number;
  readonly url: string;
  readonly site: number;
  readonly fetch: number;
  readonly run: number;
  readonly at: number;
}

/** When something was seen, and by which fetch; null: by none of its own. */
export interface Moment {
  readonly fetch: number | null;
  readonly run: number;
  readonly at: number;
}

export class DocumentChanges {
  readonly pending: PendingRows;
  readonly versions: VersionRows;
  readonly listings: ListingRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, duplicates?: DuplicateOptions) {
    this.pending = new PendingRows(db);
    this.versions = new VersionRows(db, duplicates);
    this.listings = new ListingRows(db);
    this.#statements = prepare(db);
  }

  /** The document of a resource. */
  of(resource: number): KnownDocument | undefined {
    return this.#statements.ofResource.get(resource) as KnownDocument | undefined;
  }

  document(id: number): KnownDocument {
    return this.#statements.document.get(id) as KnownDocument;
  }

  add({ resource, url, fetch, run, at }: Visit, v: NewVersion): { document: number; version: number } {
    const document = Number(this.#statements.addDocument.run(resource, url, at, at, at).lastInsertRowid);
    const version = this.versions.add(document, fetch, v);
    this.#statements.setFirst.run(version, document);
    this.#journal({ operation: 'Add', document, version, run, at, reason: v.reason, changed: changedOf(v), fetch });
    return { document, version };
  }

  /** Seen again as it was. */
  checked(known: KnownDocument, { fetch, run, at }: Moment): void {
    this.#statements.checked.run(at, known.id);
    if (known.state === 'suspected') this.#clear(known, { fetch, run, at });
  }

  /** A deleted document answers well: the same document, with its history. Returns the version. */
  back(known: KnownDocument, { fetch, run, at }: Moment & { readonly fetch: number }, v: NewVersion): number {
    const isSame = v.operation === 'None';
    const version = isSame ? known.version : this.versions.add(known.id, fetch, v);
    const reason = isSame ? 'back again, as it was' : `back again, ${v.operation === 'Add' ? 'anew' : `with changes: ${v.reason}`}`;
    this.#setVersion(known, version, at);
    const changed = changedOf(v);
    this.#journal({ operation: 'Add', document: known.id, version, run, at, reason, changed, previous: known.version, fetch });
    return version;
  }

  /** It has changed for sure: whoever hands it over says so. Returns the version. */
  replace(known: KnownDocument, { fetch, run, at }: Moment & { readonly fetch: number }, v: NewVersion): number {
    const version = this.versions.add(known.id, fetch, v);
    this.#setVersion(known, version, at);
    const suspicion = known.state === 'suspected' ? 'cleared' : null;
    const told = { reason: v.reason, changed: changedOf(v), previous: known.version };
    this.#journal({ operation: 'Upd', document: known.id, version, run, at, ...told, fetch, suspicion });
    return version;
  }

  /** A change that waited is sure. */
  update(row: PendingRow): void {
    const known = this.document(row.document);
    const { version, run, at, reason, changed, fetch } = row as PendingRow & { version: number };
    this.#noteShrinking(known, version, row);
    this.#setVersion(known, version, at);
    this.#statements.setGood.run(fetch, known.resource);
    const suspicion = known.state === 'suspected' ? 'cleared' : null;
    this.#journal({ operation: 'Upd', document: known.id, version, run, at, reason, changed, previous: known.version, fetch, suspicion });
    this.pending.remove(known.id);
  }

  /** Its page is as it was, its files are not: a version with the same text. Returns the version. */
  updateFiles(known: KnownDocument, { run, at, reason }: { readonly run: number; readonly at: number; readonly reason: string }): number {
    const version = this.versions.copy(known.baseline ?? known.version);
    this.#setVersion(known, version, at);
    const fetch = this.versions.fetchOf(version);
    const changed = JSON.stringify(['files']);
    this.#journal({ operation: 'Upd', document: known.id, version, run, at, reason, changed, previous: known.version, fetch });
    return version;
  }

  /** A change that waited is the site's, not the document's: what it looks like now is what it is compared with next. */
  sameButForTemplate(row: PendingRow): void {
    const known = this.document(row.document);
    if (known.baseline !== null) this.versions.remove(known.baseline);
    this.#statements.setBaseline.run(row.version, known.id);
    this.#statements.setGood.run(row.fetch, known.resource);
    this.#statements.checked.run(row.at, known.id);
    if (known.state === 'suspected') this.#clear(known, row);
    this.pending.remove(known.id);
  }

  /** What waited is not so, or is not believed. */
  drop(document: number): void {
    const row = this.pending.of(document);
    if (!row) return;
    if (row.version !== null) this.versions.remove(row.version);
    this.pending.remove(document);
  }

  suspectOrDelete(row: Moment & { readonly document: number }, { state, reason, evidence }: Conclusion): void {
    const known = this.document(row.document);
    const { fetch, run, at } = row;
    const isDeleted = state === 'deleted';
    const weighed = JSON.stringify(evidence);
    this.#statements.setState.run(state, weighed, isDeleted ? at : null, known.id);
    const { id: document, version } = known;
    const entry = { document, version, run, at, reason, previous: version, fetch, evidence: weighed };
    this.#journal(isDeleted ? { ...entry, operation: 'Del' } : { ...entry, operation: 'None', suspicion: 'suspected' });
    this.pending.remove(document);
  }

  #clear({ id: document, version, evidence }: KnownDocument, { fetch, run, at }: Moment): void {
    this.#statements.setState.run('present', '[]', null, document);
    const reason = 'it answers again';
    this.#journal({ operation: 'None', document, version, run, at, reason, previous: version, fetch, evidence, suspicion: 'cleared' });
  }

  #setVersion({ id, baseline }: KnownDocument, version: number, at: number): void {
    if (baseline !== null) this.versions.remove(baseline);
    this.#statements.setVersion.run(version, at, at, id);
  }

  /** A page that lost half of its links may be a list that was not written to its end: see decide/anomaly.ts. */
  #noteShrinking({ version: before, resource }: KnownDocument, version: number, { changed, run, site }: PendingRow): void {
    if (!changed.includes('"links"')) return;
    const [had, has] = [this.versions.countLinks(before), this.versions.countLinks(version)];
    if (hasShrunk(has, had)) this.listings.noteShrinking({ resource, site, run, entries: has, previous: had });
  }

  #journal(e: NewJournalEntry): void {
    const { operation, document, version, run, at, reason, changed = '[]', previous = null, fetch, evidence = '[]', suspicion = null } = e;
    this.#statements.addJournal.run(operation, document, version, run, at, reason, changed, previous, fetch, evidence, suspicion);
  }
}

interface NewJournalEntry {
  readonly operation: 'Add' | 'Upd' | 'Del' | 'None';
  readonly document: number;
  readonly version: number;
  readonly run: number;
  readonly at: number;
  readonly reason: string;
  readonly fetch: number | null;
  readonly changed?: string;
  readonly previous?: number | null;
  readonly evidence?: string;
  readonly suspicion?: 'suspected' | 'cleared' | null;
}

const changedOf = ({ changed }: NewVersion): string => JSON.stringify(changed);

const SELECT_DOCUMENT = 'SELECT id, resource, version, baseline, state, evidence FROM document';

function prepare(db: Sqlite) {
  return {
    ofResource: db.prepare(`${SELECT_DOCUMENT} WHERE resource = ?`),
    document: db.prepare(`${SELECT_DOCUMENT} WHERE id = ?`),
    addDocument: db.prepare(
      'INSERT INTO document (resource, identifier, version, first_seen, last_changed, last_checked) VALUES (?, ?, 0, ?, ?, ?)',
    ),
    setFirst: db.prepare('UPDATE document SET version = ? WHERE id = ?'),
    setVersion: db.prepare(
      `UPDATE document SET version = ?, baseline = NULL, last_changed = ?, last_checked = ?, checks = checks + 1, changes = changes + 1,
         state = 'present', evidence = '[]', deleted = NULL WHERE id = ?`,
    ),
    setBaseline: db.prepare('UPDATE document SET baseline = ? WHERE id = ?'),
    setState: db.prepare('UPDATE document SET state = ?, evidence = ?, deleted = ? WHERE id = ?'),
    setGood: db.prepare('UPDATE resource SET last_good = ? WHERE id = ?'),
    checked: db.prepare('UPDATE document SET last_checked = ?, checks = checks + 1 WHERE id = ?'),
    addJournal: db.prepare(
      `INSERT INTO journal (operation, document, version, run, at, reason, changed, previous, fetch, evidence, suspicion)
       VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
    ),
  };
}
