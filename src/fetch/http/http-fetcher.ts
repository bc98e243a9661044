/**
 * The HTTP fetcher: one request, one answer, exactly as it stood on the connection.
 *
 * Joins the parts: fields, cookies and credentials of the request, a connection from the pool, the exchange for the
 * archive. It never follows a redirect (redirects.ts does) and never retries a failure. It only repeats a request that
 * was refused with a digest challenge, and then returns the second exchange.
 */
import { asUrl, type Exchange, type HeaderField, headerOf, momentOf, recordedSpan } from '../../model/index.js';
import { defineFetcher, type Fetcher, type FetchRequest } from '../../plugins/index.js';
import type { Call } from './answer.js';
import { ConfiguredFields } from './configured-fields.js';
import { Connector, type Internals } from './connector.js';
import { Cookies } from './cookies.js';
import { Credentials } from './credentials.js';
import { discard } from './discard.js';
import { FetchError } from './errors.js';
import { type HttpOptions, httpOptions, isFieldName, isFieldValue, isSetByFetcher, userAgentOf } from './options.js';
import { ConnectionPool } from './pool.js';
import { type Proxy, parseProxy, proxyFields } from './proxy.js';
import { requestHead } from './request-head.js';
import { type Watch, Watchman } from './watch.js';

const MAX_JARS = 1_000;
/** The codings decode-body.ts reads. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

export const httpFetcher = defineFetcher({
  name: 'http',
  about: 'Fetches http and https: HTTP/1.1 and HTTP/2, cookies, credentials, proxies; public addresses only unless allowed.',
  schemes: ['http', 'https'],
  options: httpOptions,
  open: async (options) => openHttpFetcher(options),
});

/** Opens the fetcher directly, with replaceable internals. */
export function openHttpFetcher(options: HttpOptions, internals: Internals = {}): Fetcher {
  return new HttpFetcher(options, internals);
}

class HttpFetcher implements Fetcher {
  readonly #watchman: Watchman;
  readonly #connector: Connector;
  readonly #pool: ConnectionPool;
  readonly #proxy: Proxy | null;
  readonly #cookies: Cookies | null;
  /** Jars that requests name; the one not used for longest comes first. */
  readonly #jars = new Map<string, Cookies>();
  readonly #credentials: Credentials;
  readonly #secrets: readonly string[];
  readonly #userAgent: string;
  readonly #configured: ConfiguredFields;
  #closed = false;

  constructor(
    private readonly options: HttpOptions,
    internals: Internals,
  ) {
    this.#watchman = new Watchman(options);
    this.#proxy = options.proxy === undefined ? null : parseProxy(options.proxy);
    this.#connector = new Connector(options, this.#proxy, internals);
    this.#pool = new ConnectionPool(this.#connector, options.http2, this.#proxy ? `proxy ${this.#proxy.url.host}` : null);
    this.#cookies = openCookies(options.cookies);
    this.#credentials = new Credentials(options.credentials);
    this.#secrets = [...this.#credentials.secrets(), ...(this.#proxy?.secret ? [this.#proxy.secret] : [])];
    this.#userAgent = userAgentOf(options);
    this.#configured = new ConfiguredFields(options.headers, options.ownSites);
  }

  async fetch(request: FetchRequest): Promise<Exchange> {
    const url = parseUrl(request.url);
    const shown = withoutSecrets(url);
    if (this.#closed) throw new FetchError('FETCH_ABORTED', shown, 'the fetcher is closed');
    return this.#watchman.guard(shown, request.signal, { timeout: request.timeoutMs }, async (watch) => {
      const first = await this.#attempt(request, url, shown, watch);
      if (first.exchange.status !== 401 || !this.#credentials.challenged(url, first.exchange.headers, first.authorized))
        return first.exchange;
      await discard(first.exchange);
      return (await this.#attempt(request, url, shown, watch)).exchange;
    });
  }

  /** The first address a connection would try. When there is none, the fetch itself fails and says why. */
  async addressOf(url: string, signal?: AbortSignal): Promise<string | null> {
    if (this.#proxy) return null;
    try {
      const parsed = parseUrl(url);
      const endpoints = await this.#watchman.guard(url, signal, {}, (watch) => this.#connector.resolution.endpoints(parsed, watch));
      return endpoints[0]?.address ?? null;
    } catch {
      return null;
    }
  }

  async forget(jar: string): Promise<void> {
    this.#jars.delete(jar);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watchman.stop();
    this.#pool.close();
  }

  async #attempt(request: FetchRequest, url: URL, shown: string, watch: Watch): Promise<{ exchange: Exchange; authorized: boolean }> {
    const method = request.method ?? 'GET';
    const target = this.#proxy && url.protocol === 'http:' ? shown : `${url.pathname}${url.search}`;
    const authorization = this.#credentials.authorization({ url, method, target: `${url.pathname}${url.search}` });
    const fields = this.#fields(request, method, url, authorization);
    const head = requestHead(method, target, fields, this.#secrets);
    const call = this.#call(request, { url: shown, method, origin: url, target, fields, head: head.sent });
    const exchange = await this.#carry(call, head.kept, watch);
    this.#cookiesFor(request)?.store(url, setCookies(exchange.headers));
    return { exchange, authorized: authorization !== null };
  }

  #call(request: FetchRequest, part: Pick<Call, 'url' | 'method' | 'origin' | 'target' | 'fields' | 'head'>): Call {
    const { maxSize, maxPageSize, maxHeaderSize, spoolFolder } = this.options;
    return {
      ...part,
      body: request.body ?? null,
      maxBytes: request.maxBytes ?? maxSize,
      maxPageBytes: maxPageSize,
      maxHead: maxHeaderSize,
      spoolFolder,
      onLarge: request.onLarge,
    };
  }

  async #carry(call: Call, kept: Uint8Array, watch: Watch): Promise<Exchange> {
    const { answer, connection, sentAt } = await this.#pool.carry(call, watch);
    const span = recordedSpan(momentOf(sentAt), momentOf(performance.now()));
    if (this.#proxy && answer.status === 407) {
      throw new FetchError(
        'FETCH_PROXY_FAILED',
        call.url,
        `proxy ${this.#proxy.url.host}: asks for credentials (407); put them into the proxy URL`,
      );
    }
    return {
      url: call.url,
      method: call.method,
      ...span,
      firstByteMs: Math.max(0, Math.min(span.durationMs, watch.firstByteAt - sentAt)),
      status: answer.status,
      statusText: answer.statusText,
      protocol: answer.protocol,
      remoteAddress: connection.peer.remoteAddress,
      tls: connection.peer.tls,
      requestHead: kept,
      requestBody: call.body,
      responseHead: answer.head,
      headers: answer.headers,
      wire: answer.wire,
      body: answer.body,
      truncated: answer.truncated,
    };
  }

  /** A named jar starts empty, without cookies from a file. */
  #cookiesFor({ jar }: FetchRequest): Cookies | null {
    if (jar === undefined) return this.#cookies;
    if (jar === null) return null;
    const cookies = this.#jars.get(jar) ?? new Cookies();
    this.#jars.delete(jar);
    this.#jars.set(jar, cookies);
    const [oldest] = this.#jars.keys();
    if (this.#jars.size > MAX_JARS && oldest !== undefined) this.#jars.delete(oldest);
    return cookies;
  }

  /** All fields of the request; the caller's fields replace ours of the same name. */
  #fields(request: FetchRequest, method: string, url: URL, authorization: string | null): HeaderField[] {
    const { accept, acceptLanguage } = this.options;
    const given = (request.headers ?? []).filter(([name]) => !isSetByFetcher(name));
    const fields: HeaderField[] = [['Host', url.host]];
    // Close after HEAD: a server that sends a body anyway would answer the next request with it.
    fields.push(['Connection', method === 'HEAD' ? 'close' : 'keep-alive']);
    fields.push(['User-Agent', this.#userAgent], ['Accept', request.accept ?? accept]);
    if (acceptLanguage !== undefined) fields.push(['Accept-Language', acceptLanguage]);
    fields.push(['Accept-Encoding', ACCEPT_ENCODING], ...this.#configured.for(url), ...validatorFields(request));
    const cookie = this.#cookiesFor(request)?.header(url) ?? null;
    if (cookie !== null) fields.push(['Cookie', cookie]);
    if (authorization !== null) fields.push(['Authorization', authorization]);
    if (url.protocol === 'http:') fields.push(...proxyFields(this.#proxy));
    fields.push(...bodyFields(method, request.body ?? null));
    if (given.length === 0) return fields;
    for (const [name, value] of given)
      if (!isFieldName(name) || !isFieldValue(value)) throw new TypeError(`the request header ${JSON.stringify(name)} is not valid`);
    const replaced = new Set(given.map(([name]) => name.toLowerCase()));
    return [...fields.filter(([name]) => !replaced.has(name.toLowerCase())), ...given];
  }
}

function parseUrl(text: string): URL {
  const url = asUrl(text);
  if (!url) throw new FetchError('FETCH_BAD_URL', text, 'this is no absolute URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('FETCH_SCHEME_UNKNOWN', text, `the HTTP fetcher does not speak ${url.protocol.slice(0, -1)}`);
  }
  return url;
}

/** The URL as it is requested, recorded and reported: without fragment, user and password. */
function withoutSecrets(url: URL): string {
  if (url.hash === '' && url.username === '' && url.password === '') return url.href.endsWith('#') ? url.href.slice(0, -1) : url.href;
  const bare = new URL(url);
  bare.hash = '';
  bare.username = '';
  bare.password = '';
  return bare.href;
}

function openCookies(setting: HttpOptions['cookies']): Cookies | null {
  if (setting === false) return null;
  return setting === true ? new Cookies() : Cookies.fromFile(setting.file);
}

function setCookies(headers: readonly HeaderField[]): string[] {
  const values: string[] = [];
  for (const [name, value] of headers) if (name.length === 10 && name.toLowerCase() === 'set-cookie') values.push(value);
  return values;
}

/** Validators are texts from a server: leave out what is not valid in a header field. */
function validatorFields({ validators, headers = [] }: FetchRequest): HeaderField[] {
  const { etag, lastModified } = validators ?? {};
  const fields: HeaderField[] = [];
  if (etag && isFieldValue(etag) && headerOf(headers, 'if-none-match') === null) fields.push(['If-None-Match', etag]);
  if (lastModified && isFieldValue(lastModified)) fields.push(['If-Modified-Since', lastModified]);
  return fields;
}

function bodyFields(method: string, body: Uint8Array | null): HeaderField[] {
  if (body === null) return method === 'POST' ? [['Content-Length', '0']] : [];
  return [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Length', String(body.length)],
  ];
}
