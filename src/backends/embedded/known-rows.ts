/** Reads what deciding asks for; see decide/lifecycle/keys.ts. To be called inside the transaction that writes what is decided. */
import type { Comparable, DocumentState, Evidence } from '../../decide/index.js';
import {
  type Compared,
  type Comparisons,
  Known,
  type KnownDocument,
  type KnownKeys,
  type Validators,
} from '../../decide/lifecycle/index.js';
import type { Sqlite } from './database.js';
import { KnownDepositRows } from './known-deposit-rows.js';
import { KnownFileRows } from './known-file-rows.js';
import type { PendingRows } from './pending-rows.js';

/** What the end of a run asks for besides. */
export interface Keys extends KnownKeys {
  /** Pages whose files are asked for, with their documents. */
  readonly pages: readonly number[];
}

export class KnownRows {
  readonly #pending: PendingRows;
  readonly #deposits: KnownDepositRows;
  readonly #files: KnownFileRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, pending: PendingRows) {
    this.#pending = pending;
    this.#deposits = new KnownDepositRows(db);
    this.#files = new KnownFileRows(db);
    this.#statements = prepare(db);
  }

  load({
    resources = [],
    documents = [],
    validators = [],
    deposits = [],
    conversions = [],
    readings = [],
    pages = [],
  }: Partial<Keys>): Known {
    const known = new Known();
    for (const resource of resources) this.#putDocumentOf(resource, known);
    for (const document of documents) if (!known.document(document)) this.#put(known, this.#statements.document.get(document));
    for (const resource of validators) {
      const row = this.#statements.validators.get(resource) as Validators | undefined;
      if (row) known.validators.set(resource, row);
    }
    for (const deposit of deposits) {
      this.#putDocumentOf(deposit.resource, known);
      this.#deposits.readDeposit(deposit, known);
    }
    for (const conversion of conversions) this.#deposits.readConversion(conversion, known);
    for (const version of readings) this.#deposits.readUnread(version, known);
    for (const page of pages) {
      this.#putDocumentOf(page, known);
      this.#files.read(page, known);
    }
    return known;
  }

  compare({ comparable = [], links = [], fetches = [] }: Partial<Comparisons>): Compared {
    return {
      comparable: readEach(comparable, (version) => this.#statements.comparable.get(version) as Comparable | undefined),
      links: readEach(links, (version) => this.#statements.countLinks.get(version) as number | undefined),
      fetches: readEach(fetches, (version) => this.#statements.fetchOf.get(version) as number | undefined),
    };
  }

  #putDocumentOf(resource: number, known: Known): void {
    if (!known.documentAt(resource)) this.#put(known, this.#statements.ofResource.get(resource));
  }

  #put(known: Known, row: unknown): void {
    if (!row) return;
    const document = documentOf(row as DocumentRow);
    known.put(document);
    const waits = this.#pending.of(document.id);
    if (waits) known.pending.set(document.id, waits);
  }
}

function readEach<T>(versions: readonly number[], read: (version: number) => T | undefined): Map<number, T> {
  const values = new Map<number, T>();
  for (const version of versions) {
    const value = read(version);
    if (value !== undefined) values.set(version, value);
  }
  return values;
}

interface DocumentRow extends Omit<KnownDocument, 'evidence' | 'state'> {
  readonly state: DocumentState;
  /** JSON. */
  readonly evidence: string;
}

const NONE: readonly Evidence[] = [];

const documentOf = (row: DocumentRow): KnownDocument => ({
  id: row.id,
  resource: row.resource,
  version: row.version,
  baseline: row.baseline,
  state: row.state,
  evidence: row.evidence === '[]' ? NONE : (JSON.parse(row.evidence) as Evidence[]),
});

const SELECT_DOCUMENT = 'SELECT id, resource, version, baseline, state, evidence FROM document';

function prepare(db: Sqlite) {
  return {
    ofResource: db.prepare(`${SELECT_DOCUMENT} WHERE resource = ?`),
    document: db.prepare(`${SELECT_DOCUMENT} WHERE id = ?`),
    validators: db.prepare(
      'SELECT f.etag, f.last_modified AS lastModified FROM resource r JOIN fetch f ON f.id = r.last_good WHERE r.id = ?',
    ),
    comparable: db.prepare('SELECT title, metadata, digests FROM version WHERE id = ?'),
    countLinks: db.prepare('SELECT json_array_length(links) FROM version WHERE id = ?').pluck(),
    fetchOf: db.prepare('SELECT fetch FROM version WHERE id = ?').pluck(),
  };
}
