/** How much one server takes on, and how much of it for one address. */
import { isLoopback, Networks } from './access/index.js';
import type { ConnectionLimits } from './connections.js';

export interface ServerLimits {
  /** Open connections in all. */
  readonly connections: number;
  /** Of one address. Loopback and trusted proxies may have all: many people stand behind them. */
  readonly connectionsPerAddress: number;
  /** Of one address, for long; five times as many at once. */
  readonly requestsPerSecond: number;
  /** Addresses and networks of proxies that say for whom they ask (X-Forwarded-For). */
  readonly trustedProxies: readonly string[];
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  connections: 2000,
  connectionsPerAddress: 200,
  requestsPerSecond: 60,
  trustedProxies: [],
};

const SILENT_MS = 60_000;
const HEAD_MS = 20_000;

export function connectionLimits({ connections, connectionsPerAddress, trustedProxies }: ServerLimits): ConnectionLimits {
  const proxies = new Networks(trustedProxies);
  const isExempt = (address: string): boolean => isLoopback(address) || proxies.has(address);
  const mostOf = (address: string): number => (isExempt(address) ? Infinity : connectionsPerAddress);
  return { most: connections, mostOf, silentMs: SILENT_MS, headMs: HEAD_MS };
}
