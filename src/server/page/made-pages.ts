/**
 * The live page of each crawl, for all who ask at about the same time: making it is the dearest answer there is, and while a crawl
 * is at work it differs with every commit. A page is whole in itself (it says up to which entry it shows changes, and a script goes
 * on from there), so one of a moment ago misses nothing. When the crawl has come to another state, it is made anew at once.
 */
import type { CrawlStatus, ServedCrawl } from '../crawls/index.js';
import type { PageContext } from './live-page.js';

const GOOD_FOR_MS = 250;

export class MadePages {
  readonly #made = new WeakMap<ServedCrawl, { readonly of: string; readonly at: number; readonly text: string }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  of(crawl: ServedCrawl, { run, state, reason, statistics }: CrawlStatus, context: PageContext, make: () => string): string {
    const now = this.#now();
    const of = JSON.stringify([run, state, reason, statistics !== null, context]);
    const made = this.#made.get(crawl);
    if (made && made.of === of && now - made.at <= GOOD_FOR_MS) return made.text;
    const text = make();
    this.#made.set(crawl, { of, at: now, text });
    return text;
  }
}
