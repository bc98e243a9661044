export { type CrawlPlaces, Crawls, latest } from './crawls.js';
export { LastKnown } from './last-known.js';
export type { OpenReading } from './reading-pool.js';
export { ServedCrawl } from './served-crawl.js';
export { CRAWL_STATES, type CrawlState, type CrawlStatus, type LiveStatistics } from './status.js';
