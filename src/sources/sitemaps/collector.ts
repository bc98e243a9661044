/** Turns what the format readers find into URLs, applies the location rule and the limits, and collects notes. */
import type { Sitemap, SitemapKind, SitemapLimits, SitemapOptions, SitemapReference, SitemapUrl } from './sitemap.js';

/** The limit of sitemaps.org. */
const PROTOCOL_URLS = 50_000;
const SCHEMES = new Set(['http:', 'https:', 'ftp:']);

export class Collector {
  /** URLs that `take` has not returned yet. */
  urls: SitemapUrl[] = [];
  sitemaps: SitemapReference[] = [];
  /** Entries kept, and entries past the limit. */
  kept = 0;
  left = 0;
  /** The reader that recognises the format sets it. */
  kind: SitemapKind = 'text';
  readonly #base: URL;
  readonly #folder: string;
  #unusable = 0;
  #outside = 0;

  constructor(
    readonly url: string,
    readonly options: SitemapOptions,
    readonly limits: SitemapLimits,
    readonly notes: string[],
  ) {
    this.#base = new URL(url);
    const path = this.#base.pathname;
    this.#folder = `${this.#base.origin}${path.slice(0, path.lastIndexOf('/') + 1)}`;
  }

  /** Absolute URL of a location, or null. Relative locations are resolved, unless only absolute ones make sense. */
  locate(raw: string, absoluteOnly = false): URL | null {
    const text = raw.trim(); // takes Unicode spaces too
    if (text === '' || text.length > this.limits.maxValue) return null;
    const withScheme = this.#withScheme(text);
    if (absoluteOnly && !/^[a-z]{2,9}:\/\//i.test(withScheme)) return null;
    const url = parseUrl(withScheme, this.#base);
    if (!url || !SCHEMES.has(url.protocol)) return null;
    if (withScheme.includes('#')) url.hash = '';
    return url;
  }

  add(raw: string, rest: Omit<SitemapUrl, 'loc' | 'offSite'>, absoluteOnly = false): boolean {
    const url = this.locate(raw, absoluteOnly);
    if (!url) {
      if (raw.trim() !== '') this.#unusable++;
      return false;
    }
    if (this.options.strict && !url.href.startsWith(this.#folder)) {
      this.#outside++;
      return true;
    }
    if (this.#hasRoom()) this.urls.push({ loc: url.href, ...rest, ...this.#flag(url) });
    return true;
  }

  addSitemap(raw: string, lastmod: string | null): void {
    const url = this.locate(raw);
    if (!url) {
      if (raw.trim() !== '') this.#unusable++;
      return;
    }
    if (this.#hasRoom()) this.sitemaps.push({ loc: url.href, lastmod, ...this.#flag(url) });
  }

  /** Returns what was found since the last call: a list may be far larger than memory. */
  take(): Pick<Sitemap, 'urls' | 'sitemaps'> {
    const { urls, sitemaps } = this;
    [this.urls, this.sitemaps] = [[], []];
    return { urls, sitemaps };
  }

  /** Counts entries past the limit for a note. */
  #hasRoom(): boolean {
    if (this.kept < this.limits.maxUrls) this.kept++;
    else this.left++;
    return this.left === 0;
  }

  /** Notes on what was counted; called once, at the end. */
  finish(): void {
    const found = this.kept + this.left;
    if (this.left) this.notes.push(`${this.left} entries past the first ${this.limits.maxUrls} were left out`);
    if (found > PROTOCOL_URLS) this.notes.push(`${found} entries, sitemaps.org allows ${PROTOCOL_URLS}`);
    if (this.#unusable) this.notes.push(`${this.#unusable} locations are no usable URLs and were left out`);
    if (this.#outside) this.notes.push(`${this.#outside} URLs are not below ${this.#folder} and were left out`);
  }

  #flag(url: URL): { offSite?: true } {
    return url.host === this.#base.host ? {} : { offSite: true };
  }

  /** `www.example.com/page` means that host, not a file beside the sitemap; so does the sitemap's own host name. */
  #withScheme(text: string): string {
    const first = /^[^/?#\s]{1,255}/.exec(text)?.[0].toLowerCase() ?? '';
    const isHost = first === this.#base.host || /^www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/.test(first);
    return isHost ? `${this.#base.protocol}//${text}` : text;
  }
}

/** Parses once and catches the error instead of testing first: sitemaps are long. */
function parseUrl(text: string, base: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
