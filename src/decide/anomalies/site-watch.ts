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
export const VISITS_WAITED = 3;
/** Texts and pieces remembered a site; of more than that, those met once are forgotten. */
const REMEMBERED = 5000;

export class SiteWatch {
  /** Oldest first. */
  #waiting: (WaitingChange & { readonly since: number })[] = [];
  #texts = new Counts();
  #pieces = new Counts();
  #visits = 0;

  hold({ document, digest, pieces }: WaitingChange): void {
    this.#waiting.push({ document, digest, pieces, since: this.#visits });
    if (digest !== null) this.#texts.add(digest);
    for (const piece of pieces ?? []) this.#pieces.add(piece);
  }

  /** A document was visited; returns those whose change is sure now. */
  visited(): number[] {
    this.#visits++;
    const sure: number[] = [];
    for (let next = this.#waiting[0]; next && this.#visits - next.since >= VISITS_WAITED; next = this.#waiting[0]) {
      this.#waiting.shift();
      if (this.#standsAlone(next)) sure.push(next.document);
    }
    return sure;
  }

  /** Those that may be sure after so many visits. */
  dueWithin(visits: number): number[] {
    return this.#waiting.filter(({ since }) => this.#visits + visits - since >= VISITS_WAITED).map(({ document }) => document);
  }

  /** One that goes on from here and leaves this one as it is; made in no time, since it counts on what this one has counted. */
  trial(): SiteWatch {
    const trial = new SiteWatch();
    trial.#waiting = [...this.#waiting];
    trial.#texts = new Counts(this.#texts);
    trial.#pieces = new Counts(this.#pieces);
    trial.#visits = this.#visits;
    return trial;
  }

  /** What was tried has happened. */
  accept(trial: SiteWatch): void {
    this.#waiting = trial.#waiting;
    this.#visits = trial.#visits;
    this.#texts.take(trial.#texts);
    this.#pieces.take(trial.#pieces);
  }

  #standsAlone({ digest, pieces }: WaitingChange): boolean {
    if (digest !== null && this.#texts.of(digest) > 1) return false;
    return !isTemplateChange(pieces, (piece) => this.#pieces.of(piece), this.#visits);
  }
}

/** How often each was met, on top of what others have counted. */
class Counts {
  readonly #own = new Map<string, number>();
  readonly #below: Counts | null;

  constructor(below: Counts | null = null) {
    this.#below = below;
  }

  of(key: string): number {
    return (this.#own.get(key) ?? 0) + (this.#below?.of(key) ?? 0);
  }

  add(key: string, times = 1): void {
    this.#own.set(key, (this.#own.get(key) ?? 0) + times);
    if (this.#own.size <= REMEMBERED) return;
    for (const [known, met] of this.#own) if (met === 1) this.#own.delete(known);
  }

  take(more: Counts): void {
    for (const [key, times] of more.#own) this.add(key, times);
  }
}
