import { frontierContract } from '../frontier/queue/frontier.contract.js';
import type { PlaceFrontier } from '../frontier/queue/visits.contract.js';
import { scheduleContract } from '../frontier/schedule/schedule.contract.js';
import { MemoryFrontier, MemoryStore } from './memory-frontier.js';

const domainOf = (host: string): string => host.split('.').slice(-2).join('.');

const inMemory: PlaceFrontier = (options) => {
  const store = new MemoryStore();
  return async () => new MemoryFrontier(store, { ...options, domainOf });
};

frontierContract('memory', inMemory);
scheduleContract('memory', inMemory);
