/**
 * Metadata of files under the names listed in docs/guides/reading-files.md: a property has the same name in every
 * format. Everything is bounded; values without a printable character are left out.
 */
import type { PageFacts } from '../../model/index.js';
import { foldSpace } from '../html/html-text.js';

const MAX_VALUE = 4000;
const MAX_VALUES = 100;
const MAX_NAMES = 200;

export class Metadata {
  readonly #values = new Map<string, string[]>();

  add(name: string, value: string | number | null | undefined): void {
    if (value === null || value === undefined) return;
    const tidy = foldSpace(String(value)).slice(0, MAX_VALUE);
    if (tidy === '' || !/[^\s\p{C}]/u.test(tidy)) return;
    const known = this.#values.get(name);
    if (known) {
      if (known.length < MAX_VALUES && !known.includes(tidy)) known.push(tidy);
    } else if (this.#values.size < MAX_NAMES) this.#values.set(name, [tidy]);
  }

  first(name: string): string | null {
    return this.#values.get(name)?.[0] ?? null;
  }

  /** What the file says about its document; null when it says nothing. */
  facts(): PageFacts | null {
    const facts: PageFacts = {
      title: this.first('dc.title'),
      author: this.#values.get('dc.creator')?.join(', ') ?? null,
      description: this.first('dc.description'),
      published: this.first('exif.datetimeoriginal') ?? this.first('dcterms.created') ?? this.first('dc.date'),
      modified: this.first('dcterms.modified'),
      siteName: null,
      image: null,
    };
    return Object.values(facts).some((value) => value !== null) ? facts : null;
  }

  values(): Record<string, readonly string[]> {
    return Object.fromEntries(this.#values);
  }
}
