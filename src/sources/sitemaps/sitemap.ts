/** The content of a sitemap in any format, and the failures of reading one. Types only; see read-sitemap.ts. */

import { WinnowError } from '../../model/index.js';
export type SitemapKind = 'urlset' | 'index' | 'text' | 'rss' | 'atom';

export interface Sitemap {
  readonly kind: SitemapKind;
  readonly urls: readonly SitemapUrl[];
  /** Other sitemaps that an index lists. */
  readonly sitemaps: readonly SitemapReference[];
  /** What was odd, corrected or left out, one sentence each. */
  readonly notes: readonly string[];
}

export interface SitemapReference {
  /** Absolute, in WHATWG form, without fragment. */
  readonly loc: string;
  /** UTC with seconds (`2004-12-23T18:00:15Z`); null when missing or unreadable. */
  readonly lastmod: string | null;
  /** The URL is on another host than the sitemap. The crawl's scope decides what becomes of it. */
  readonly offSite?: true;
}

export interface SitemapUrl extends SitemapReference {
  readonly changefreq: ChangeFrequency | null;
  /** 0 to 1; null when missing or out of range. */
  readonly priority: number | null;
  readonly images?: readonly ExtensionItem[];
  readonly news?: readonly ExtensionItem[];
  readonly videos?: readonly ExtensionItem[];
  readonly pageMaps?: readonly ExtensionItem[];
  /** The same page in other languages or for other devices (`xhtml:link`). */
  readonly alternates?: readonly Alternate[];
  readonly mobile?: true;
}

/**
 * Element name → its values; attributes under `element.attribute`. Fields that are lists by definition (keywords,
 * genres, stock_tickers) are split at commas.
 */
export type ExtensionItem = Readonly<Record<string, readonly string[]>>;

export interface Alternate {
  readonly href: string;
  readonly hreflang: string | null;
  readonly rel: string | null;
}

export const CHANGE_FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const;
export type ChangeFrequency = (typeof CHANGE_FREQUENCIES)[number];

/** Options for questions on which sitemap readers differ. */
export interface SitemapOptions {
  /** Leave out URLs outside the sitemap's own folder, as sitemaps.org asks. Default: keep and flag them. */
  readonly strict: boolean;
  /**
   * What to do with the part before a fault. `truncated`: keep it when the document ends too early, as after a cut
   * transfer, and refuse it when tags do not match. `true` keeps it in both cases, `false` in neither.
   */
  readonly allowPartial: boolean | 'truncated';
  /** Refuse urlset and sitemapindex outside the sitemaps.org namespace. Default: any namespace or none. */
  readonly strictNamespace: boolean;
  /**
   * Read documents that declare entities. They are never expanded or fetched: a value that uses one is left out. A
   * document type without declarations is harmless and always read.
   */
  readonly allowDoctype: boolean;
}

export const SITEMAP_DEFAULTS: SitemapOptions = { strict: false, allowPartial: 'truncated', strictNamespace: false, allowDoctype: false };

export interface SitemapLimits {
  /** Most bytes of the document, after gzip. */
  readonly maxBytes: number;
  /** Highest ratio of decompressed to compressed bytes; only checked beyond a megabyte. */
  readonly maxRatio: number;
  /** Most URLs; reading stops there. sitemaps.org allows 50,000; more are noted. */
  readonly maxUrls: number;
  /** Most characters of one value. */
  readonly maxValue: number;
  readonly maxDepth: number;
}

export const SITEMAP_LIMITS: SitemapLimits = {
  maxBytes: 50 * 1024 * 1024,
  maxRatio: 400,
  maxUrls: 250_000,
  maxValue: 16_384,
  maxDepth: 100,
};

/** The one list of sitemap failures. */
export type SitemapFailure =
  | 'SITEMAP_UNKNOWN_FORMAT'
  | 'SITEMAP_MALFORMED'
  | 'SITEMAP_DOCTYPE'
  | 'SITEMAP_NAMESPACE'
  | 'SITEMAP_TOO_LARGE'
  | 'SITEMAP_BAD_GZIP';

export class SitemapError extends WinnowError {
  override readonly name = 'SitemapError';
  constructor(
    override readonly code: SitemapFailure,
    readonly url: string,
    /** What is wrong, in words, with limits and places. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(code, `${code} in ${url}: ${detail}`, options);
  }
}
