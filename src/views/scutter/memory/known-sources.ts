/** Which URLs are sources of the memory, and whether they still take another origin. */
import type { MemoryReading } from './memory-reading.js';

/** A page that every page of a large site links to needs no million origins: by then they say the same. */
const MOST_ORIGINS = 1000;
const KEPT = 100_000;

export class KnownSources {
  readonly #origins = new Map<string, number>();

  /** True when the memory is to be told that a further document links there. */
  takesOrigin(memory: MemoryReading, url: string): boolean {
    const origins = this.#origins.get(url) ?? (memory.isSource(url) ? memory.countOrigins(url) : null);
    if (this.#origins.size >= KEPT) this.#origins.clear();
    // That it is no source holds for a moment only: the next slice may bring it.
    if (origins === null) return false;
    this.#origins.set(url, origins + 1);
    return origins < MOST_ORIGINS;
  }

  clear(): void {
    this.#origins.clear();
  }
}
