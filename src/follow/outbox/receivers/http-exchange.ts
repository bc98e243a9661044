/**
 * One POST or GET to a service, its body streamed, within the four time-outs of the contract.
 *
 * Receivers are named by the operator, not found by a crawl, so there is no address guard here. Redirects are not followed:
 * documents go where the operator said and nowhere else.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { throughProxy } from './proxy.js';
import { type TimeOuts, UnavailableError } from './receiver.js';

export interface Connection {
  readonly url: URL;
  readonly timeOuts: TimeOuts;
  readonly agent: HttpAgent;
  readonly headers: Readonly<Record<string, string>>;
  readonly proxy: URL | null;
  readonly insecureTls: boolean;
  /** Bytes of an answer, at most. */
  readonly maxAnswer: number;
  /** Null: cookies are not kept. */
  readonly cookies: Map<string, string> | null;
}

export interface ConnectionOptions {
  readonly to: string;
  readonly timeOuts: TimeOuts;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly token?: string | undefined;
  readonly proxy?: string | undefined;
  readonly insecureTls?: boolean;
  readonly cookies?: boolean;
  readonly maxAnswer?: number | undefined;
}

export function connectionTo({
  to,
  timeOuts,
  user,
  password,
  token,
  proxy,
  insecureTls = false,
  cookies = false,
  maxAnswer = MAX_ANSWER,
}: ConnectionOptions): Connection {
  const url = new URL(to);
  const [name, secret] = [user ?? decodeURIComponent(url.username), password ?? decodeURIComponent(url.password)];
  [url.username, url.password] = ['', ''];
  const basic = name === '' ? null : `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
  const authorization = token === undefined ? basic : `Bearer ${token}`;
  return {
    url,
    timeOuts,
    agent:
      url.protocol === 'https:'
        ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: !insecureTls })
        : new HttpAgent({ keepAlive: true }),
    headers: authorization === null ? {} : { authorization },
    proxy: proxy === undefined ? null : new URL(proxy),
    insecureTls,
    maxAnswer,
    cookies: cookies ? new Map() : null,
  };
}

export interface Posted {
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Made anew for a second attempt. */
  readonly body?: () => AsyncIterable<Uint8Array>;
  readonly length?: number;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly retryAfter: string | null;
  readonly body: Buffer;
}

/** An answer is a sentence, or a list of MD5s. */
const MAX_ANSWER = 4 * 1024 * 1024;

/** UnavailableError for whatever keeps an answer from coming. A connection that was kept and is gone is opened anew, once. */
export async function exchange(connection: Connection, posted: Posted, signal?: AbortSignal): Promise<Answer> {
  try {
    return await attempt(connection, posted, signal);
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return await attempt(connection, posted, signal);
  }
}

class StaleConnection extends UnavailableError {}

async function attempt(connection: Connection, posted: Posted, signal?: AbortSignal): Promise<Answer> {
  const { host } = connection.url;
  const watch = new Watch(connection.timeOuts, signal);
  try {
    const request = await openRequest(connection, posted, watch.signal);
    watch.follow(request);
    const response = await send(request, posted, watch);
    keepCookies(connection, response);
    return await answerOf(response, watch, connection.maxAnswer);
  } catch (error) {
    throw watch.explain(host, error as NodeJS.ErrnoException);
  } finally {
    watch.stop();
  }
}

async function openRequest(connection: Connection, posted: Posted, signal: AbortSignal): Promise<ClientRequest> {
  const { url, headers, agent, proxy, cookies } = connection;
  const target = new URL(posted.path ?? url.href, url);
  const cookie = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const options: RequestOptions = {
    method: posted.method,
    agent,
    signal,
    headers: {
      'user-agent': 'Winnow',
      ...headers,
      ...posted.headers,
      ...(cookie === '' ? {} : { cookie }),
      ...(posted.length === undefined ? {} : { 'content-length': posted.length }),
    },
  };
  if (proxy) return throughProxy(proxy, target, options, connection.insecureTls);
  return target.protocol === 'https:' ? httpsRequest(target, options) : httpRequest(target, options);
}

/** Resolves with the head of the answer, which may come before everything was sent. */
function send(request: ClientRequest, { body }: Posted, watch: Watch): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const source = body ? Readable.from(body(), { objectMode: false }) : null;
    request.once('response', (response) => {
      source?.unpipe(request);
      source?.destroy();
      resolve(response);
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      source?.destroy();
      reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection(error.message) : error);
    });
    request.once('finish', () => watch.awaitAnswer());
    source?.once('error', (error) => request.destroy(error));
    if (source) source.pipe(request);
    else request.end();
  });
}

async function answerOf(response: IncomingMessage, watch: Watch, most: number): Promise<Answer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    watch.awaitAnswer();
    length += piece.length;
    if (length > most) throw new Error(`its answer is longer than ${most} bytes`);
    pieces.push(piece);
  }
  const { statusCode = 0, headers } = response;
  return {
    status: statusCode,
    type: headers['content-type'] ?? '',
    retryAfter: headers['retry-after'] ?? null,
    body: Buffer.concat(pieces),
  };
}

function keepCookies({ cookies }: Connection, { headers }: IncomingMessage): void {
  for (const line of cookies ? (headers['set-cookie'] ?? []) : []) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
    if (cookies && (cookies.has(name.trim()) || cookies.size < 50)) cookies.set(name.trim(), value.trim());
  }
}

/** The time-outs of one exchange. */
class Watch {
  private readonly abort = new AbortController();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private expired: string | null = null;
  private isConnected = false;
  readonly signal: AbortSignal;

  constructor(
    private readonly limits: TimeOuts,
    private readonly outer: AbortSignal | undefined,
  ) {
    this.signal = outer ? AbortSignal.any([this.abort.signal, outer]) : this.abort.signal;
    this.set('open', limits.open, 'no connection');
    this.set('send', limits.send, 'no complete answer');
  }

  follow(request: ClientRequest): void {
    request.once('socket', (socket) => {
      if (!socket.connecting) return this.noteConnected();
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => this.noteConnected());
    });
  }

  private noteConnected(): void {
    this.isConnected = true;
    this.clear('open');
  }

  /** Everything has been sent, or a piece has come: from now on silence counts. */
  awaitAnswer(): void {
    this.set('receive', this.limits.receive, 'no answer');
  }

  explain(host: string, error: NodeJS.ErrnoException): Error {
    if (error instanceof UnavailableError) return error;
    if (this.expired !== null) return new UnavailableError(`${host} was not reached: ${this.expired}`, 0, {}, this.isConnected);
    if (this.outer?.aborted) return error;
    return new UnavailableError(`${host} was not reached: ${wordsOf(error)}`, 0, { cause: error }, this.isConnected);
  }

  stop(): void {
    for (const name of this.timers.keys()) this.clear(name);
  }

  private set(name: string, ms: number, what: string): void {
    this.clear(name);
    const expire = (): void => {
      this.expired = `${what} within ${ms / 1000} s (time-out ${name})`;
      this.abort.abort();
    };
    this.timers.set(name, setTimeout(expire, Math.min(ms, LONGEST_TIMER_MS)));
  }

  private clear(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A failed connection to several addresses has its words in its parts. */
const wordsOf = (error: NodeJS.ErrnoException): string =>
  error.message || (error instanceof AggregateError ? String(error.errors[0]) : (error.code ?? 'unknown'));
