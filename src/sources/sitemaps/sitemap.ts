/** What a sitemap says, whatever its format, and what reading one may fail with. Types only; see read-sitemap.ts. */

import { WinnowError } from '../../model/index.js';
export type SitemapKind = 'urlset' | 'index' | 'text' | 'rss' | 'atom';

export interface Sitemap {
  readonly kind: SitemapKind;
  readonly urls: readonly SitemapUrl[];
  /** Other sitemaps that an index names. */
  readonly sitemaps: readonly SitemapReference[];
  /** What was odd, forgiven or left out, one sentence each. */
  readonly notes: readonly string[];
}

export interface SitemapReference {
  /** Absolute, in WHATWG form, without fragment. */
  readonly loc: string;
  /** UTC with seconds (`2004-12-23T18:00:15Z`); null when missing or unreadable. */
  readonly lastmod: string | null;
  /** Names another host than the sitemap's own. Kept all the same: the crawl's scope decides. */
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
 * Element name → its values; attributes under `element.attribute`. Fields that hold lists by definition
 * (keywords, genres, stock_tickers) come apart at the commas.
 */
export type ExtensionItem = Readonly<Record<string, readonly string[]>>;

export interface Alternate {
  readonly href: string;
  readonly hreflang: string | null;
  readonly rel: string | null;
}

export const CHANGE_FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const;
export type ChangeFrequency = (typeof CHANGE_FREQUENCIES)[number];

/** Readings on which sitemap readers differ. */
export interface SitemapOptions {
  /** Leave out URLs that are not below the sitemap's own folder, as sitemaps.org asks. Default: kept and flagged. */
  readonly strict: boolean;
  /**
   * What to do with what was read before a fault. `truncated`: keep it if the document just ends too early, as
   * after a cut transfer, refuse it if tags do not match. `true` keeps it in both cases, `false` in none.
   */
  readonly allowPartial: boolean | 'truncated';
  /** Refuse urlset and sitemapindex outside the sitemaps.org namespace. Default: any namespace or none. */
  readonly strictNamespace: boolean;
  /**
   * Read documents that declare entities. They are never expanded or fetched: a value that uses one is left out.
   * A document type without declarations of its own is harmless and always read.
   */
  readonly allowDoctype: boolean;
}

export const SITEMAP_DEFAULTS: SitemapOptions = { strict: false, allowPartial: 'truncated', strictNamespace: false, allowDoctype: false };

export interface SitemapLimits {
  /** Of the document, after gzip. */
  readonly maxBytes: number;
  /** Decompressed to compressed; only looked at beyond a megabyte. */
  readonly maxRatio: number;
  /** URLs kept; reading stops there. sitemaps.org allows 50,000, and more than that is noted. */
  readonly maxUrls: number;
  /** Characters of one value. */
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
    /** What is wrong, in words; names limits and places. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(code, `${code} in ${url}: ${detail}`, options);
  }
}
