export { type CatchUpOptions, type CaughtUp, catchUp } from './catch-up.js';
export { type Indexing, type IndexingParts, type IndexKeeper, indexBeside, indexKeeper, indexWhenIdle } from './index-beside.js';
export { indexCompanion } from './index-companion.js';
export { serveIndexThread } from './serve-index-thread.js';
