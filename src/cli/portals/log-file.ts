/** The log of a run as a file, where settings of an older crawler name one: a line of JSON for each remark and error, with its causes. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RunLog {
  info(message: string): void;
  error(error: unknown): void;
}

const MOST_CAUSES = 10;

export function openRunLog(file: string | null): RunLog {
  if (file === null) return { info: () => {}, error: () => {} };
  mkdirSync(dirname(file), { recursive: true });
  const write = (line: object) => appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
  return {
    info: (message) => write({ level: 'info', message }),
    error: (error) => write({ level: 'error', message: messageOf(error), url: urlOf(error), causes: causesOf(error) }),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Of the error, or of whatever caused it. */
function urlOf(error: unknown): string | null {
  for (const each of [error, ...chainOf(error)])
    if (typeof each === 'object' && each !== null && 'url' in each && typeof each.url === 'string') return each.url;
  return null;
}

const causesOf = (error: unknown): string[] => chainOf(error).map(messageOf);

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let next = causeOf(error); next !== undefined && chain.length < MOST_CAUSES; next = causeOf(next)) chain.push(next);
  return chain;
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
