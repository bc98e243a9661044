export { type DropCounts, type DropFolder, type DropOptions, type DroppedFile, dropFolder } from './drop-folder/drop-folder.js';
export type { DropProblem, DroppedUrl } from './drop-folder/read-drop-file.js';
export { type LineProblem, type SeedFile, type SeedLine } from './seeds/read-seed-file.js';
export { type ResolvedSeeds, resolveSeeds, type Seed, type SeedInput, type SeedProblem } from './seeds/resolve-seeds.js';
export { readSitemap, type Sitemap, type SitemapUrl, sitemapSource } from './sitemap/index.js';
