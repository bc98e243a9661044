/**
 * Sitemaps as a source of URLs. Sitemaps that an index names are returned with kind `sitemap`: the crawl fetches them
 * and passes them in.
 */
import { z } from 'zod';
import { defineSource, type FoundUrl, type FoundUrls, type ListEnd } from '../../plugins/index.js';
import { readSitemap } from './read-sitemap.js';
import { SITEMAP_DEFAULTS, type Sitemap, SitemapError } from './sitemap.js';
import { streamSitemap } from './stream-sitemap.js';

const options = z.strictObject({
  strict: z.boolean().default(SITEMAP_DEFAULTS.strict),
  allowPartial: z.union([z.boolean(), z.literal('truncated')]).default(SITEMAP_DEFAULTS.allowPartial),
  strictNamespace: z.boolean().default(SITEMAP_DEFAULTS.strictNamespace),
  allowDoctype: z.boolean().default(SITEMAP_DEFAULTS.allowDoctype),
});

/** Notes that tell that the list was not read to its end. */
const CUT_SHORT = /read up to|entries past|cut off/;
const isCutShort = (notes: readonly string[]): boolean => notes.some((note) => CUT_SHORT.test(note));

export const sitemapSource = defineSource({
  name: 'sitemap',
  about: 'URLs from XML, text, RSS and Atom sitemaps, plain or gzip, and from sitemap indexes.',
  options,
  /** Null for anything but a sitemap. A sitemap that must be refused throws its SitemapError, so that the reason is recorded. */
  yields({ bytes, contentType, url }, settings): FoundUrls | null {
    try {
      const sitemap = readSitemap({ bytes, contentType, url }, settings);
      const found = foundIn(sitemap);
      return isCutShort(sitemap.notes) ? Object.assign(found, { incomplete: true }) : found;
    } catch (error) {
      return notMine(error);
    }
  },
  async streams(input, settings, take): Promise<ListEnd | null> {
    try {
      const limits = { maxBytes: input.maxBytes, maxUrls: input.maxUrls };
      const { notes } = await streamSitemap(input, settings, limits, (piece) => take(foundIn(piece)));
      return { incomplete: isCutShort(notes), notes };
    } catch (error) {
      return notMine(error);
    }
  },
});

const foundIn = ({ urls, sitemaps }: Pick<Sitemap, 'urls' | 'sitemaps'>): FoundUrl[] => [
  ...sitemaps.map(({ loc, lastmod }) => ({ url: loc, kind: 'sitemap' as const, lastModified: lastmod })),
  ...urls.map(({ loc, lastmod }) => ({ url: loc, kind: 'page' as const, lastModified: lastmod })),
];

/** What is no sitemap may be another source's. */
function notMine(error: unknown): null {
  if (error instanceof SitemapError && error.code === 'SITEMAP_UNKNOWN_FORMAT') return null;
  throw error;
}
