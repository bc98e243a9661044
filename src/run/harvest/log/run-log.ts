/** The log of a run as a file: one line of JSON for each thing said, an error with the URL it is about and every cause behind it. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogLevel, LogPart } from './log-rules.js';

/** What a run says, of which part of it and how much it matters. */
export interface LogLine {
  readonly level: LogLevel;
  readonly part: LogPart;
  readonly message: string;
}

export interface RunLog {
  info(message: string): void;
  say(line: LogLine): void;
  /** With the chain of causes. */
  error(error: unknown, url?: string | null): void;
}

const MOST_CAUSES = 20;

export function openRunLog(file: string, now: () => Date = () => new Date()): RunLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const write = (line: object): void => appendFileSync(file, `${JSON.stringify({ at: now().toISOString(), ...line })}\n`);
  return {
    info: (message) => write({ level: 'info', message }),
    say: ({ level, part, message }) => write({ level, ...(part === 'run' ? {} : { part }), message }),
    error(error, url = urlOf(error)) {
      const [first, ...causes] = chainOf(error);
      write({ level: 'error', message: first, ...(url ? { url } : {}), ...(causes.length > 0 ? { causes } : {}) });
    },
  };
}

/** Messages from the error inwards; an error of several parts is followed into its first. */
function chainOf(error: unknown): string[] {
  const messages: string[] = [];
  for (let cause = error; cause !== undefined && cause !== null && messages.length < MOST_CAUSES; ) {
    messages.push(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause));
    cause =
      cause instanceof AggregateError && cause.cause === undefined ? cause.errors[0] : cause instanceof Error ? cause.cause : undefined;
  }
  return messages;
}

const urlOf = (error: unknown): string | null =>
  error instanceof Error && 'url' in error && typeof error.url === 'string' ? error.url : null;
