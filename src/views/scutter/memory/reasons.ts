/** What a memory says of a fetch that brought nothing: the texts of the original where it had one, else ours. */
import { STATUS_CODES } from 'node:http';
import type { MemoryFetch } from '../../../store/index.js';

type Outcome = Pick<MemoryFetch, 'url' | 'status' | 'error' | 'detail'>;

/** Statuses after which a source is not asked again, in the words of the original. */
const SKIPPED: Readonly<Record<number, string>> = { 403: '403, Not Authorized', 404: '404, Not Found', 410: '410, Gone' };
const UNKNOWN_HOST = 'FETCH_DNS_NOT_FOUND';

/** Why a source is to be left out from now on; null: it is not. */
export function skipReason(fetch: Outcome): string | null {
  if (fetch.error === UNKNOWN_HOST) return unknownHost(fetch.url);
  return fetch.error === null ? (SKIPPED[fetch.status] ?? null) : null;
}

/** What went wrong; null: nothing. */
export function errorReason(fetch: Outcome): string | null {
  const { status, error, detail } = fetch;
  if (error === UNKNOWN_HOST) return unknownHost(fetch.url);
  if (error !== null) return detail ? `${error}: ${detail}` : error;
  return status >= 400 ? (SKIPPED[status] ?? `${status}, ${STATUS_CODES[status] ?? 'Unknown'}`) : null;
}

const unknownHost = (url: string): string => `UnknownHostException: ${hostOf(url)}`;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);
