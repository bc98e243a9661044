export type { Place } from './places.js';
export { QueueStore, QueueStoreFailed, type QueueStoreOptions } from './queue-store.js';
