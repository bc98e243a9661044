/**
 * The text of a file as it grows: lines of text and table rows in document order.
 *
 * Bounded: text beyond the limit is left out, and a note says so.
 */
import type { PageContent } from '../../model/index.js';
import { foldSpace } from '../html/html-text.js';

const MAX_TEXT = 10_000_000;

export class TextLines {
  readonly #lines: string[] = [];
  readonly #text: number[] = [];
  readonly #tables: number[] = [];
  #length = 0;
  #cut = false;

  /** Whether the limit is reached, so that readers may stop. */
  get full(): boolean {
    return this.#cut;
  }

  get first(): string | null {
    return this.#lines[0] ?? null;
  }

  /** The first line of words, not a page number. */
  get firstWords(): string | null {
    return this.#lines.slice(0, 10).find((line) => /\p{L}{2}/u.test(line)) ?? this.first;
  }

  /** Adds one block, or several separated by line feeds. Returns its range; null when nothing was added. */
  add(text: string): readonly [start: number, end: number] | null {
    if (!text.includes('\n')) return this.#push(foldSpace(text), this.#text);
    let range: readonly [number, number] | null = null;
    for (const line of text.split('\n')) {
      const at = this.#push(foldSpace(line), this.#text);
      if (at) range = range ? [range[0], at[1]] : at;
    }
    return range;
  }

  row(cells: readonly string[]): void {
    this.#push(foldSpace(cells.join(' ')), this.#tables);
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** Left out when there are no tables: then each line is a block of text. */
  get content(): PageContent | undefined {
    return this.#tables.length === 0 ? undefined : { text: this.#text, tables: this.#tables };
  }

  get notes(): string[] {
    return this.#cut ? ['the text was cut at 10 MB'] : [];
  }

  #push(line: string, into: number[]): readonly [number, number] | null {
    if (line === '') return null;
    if (this.#length + line.length > MAX_TEXT) {
      this.#cut = true;
      return null;
    }
    const start = this.#length;
    this.#lines.push(line);
    this.#length += line.length + 1;
    into.push(start, start + line.length);
    return [start, start + line.length];
  }
}
