/**
 * Renderer: what a page is after its scripts have run.
 *
 * The page's own document is handed in as it was fetched, and everything its scripts ask for goes through `answer`, so the
 * browser has no network of its own. What a page does to itself (endless scripts, a million elements, a crash) is a note,
 * never an error: then `html` is null and the page is read as it was sent.
 */
import { type Exchange, type HeaderField, WinnowError } from '../../model/index.js';

/** A document as it was fetched: without content coding. */
export interface PageToRender {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly bytes: Uint8Array;
  /** Answers what the page's scripts ask for; null: it is not to be had. Never rejects. */
  readonly answer: (request: PageRequest) => Promise<PageAnswer | null>;
  readonly signal?: AbortSignal;
}

/** One request of a page while it is shown. */
export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array | null;
  readonly type: RequestType;
}

/** What is asked for, as far as it makes a difference. */
export type RequestType = 'script' | 'style' | 'data' | 'other';

export interface PageAnswer {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  /** Without content coding. */
  readonly bytes: Uint8Array;
}

export interface RenderedPage {
  /** The document as it stands after its scripts, in UTF-8; null when it could not be had. */
  readonly html: Uint8Array | null;
  /** Where scripts would lead: navigations they tried, targets in data attributes and click handlers. Absolute URLs. */
  readonly links: readonly string[];
  /** What had to be cut short or left out, in words. */
  readonly notes: readonly string[];
}

export interface Renderer {
  /** Rejects only with RenderUnavailable, or with the reason of an aborted signal. */
  render(page: PageToRender): Promise<RenderedPage>;
  close(): Promise<void>;
}

/** There is no browser that could be used; the message says why and what to do. */
export class RenderUnavailable extends WinnowError {
  override readonly name = 'RenderUnavailable';
  constructor(message: string, options?: ErrorOptions) {
    super('BROWSER_UNAVAILABLE', message, options);
  }
}

/** What came of one page view, as the crawl keeps it. */
export interface PageView {
  readonly page: RenderedPage;
  /** Everything that was requested for it, to be archived. */
  readonly requisites: readonly Exchange[];
}
