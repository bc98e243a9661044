/** Text sitemaps: one absolute URL per line. */
import type { Collector } from './collector.js';

/** Returns whether this is one: at least one line is a URL. Lines starting with `#` are comments. */
export function readText(text: string, collector: Collector): boolean {
  let found = false;
  for (const line of linesOf(text)) {
    if (line === '' || line.startsWith('#')) continue;
    if (collector.add(line, { lastmod: null, changefreq: null, priority: null }, true)) found = true;
  }
  return found;
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    // A line far beyond any URL is not worth trimming or keeping.
    yield text.slice(start, stop).trim();
    start = stop + 1;
  }
}
