/**
 * The documents of the workspace: reads what is known, has it decided, writes what comes of it.
 *
 * To be called inside a transaction.
 */
import type { Conclusion } from '../../decide/index.js';
import {
  type Change,
  type Compared,
  type Comparisons,
  Documents,
  type Known,
  type KnownDocument,
  type KnownKeys,
  type Moment,
  type Pending,
  type Visited,
} from '../../decide/lifecycle/index.js';
import type { NewVersion } from '../../store/index.js';
import { ChangeRows } from './change-rows.js';
import type { Sqlite } from './database.js';
import { KnownRows } from './known-rows.js';
import { ListingRows } from './listing-rows.js';
import { PendingRows } from './pending-rows.js';
import { RowIds } from './row-ids.js';
import type { DuplicateOptions } from './sketch-rows.js';
import { VersionRows } from './version-rows.js';

export class DocumentChanges {
  readonly pending: PendingRows;
  readonly versions: VersionRows;
  readonly listings: ListingRows;
  readonly ids: RowIds;
  readonly #known: KnownRows;
  readonly #rows: ChangeRows;

  constructor(db: Sqlite, duplicates?: DuplicateOptions) {
    this.pending = new PendingRows(db);
    this.versions = new VersionRows(db, duplicates);
    this.listings = new ListingRows(db);
    this.ids = new RowIds(db);
    this.#known = new KnownRows(db, this.pending);
    this.#rows = new ChangeRows(db, this);
  }

  known(keys: Partial<KnownKeys>): Known {
    return this.#known.load({ ...NO_KEYS, ...keys });
  }

  compared(comparisons: Partial<Comparisons>): Compared {
    return this.#known.compare({ ...NO_COMPARISONS, ...comparisons });
  }

  /** Returns the answers that count from now on, by their resources: whoever writes the rows of these writes them too. */
  apply(changes: readonly Change<NewVersion>[]): Map<number, number> {
    const good = new Map<number, number>();
    this.#rows.apply(changes, good);
    return good;
  }

  writeGood(good: ReadonlyMap<number, number>): void {
    this.#rows.writeGood(good);
  }

  /** The document of a resource. */
  of(resource: number): KnownDocument | undefined {
    return this.known({ resources: [resource] }).documentAt(resource);
  }

  document(id: number): KnownDocument {
    return this.known({ waiting: [id] }).document(id) as KnownDocument;
  }

  add(visit: Visited, version: NewVersion): { document: number; version: number } {
    return this.#perform({}, (documents) => documents.add(visit, version));
  }

  checked(known: KnownDocument, moment: Moment): void {
    this.#perform({ waiting: [known.id] }, (documents) => documents.checked(known, moment));
  }

  back(known: KnownDocument, moment: Moment & { readonly fetch: number }, version: NewVersion): number {
    return this.#perform({ waiting: [known.id] }, (documents) => documents.back(known, moment, version));
  }

  replace(known: KnownDocument, moment: Moment & { readonly fetch: number }, version: NewVersion): number {
    return this.#perform({ waiting: [known.id] }, (documents) => documents.replace(known, moment, version));
  }

  update(row: Pending): void {
    const known = this.known({ waiting: [row.document] });
    const versions = [known.document(row.document)?.version, row.version].filter((version) => version != null);
    const links = row.changed.includes('links') ? versions : [];
    this.#decide(new Documents(known, this.compared({ links }), this.ids), (documents) => documents.update(row));
  }

  updateFiles(known: KnownDocument, moment: { readonly run: number; readonly at: number; readonly reason: string }): number {
    const compared = this.compared({ fetches: [known.baseline ?? known.version] });
    return this.#decide(new Documents(this.known({ waiting: [known.id] }), compared, this.ids), (documents) =>
      documents.updateFiles(known, moment),
    );
  }

  sameButForTemplate(row: Pending): void {
    this.#perform({ waiting: [row.document] }, (documents) => documents.sameButForTemplate(row));
  }

  drop(document: number): void {
    this.#perform({ waiting: [document] }, (documents) => documents.drop(document));
  }

  suspectOrDelete(row: Moment & { readonly document: number }, conclusion: Conclusion): void {
    this.#perform({ waiting: [row.document] }, (documents) => documents.suspectOrDelete(row, conclusion));
  }

  #perform<T>(keys: Partial<KnownKeys>, decide: (documents: Documents<NewVersion>) => T): T {
    return this.#decide(new Documents(this.known(keys), this.compared({}), this.ids), decide);
  }

  #decide<T>(documents: Documents<NewVersion>, decide: (documents: Documents<NewVersion>) => T): T {
    const decided = decide(documents);
    this.writeGood(this.apply(documents.changes));
    return decided;
  }
}

const NO_KEYS: KnownKeys = { resources: [], waiting: [], validators: [] };
const NO_COMPARISONS: Comparisons = { comparable: [], links: [], fetches: [] };
