export type { Completeness, Limit, PartCompleteness } from './completeness.js';
export { fullReport } from './full-report.js';
export { govEndLine } from './gov.js';
export { reportHtml } from './html/report-html.js';
export { type IngestStatistics, ingestStatistics } from './ingest-statistics.js';
export { type MapReport, mapReport } from './map-report.js';
export { type PolitenessReport, politenessReport, type ShortGap, type SitePoliteness } from './politeness.js';
export { type RunReport, runReport } from './run-report.js';
