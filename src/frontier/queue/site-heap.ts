/**
 * Sites by the next moment they may be visited (Mercator's back queue selector).
 *
 * A binary heap with lazy deletion: a site whose moment changes is pushed again, and stale places are
 * skipped when they come up. So changing a site is O(log n) and nothing is ever searched.
 */
export interface Placed {
  /** Wall-clock milliseconds; Infinity while the site must wait for something other than time. */
  readyAt: number;
  /** Number of the site's newest place in the heap; older places are stale. */
  place: number;
}

/** Over all heaps: a site that goes from one to another leaves stale places behind too. */
let nextPlace = 1;

export class SiteHeap<T extends Placed> {
  readonly #sites: T[] = [];
  readonly #times: number[] = [];
  readonly #places: number[] = [];

  /** Puts the site at its `readyAt`; a site that waits for something other than time is left out. */
  place(site: T): void {
    site.place = nextPlace++;
    if (site.readyAt === Number.POSITIVE_INFINITY) return;
    this.#sites.push(site);
    this.#times.push(site.readyAt);
    this.#places.push(site.place);
    this.#rise(this.#sites.length - 1);
  }

  peek(): T | null {
    while (this.#sites.length && this.#places[0] !== this.#sites[0]?.place) this.#removeTop();
    return this.#sites[0] ?? null;
  }

  pop(): T | null {
    const top = this.peek();
    if (top) this.#removeTop();
    return top;
  }

  #removeTop(): void {
    const last = this.#sites.length - 1;
    this.#swap(0, last);
    this.#sites.pop();
    this.#times.pop();
    this.#places.pop();
    this.#sink(0);
  }

  #rise(index: number): void {
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #sink(index: number): void {
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.#sites.length) return;
      const child = left + 1 < this.#sites.length && this.#before(left + 1, left) ? left + 1 : left;
      if (!this.#before(child, index)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  /** Equal moments go in the order they were placed, so that sites take turns. */
  #before(a: number, b: number): boolean {
    const difference = (this.#times[a] as number) - (this.#times[b] as number);
    return difference !== 0 ? difference < 0 : (this.#places[a] as number) < (this.#places[b] as number);
  }

  #swap(a: number, b: number): void {
    swap(this.#sites, a, b);
    swap(this.#times, a, b);
    swap(this.#places, a, b);
  }
}

function swap<T>(list: T[], a: number, b: number): void {
  const kept = list[a] as T;
  list[a] = list[b] as T;
  list[b] = kept;
}
