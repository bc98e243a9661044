/** What happens when a site is met for the first time: its robots.txt is taken, its sitemaps are queued, http is tried where https was a guess. */
import type { FetchError } from '../../fetch/index.js';
import type { NewEntry } from '../../frontier/queue/index.js';
import { asUrl, type Exchange, headerOf } from '../../model/index.js';
import type { SiteUpdate } from '../../store/index.js';
import { entryFor, type Identify } from './identify.js';
import type { LiveDefinition } from './live-definition.js';
import type { RobotsGate } from './robots-gate.js';

export interface SiteOpenerParts {
  readonly live: LiveDefinition;
  readonly robots: RobotsGate;
  readonly identify: Identify;
  /** Sites of seeds that came without a scheme, with those seeds. */
  readonly guessedSites: ReadonlyMap<string, readonly string[]>;
  /** True when a sitemap on that URL may be read on behalf of the site. */
  readonly mayAskSitemap: (site: string, url: string) => boolean;
  readonly now: () => number;
}

const UNREACHED: ReadonlySet<string> = new Set([
  'FETCH_CONNECT_FAILED',
  'FETCH_TLS_FAILED',
  'FETCH_TLS_UNTRUSTED',
  'FETCH_RESET',
  'FETCH_TIMEOUT',
  'FETCH_DNS_FAILED',
]);

export class SiteOpener {
  readonly #parts: SiteOpenerParts;

  constructor(parts: SiteOpenerParts) {
    this.#parts = parts;
  }

  /** Opens or closes the site by the answer to its robots.txt. */
  answered(site: string, exchange: Exchange, content: Uint8Array | null): SiteUpdate {
    const { status, headers, remoteAddress: address } = exchange;
    const answer = { status, body: content ?? new Uint8Array(), cacheControl: headerOf(headers, 'cache-control'), address };
    return this.#parts.robots.take(site, answer, this.#parts.now());
  }

  /** There was no answer, or none that could be read. Too many redirects are one, though a useless one: there is no file to be had. */
  unanswered(site: string, error: FetchError | null): SiteUpdate {
    if (error?.code === 'FETCH_DNS_NOT_FOUND') return this.#parts.robots.takeNowhere(site, error.detail, this.#parts.now());
    const status = error?.code === 'FETCH_TOO_MANY_REDIRECTS' ? 302 : null;
    return this.#parts.robots.take(site, { status, body: new Uint8Array(), cacheControl: null, address: null }, this.#parts.now());
  }

  /** Sitemaps named in robots.txt, else the customary place. */
  sitemaps(site: string, robotsId: number): NewEntry[] {
    const { live, robots, identify, mayAskSitemap } = this.#parts;
    if (!live.current.capture.sitemaps) return [];
    const named = robots.sitemapsOf(site);
    const urls = named.length ? named : [`${site}/sitemap.xml`];
    return urls.flatMap((url) => {
      const identity = identify(asUrl(url, site)?.href ?? url);
      return identity && mayAskSitemap(site, identity.url) ? [entryFor(identity, { kind: 'sitemap', via: robotsId, link: 'robots' })] : [];
    });
  }

  /** A seed without a scheme was tried with https; when nobody answers there, http is next. */
  otherScheme(site: string, error: FetchError): NewEntry[] {
    if (!UNREACHED.has(error.code)) return [];
    return (this.#parts.guessedSites.get(site) ?? []).flatMap((url) => {
      const identity = this.#parts.identify(url.replace(/^https:/, 'http:'));
      return identity ? [entryFor(identity, { kind: 'page', via: null, link: 'seed' })] : [];
    });
  }
}
