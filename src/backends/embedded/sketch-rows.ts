/**
 * Rows of `sketch`: what is kept of each version's text, and of which document it is a duplicate.
 *
 * A new version is compared when it is written, with the newest versions of all other documents of the workspace that an
 * index in memory names. The index is made of the rows when it is first needed, and again when it has to grow. Nothing is
 * removed on account of being a duplicate. To be called inside a transaction.
 */
import { SketchIndex, type StoredKeys, sketchKeys, sketchLikeness } from '../../analyse/likeness/index.js';
import type { NewVersion } from '../../store/index.js';
import type { Sqlite } from './database.js';
import { LshRows } from './lsh-rows.js';

export interface DuplicateOptions {
  /** near: by sketches; lsh: by signatures and gestalt ratio; off: not at all. */
  readonly find: 'near' | 'lsh' | 'off';
  /** From which likeness on a text is a duplicate. */
  readonly similarity: number;
  readonly lsh: { readonly threshold: number; readonly time: number };
}

const DEFAULTS: DuplicateOptions = { find: 'near', similarity: 0.75, lsh: { threshold: 0.9, time: 1000 } };

/** The document a text is a duplicate of, and how alike they are. */
export interface Duplicate {
  readonly document: number;
  readonly similarity: number;
}

/** What comparing cost and brought in a run. */
export interface DuplicateCounts {
  /** Texts that were compared with the others. */
  texts: number;
  /** Pairs that were looked at, and how many of them were duplicates and were none. */
  candidates: number;
  duplicates: number;
  falseCandidates: number;
  /** Pairs that need not be looked at. */
  saved: number;
  /** Pairs that nobody knows about, since the time was over. */
  unsettled: number;
}

export const noCounts = (): DuplicateCounts => ({ texts: 0, candidates: 0, duplicates: 0, falseCandidates: 0, saved: 0, unsettled: 0 });

/** Candidates compared, those with most keys in common first. */
const MOST_COMPARED = 64;

export class SketchRows {
  readonly #options: DuplicateOptions;
  readonly #db: Sqlite;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #lsh: LshRows;
  #index: SketchIndex | null = null;
  #known = 0;
  #counts = noCounts();

  constructor(db: Sqlite, options: DuplicateOptions = DEFAULTS) {
    this.#db = db;
    this.#options = options;
    this.#statements = prepare(db);
    this.#lsh = new LshRows(db, options.lsh);
  }

  /** Of the index, in memory. */
  get bytes(): number {
    return this.#index?.bytes ?? 0;
  }

  add(version: number, document: number, { sketch = null, signature = null, text }: NewVersion): void {
    const { find } = this.#options;
    if (find === 'off' || (!sketch && !signature)) return;
    if (find === 'lsh' && signature !== null) {
      const { letters, duplicate } = this.#lsh.add(version, document, signature, text, this.#counts);
      this.#insert(version, document, sketch, duplicate, signature, letters);
    } else {
      const duplicate = sketch && find === 'near' ? this.#find(document, sketch) : null;
      // Before its row: growing reads the rows of all that were remembered before.
      if (sketch && find === 'near') this.#remember(version, sketch);
      this.#insert(version, document, sketch, duplicate, signature, null);
    }
  }

  /** A version of its own with the same text. */
  copy(from: number, to: number): void {
    const sketch = this.#statements.sketchOf.get(from) as Buffer | null | undefined;
    if (sketch && this.#index) this.#remember(to, sketch);
    this.#statements.copy.run(to, from);
  }

  remove(version: number): void {
    this.#statements.remove.run(version);
  }

  /** Adds what was counted since the last time to the counts of the run. */
  writeCounts(run: number): void {
    if (this.#counts.texts === 0) return;
    this.#statements.count.run({ run, ...this.#counts });
    this.#counts = noCounts();
  }

  #insert(
    version: number,
    document: number,
    sketch: Uint8Array | null,
    duplicate: Duplicate | null,
    signature: string | null,
    letters: Uint8Array | null,
  ): void {
    this.#statements.add.run(version, document, sketch, duplicate?.document ?? null, duplicate?.similarity ?? null, signature, letters);
  }

  #remember(version: number, sketch: Uint8Array): void {
    this.#known++;
    this.#indexed().add(version, sketchKeys(sketch));
  }

  /** The document most like it; one that is no duplicate itself comes first, so that all copies point to the same original. */
  #find(document: number, sketch: Uint8Array): Duplicate | null {
    const counts = this.#counts;
    const candidates = this.#indexed().find(sketchKeys(sketch), MOST_COMPARED);
    counts.texts++;
    counts.candidates += candidates.length;
    counts.saved += Math.max(0, this.#known - candidates.length);
    let best: (Duplicate & { readonly isCopy: boolean }) | null = null;
    for (const version of candidates) {
      const row = this.#statements.candidate.get(version) as CandidateRow | undefined;
      const similarity = row && row.document !== document ? sketchLikeness(sketch, row.sketch) : 0;
      if (!row || similarity < this.#options.similarity) {
        counts.falseCandidates++;
        continue;
      }
      counts.duplicates++;
      const isCopy = row.duplicateOf !== null;
      const isBetter = !best || (best.isCopy && !isCopy) || (best.isCopy === isCopy && similarity > best.similarity);
      if (isBetter) best = { document: row.document, similarity, isCopy };
    }
    return best;
  }

  #indexed(): SketchIndex {
    if (this.#index) return this.#index;
    const stored: StoredKeys = (tell) => {
      const rows = this.#db.prepare('SELECT version, sketch FROM sketch WHERE sketch IS NOT NULL').raw();
      for (const [version, sketch] of rows.iterate() as IterableIterator<[number, Buffer]>) tell(version, sketchKeys(sketch));
    };
    this.#known = this.#statements.countAll.get() as number;
    this.#index = new SketchIndex(stored);
    this.#index.load(4 * this.#known);
    return this.#index;
  }
}

interface CandidateRow {
  readonly document: number;
  readonly sketch: Uint8Array;
  readonly duplicateOf: number | null;
}

function prepare(db: Sqlite) {
  return {
    add: db.prepare('INSERT INTO sketch (version, document, sketch, duplicate_of, similarity, signature, letters) VALUES (?,?,?,?,?,?,?)'),
    copy: db.prepare(
      `INSERT INTO sketch (version, document, sketch, duplicate_of, similarity, signature, letters)
       SELECT ?, document, sketch, duplicate_of, similarity, signature, letters FROM sketch WHERE version = ?`,
    ),
    sketchOf: db.prepare('SELECT sketch FROM sketch WHERE version = ?').pluck(),
    remove: db.prepare('DELETE FROM sketch WHERE version = ?'),
    // Of each document the newest version counts; what is deleted is no original any more.
    candidate: db.prepare(
      `SELECT k.document, k.sketch, k.duplicate_of AS duplicateOf FROM sketch k JOIN document d ON d.id = k.document
       WHERE k.version = ? AND d.version = k.version AND d.state <> 'deleted'`,
    ),
    countAll: db.prepare('SELECT count(*) FROM sketch WHERE sketch IS NOT NULL').pluck(),
    count: db.prepare(
      `INSERT INTO duplicate_count (run, texts, candidates, duplicates, false_candidates, saved, unsettled)
       VALUES (@run, @texts, @candidates, @duplicates, @falseCandidates, @saved, @unsettled)
       ON CONFLICT (run) DO UPDATE SET texts = texts + excluded.texts, candidates = candidates + excluded.candidates, duplicates = duplicates + excluded.duplicates,
         false_candidates = false_candidates + excluded.false_candidates, saved = saved + excluded.saved, unsettled = unsettled + excluded.unsettled`,
    ),
  };
}
