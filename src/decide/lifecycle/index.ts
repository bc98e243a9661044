export type { Change, Ids, JournalEntryChange } from './change.js';
export { Documents, type Moment, type Visited } from './documents.js';
export { acceptedEvidenceOf, evidenceOf } from './evidence.js';
export { type Comparisons, comparisonsOf, type KnownKeys, keysOf } from './keys.js';
export { type Compared, Known, type KnownDocument, type Pending, type Reading, type Validators } from './known.js';
export { type Decided, type LifecycleParts, lifecycle } from './lifecycle.js';
export { type Learned, SiteWatches } from './site-watches.js';
export type { Visit } from './visit.js';
