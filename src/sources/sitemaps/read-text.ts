/** Text sitemaps: one absolute URL per line. */
import type { Collector } from './collector.js';

export class LineReader {
  /** At least one line is a URL, so this is a text sitemap. */
  found = false;
  /** There is something other than white space. */
  hasText = false;
  readonly #collector: Collector;
  /** A line that has not ended yet. */
  #open = '';

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  write(text: string): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#line(this.#open + text.slice(start, end));
      this.#open = '';
      start = end + 1;
    }
    // A line far longer than any URL is cut; the rest of it is no URL either.
    if (this.#open.length <= this.#collector.limits.maxValue) this.#open += text.slice(start);
  }

  end(): void {
    this.#line(this.#open);
    this.#open = '';
  }

  /** Lines starting with `#` are comments. */
  #line(raw: string): void {
    const line = raw.trim();
    if (line === '') return;
    this.hasText = true;
    if (!line.startsWith('#') && this.#collector.add(line, { lastmod: null, changefreq: null, priority: null }, true)) this.found = true;
  }
}
