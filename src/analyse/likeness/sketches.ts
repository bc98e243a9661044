/**
 * Duplicates by sketches: a text is compared with the newest versions of all other documents that an index in memory names.
 *
 * The index is made of what is stored when it is first needed, and again when it has to grow.
 */
import type { Duplicate, DuplicateCounts } from './likeness.js';
import { SketchIndex } from './sketch-index.js';
import { sketchKeys, sketchLikeness } from './text-sketch.js';

/** A version whose text may be like another. */
export interface SketchCandidate {
  readonly document: number;
  readonly sketch: Uint8Array;
  readonly duplicateOf: number | null;
}

export interface StoredSketches {
  countSketches(): number;
  sketches(): Iterable<readonly [version: number, sketch: Uint8Array]>;
  /** Of each document the newest version counts; what is deleted is no original any more. */
  candidate(version: number): SketchCandidate | undefined;
}

/** Candidates compared, those with most keys in common first. */
const MOST_COMPARED = 64;

export class SketchSearch {
  readonly #stored: StoredSketches;
  readonly #similarity: number;
  #index: SketchIndex | null = null;
  #known = 0;

  constructor(stored: StoredSketches, similarity: number) {
    this.#stored = stored;
    this.#similarity = similarity;
  }

  get bytes(): number {
    return this.#index?.bytes ?? 0;
  }

  /** The document most like it; one that is no duplicate itself comes first, so that all copies point to the same original. */
  find(document: number, sketch: Uint8Array, counts: DuplicateCounts): Duplicate | null {
    const candidates = this.#indexed().find(sketchKeys(sketch), MOST_COMPARED);
    counts.texts++;
    counts.candidates += candidates.length;
    counts.saved += Math.max(0, this.#known - candidates.length);
    let best: (Duplicate & { readonly isCopy: boolean }) | null = null;
    for (const version of candidates) {
      const row = this.#stored.candidate(version);
      const similarity = row && row.document !== document ? sketchLikeness(sketch, row.sketch) : 0;
      if (!row || similarity < this.#similarity) {
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

  remember(version: number, sketch: Uint8Array): void {
    this.#known++;
    this.#indexed().add(version, sketchKeys(sketch));
  }

  /** Otherwise it is read with the rest of what is stored. */
  rememberIfIndexed(version: number, sketch: Uint8Array): void {
    if (this.#index) this.remember(version, sketch);
  }

  #indexed(): SketchIndex {
    if (this.#index) return this.#index;
    this.#known = this.#stored.countSketches();
    this.#index = new SketchIndex((tell) => {
      for (const [version, sketch] of this.#stored.sketches()) tell(version, sketchKeys(sketch));
    });
    this.#index.load(4 * this.#known);
    return this.#index;
  }
}
