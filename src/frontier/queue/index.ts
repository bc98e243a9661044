export { dealDomains } from './deal.js';
export { KnownTable } from './known-table.js';
export { combineScores, kindOf, levelOf, orderOf } from './order.js';
export type {
  Assignment,
  BusySite,
  Entry,
  EntryKind,
  Frontier,
  FrontierCounts,
  Gate,
  Lease,
  Limits,
  NewEntry,
  Order,
  Outcome,
  PreviousVisit,
  Round,
  Scheduled,
  SiteAside,
  SiteRules,
  Update,
  VisitEnded,
} from './port.js';
export { NOT_QUEUED, RowTable } from './row-table.js';
export { SeenSet } from './seen-set.js';
export { SiteHeap } from './site-heap.js';
export { afterFailure, afterRequestToWait, askedAgain, CALM, PROBING, type SiteTrouble, stillAside } from './site-trouble.js';
