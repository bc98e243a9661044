/**
 * Connector: everything between a URL and an open connection that speaks its protocol.
 *
 * Look-up and guard, dial, tunnel, TLS, in this order. It knows nothing of requests or of reuse (pool.ts).
 */
import type { Socket } from 'node:net';
import type { Connection } from './answer.js';
import { dial } from './dial.js';
import type { Lookup } from './dns-cache.js';
import { FetchError } from './errors.js';
import { H1Connection } from './h1-connection.js';
import { H2Connection } from './h2-connection.js';
import { type HttpOptions, userAgentOf } from './options.js';
import { type Proxy, tunnel } from './proxy.js';
import { bareHost, Resolution } from './resolution.js';
import { SPOKEN_PLAINLY, secure } from './tls.js';
import type { Watch } from './watch.js';

/** Settings that no definition has: for tests and for callers that embed the fetcher. */
export interface Internals {
  readonly lookup?: Lookup;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: readonly string[];
}

const LEFT_TO_PROXY = 'set fetch.proxyResolves to leave names that cannot be looked up here to the proxy';

export class Connector {
  readonly resolution: Resolution;
  readonly #userAgent: string;

  constructor(
    private readonly options: HttpOptions,
    private readonly proxy: Proxy | null,
    private readonly internals: Internals,
  ) {
    this.resolution = new Resolution(options, internals.lookup);
    this.#userAgent = userAgentOf(options);
  }

  /** Opens a connection to the site of `url`; `http2` allows offering HTTP/2. */
  async connect(url: URL, http2: boolean, watch: Watch): Promise<Connection> {
    const socket = this.proxy ? await this.#throughProxy(this.proxy, url, watch) : await this.#direct(url, watch);
    const remoteAddress = this.proxy ? null : (socket.remoteAddress ?? null);
    if (url.protocol !== 'https:') return new H1Connection(socket, { remoteAddress, tls: null });
    if (!this.proxy && this.resolution.isPlain(url)) return new H1Connection(socket, { remoteAddress, tls: SPOKEN_PLAINLY });
    const settings = { http2, insecureTls: this.options.insecureTls, ...(this.internals.ca ? { ca: this.internals.ca } : {}) };
    const { socket: secured, verdict } = await secure(socket, bareHost(url), settings, watch);
    const peer = { remoteAddress, tls: verdict };
    return secured.alpnProtocol === 'h2' ? H2Connection.open(secured, url, peer, watch) : new H1Connection(secured, peer);
  }

  async #direct(url: URL, watch: Watch): Promise<Socket> {
    const socket = await dial(await this.resolution.endpoints(url, watch), watch);
    this.resolution.verify(socket, watch);
    return socket;
  }

  async #throughProxy(proxy: Proxy, url: URL, watch: Watch): Promise<Socket> {
    if (url.protocol === 'https:') await this.checkTarget(url, watch);
    const endpoints = await this.resolution.endpoints(proxy.url, watch);
    const socket = await dial(endpoints, watch).catch((error: unknown) => {
      if (!(error instanceof FetchError) || error.code !== 'FETCH_CONNECT_FAILED') throw error;
      throw new FetchError('FETCH_PROXY_FAILED', watch.url, `proxy ${proxy.url.host}: ${error.detail}`, { cause: error });
    });
    this.resolution.verify(socket, watch);
    if (url.protocol === 'https:') await tunnel(socket, proxy, url, this.#userAgent, watch);
    return socket;
  }

  /**
   * Whether a proxy may be asked for this URL. Not when the name leads to a forbidden address. A name that cannot be
   * resolved here is left to the proxy only when the definition says so, since the proxy may reach addresses that we
   * must not ask. All plain http requests share one connection to the proxy, so the pool asks for every request; a
   * tunnel has one target and is checked when it is opened.
   */
  async checkTarget(url: URL, watch: Watch): Promise<void> {
    try {
      await this.resolution.endpoints(url, watch);
    } catch (error) {
      const unresolved = error instanceof FetchError && (error.code === 'FETCH_DNS_NOT_FOUND' || error.code === 'FETCH_DNS_FAILED');
      if (!unresolved) throw error;
      if (!this.options.proxyResolves) throw new FetchError(error.code, watch.url, `${error.detail}; ${LEFT_TO_PROXY}`, { cause: error });
    }
  }
}
