/**
 * Rendering as the crawl sees it: which visits are rendered, by what, and what was learned from them.
 *
 * A page is rendered inside its visit, before its site is let go, so one view is one turn. The browser is opened by whoever
 * runs the crawl and started with the first page that needs it; where it cannot be, that is said once and pages are read as
 * they were sent.
 */
import { siteSettings } from '../../definition/crawl/index.js';
import {
  PageRequests,
  type PageView,
  plainBytes,
  type Renderer,
  type RenderMode,
  RenderPolicy,
  RenderUnavailable,
  scriptSigns,
} from '../../fetch/browser/index.js';
import { FetchError } from '../../fetch/index.js';
import type { Entry } from '../../frontier/queue/index.js';
import { counted, type Exchange, headerOf, remembering, urlTemplate } from '../../model/index.js';
import type { Fetcher } from '../../plugins/index.js';
import type { LearnedRendering, Repository } from '../../store/index.js';
import type { LiveDefinition } from './live-definition.js';
import type { Gain } from './rendered-page.js';
import type { RobotsGate } from './robots-gate.js';

export interface RenderingParts {
  readonly live: LiveDefinition;
  readonly fetcher: Fetcher;
  readonly robots: RobotsGate;
  readonly repository: Repository;
  /** Null: nothing can be rendered; nobody is told of that unless a page had to be. */
  readonly renderer: Renderer | null;
  readonly signal: AbortSignal;
  readonly onRemark: (remark: string) => void;
}

/** A view and why there was one. */
export interface Rendered extends PageView {
  /** The definition asks for it, whatever it brings. */
  readonly always: boolean;
  /** No browser has seen it: nothing is to be learned from it. */
  readonly isMissed?: boolean;
}

/** Documents beyond this are read as they were sent. */
const LARGEST_PAGE = 16 * 1024 * 1024;
const VISITS_UNDER_WAY = 256;
const NO_RENDERER = 'no browser could be used';

export class Rendering {
  readonly #parts: RenderingParts;
  readonly #policy = new RenderPolicy();
  /** Each is asked for before the visit and after it. */
  readonly #templateOf = remembering(VISITS_UNDER_WAY, urlTemplate);
  readonly #requests: PageRequests;
  readonly #modes = new Map<string, RenderMode>();
  /** Pages that were to be rendered and were not, by the reason. */
  readonly #misses = new Map<string, number>();
  #renderer: Renderer | null;

  constructor(parts: RenderingParts) {
    this.#parts = parts;
    this.#renderer = parts.renderer;
    const { live, fetcher } = parts;
    const { render, fetch } = live.current;
    const objection = (url: string): string | null | undefined => this.#objection(url);
    this.#requests = new PageRequests({
      fetcher,
      objection,
      agent: fetch.agent,
      maxBytes: render.maxBytes,
      maxRedirects: fetch.maxRedirects,
    });
    for (const learned of parts.repository.learnedRendering()) this.#policy.restore(learned.site, [learned]);
    live.onChange(() => this.#modes.clear());
  }

  /** A page that will be rendered is fetched whole: that its bare document is not modified says nothing of its content. */
  needsWhole({ kind, site, url }: Entry): boolean {
    if (!this.#renderer || kind !== 'page') return false;
    const mode = this.#modeOf(site);
    return mode === 'always' || (mode === 'auto' && this.#policy.isRendered(site, this.#templateOf(url)));
  }

  /** Null when the page is not rendered. Rejects with FetchError when the crawl is stopped meanwhile. */
  async view({ kind, site, url }: Entry, exchange: Exchange): Promise<Rendered | null> {
    if (kind !== 'page') return null;
    const mode = this.#modeOf(site);
    const obstacle = mode === 'never' ? null : this.#obstacle(exchange);
    if (mode === 'always' && obstacle) return this.#missed(exchange, obstacle);
    if (mode === 'never' || obstacle || !this.#isPage(exchange)) return null;
    const bytes = plainBytesOnce(exchange);
    const choice = mode === 'always' || this.#policy.choose(site, this.#templateOf(url), () => scriptSigns(bytes())).render;
    return choice ? this.#show(exchange, bytes(), mode === 'always') : null;
  }

  /** Says what was to be rendered and was not: to be called when the crawl ends. */
  end(): void {
    const pages = [...this.#misses.values()].reduce((sum, count) => sum + count, 0);
    if (pages === 0) return;
    const reasons = [...this.#misses].map(([reason, count]) => `${reason} (${count})`).join('; ');
    this.#parts.onRemark(
      `capture.render is "always", but ${counted(pages, 'page was', 'pages were')} read as sent, not rendered: ${reasons}.`,
    );
  }

  /** What is to be remembered of it. */
  learn({ site, url }: Entry, { gained, because }: Gain): LearnedRendering {
    return this.#policy.learn(site, this.#templateOf(url), gained, because);
  }

  async #show(exchange: Exchange, bytes: Uint8Array, always: boolean): Promise<Rendered | null> {
    const { signal } = this.#parts;
    const ended = new AbortController();
    const requests = this.#requests.view(exchange.url, AbortSignal.any([signal, ended.signal]));
    try {
      const { url, status, headers } = exchange;
      const page = await this.#renderer?.render({ url, status, headers, bytes, answer: (request) => requests.answer(request), signal });
      signal.throwIfAborted(); // a page cut short by us is no page
      if (always && page?.html === null) this.#count('the browser could not show it');
      return page ? { page, requisites: requests.exchanges, always } : null;
    } catch (error) {
      if (signal.aborted) throw new FetchError('FETCH_ABORTED', exchange.url, 'the crawl was stopped while the page was rendered');
      if (!(error instanceof RenderUnavailable)) throw error;
      this.#giveUp(error);
      return always ? this.#missed(exchange, NO_RENDERER) : null;
    } finally {
      ended.abort(); // what the page still waited for
    }
  }

  #giveUp({ message }: RenderUnavailable): void {
    if (!this.#renderer) return;
    this.#renderer = null;
    this.#parts.onRemark(`Pages that are made by scripts are read as they were sent. ${message}`);
  }

  /** The page as it was sent, with a note of why it is no more than that. */
  #missed(exchange: Exchange, reason: string): Rendered | null {
    if (!this.#isPage(exchange) && !isOfUnknownType(exchange)) return null;
    this.#count(reason);
    return { page: { html: null, links: [], notes: [`not rendered: ${reason}`] }, requisites: [], always: true, isMissed: true };
  }

  #count(reason: string): void {
    this.#misses.set(reason, (this.#misses.get(reason) ?? 0) + 1);
  }

  /** What stands against showing a page to a browser; null: nothing. Files are never shown to it: it might look for itself. */
  #obstacle({ url, body, truncated, headers }: Exchange): string | null {
    if (!/^https?:/.test(url)) return 'it does not come from the Web';
    if (truncated !== null) return `it was cut (${truncated})`;
    if (body.length > LARGEST_PAGE) return `it is larger than ${LARGEST_PAGE / 1024 / 1024} MB`;
    if (headerOf(headers, 'content-type') === null) return 'it came without a Content-Type';
    return this.#renderer ? null : NO_RENDERER;
  }

  #isPage({ status, headers, body }: Exchange): boolean {
    if (body.length === 0 || !this.#parts.live.current.capture.acceptedStatus.includes(status) || headerOf(headers, 'location'))
      return false;
    return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headerOf(headers, 'content-type') ?? '');
  }

  #modeOf(site: string): RenderMode {
    const known = this.#modes.get(site);
    if (known) return known;
    const { render } = siteSettings(this.#parts.live.current, site);
    if (this.#modes.size > 10_000) this.#modes.clear();
    this.#modes.set(site, render);
    return render;
  }

  #objection(url: string): string | null | undefined {
    const { robots, live } = this.#parts;
    return live.current.fetch.robots === 'ignore' ? null : robots.objectionIfKnown(new URL(url).origin, url);
  }
}

const isOfUnknownType = ({ headers, body }: Exchange): boolean => body.length > 0 && headerOf(headers, 'content-type') === null;

function plainBytesOnce(exchange: Exchange): () => Uint8Array {
  let bytes: Uint8Array | null = null;
  return () => {
    bytes ??= plainBytes(exchange, 4 * LARGEST_PAGE) ?? new Uint8Array();
    return bytes;
  };
}
