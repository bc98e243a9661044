/** Sitemaps; see read-sitemap.ts. */
export { readSitemap, type SitemapInput } from './read-sitemap.js';
export {
  type Alternate,
  type ChangeFrequency,
  type ExtensionItem,
  type Sitemap,
  SitemapError,
  type SitemapFailure,
  type SitemapKind,
  type SitemapLimits,
  type SitemapOptions,
  type SitemapReference,
  type SitemapUrl,
} from './sitemap.js';
export { sitemapSource } from './sitemap-source.js';
