/**
 * Extensions of a urlset entry: image, news, video, mobile, page map, and links to alternates.
 *
 * Every element becomes a field of its name, so a new field needs no code. An extension is recognised by its namespace
 * in any version, or by the usual prefix when a file forgot to declare it.
 */
import type { Collector } from './collector.js';
import type { Alternate, ExtensionItem, SitemapUrl } from './sitemap.js';
import type { Element } from './xml.js';

type WithItems = 'image' | 'news' | 'video' | 'pagemap';
export type Extension = WithItems | 'mobile' | 'link';

/** Google's limit of images per page, used for every kind. */
const MAX_ITEMS = 1000;
const MAX_FIELDS = 200;
const LISTS = new Set(['keywords', 'genres', 'stock_tickers']);

/** The extension an element belongs to; null for the sitemap's own elements. */
export function extensionOf({ namespace, prefix }: Element): Extension | null {
  const google = /\/schemas\/sitemap-(image|news|video|mobile|pagemap)\//.exec(namespace)?.[1];
  if (google) return google as Extension;
  if (namespace.includes('/xhtml') || namespace === 'unbound:xhtml') return 'link';
  return namespace === `unbound:${prefix}` && /^(?:image|news|video|mobile)$/.test(prefix) ? (prefix as Extension) : null;
}

export class ExtensionReader {
  readonly #collector: Collector;
  readonly #items: Record<WithItems, ExtensionItem[]> = { image: [], news: [], video: [], pagemap: [] };
  readonly #alternates: Alternate[] = [];
  #mobile = false;
  /** The item being read, and its depth. */
  #item: Map<string, string[]> | null = null;
  #itemDepth = 0;
  #text = '';

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  open(extension: Extension, element: Element): void {
    this.#text = '';
    if (extension === 'link') this.#link(element);
    else if (extension === 'mobile') this.#mobile = true;
    else if (!this.#item && isItem(extension, element.name)) this.#begin(element);
    else if (extension !== 'pagemap') for (const [name, value] of element.attributes) this.#field(`${element.name}.${name}`, value);
  }

  text(text: string): void {
    if (this.#item && this.#text.length < this.#collector.limits.maxValue) this.#text += text;
  }

  close(extension: Extension, element: Element): void {
    if (!this.#item || extension === 'link' || extension === 'mobile') return;
    if (element.depth === this.#itemDepth) this.#end(extension);
    else this.#field(extension === 'pagemap' ? (element.attribute('name') ?? element.name) : element.name, this.#text);
    this.#text = '';
  }

  /** The fields read since the last call. */
  take(): Pick<SitemapUrl, 'images' | 'news' | 'videos' | 'pageMaps' | 'alternates' | 'mobile'> {
    const { image, news, video, pagemap } = this.#items;
    const fields = {
      ...(image.length && { images: image.splice(0) }),
      ...(news.length && { news: news.splice(0) }),
      ...(video.length && { videos: video.splice(0) }),
      ...(pagemap.length && { pageMaps: pagemap.splice(0) }),
      ...(this.#alternates.length && { alternates: this.#alternates.splice(0) }),
      ...(this.#mobile && { mobile: true as const }),
    };
    this.#mobile = false;
    this.#item = null;
    return fields;
  }

  #begin(element: Element): void {
    this.#item = new Map();
    this.#itemDepth = element.depth;
    for (const [name, value] of element.attributes) if (name !== 'xmlns') this.#field(name, value);
  }

  #end(extension: WithItems): void {
    const list = this.#items[extension];
    if (this.#item && list.length < MAX_ITEMS) list.push(Object.fromEntries(this.#item));
    this.#item = null;
  }

  #field(name: string, raw: string): void {
    const text = raw.replace(/\s+/g, ' ').trim().slice(0, this.#collector.limits.maxValue);
    if (text === '' || !this.#item) return;
    const values = LISTS.has(name) ? text.split(/, ?/).filter(Boolean) : [text];
    const known = this.#item.get(name);
    if (known && known.length < MAX_FIELDS) known.push(...values.slice(0, MAX_FIELDS));
    else if (!known && this.#item.size < MAX_FIELDS) this.#item.set(name, values.slice(0, MAX_FIELDS));
  }

  #link(element: Element): void {
    const href = this.#collector.locate(element.attribute('href') ?? '')?.href;
    if (element.name !== 'link' || !href || this.#alternates.length >= MAX_ITEMS) return;
    this.#alternates.push({ href, hreflang: element.attribute('hreflang'), rel: element.attribute('rel') });
  }
}

const isItem = (extension: Extension, name: string): boolean => (extension === 'pagemap' ? name === 'dataobject' : name === extension);
