/**
 * Webhook: posts notices as JSON to a URL, signed as the Standard Webhooks specification says, so that receivers find
 * libraries for it: `webhook-id`, `webhook-timestamp`, `webhook-signature: v1,<base64 of HMAC-SHA256 over id.timestamp.body>`.
 *
 * Requests go through a fetcher of the crawl, whose address guard holds here too. Redirects are not followed: a
 * signed body goes where the operator said and nowhere else. The URL may hold a token, so messages name its host only.
 */
import { createHmac } from 'node:crypto';
import { headerOf, retryAfterMs } from '../../model/index.js';
import type { Fetcher } from '../../plugins/index.js';
import type { Notice } from './notice.js';
import { type Delivery, DeliveryError, type Target } from './outbox.js';

export interface WebhookOptions {
  readonly url: string;
  /** Left out, nothing is signed. */
  readonly secret?: string | undefined;
  readonly timeoutMs: number;
  /** Name of the crawl. */
  readonly crawl: string;
  readonly fetcher: Fetcher;
}

/** Of the answer only the status counts. */
const MAX_ANSWER = 16_384;

export function webhookTarget({ url, secret, timeoutMs, crawl, fetcher }: WebhookOptions): Target {
  const { host } = new URL(url);
  return {
    async send(delivery, signal) {
      const body = Buffer.from(JSON.stringify(bodyOf(delivery, crawl)));
      const headers = signedHeaders(delivery.id, body, secret);
      const limit = AbortSignal.timeout(timeoutMs);
      const until = AbortSignal.any([signal, limit]);
      const exchange = await fetcher
        .fetch({ url, method: 'POST', headers, body, accept: '*/*', maxBytes: MAX_ANSWER, signal: until })
        .catch((error: unknown) => {
          const words = limit.aborted ? `no answer within ${timeoutMs / 1000} s` : wordsOf(error, url);
          throw new DeliveryError(`${host} was not reached: ${words}`);
        });
      assertTaken(exchange.status, host, headerOf(exchange.headers, 'retry-after'), headerOf(exchange.headers, 'location'));
    },
    close: () => fetcher.close(),
  };
}

function bodyOf({ id, notices }: Delivery, crawl: string): object {
  return { id, crawl, sentAt: new Date().toISOString(), events: notices.map(eventOf) };
}

const eventOf = ({ at: _place, ...event }: Notice): object => event;

/** The secret as is, or in the specification's own spelling: whsec_ and base64. */
export function signatureOf(secret: string, id: string, timestamp: number, body: Uint8Array): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** Of what is posted: its id, the same for every attempt, and a signature where there is a secret. */
export function signedHeaders(id: string, body: Uint8Array, secret: string | undefined): [string, string][] {
  const timestamp = Math.floor(Date.now() / 1000);
  return [
    ['Content-Type', 'application/json'],
    ['Idempotency-Key', id],
    ['webhook-id', id],
    ['webhook-timestamp', String(timestamp)],
    ...(secret === undefined ? [] : [['webhook-signature', signatureOf(secret, id, timestamp, body)] as [string, string]]),
  ];
}

function assertTaken(status: number, host: string, retryAfter: string | null, location: string | null): void {
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400)
    throw new DeliveryError(
      `${host} answered ${status}${location === null ? '' : ', a redirect'}: redirects are not followed. Write the final address into the definition.`,
    );
  throw new DeliveryError(`${host} answered ${status}`, retryAfterMs(retryAfter, Date.now()) ?? 0);
}

/** A fetch error says its detail without the URL. */
function wordsOf(error: unknown, url: string): string {
  if (!(error instanceof Error)) return 'for an unknown reason';
  const words = 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message;
  return words.replaceAll(url, '(hidden)').replaceAll(new URL(url).pathname, (path) => (path === '/' ? path : '(hidden)'));
}
