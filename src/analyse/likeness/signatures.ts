/**
 * Duplicates as a profile's contract wants them: candidates are the stored pages with an equal band in their signature, and
 * every one of them is compared by the gestalt ratio of the texts in lower case.
 *
 * With a signature of one band a good part of a site may be candidates of each other. What is kept in memory of each text
 * (its length and how often each character occurs) rules most of them out before a text is read, without ever ruling
 * out a duplicate. When comparing still takes longer than allowed for a page, the rest is counted as unsettled.
 */
import type { ComparedText, Duplicate, DuplicateCounts, Found } from './likeness.js';
import { commonCharacters, compareGestalt, histogramOf, lengthBound } from './lsh/gestalt.js';

/** A text with a signature, as it is stored. */
export interface StoredSignature {
  readonly version: number;
  readonly document: number;
  readonly signature: string;
  /** How often each character occurs. */
  readonly letters: Uint8Array;
}

export interface StoredSignatures {
  signatures(): Iterable<StoredSignature>;
  /** Of each document the newest version counts; what is deleted is no original any more. */
  isCurrent(document: number, version: number): boolean;
  textOf(version: number): string | undefined;
}

interface Known {
  readonly version: number;
  readonly document: number;
  readonly length: number;
  readonly letters: Uint32Array;
}

/** Characters looked at for one pair, at most. */
const STEPS = 20_000_000;

export class SignatureSearch {
  readonly #stored: StoredSignatures;
  readonly #threshold: number;
  readonly #time: number;
  #byBand: Map<string, Known[]> | null = null;
  #known = 0;

  constructor(stored: StoredSignatures, { threshold, time }: { readonly threshold: number; readonly time: number }) {
    this.#stored = stored;
    this.#threshold = threshold;
    this.#time = time;
  }

  /** The document most like it; the text is remembered. */
  find({ version, document, signature, text }: Omit<ComparedText, 'sketch'> & { signature: string }, counts: DuplicateCounts): Found {
    const lower = decoder.decode(text).toLowerCase();
    const known = { version, document, length: lower.length, letters: histogramOf(lower) };
    const candidates = this.#candidates(signature, document);
    const duplicate = this.#compare(lower, known, candidates, counts);
    counts.texts++;
    counts.saved += Math.max(0, this.#known - candidates.length);
    this.#remember(signature, known);
    return { letters: new Uint8Array(known.letters.buffer), duplicate };
  }

  #compare(text: string, known: Known, candidates: readonly Known[], counts: DuplicateCounts): Duplicate | null {
    const until = Date.now() + this.#time;
    let best: Duplicate | null = null;
    for (const candidate of candidates) {
      const similarity = this.#similarity(text, known, candidate, until);
      counts.candidates++;
      if (similarity === 'unsettled') counts.unsettled++;
      else if (similarity < this.#threshold) counts.falseCandidates++;
      else {
        counts.duplicates++;
        if (!best || similarity > best.similarity) best = { document: candidate.document, similarity };
      }
    }
    return best;
  }

  #similarity(text: string, known: Known, candidate: Known, until: number): number | 'unsettled' {
    const total = known.length + candidate.length;
    if (lengthBound(known.length, candidate.length) < this.#threshold) return 0;
    if (total > 0 && (2 * commonCharacters(known.letters, candidate.letters)) / total < this.#threshold) return 0;
    if (!this.#stored.isCurrent(candidate.document, candidate.version)) return 0;
    if (Date.now() > until) return 'unsettled';
    const other = this.#stored.textOf(candidate.version);
    if (other === undefined) return 0;
    const result = compareGestalt(text, other.toLowerCase(), { atLeast: this.#threshold, steps: STEPS });
    if (result.is === 'unsettled') return 'unsettled';
    return result.is === 'ratio' ? result.ratio : 0;
  }

  /** Each once, however many bands it shares; oldest first. */
  #candidates(signature: string, document: number): Known[] {
    const found = new Map<number, Known>();
    for (const band of bandsOf(signature)) for (const known of this.#bands().get(band) ?? []) found.set(known.version, known);
    return [...found.values()].filter((known) => known.document !== document).sort((a, b) => a.version - b.version);
  }

  #remember(signature: string, known: Known): void {
    this.#known++;
    for (const band of bandsOf(signature)) {
      const bands = this.#bands();
      const under = bands.get(band);
      if (under) under.push(known);
      else bands.set(band, [known]);
    }
  }

  #bands(): Map<string, Known[]> {
    if (this.#byBand) return this.#byBand;
    this.#byBand = new Map();
    for (const { version, document, signature, letters: bytes } of this.#stored.signatures()) {
      const letters = new Uint32Array(new Uint8Array(bytes).buffer);
      this.#remember(signature, { version, document, letters, length: letters.reduce((sum, count) => sum + count, 0) });
    }
    return this.#byBand;
  }
}

const decoder = new TextDecoder();

/** A band counts at its own place only. */
const bandsOf = (signature: string): string[] => signature.split(',').map((band, place) => `${place}:${band}`);
