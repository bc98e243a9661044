/** Of a slice of fetches, those that are newer than what the memory knows of their source: imported captures may be older. */
import type { MemoryFetch } from '../../../store/index.js';
import type { MemoryReading } from './memory-reading.js';

export function newestFetches(fetches: readonly MemoryFetch[], memory: MemoryReading): MemoryFetch[] {
  const newest = new Map<string, MemoryFetch>();
  for (const fetch of fetches) {
    const known = newest.get(fetch.url);
    if (!known || fetch.startedAt >= known.startedAt) newest.set(fetch.url, fetch);
  }
  return [...newest.values()].filter(({ url, startedAt }) => startedAt >= memory.latestFetch(url));
}
