/** Flags of commands that listen: port, token, limits. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_SERVER_LIMITS, type ServerLimits, tokenInFile } from '../server/index.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

export interface TokenFlags {
  readonly token?: string;
  readonly tokenFile?: string;
}

export function tokenOf({ token, tokenFile }: TokenFlags, terminal: Terminal): string | null {
  if (tokenFile === undefined) return token ?? (process.env['WINNOW_TOKEN'] || null);
  if (token !== undefined) throw new UsageError('Give --token or --token-file, not both.');
  const kept = tokenInFile(resolve(tokenFile));
  if (kept.made) terminal.remark(`Made a token in ${tokenFile}; only you can read it.`);
  return kept.token;
}

export function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && text.trim() !== '') return port;
  throw new UsageError(`"${text}" is no port. A port is a number up to 65535; 0 takes any that is free.`);
}

export interface LimitFlags {
  readonly maxConnections: string;
  readonly maxPerAddress: string;
  readonly maxRate: string;
  readonly trustProxy?: readonly string[];
}

export function addLimitOptions(command: Command): Command {
  const { connections, connectionsPerAddress, requestsPerSecond } = DEFAULT_SERVER_LIMITS;
  return command
    .option('--max-connections <number>', 'open connections in all; silent ones give way to new ones', String(connections))
    .option('--max-per-address <number>', 'of them from one address; this machine may have all', String(connectionsPerAddress))
    .option('--max-rate <number>', 'requests a second from one address, for long', String(requestsPerSecond))
    .option('--trust-proxy <address...>', 'addresses or networks of proxies whose X-Forwarded-For is believed');
}

export const limitsOf = ({ maxConnections, maxPerAddress, maxRate, trustProxy = [] }: LimitFlags): ServerLimits => ({
  connections: countOf('--max-connections', maxConnections),
  connectionsPerAddress: countOf('--max-per-address', maxPerAddress),
  requestsPerSecond: countOf('--max-rate', maxRate),
  trustedProxies: trustProxy,
});

function countOf(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new UsageError(`${flag} ${text} is no number of at least 1.`);
}
