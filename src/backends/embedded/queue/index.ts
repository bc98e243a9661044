export type { Place } from './places.js';
export { QueueStoreFailed } from './queue-failure.js';
export { QueueStore, type QueueStoreOptions } from './queue-store.js';
