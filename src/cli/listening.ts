/** Flags of commands that listen: port and token. */
import { resolve } from 'node:path';
import { tokenInFile } from '../server/index.js';
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
