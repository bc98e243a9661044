export { type LineProblem, type SeedFile, type SeedLine } from './seeds/read-seed-file.js';
export { type ResolvedSeeds, resolveSeeds, type Seed, type SeedInput, type SeedProblem } from './seeds/resolve-seeds.js';
export { readSitemap, type Sitemap, type SitemapUrl, sitemapSource } from './sitemap/index.js';
