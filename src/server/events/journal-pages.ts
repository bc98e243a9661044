/**
 * The journal in the form it is sent in, read and written out once for all who stand at the same place. Pages end at the same
 * numbers wherever somebody began, so that clients who begin apart come to share them.
 */
import type { ServedCrawl } from '../crawls/index.js';
import { eventText } from './event-text.js';

export interface JournalPage {
  readonly bytes: Uint8Array;
  /** Sequence number of its last entry. */
  readonly last: number;
}

const ENTRIES = 100;
/** Some megabytes at most. */
const MOST_KEPT = 32;

export class JournalPages {
  readonly #crawl: ServedCrawl;
  /** By the entry before the first. Null: there was nothing more. */
  readonly #kept = new Map<number, JournalPage | null>();

  constructor(crawl: ServedCrawl) {
    this.#crawl = crawl;
  }

  /** Null when the journal ends there. Throws when it cannot be read now. */
  after(sequence: number): JournalPage | null {
    const kept = this.#kept.get(sequence);
    if (kept !== undefined) return kept;
    const page = this.#read(sequence);
    this.#kept.set(sequence, page);
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(first);
    }
    return page;
  }

  /** From now on it is read anew. */
  forget(): void {
    this.#kept.clear();
  }

  #read(sequence: number): JournalPage | null {
    const { items } = this.#crawl.read(({ repository }) => repository.journal.slice(sequence, ENTRIES - (sequence % ENTRIES)));
    const last = items.at(-1);
    if (!last) return null;
    return { bytes: Buffer.from(items.map((entry) => eventText('journal', entry, entry.sequence)).join('')), last: last.sequence };
  }
}
