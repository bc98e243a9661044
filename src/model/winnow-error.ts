/**
 * The base of all errors that users, operators and programs tell apart, and the one table of their codes.
 *
 * A code says what is wrong and never changes its meaning; `exit` says how a command ends by it. Errors that cross a thread
 * lose their class and keep their code: ask `exitOf`. A test compares the table with docs/reference/errors.md.
 */

/** How a command ends: names of exit codes, see cli/exit-codes.ts. */
export type ErrorExit = 'failed' | 'usage' | 'inUse' | 'found' | 'paused';

export const ERROR_CODES = {
  USAGE: 'usage',
  DEFINITION_WRONG: 'usage',
  PARAMETERS_WRONG: 'usage',
  NO_SUCH_CONNECTOR: 'usage',
  SCHEDULE_WRONG: 'usage',
  SCOPE_WRONG: 'usage',
  SEEDS_WRONG: 'usage',
  LOG_RULE_WRONG: 'usage',
  SETTINGS_UNREADABLE: 'usage',
  PLUGIN_WRONG: 'usage',
  REUSE_REFUSED: 'usage',
  WORKSPACE_MISSING: 'usage',
  WORKSPACE_IN_USE: 'inUse',
  WORKSPACE_LOST: 'inUse',
  WORKSPACE_FORMAT: 'failed',
  DAMAGED: 'found',
  NO_ROOM: 'paused',
  STATE_FOLDER_UNUSABLE: 'failed',
  BACKUP_REFUSED: 'usage',
  NO_SUCH_RUN: 'usage',
  NO_SUCH_ANOMALY: 'usage',
  NO_SUCH_TRAP: 'usage',
  DRY_RUN_REFUSED: 'usage',
  EXPLAIN_REFUSED: 'usage',
  CONSUMER_REFUSED: 'usage',
  WATCH_REFUSED: 'usage',
  SCUTTER_REFUSED: 'usage',
  SEARCH_BAD_QUERY: 'usage',
  SEARCH_NO_INDEX: 'usage',
  SEARCH_BUSY: 'failed',
  SPARQL_REFUSED: 'usage',
  KNOWLEDGE_MISSING: 'failed',
  KNOWLEDGE_BAD_STATEMENT: 'failed',
  KNOWLEDGE_AWAY: 'failed',
  KNOWLEDGE_BUSY: 'failed',
  DATASET_UNREADABLE: 'failed',
  DATABASE_EXISTS: 'usage',
  DATABASE_AWAY: 'failed',
  SERVER_NOT_STARTED: 'usage',
  TOKEN_UNUSABLE: 'usage',
  HARVEST_FAILED: 'failed',
  BROWSER_UNAVAILABLE: 'failed',
  PROGRAM_FAILED: 'failed',
  SITEMAP_UNKNOWN_FORMAT: 'failed',
  SITEMAP_MALFORMED: 'failed',
  SITEMAP_DOCTYPE: 'failed',
  SITEMAP_NAMESPACE: 'failed',
  SITEMAP_TOO_LARGE: 'failed',
  SITEMAP_BAD_GZIP: 'failed',
  ARCHIVE_DISK_FULL: 'paused',
  ARCHIVE_WRITE_FAILED: 'failed',
  ARCHIVE_CLOSED: 'failed',
  ARCHIVE_READ_FAILED: 'failed',
  ARCHIVE_NOT_A_WARC: 'failed',
  ARCHIVE_NOT_A_WACZ: 'failed',
  ARCHIVE_NOT_A_ZIP: 'failed',
  ARCHIVE_NO_MEMBER: 'failed',
  ARCHIVE_NO_RECORD: 'failed',
  ARCHIVE_DAMAGED: 'found',
  // Failures of a fetch end no command. The crawl goes on by their verdict: see FETCH_FAILURES.
  FETCH_BAD_URL: 'failed',
  FETCH_SCHEME_UNKNOWN: 'failed',
  FETCH_ADDRESS_FORBIDDEN: 'failed',
  FETCH_DNS_NOT_FOUND: 'failed',
  FETCH_DNS_FAILED: 'failed',
  FETCH_CONNECT_FAILED: 'failed',
  FETCH_TLS_UNTRUSTED: 'failed',
  FETCH_TLS_FAILED: 'failed',
  FETCH_PROXY_FAILED: 'failed',
  FETCH_RESET: 'failed',
  FETCH_TIMEOUT: 'failed',
  FETCH_DEADLINE: 'failed',
  FETCH_TOO_SLOW: 'failed',
  FETCH_HEAD_TOO_LARGE: 'failed',
  FETCH_MALFORMED: 'failed',
  FETCH_DECODE_FAILED: 'failed',
  FETCH_DECODED_TOO_LARGE: 'failed',
  FETCH_TOO_MANY_REDIRECTS: 'failed',
  FETCH_ABORTED: 'failed',
  FETCH_DISK_FULL: 'paused',
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
