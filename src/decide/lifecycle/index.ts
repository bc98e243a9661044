export type { Change, Ids, JournalEntryChange } from './change.js';
export type { Converted } from './converted.js';
export type { DepositRefusal, HandedOver } from './deposit.js';
export { Documents } from './documents.js';
export {
  type DoubtfulSite,
  decideChanges,
  decideDeletions,
  type EndOfRun,
  isComplete,
  type ReadList,
  type SiteFacts,
  type WaitingSite,
} from './end-of-run.js';
export { decideFiles } from './files.js';
export { type AnomalyJudged, type AnomalyVerdict, closeAnomalies, judgeAnomaly, type OpenAnomaly } from './hold-back.js';
export { type Comparisons, type ConversionKeys, comparisonsOf, type DepositKeys, type KnownKeys, keysOf, linksOf } from './keys.js';
export {
  anomalyKey,
  type Compared,
  type DepositFile,
  Known,
  type KnownDocument,
  type KnownFileList,
  type KnownFileState,
  keyOf,
  type Pending,
  type Validators,
} from './known.js';
export { type Brought, type Judged, judgeBatch, type LaterReading, lifecycle, type Taken } from './lifecycle.js';
export { type Learned, SiteWatches } from './site-watches.js';
export type { Visit } from './visit.js';
