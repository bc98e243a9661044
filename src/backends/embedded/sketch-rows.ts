/**
 * Rows of `sketch`: what is kept of each version's text, and of which document it is a duplicate; see analyse/likeness.
 * To be called inside a transaction.
 */
import {
  type DuplicateOptions,
  Likeness,
  type SketchCandidate,
  type StoredLikenesses,
  type StoredSignature,
} from '../../analyse/likeness/index.js';
import type { NewVersion } from '../../store/index.js';
import type { Sqlite } from './database.js';

export class SketchRows {
  readonly #likeness: Likeness;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Sqlite, options?: DuplicateOptions) {
    this.#likeness = new Likeness(storedIn(db), options);
    this.#statements = prepare(db);
  }

  /** Of the index, in memory. */
  get bytes(): number {
    return this.#likeness.bytes;
  }

  add(version: number, document: number, { sketch = null, signature = null, text }: NewVersion): void {
    const found = this.#likeness.find({ version, document, sketch, signature, text });
    if (!found) return;
    const { duplicate, letters } = found;
    this.#statements.add.run(version, document, sketch, duplicate?.document ?? null, duplicate?.similarity ?? null, signature, letters);
  }

  /** A version of its own with the same text. */
  copy(from: number, to: number): void {
    const sketch = this.#statements.sketchOf.get(from) as Buffer | null | undefined;
    if (sketch) this.#likeness.remember(to, sketch);
    this.#statements.copy.run(to, from);
  }

  remove(version: number): void {
    this.#statements.remove.run(version);
  }

  /** Adds what was counted since the last time to the counts of the run. */
  writeCounts(run: number): void {
    const counts = this.#likeness.takeCounts();
    if (counts) this.#statements.count.run({ run, ...counts });
  }
}

function storedIn(db: Sqlite): StoredLikenesses {
  const candidate = db.prepare(
    `SELECT k.document, k.sketch, k.duplicate_of AS duplicateOf FROM sketch k JOIN document d ON d.id = k.document
     WHERE k.version = ? AND d.version = k.version AND d.state <> 'deleted'`,
  );
  const isCurrent = db.prepare("SELECT 1 FROM document WHERE id = ? AND version = ? AND state <> 'deleted'");
  const textOf = db.prepare('SELECT text FROM version WHERE id = ?').pluck();
  return {
    countSketches: () => db.prepare('SELECT count(*) FROM sketch WHERE sketch IS NOT NULL').pluck().get() as number,
    sketches: () =>
      db.prepare('SELECT version, sketch FROM sketch WHERE sketch IS NOT NULL').raw().iterate() as IterableIterator<[number, Buffer]>,
    candidate: (version) => candidate.get(version) as SketchCandidate | undefined,
    signatures: () =>
      db
        .prepare('SELECT version, document, signature, letters FROM sketch WHERE signature IS NOT NULL AND letters IS NOT NULL')
        .iterate() as IterableIterator<StoredSignature>,
    isCurrent: (document, version) => isCurrent.get(document, version) !== undefined,
    textOf: (version) => textOf.get(version) as string | undefined,
  };
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
    count: db.prepare(
      `INSERT INTO duplicate_count (run, texts, candidates, duplicates, false_candidates, saved, unsettled)
       VALUES (@run, @texts, @candidates, @duplicates, @falseCandidates, @saved, @unsettled)
       ON CONFLICT (run) DO UPDATE SET texts = texts + excluded.texts, candidates = candidates + excluded.candidates, duplicates = duplicates + excluded.duplicates,
         false_candidates = false_candidates + excluded.false_candidates, saved = saved + excluded.saved, unsettled = unsettled + excluded.unsettled`,
    ),
  };
}
