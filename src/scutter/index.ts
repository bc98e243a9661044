export { type MemoryFeedOptions, memoryFeed } from './memory/memory-feed.js';
