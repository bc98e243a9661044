/**
 * Requests to a remote store, through a fetcher of the crawl: its address guard and limits hold here too. Redirects are not
 * followed, since credentials go where the operator said and nowhere else; messages name the host only.
 */
import { readFileSync, rmSync } from 'node:fs';
import type { Definition } from '../../definition/crawl/index.js';
import { decodeBody, httpFetcher } from '../../fetch/index.js';
import { type Exchange, headerOf, isSpooled, retryAfterMs } from '../../model/index.js';
import { KnowledgeError, type RemoteTransport } from '../../store/index.js';

type Wish = Definition['publish'][number];

const MOST_BYTES = 50_000_000;
const MEDIA_TYPES = { query: 'application/sparql-query', update: 'application/sparql-update' } as const;
/** What is meant for the sites that are crawled has no business here. */
const OURS_ALONE = { headers: {}, cookies: false, credentials: [], acceptLanguage: undefined };

export async function remoteTransport(wish: Wish, fetch: Definition['fetch']): Promise<RemoteTransport> {
  const { to: url, timeout } = wish;
  const fetcher = await httpFetcher.open(httpFetcher.options.parse({ ...fetch, ...OURS_ALONE, timeout, deadline: timeout }));
  const { host } = new URL(url);
  return {
    async post({ kind, body, accept }, signal) {
      const headers: [string, string][] = [['Content-Type', `${MEDIA_TYPES[kind]}; charset=utf-8`], ...authorization(wish)];
      const limit = AbortSignal.timeout(timeout);
      const until = signal ? AbortSignal.any([signal, limit]) : limit;
      const exchange = await fetcher
        .fetch({ url, method: 'POST', headers, body: Buffer.from(body), accept, maxBytes: MOST_BYTES, signal: until })
        .catch((error: unknown) => {
          const words = limit.aborted ? `no answer within ${timeout / 1000} s` : wordsOf(error, url);
          throw new KnowledgeError('KNOWLEDGE_AWAY', `${host} was not reached: ${words}`);
        });
      const asked = retryAfterMs(headerOf(exchange.headers, 'retry-after'), Date.now());
      return { status: exchange.status, body: textOf(exchange), retryAfterMs: asked ?? 0 };
    },
    close: () => fetcher.close(),
  };
}

function authorization({ user, password, token }: Wish): [string, string][] {
  if (token !== undefined) return [['Authorization', `Bearer ${token}`]];
  if (user === undefined) return [];
  return [['Authorization', `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`]];
}

/** Large answers wait in a file, which goes when it has been read. */
function textOf({ body, headers, url }: Exchange): string {
  const bytes = isSpooled(body) ? readFileSync(body.path) : body;
  if (isSpooled(body)) rmSync(body.path, { force: true });
  const plain = decodeBody(bytes, headerOf(headers, 'content-encoding'), { maxBytes: MOST_BYTES, maxRatio: 200 }, url);
  return Buffer.from(plain).toString('utf8');
}

/** A fetch error says its detail without the URL. */
function wordsOf(error: unknown, url: string): string {
  if (!(error instanceof Error)) return 'for an unknown reason';
  const words = 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message;
  return words.replaceAll(url, '(hidden)');
}
