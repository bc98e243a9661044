export { type DroppedFile, dropFolder } from './drop-folder/drop-folder.js';
export { resolveSeeds, type Seed } from './seeds/resolve-seeds.js';
export { readSitemap, type Sitemap, sitemapSource } from './sitemaps/index.js';
