/**
 * Likeness: which document a text is a duplicate of.
 *
 * A rule and a memory: an index of all that was remembered, made of what is stored when it is first needed. Nothing is
 * removed on account of being a duplicate, and nothing but reports asks for it, so whoever stores may find it later.
 */
import { SignatureSearch, type StoredSignatures } from './signatures.js';
import { SketchSearch, type StoredSketches } from './sketches.js';

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

/** A version's text, as far as finding its like goes. */
export interface ComparedText {
  readonly version: number;
  readonly document: number;
  readonly sketch: Uint8Array | null;
  readonly signature: string | null;
  /** UTF-8. */
  readonly text: Uint8Array;
}

/** What is to be stored of it. */
export interface Found {
  readonly duplicate: Duplicate | null;
  /** How often each character occurs; null where signatures are not compared. */
  readonly letters: Uint8Array | null;
}

/** What finding asks of the place where sketches and signatures are stored. */
export interface StoredLikenesses extends StoredSketches, StoredSignatures {}

export class Likeness {
  readonly #find: DuplicateOptions['find'];
  readonly #sketches: SketchSearch;
  readonly #signatures: SignatureSearch;
  #counts = noCounts();

  constructor(stored: StoredLikenesses, { find, similarity, lsh }: DuplicateOptions = DEFAULTS) {
    this.#find = find;
    this.#sketches = new SketchSearch(stored, similarity);
    this.#signatures = new SignatureSearch(stored, lsh);
  }

  /** Of the index, in memory. */
  get bytes(): number {
    return this.#sketches.bytes;
  }

  /** Null where nothing is compared, and nothing stored. To be called before the text is stored, since growing reads what is. */
  find({ version, document, sketch, signature, text }: ComparedText): Found | null {
    if (this.#find === 'off' || (!sketch && !signature)) return null;
    if (this.#find === 'lsh' && signature !== null) return this.#signatures.find({ version, document, signature, text }, this.#counts);
    if (!sketch || this.#find !== 'near') return { duplicate: null, letters: null };
    const duplicate = this.#sketches.find(document, sketch, this.#counts);
    this.#sketches.remember(version, sketch);
    return { duplicate, letters: null };
  }

  /** A version of its own with the same text. */
  remember(version: number, sketch: Uint8Array): void {
    this.#sketches.rememberIfIndexed(version, sketch);
  }

  /** What was counted since the last time; null when that is nothing. */
  takeCounts(): DuplicateCounts | null {
    if (this.#counts.texts === 0) return null;
    const counts = this.#counts;
    this.#counts = noCounts();
    return counts;
  }
}
