export { type MemoryFeedOptions, memoryFeed } from './memory/memory-feed.js';
export { type SmushOptions, TooManyNodes, WELL_KNOWN_IDENTIFIERS } from './smush/find-same.js';
export { smushed } from './smush/smushed.js';
