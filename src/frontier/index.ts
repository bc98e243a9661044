export type {
  Entry,
  EntryKind,
  Frontier,
  FrontierCounts,
  Gate,
  Lease,
  NewEntry,
  Outcome,
  Pace,
  PreviousVisit,
  VisitEnded,
} from './port.js';
export { SeenSet } from './seen-set.js';
export { SiteHeap } from './site-heap.js';
