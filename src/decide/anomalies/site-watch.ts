/**
 * Site watch: what waits at one site, and when it has waited long enough.
 *
 * Pure, and bounded. A change is sure once three other documents of its site were visited after it and it still stands
 * alone: nobody else turned into its text, and something changed in it that changed nowhere else. What does not stand
 * alone is not decided here, but when the site has been gone through.
 */
import { isTemplateChange } from '../change/template.js';

export interface WaitingChange {
  readonly document: number;
  /** Digest of the text it turned into; null when its text is what it was. */
  readonly digest: string | null;
  readonly pieces: readonly string[] | null;
}

/** Visits of other documents a change waits for. */
const VISITS = 3;
/** Texts and pieces remembered a site; of more than that, those met once are forgotten. */
const REMEMBERED = 5000;

export class SiteWatch {
  /** Oldest first. */
  #waiting: (WaitingChange & { readonly since: number })[] = [];
  readonly #texts = new Map<string, number>();
  readonly #pieces = new Map<string, number>();
  #visits = 0;

  hold(change: WaitingChange): void {
    this.#waiting.push({ ...change, since: this.#visits });
    if (change.digest !== null) count(this.#texts, change.digest);
    for (const piece of change.pieces ?? []) count(this.#pieces, piece);
  }

  /** A document was visited; returns those whose change is sure now. */
  visited(): number[] {
    this.#visits++;
    const sure: number[] = [];
    for (let next = this.#waiting[0]; next && this.#visits - next.since >= VISITS; next = this.#waiting[0]) {
      this.#waiting.shift();
      if (this.#standsAlone(next)) sure.push(next.document);
    }
    return sure;
  }

  #standsAlone({ digest, pieces }: WaitingChange): boolean {
    if (digest !== null && (this.#texts.get(digest) ?? 0) > 1) return false;
    return !isTemplateChange(pieces, (piece) => this.#pieces.get(piece) ?? 0, this.#visits);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  if (counts.size <= REMEMBERED) return;
  for (const [known, times] of counts) if (times === 1) counts.delete(known);
}
