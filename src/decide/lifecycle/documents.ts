/**
 * What may happen to a document, each as the changes it takes: added, updated, found unchanged, suspected, deleted, back
 * again. Whether it happens is decided elsewhere; here the journal, the document and what waits for it are kept in step.
 */
import type { NewVersion, StoredDeposit } from '../../store/index.js';
import { type Comparable, type Conclusion, hasShrunk } from '../index.js';
import type { Change, Ids, JournalEntryChange } from './change.js';
import type { Compared, Known, KnownDocument, Pending } from './known.js';

/** When something was seen, and by which fetch; null: by none of its own. */
export interface Moment {
  readonly fetch: number | null;
  readonly run: number;
  readonly at: number;
}

/** The same of a visit that brought a version. */
export interface Visited extends Moment {
  readonly resource: number;
  readonly url: string;
  readonly fetch: number;
}

export class Documents {
  readonly changes: Change[] = [];
  readonly known: Known;
  readonly #compared: Compared;
  readonly ids: Ids;
  /** Versions that this batch adds. */
  readonly #added = new Map<number, NewVersion>();

  constructor(known: Known, compared: Compared, ids: Ids) {
    this.known = known;
    this.#compared = compared;
    this.ids = ids;
  }

  add({ resource, url, fetch, run, at }: Visited, reading: NewVersion): StoredDeposit {
    const document = this.ids.document();
    const version = this.ids.version();
    this.changes.push({ do: 'add-document', document, resource, url, version, at });
    this.#addVersion(version, document, fetch, reading);
    this.known.put({ id: document, resource, version, baseline: null, state: 'present', evidence: [] });
    this.#journal({ operation: 'Add', document, version, run, at, reason: reading.reason, changed: reading.changed, fetch });
    return { document, version };
  }

  /** Seen again as it was. */
  checked(known: KnownDocument, moment: Moment): void {
    this.changes.push({ do: 'checked', document: known.id, at: moment.at });
    if (known.state === 'suspected') this.#clear(known, moment);
  }

  /** A deleted document answers well: the same document, with its history. Returns the version. */
  back(known: KnownDocument, { fetch, run, at }: Moment & { readonly fetch: number }, reading: NewVersion): number {
    const isSame = reading.operation === 'None';
    const version = isSame ? known.version : this.newVersion(known.id, fetch, reading);
    const how = reading.operation === 'Add' ? 'anew' : `with changes: ${reading.reason}`;
    const reason = `back again, ${isSame ? 'as it was' : how}`;
    this.#setVersion(known, version, at);
    const { changed } = reading;
    this.#journal({ operation: 'Add', document: known.id, version, run, at, reason, changed, previous: known.version, fetch });
    return version;
  }

  /** It has changed for sure: whoever hands it over says so. Returns the version. */
  replace(known: KnownDocument, { fetch, run, at }: Moment & { readonly fetch: number }, reading: NewVersion): number {
    const version = this.newVersion(known.id, fetch, reading);
    this.#setVersion(known, version, at);
    const told = { reason: reading.reason, changed: reading.changed, previous: known.version };
    this.#journal({ operation: 'Upd', document: known.id, version, run, at, ...told, fetch, suspicion: clearing(known) });
    return version;
  }

  /** A change that waited is sure. */
  update(row: Pending): void {
    const known = this.known.document(row.document) as KnownDocument;
    const { version, run, at, reason, changed, fetch } = row as Pending & { version: number };
    this.#noteShrinking(known, version, row);
    this.#setVersion(known, version, at);
    this.changes.push({ do: 'good-fetch', resource: known.resource, fetch });
    const told = { reason, changed, previous: known.version, suspicion: clearing(known) };
    this.#journal({ operation: 'Upd', document: known.id, version, run, at, ...told, fetch });
    this.#unhold(known.id);
  }

  /** Its page is as it was, its files are not: a version with the same text. Returns the version. */
  updateFiles(known: KnownDocument, { run, at, reason }: { readonly run: number; readonly at: number; readonly reason: string }): number {
    const of = known.baseline ?? known.version;
    const version = this.ids.version();
    this.changes.push({ do: 'copy-version', version, of });
    this.#setVersion(known, version, at);
    const fetch = this.#compared.fetches.get(of) ?? null;
    const changed = ['files'];
    this.#journal({ operation: 'Upd', document: known.id, version, run, at, reason, changed, previous: known.version, fetch });
    return version;
  }

  /** A change that waited is the site's, not the document's: what it looks like now is what it is compared with next. */
  sameButForTemplate(row: Pending): void {
    const known = this.known.document(row.document) as KnownDocument;
    const version = row.version as number;
    if (known.baseline !== null) this.dropVersion(known.baseline);
    this.changes.push({ do: 'set-baseline', document: known.id, version });
    this.changes.push({ do: 'good-fetch', resource: known.resource, fetch: row.fetch });
    this.known.put({ ...known, baseline: version });
    this.checked({ ...known, baseline: version }, row);
    this.#unhold(known.id);
  }

  /** It may have changed, or be gone: that waits until it is sure. */
  hold(pending: Pending): void {
    this.changes.push({ do: 'hold', pending });
    this.known.pending.set(pending.document, pending);
  }

  /** An anomaly decides about it from now on. */
  holdBack(row: Pending, anomaly: number): void {
    this.changes.push({ do: 'hold-back', document: row.document, anomaly });
    this.known.pending.set(row.document, { ...row, anomaly });
  }

  /** What waited is not so, or is not believed. */
  drop(document: number): void {
    const row = this.known.pending.get(document);
    if (!row) return;
    if (row.version !== null) this.dropVersion(row.version);
    this.#unhold(document);
  }

  suspectOrDelete(row: Moment & { readonly document: number }, { state, reason, evidence }: Conclusion): void {
    const known = this.known.document(row.document) as KnownDocument;
    const { id: document, version } = known;
    const { fetch, run, at } = row;
    const isDeleted = state === 'deleted';
    this.changes.push({ do: 'set-state', document, state, evidence, deletedAt: isDeleted ? at : null });
    this.known.put({ ...known, state, evidence });
    const entry = { document, version, run, at, reason, previous: version, fetch, evidence };
    this.#journal(isDeleted ? { ...entry, operation: 'Del' } : { ...entry, operation: 'None', suspicion: 'suspected' });
    this.#unhold(document);
  }

  /** A version of a document that does not point to it yet. */
  newVersion(document: number, fetch: number, reading: NewVersion): number {
    const version = this.ids.version();
    this.#addVersion(version, document, fetch, reading);
    return version;
  }

  #addVersion(version: number, document: number, fetch: number, reading: NewVersion): void {
    this.changes.push({ do: 'add-version', version, document, fetch, reading });
    this.#added.set(version, reading);
  }

  /** It came to nothing: what it stood for was seen once and never believed. */
  dropVersion(version: number): void {
    this.changes.push({ do: 'drop-version', version });
    this.#added.delete(version);
  }

  /** What a version is compared by; nothing when it is gone. */
  comparable(version: number): Comparable | undefined {
    const added = this.#added.get(version);
    return added ? comparableOf(added) : this.#compared.comparable.get(version);
  }

  #clear(known: KnownDocument, { fetch, run, at }: Moment): void {
    const { id: document, version, evidence } = known;
    this.changes.push({ do: 'set-state', document, state: 'present', evidence: [], deletedAt: null });
    this.known.put({ ...known, state: 'present', evidence: [] });
    const reason = 'it answers again';
    this.#journal({ operation: 'None', document, version, run, at, reason, previous: version, fetch, evidence, suspicion: 'cleared' });
  }

  #setVersion(known: KnownDocument, version: number, at: number): void {
    if (known.baseline !== null) this.dropVersion(known.baseline);
    this.changes.push({ do: 'set-current', document: known.id, version, at });
    this.known.put({ ...known, version, baseline: null, state: 'present', evidence: [] });
  }

  #unhold(document: number): void {
    if (this.known.pending.delete(document)) this.changes.push({ do: 'unhold', document });
  }

  #noteShrinking({ version: before, resource }: KnownDocument, version: number, { changed, run, site }: Pending): void {
    if (!changed.includes('links')) return;
    const [previous, entries] = [this.#countLinks(before), this.#countLinks(version)];
    if (hasShrunk(entries, previous)) this.changes.push({ do: 'shrunk-listing', resource, site, run, entries, previous });
  }

  #countLinks(version: number): number {
    const added = this.#added.get(version);
    return added ? (JSON.parse(decoder.decode(added.links)) as unknown[]).length : (this.#compared.links.get(version) ?? 0);
  }

  #journal(entry: Omit<JournalEntryChange, 'do'>): void {
    this.changes.push({ do: 'journal', ...entry });
  }
}

const decoder = new TextDecoder();

const clearing = ({ state }: KnownDocument): 'cleared' | null => (state === 'suspected' ? 'cleared' : null);

export const comparableOf = ({ title, metadata, digests }: NewVersion): Comparable => ({
  title,
  metadata: decoder.decode(metadata),
  digests,
});
