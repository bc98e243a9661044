/**
 * Reads sitemaps of every kind: XML urlset and index, text, RSS, Atom, plain or gzip, in any charset.
 *
 * The bytes decide the format; Content-Type only helps with the charset. Common mistakes are read as meant and noted;
 * what is no sitemap, or could do harm, throws a SitemapError. Fetches nothing: sitemaps that an index names are
 * returned as names.
 */
import { Collector } from './collector.js';
import { decompress, TextStream } from './decode.js';
import { EntryReader, SITEMAPS_ORG } from './entry-reader.js';
import { FeedReader } from './feed-reader.js';
import { LineReader } from './read-text.js';
import {
  SITEMAP_DEFAULTS,
  SITEMAP_LIMITS,
  type Sitemap,
  SitemapError,
  type SitemapKind,
  type SitemapLimits,
  type SitemapOptions,
} from './sitemap.js';
import { type ContentReader, type Element, type XmlReader, XmlRefusal, XmlStream } from './xml.js';

export interface SitemapInput {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** Where the sitemap was found: relative locations and the location rule refer to it. */
  readonly url: string;
}

export function readSitemap(input: SitemapInput, options: Partial<SitemapOptions> = {}, limits: Partial<SitemapLimits> = {}): Sitemap {
  const notes: string[] = [];
  const bounds = { ...SITEMAP_LIMITS, ...limits };
  const reading = new SitemapReading(input, options, bounds, notes);
  reading.write(decompress(input.bytes, input.url, bounds, notes));
  const kind = reading.end();
  return { kind, ...reading.take(), notes };
}

/** A sitemap read chunk by chunk, without gzip. The caller may take URLs between chunks. */
export class SitemapReading {
  readonly notes: string[];
  readonly #url: string;
  readonly #contentType: string | null;
  readonly #collector: Collector;
  readonly #text: TextStream;
  #format: XmlFormat | LineReader | null = null;

  constructor(
    { url, contentType }: Omit<SitemapInput, 'bytes'>,
    options: Partial<SitemapOptions>,
    limits: SitemapLimits,
    notes: string[] = [],
  ) {
    this.notes = notes;
    this.#url = url;
    this.#contentType = contentType;
    this.#collector = new Collector(url, { ...SITEMAP_DEFAULTS, ...options }, limits, notes);
    this.#text = new TextStream(contentType, notes);
  }

  /** Entries found and not taken yet. */
  get waiting(): number {
    return this.#collector.urls.length + this.#collector.sitemaps.length;
  }

  /** Entries past the limit. */
  get left(): number {
    return this.#collector.left;
  }

  write(bytes: Uint8Array): void {
    this.#write(this.#text.write(bytes));
  }

  /** Throws when it is no sitemap, or one that must be refused. */
  end(): SitemapKind {
    this.#write(this.#text.end());
    const kind = this.#format instanceof XmlFormat ? this.#format.end() : this.#endOfLines(this.#format);
    this.#collector.finish();
    return kind;
  }

  take(): Pick<Sitemap, 'urls' | 'sitemaps'> {
    return this.#collector.take();
  }

  #write(text: string): void {
    if (text === '') return;
    this.#format ??= text.startsWith('<') ? new XmlFormat(this.#collector) : new LineReader(this.#collector);
    this.#format.write(text);
  }

  #endOfLines(lines: LineReader | null): SitemapKind {
    lines?.end();
    const isEmptyText = !lines?.hasText && /^text\/plain\b/i.test(this.#contentType ?? '');
    if (lines?.found || isEmptyText) return 'text';
    throw new SitemapError(
      'SITEMAP_UNKNOWN_FORMAT',
      this.#url,
      lines?.hasText ? 'neither XML nor a list of URLs' : 'the document is empty',
    );
  }
}

/** Any of the formats in XML. */
class XmlFormat {
  readonly #collector: Collector;
  readonly #format: FormatReader;
  readonly #xml: XmlStream;

  constructor(collector: Collector) {
    this.#collector = collector;
    this.#format = new FormatReader(collector);
    this.#xml = new XmlStream(this.#format, collector.limits.maxDepth);
  }

  write(text: string): void {
    this.#refusing(() => this.#xml.write(text));
  }

  end(): SitemapKind {
    const { notes, url, options } = this.#collector;
    const end = this.#refusing(() => this.#xml.end(notes));
    const { kind } = this.#format;
    if (!kind) throw new SitemapError('SITEMAP_UNKNOWN_FORMAT', url, 'XML, but no urlset, sitemapindex, RSS or Atom');
    if (end.state === 'complete') return kind;
    const { allowPartial } = options;
    if (!(end.state === 'truncated' ? allowPartial !== false : allowPartial === true))
      throw new SitemapError('SITEMAP_MALFORMED', url, `not well-formed XML, ${end.fault}`);
    notes.push(`${end.state}, read up to ${end.fault}`);
    this.#format.finish();
    return kind;
  }

  #refusing<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof XmlRefusal) throw new SitemapError('SITEMAP_MALFORMED', this.#collector.url, error.message, { cause: error });
      throw error;
    }
  }
}

/** Waits for an element that tells the format (in feeds it stands below the root), then passes events to that format's reader. */
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
