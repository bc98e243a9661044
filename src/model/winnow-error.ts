/**
 * The base of all errors that users, operators and programs tell apart, and the one table of their codes.
 *
 * A code says what is wrong and never changes its meaning; `exit` says how a command ends by it. Errors that cross a thread
 * lose their class and keep their code: ask `exitOf`. A test compares the table with docs/reference/errors.md.
 */

/** How a command ends: names of exit codes, see cli/exit-codes.ts. */
export type ErrorExit = 'failed' | 'usage' | 'inUse' | 'found' | 'paused';

export const ERROR_CODES = {
  WORKSPACE_MISSING: 'usage',
  WORKSPACE_IN_USE: 'inUse',
  WORKSPACE_LOST: 'inUse',
  NO_ROOM: 'paused',
  NO_SUCH_ANOMALY: 'usage',
  NO_SUCH_TRAP: 'usage',
  DATABASE_EXISTS: 'usage',
} as const satisfies Record<string, ErrorExit>;

export type ErrorCode = keyof typeof ERROR_CODES;

export class WinnowError extends Error {
  override readonly name: string = 'WinnowError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get exit(): ErrorExit {
    return ERROR_CODES[this.code];
  }
}

/** How a command ends by this error; null where the error is none of the table. */
export function exitOf(error: unknown): ErrorExit | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code in ERROR_CODES ? ERROR_CODES[code as ErrorCode] : null;
}
