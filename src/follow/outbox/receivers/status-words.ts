/** What is said where a status instead of an answer came. */
import { retryAfterMs } from '../../../model/index.js';
import type { Answer } from './http-exchange.js';
import { UnavailableError } from './receiver.js';

const ADVICE: Readonly<Record<number, string>> = {
  401: 'it wants credentials: give a user and a password, or a token',
  403: 'the credentials are not allowed to send',
  404: 'there is no such service at this address',
  405: 'this address takes no uploads',
  407: 'the proxy wants credentials',
};

export function statusWords({ status, retryAfter }: Answer, host: string, otherwise: string): UnavailableError {
  const isRedirect = status >= 300 && status < 400;
  const advice = isRedirect ? 'redirects are not followed; give the final address' : (ADVICE[status] ?? otherwise);
  return new UnavailableError(`${host} answered ${status}: ${advice}`, retryAfterMs(retryAfter, Date.now()) ?? 0);
}
