/** Reads RSS (0.9x, 1.0, 2.0) and Atom as sitemaps: only the link and the date of each item. */
import type { Collector } from './collector.js';
import { readFeedDate } from './dates.js';
import type { ContentReader, Element } from './xml.js';

/** Field names of both formats, in order of preference. */
const DATES = ['pubdate', 'updated', 'modified', 'date', 'published', 'issued', 'created'];
const TEXTS = new Set([...DATES, 'link', 'guid', 'id']);
const FOREIGN_BUT_KNOWN = /purl\.org\/(?:rss|dc)\/|w3\.org\/2005\/Atom|purl\.org\/atom/i;

export class FeedReader implements ContentReader {
  readonly #collector: Collector;
  readonly #itemName: 'item' | 'entry';
  #item: Element | null = null;
  #fields = new Map<string, string>();
  /** Atom: the best link so far, and its rank. */
  #link: { href: string; rank: number } | null = null;
  #field: Element | null = null;
  #text = '';

  constructor(kind: 'rss' | 'atom', collector: Collector) {
    this.#itemName = kind === 'rss' ? 'item' : 'entry';
    this.#collector = collector;
  }

  open(element: Element): void {
    if (element.prefix !== '' && !FOREIGN_BUT_KNOWN.test(element.namespace)) return;
    if (element.name === this.#itemName && !this.#item) this.#begin(element);
    // Only direct children: a source or an author inside an entry has links and dates of its own.
    else if (this.#item && element.depth === this.#item.depth + 1) this.#child(element);
  }

  text(text: string): void {
    if (this.#field && this.#text.length <= this.#collector.limits.maxValue) this.#text += text;
  }

  close(element: Element): void {
    if (this.#field && element.depth === this.#field.depth) {
      if (!this.#fields.has(this.#field.name) && this.#text.trim()) this.#fields.set(this.#field.name, this.#text);
      this.#field = null;
    } else if (this.#item && element.depth === this.#item.depth) this.finish();
  }

  /** A value with an entity is dropped: it is not what it seems. */
  entity(): void {
    this.#field = null;
  }

  finish(): void {
    if (!this.#item) return;
    const date = DATES.map((name) => this.#fields.get(name)).find((value) => value !== undefined);
    const loc = this.#location();
    this.#item = null;
    if (loc) this.#collector.add(loc, { lastmod: readFeedDate(date ?? ''), changefreq: null, priority: null });
  }

  #begin(element: Element): void {
    this.#item = element;
    this.#fields = new Map();
    this.#link = null;
  }

  #child(element: Element): void {
    const href = element.name === 'link' ? element.attribute('href') : null;
    if (href) {
      const rank = rankOfLink(element.attribute('rel'));
      if (!this.#link || rank > this.#link.rank) this.#link = { href, rank };
    } else if (TEXTS.has(element.name)) {
      this.#field = element;
      this.#text = '';
    }
  }

  /** An identifier serves as link only if it is a URL; RSS 1.0 identifies an item by its URL. */
  #location(): string | null {
    const link = this.#fields.get('link') ?? (this.#link && this.#link.rank > 0 ? this.#link.href : null);
    if (link) return link;
    const identifiers = [this.#fields.get('guid'), this.#fields.get('id'), this.#item?.attribute('about')];
    return identifiers.find((value) => value && /^\s*https?:\/\//i.test(value)) ?? this.#link?.href ?? null;
  }
}

/** A link without `rel` ranks first, since most feeds mean the page by it, then `alternate`. `self`, `edit` and the like are no pages. */
function rankOfLink(rel: string | null): number {
  if (rel === null) return 2;
  return rel === 'alternate' ? 1 : 0;
}
