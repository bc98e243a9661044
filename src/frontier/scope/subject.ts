/**
 * Subject: what a rule is asked about. At first the candidate; inside `path`, one of the pages that led to it.
 *
 * The surprise is `language`. A candidate has not been fetched, so its own language is unknown and the rule means the
 * page the link stands on. Inside `path` the subject is a page already read, and the rule means that page itself.
 */
import type { Candidate, TrailStep } from '../../plugins/index.js';
import { type Place, placeOf } from './hosts.js';

export class Subject {
  #place: Place | null = null;

  private constructor(
    readonly url: string,
    readonly depth: number,
    readonly via: string,
    readonly language: string | null,
    private readonly trail: readonly TrailStep[],
    /** How many steps of the trail lie before this subject. */
    private readonly steps: number,
  ) {}

  static candidate({ url, depth, via, trail }: Candidate): Subject {
    return new Subject(url, depth, via, trail.at(-1)?.language ?? null, trail, trail.length);
  }

  get place(): Place {
    this.#place ??= placeOf(this.url);
    return this.#place;
  }

  /** The page so many links back, 0 being this one; null beyond the start of the trail. */
  back(distance: number): Subject | null {
    const at = this.steps - distance;
    if (at < 0) return null;
    const step = this.trail[at];
    if (!step) return new Subject(this.url, this.depth, this.via, null, this.trail, this.steps);
    return new Subject(step.url, Math.max(0, this.depth - distance), step.via, step.language, this.trail, at);
  }
}
