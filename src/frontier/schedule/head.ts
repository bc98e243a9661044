/**
 * The head of one site's queue: its best entries, ready to be leased. The rest of the queue is below it, in the frontier's store.
 *
 * Everything in the head comes before everything below it. Where something comes in below that would break this, the
 * entries behind it leave the head and are put back.
 */
import { isBefore, type Place, type Queued } from './place.js';

export class Head {
  #queued: Queued[] = [];
  /** No place below comes before this one; the place itself may be gone. Null: nothing is below. */
  #below: Place | null = null;
  /** The best that came in while entries were being fetched. */
  #meanwhile: Place | null = null;

  /** The best place of the queue, or one that is better still and gone. */
  get top(): Place | null {
    return this.#queued[0]?.place ?? this.#below;
  }

  get below(): Place | null {
    return this.#below;
  }

  get queued(): readonly Queued[] {
    return this.#queued;
  }

  /** Entries were fetched from below. Returns those that something better came in before, meanwhile. */
  stock(fetched: readonly Queued[], below: Place | null): Queued[] {
    const meanwhile = this.#meanwhile;
    this.#meanwhile = null;
    this.#queued.push(...fetched);
    this.#below = below;
    return meanwhile ? this.cameIn(meanwhile) : [];
  }

  /** Entries are about to be fetched: what comes in from now on may come before them. */
  ask(): void {
    this.#meanwhile = null;
  }

  /** Something came in below. Returns the entries that come after it: they are to be put back. */
  cameIn(place: Place): Queued[] {
    this.#isBelow(place);
    const at = this.#queued.findIndex((queued) => isBefore(place, queued.place));
    return at === -1 ? [] : this.#queued.splice(at);
  }

  take(queued: Queued): void {
    const at = this.#queued.indexOf(queued);
    if (at !== -1) this.#queued.splice(at, 1);
  }

  drop(id: number): void {
    const at = this.#queued.findIndex(({ place }) => place.id === id);
    if (at !== -1) this.#queued.splice(at, 1);
  }

  /** Empties the head; what was in it is to be put back. */
  empty(): Queued[] {
    const queued = this.#queued;
    if (queued[0]) this.#isBelow(queued[0].place);
    this.#queued = [];
    return queued;
  }

  #isBelow(place: Place): void {
    if (!this.#meanwhile || isBefore(place, this.#meanwhile)) this.#meanwhile = place;
    if (!this.#below || isBefore(place, this.#below)) this.#below = place;
  }
}
