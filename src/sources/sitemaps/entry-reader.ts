/**
 * Reads urlset and sitemapindex: entries with a location and a few fields.
 *
 * Broken files are read as their authors meant them: two locations in one entry are two entries, an entry of bare text
 * is its location, and elements inside a location are ignored.
 */
import type { Collector } from './collector.js';
import { readW3cDate } from './dates.js';
import { type Extension, ExtensionReader, extensionOf } from './extensions.js';
import { CHANGE_FREQUENCIES, type ChangeFrequency } from './sitemap.js';
import type { ContentReader, Element } from './xml.js';

const FIELDS = new Set(['loc', 'lastmod', 'changefreq', 'priority']);
export const SITEMAPS_ORG = /^(?:https?:)?\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9\/?$/;

export class EntryReader implements ContentReader {
  readonly #collector: Collector;
  readonly #root: Element;
  readonly #isIndex: boolean;
  readonly #extensions: ExtensionReader;
  #fields = new Map<string, string>();
  /** Text of the entry outside any field. */
  #bare = '';
  /** The field whose text is being read. */
  #field: Element | null = null;
  #text = '';
  /** The value being read contains an entity. */
  #spoilt = false;
  #entryDepth = 0;

  constructor(root: Element, collector: Collector) {
    this.#root = root;
    this.#isIndex = root.name === 'sitemapindex';
    this.#collector = collector;
    this.#extensions = new ExtensionReader(collector);
  }

  open(element: Element): void {
    const extension = this.#extensionOf(element);
    if (extension) this.#extensions.open(extension, element);
    else if (this.#field || !this.#isOwn(element)) return;
    else if (element.name === (this.#isIndex ? 'sitemap' : 'url')) this.#beginEntry(element);
    else if (FIELDS.has(element.name)) this.#beginField(element);
  }

  text(text: string): void {
    this.#extensions.text(text);
    if (this.#spoilt) return;
    if (this.#field) {
      if (this.#text.length <= this.#collector.limits.maxValue) this.#text += text;
    } else if (this.#entryDepth && this.#bare.length <= this.#collector.limits.maxValue) this.#bare += text;
  }

  close(element: Element): void {
    const extension = this.#extensionOf(element);
    if (extension) this.#extensions.close(extension, element);
    else if (this.#field?.depth === element.depth) this.#endField();
    else if (this.#entryDepth === element.depth) this.#flush();
  }

  /** A value with an entity is dropped: it is not what it seems. */
  entity(): void {
    this.#spoilt = true;
    this.#text = '';
    this.#bare = '';
  }

  finish(): void {
    if (this.#field?.name === 'loc') this.#endField();
    this.#flush();
  }

  #extensionOf(element: Element): Extension | null {
    return element.namespace === this.#root.namespace ? null : extensionOf(element);
  }

  /** Other vocabularies may have a `loc` of their own. */
  #isOwn({ namespace, prefix }: Element): boolean {
    if (namespace === this.#root.namespace) return true;
    return prefix === '' && !this.#collector.options.strictNamespace;
  }

  #beginEntry(element: Element): void {
    this.#flush();
    this.#entryDepth = element.depth;
  }

  #beginField(element: Element): void {
    if (element.name === 'loc' && this.#fields.get('loc')?.trim()) this.#flush();
    this.#entryDepth ||= element.depth - 1;
    this.#field = element;
    this.#text = '';
  }

  #endField(): void {
    if (this.#field && this.#text.trim()) this.#fields.set(this.#field.name, this.#text);
    this.#field = null;
    this.#text = '';
    this.#spoilt = false;
  }

  #flush(): void {
    const fields = this.#fields;
    const loc = fields.get('loc') ?? this.#bare;
    const extensions = this.#extensions.take();
    this.#fields = new Map();
    this.#bare = '';
    this.#spoilt = false;
    if (loc.trim() === '') return;
    const lastmod = readW3cDate(fields.get('lastmod') ?? '');
    if (this.#isIndex) this.#collector.addSitemap(loc, lastmod);
    else {
      const changefreq = readFrequency(fields.get('changefreq'));
      this.#collector.add(loc, { lastmod, changefreq, priority: readPriority(fields.get('priority')), ...extensions });
    }
  }
}

function readFrequency(raw = ''): ChangeFrequency | null {
  const word = raw.trim().toLowerCase();
  return CHANGE_FREQUENCIES.find((frequency) => frequency === word) ?? null;
}

function readPriority(raw = ''): number | null {
  const text = raw.trim().replace(',', '.');
  return /^(?:0|1|[01]?\.\d{1,6})$/.test(text) && Number(text) <= 1 ? Number(text) : null;
}
