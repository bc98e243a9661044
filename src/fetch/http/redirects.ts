/**
 * Redirects, for those who want to arrive: robots.txt, sitemaps and the like.
 *
 * Pages are not fetched through here: there each hop goes back to the frontier, with its own turn. Every
 * hop is an exchange of its own, since each is archived. Fields of the request go along only as long as the
 * origin stays the same; credentials and cookies are the fetcher's and are bound to their origins anyway.
 */
import { asUrl, type Exchange, headerOf, withoutLogin } from '../../model/index.js';
import type { Fetcher, FetchRequest } from '../../plugins/index.js';
import { discard } from './discard.js';
import { FetchError } from './errors.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface RedirectRules {
  readonly maxRedirects: number;
  /** Asked before each hop; false ends the chain with the answer that redirects. */
  readonly allow?: (url: string) => boolean | Promise<boolean>;
}

/** Where an answer leads, fragment of the request carried over and log-ins left out; null when it is no redirect or leads nowhere. */
export function redirectTarget(exchange: Pick<Exchange, 'url' | 'status' | 'headers'>, requested: string = exchange.url): string | null {
  if (!REDIRECTS.has(exchange.status)) return null;
  const location = headerOf(exchange.headers, 'location');
  const target = location === null ? null : asUrl(fromLatin1(location), exchange.url);
  if (!target) return null;
  if (target.hash === '') target.hash = asUrl(requested)?.hash ?? '';
  return withoutLogin(target.href);
}

/** Fetches and follows; returns every exchange of the chain, the last one is where it ended. */
export async function followRedirects(fetcher: Fetcher, request: FetchRequest, rules: RedirectRules): Promise<Exchange[]> {
  const chain: Exchange[] = [];
  try {
    for (let next: FetchRequest | null = request; next; ) {
      const exchange = await fetcher.fetch(next);
      chain.push(exchange);
      const target = redirectTarget(exchange, next.url);
      if (target === null || (rules.allow && !(await rules.allow(target)))) break;
      if (chain.length > rules.maxRedirects) throw tooMany(request.url, rules.maxRedirects, target);
      next = nextRequest(next, exchange.status, target);
    }
  } catch (error) {
    await Promise.all(chain.map(discard));
    throw error;
  }
  return chain;
}

/** The request that a redirect asks for: a posted form is not posted again unless the answer says so. */
export function nextRequest(request: FetchRequest, status: number, target: string): FetchRequest {
  const { headers, body, ...rest } = request;
  const sameOrigin = new URL(request.url).origin === new URL(target).origin;
  const becomesGet = request.method === 'POST' && (status === 301 || status === 302 || status === 303);
  const { validators: _stale, ...kept } = rest; // they belong to the first URL
  return {
    ...kept,
    url: target,
    ...(becomesGet ? { method: 'GET' as const } : body ? { body } : {}),
    ...(sameOrigin && headers ? { headers: becomesGet ? headers.filter(([name]) => !/^content-/i.test(name)) : headers } : {}),
  };
}

function tooMany(url: string, limit: number, target: string): FetchError {
  return new FetchError('FETCH_TOO_MANY_REDIRECTS', url, `more than ${limit} redirects, the next one to ${target}`);
}

/** Many servers write Location in raw UTF-8; header bytes come to us one character each. */
function fromLatin1(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}
