/**
 * Follows redirects, for callers that want the final answer: robots.txt, sitemaps and the like.
 *
 * Pages are not fetched this way: there each hop returns to the frontier and waits for its own turn. Every hop is an
 * exchange, since each is archived. Header fields of the request are passed on only within the same origin; the fetcher
 * binds credentials and cookies to their origins anyway.
 */
import { asUrl, type Exchange, headerOf, withoutLogin } from '../../model/index.js';
import type { Fetcher, FetchRequest } from '../../plugins/index.js';
import { discard } from './discard.js';
import { FetchError } from './errors.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface RedirectRules {
  readonly maxRedirects: number;
  /** Called before each hop; false ends the chain with the redirecting answer. */
  readonly allow?: (url: string) => boolean | Promise<boolean>;
}

/** Where a redirect leads, with the fragment of the request and without log-ins; null for any other answer. */
export function redirectTarget(exchange: Pick<Exchange, 'url' | 'status' | 'headers'>, requested: string = exchange.url): string | null {
  if (!REDIRECTS.has(exchange.status)) return null;
  const location = headerOf(exchange.headers, 'location');
  const target = location === null ? null : asUrl(fromLatin1(location), exchange.url);
  if (!target) return null;
  if (target.hash === '') target.hash = asUrl(requested)?.hash ?? '';
  return withoutLogin(target.href);
}

/** Fetches and follows redirects. Returns every exchange of the chain; the last one is the final answer. */
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

/** The request for the next hop: a form is not posted again unless the answer says so. */
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

/** Many servers write Location in raw UTF-8; header bytes arrive as one character each. */
function fromLatin1(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}
