export { type ArchiveIndex, indexArchive } from './exports/cdxj.js';
export { csv } from './exports/csv.js';
export { jsonl } from './exports/jsonl.js';
export { type WaczPart, writeWacz } from './exports/wacz/write-wacz.js';
export { externalScores } from './external-scores/external-scores.js';
export { govEndLine } from './reports/gov.js';
export { type PolitenessReport, politenessReport, type ShortGap, type SitePoliteness } from './reports/politeness.js';
export { type RunReport, runReport } from './reports/run-report.js';
