export { Controller, type Work } from './controller.js';
export { type CrawlEnd, type CrawlOptions, crawl, type ReaderThreadData } from './crawl.js';
export { type Identify, identifier } from './identify.js';
export { type ImportArchiveOptions, type ImportCounts, importArchive } from './import-archive.js';
export { makePipeline, type Pipeline } from './pipeline.js';
export { serveReader } from './reader-service.js';
export { ExchangeReader, type Reading, type ReadTask } from './reading.js';
export { SeedError, type Seeding } from './seeding.js';
export type { Statistics } from './statistics.js';
