/**
 * Renderer: returns a page as it is after its scripts have run.
 *
 * The page's document is handed in as it was fetched, and `answer` provides everything its scripts ask for, so the
 * browser has no network of its own. What a page does to itself (endless scripts, a million elements, a crash) becomes a
 * note, never an error: then `html` is null and the page is read as it was sent.
 */
import { type Exchange, type HeaderField, WinnowError } from '../../model/index.js';

/** A document as it was fetched, without content coding. */
export interface PageToRender {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly bytes: Uint8Array;
  /** Answers requests of the page's scripts; null: not available. Never rejects. */
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

/** The kind of resource, as far as it matters. */
export type RequestType = 'script' | 'style' | 'data' | 'other';

export interface PageAnswer {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  /** Without content coding. */
  readonly bytes: Uint8Array;
}

export interface RenderedPage {
  /** The document after its scripts, in UTF-8; null when it could not be read. */
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

/** No browser can be used; the message says why and what to do. */
export class RenderUnavailable extends WinnowError {
  override readonly name = 'RenderUnavailable';
  constructor(message: string, options?: ErrorOptions) {
    super('BROWSER_UNAVAILABLE', message, options);
  }
}

/** The result of one page view, as the crawl keeps it. */
export interface PageView {
  readonly page: RenderedPage;
  /** Everything that was fetched for the page, to be archived. */
  readonly requisites: readonly Exchange[];
}
