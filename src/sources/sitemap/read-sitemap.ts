/**
 * Sitemaps of every kind: XML urlset and index, text, RSS, Atom, plain or gzip, in any charset.
 *
 * The format is found in the bytes; Content-Type only helps with the charset. What publishers get wrong is read as meant
 * and noted; what is no sitemap, or could harm, is refused with a SitemapError. Fetches nothing, follows nothing:
 * sitemaps named by an index come out as names.
 */
import { Collector, Enough } from './collector.js';
import { decodeText, decompress } from './decode.js';
import { EntryReader, SITEMAPS_ORG } from './entry-reader.js';
import { FeedReader } from './feed-reader.js';
import { readText } from './read-text.js';
import {
  SITEMAP_DEFAULTS,
  SITEMAP_LIMITS,
  type Sitemap,
  SitemapError,
  type SitemapKind,
  type SitemapLimits,
  type SitemapOptions,
} from './sitemap.js';
import { type ContentReader, type Element, readXml, type XmlEnd, type XmlReader, XmlRefusal } from './xml.js';

export interface SitemapInput {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** Where it was found: relative locations and the location rule refer to it. */
  readonly url: string;
}

export function readSitemap(input: SitemapInput, options: Partial<SitemapOptions> = {}, limits: Partial<SitemapLimits> = {}): Sitemap {
  const notes: string[] = [];
  const bounds = { ...SITEMAP_LIMITS, ...limits };
  const collector = new Collector(input.url, { ...SITEMAP_DEFAULTS, ...options }, bounds, notes);
  const text = decodeText(decompress(input.bytes, input.url, bounds, notes), input.contentType, notes);
  const kind = readUpToLimit(() => (text.startsWith('<') ? readDocument(text, collector) : readLines(text, input, collector)), collector);
  collector.finish();
  return { kind, urls: collector.urls, sitemaps: collector.sitemaps, notes };
}

/** The limit of URLs ends the reading, not the result. */
function readUpToLimit(read: () => SitemapKind, collector: Collector): SitemapKind {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    collector.notes.push(`reading stopped at ${collector.limits.maxUrls} entries`);
    return error.kind;
  }
}

function readLines(text: string, { url, contentType }: SitemapInput, collector: Collector): SitemapKind {
  const isEmptyText = text.trim() === '' && /^text\/plain\b/i.test(contentType ?? '');
  if (readText(text, collector) || isEmptyText) return 'text';
  throw new SitemapError('SITEMAP_UNKNOWN_FORMAT', url, text.trim() === '' ? 'the document is empty' : 'neither XML nor a list of URLs');
}

function readDocument(text: string, collector: Collector): SitemapKind {
  const format = new FormatReader(collector);
  const end = readDocumentXml(text, format, collector);
  const { kind } = format;
  if (!kind) throw new SitemapError('SITEMAP_UNKNOWN_FORMAT', collector.url, 'XML, but no urlset, sitemapindex, RSS or Atom');
  if (end.state === 'complete') return kind;
  const { allowPartial } = collector.options;
  if (!(end.state === 'truncated' ? allowPartial !== false : allowPartial === true)) {
    throw new SitemapError('SITEMAP_MALFORMED', collector.url, `not well-formed XML, ${end.fault}`);
  }
  collector.notes.push(`${end.state}, read up to ${end.fault}`);
  format.finish();
  return kind;
}

function readDocumentXml(text: string, format: FormatReader, { limits, notes, url }: Collector): XmlEnd {
  try {
    return readXml(text, format, limits.maxDepth, notes);
  } catch (error) {
    if (error instanceof XmlRefusal) throw new SitemapError('SITEMAP_MALFORMED', url, error.message, { cause: error });
    throw error;
  }
}

/** Waits for an element that tells the format (feeds have theirs below the root), then hands on to its reader. */
class FormatReader implements XmlReader {
  kind: SitemapKind | null = null;
  readonly #collector: Collector;
  #reader: ContentReader | null = null;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  doctype(declaration: string): void {
    if (!declaration.includes('[') || this.#collector.options.allowDoctype) return;
    throw new SitemapError('SITEMAP_DOCTYPE', this.#collector.url, 'the document declares entities of its own, which no sitemap needs');
  }

  open(element: Element): void {
    if (this.#reader) this.#reader.open(element);
    else this.#choose(element);
  }

  text(text: string): void {
    this.#reader?.text(text);
  }

  close(element: Element): void {
    this.#reader?.close(element);
  }

  entity(): void {
    this.#reader?.entity();
  }

  finish(): void {
    this.#reader?.finish();
  }

  #choose(element: Element): void {
    const { name } = element;
    if (name === 'html') throw new SitemapError('SITEMAP_UNKNOWN_FORMAT', this.#collector.url, 'an HTML page, not a sitemap');
    if (name === 'urlset' || name === 'sitemapindex') {
      this.#checkNamespace(element);
      this.kind = name === 'urlset' ? 'urlset' : 'index';
      this.#reader = new EntryReader(element, this.#collector);
    } else if (name === 'channel' || name === 'feed') {
      this.kind = name === 'channel' ? 'rss' : 'atom';
      this.#reader = new FeedReader(this.kind === 'rss' ? 'rss' : 'atom', this.#collector);
    }
    if (this.kind) this.#collector.kind = this.kind;
  }

  #checkNamespace({ namespace }: Element): void {
    if (!this.#collector.options.strictNamespace || SITEMAPS_ORG.test(namespace)) return;
    throw new SitemapError(
      'SITEMAP_NAMESPACE',
      this.#collector.url,
      `the namespace is "${namespace.slice(0, 200)}", not that of sitemaps.org`,
    );
  }
}
