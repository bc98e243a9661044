/**
 * Shows one page once: in its own browser context, with the document handed in and every request answered by the caller,
 * and reads the document when its scripts have come to rest.
 *
 * Rest is measured by the page's own clock. It runs ahead while nothing is being fetched, so a page that waits two
 * seconds before it shows something costs no two seconds. A page that never rests is read when its time is up.
 */
import type { HeaderField } from '../../model/index.js';
import type { BrowserProcess } from './browser-process.js';
import { type CdpEvent, type CdpPipe, OVERLONG } from './cdp-pipe.js';
import { CLICK_TARGETS, GUARD, snapshotScript } from './in-page.js';
import type { PageAnswer, PageToRender, RenderedPage, RequestType } from './port.js';

export interface ViewLimits {
  /** Milliseconds a page may take. */
  readonly timeout: number;
  /** Milliseconds of the page's own time to let pass. */
  readonly settle: number;
  readonly maxRequests: number;
  readonly maxNodes: number;
  /** Bytes of the document as it is kept. */
  readonly maxSize: number;
  /** False: leaves the page what is normally removed, for tests of the other barriers. */
  readonly guard?: boolean;
}

/** What the protocol says of a paused request. */
interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
    readonly hasPostData?: boolean;
  };
}

const TYPES: Readonly<Record<string, RequestType>> = { Script: 'script', Stylesheet: 'style', XHR: 'data', Fetch: 'data', Other: 'other' };
/** Time for the browser's own work before a page's time begins. It is slow on a busy machine, which is not the page's fault. */
const OPEN_MS = 15_000;
/** Time to read and close a page after its own time is up. */
const LAST_MS = 2000;
/** A script that keeps navigating, each time to another number, leads nowhere. */
const MOST_NAVIGATIONS = 5;

export class PageView {
  readonly #pipe: CdpPipe;
  readonly #browser: Pick<BrowserProcess, 'isolated' | 'wasTooLarge'>;
  readonly #page: PageToRender;
  readonly #limits: ViewLimits;
  readonly #notes = new Set<string>();
  readonly #links = new Set<string>();
  #session = '';
  #frame = '';
  #requests = 0;
  #handedIn = false;
  #running = false;
  #rested: () => void = () => undefined;
  #broken: (why: string) => void = () => undefined;

  constructor(browser: Pick<BrowserProcess, 'pipe' | 'isolated' | 'wasTooLarge'>, page: PageToRender, limits: ViewLimits) {
    this.#pipe = browser.pipe;
    this.#browser = browser;
    this.#page = page;
    this.#limits = limits;
  }

  /** Rejects with CdpError when the browser is gone or does not answer any more. */
  async show(): Promise<RenderedPage> {
    const making = this.#pipe.send('Target.createBrowserContext', { disposeOnDetach: true });
    const context = String((await within(OPEN_MS, making, 'it does not answer'))['browserContextId']);
    try {
      await within(OPEN_MS, this.#open(context), 'a page could not be opened');
      const end = await this.#untilRest();
      if (end !== 'rest') this.#notes.add(end);
      return await this.#read(end);
    } finally {
      this.#pipe.unlisten(this.#session);
      // Closing a context closes its pages but leaves their processes, which end only when the page itself is closed.
      const closing = this.#frame === '' ? Promise.resolve({}) : this.#pipe.send('Target.closeTarget', { targetId: this.#frame });
      await within(LAST_MS, closing, 'a page could not be closed').catch(ignore);
      await within(
        LAST_MS,
        this.#pipe.send('Target.disposeBrowserContext', { browserContextId: context }),
        'the data of a page could not be removed',
      );
    }
  }

  async #open(browserContextId: string): Promise<void> {
    // Hidden: a page without a window costs less. But to hidden pages Chromium does not apply the WebRTC setting,
    // so where there is a network, the page gets a window.
    const { targetId } = await this.#pipe.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      hidden: this.#browser.isolated,
    });
    const { sessionId } = await this.#pipe.send('Target.attachToTarget', { targetId, flatten: true });
    this.#session = String(sessionId);
    this.#frame = String(targetId); // the main frame of a target has the target's name
    this.#pipe.listen(this.#session, (event) => this.#take(event));
    await Promise.all([
      this.#pipe.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
      this.#send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      // Everything with a target of its own (workers, frames of other sites) waits for permission to run and never gets it.
      this.#send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      this.#send('Page.enable'),
      this.#send('Inspector.enable'), // reports crashes
      ...(this.#limits.guard === false ? [] : [this.#send('Page.addScriptToEvaluateOnNewDocument', { source: GUARD })]),
      this.#send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
    ]);
  }

  /** Waits until the page rests. Returns `rest`, or the reason for waiting no longer. */
  async #untilRest(): Promise<string> {
    const { url, signal } = this.#page;
    const { timeout } = this.#limits;
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<string>((resolve) => {
      this.#rested = () => resolve('rest');
      this.#broken = resolve;
      timer = setTimeout(() => resolve(`rendering took more than ${timeout / 1000} s; the page is read as it stood then`), timeout);
      signal?.addEventListener('abort', () => resolve(STOPPED), { once: true });
    });
    this.#send('Page.navigate', { url }).catch((error: Error) => this.#broken(error.message));
    try {
      return await end;
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(end: string): Promise<RenderedPage> {
    if (end === CRASHED || end === STOPPED || end === TOO_LARGE) return this.#result(null);
    // Ends a script that runs for ever: nobody could read the page otherwise.
    if (end !== 'rest') await within(LAST_MS, this.#send('Runtime.terminateExecution'), STUCK).catch(ignore);
    const { maxNodes, maxSize, timeout } = this.#limits;
    const patience = end === 'rest' ? timeout : LAST_MS;
    try {
      const world = await within(patience, this.#send('Page.createIsolatedWorld', { frameId: this.#frame, worldName: 'winnow' }), STUCK);
      const script = snapshotScript(this.#page.url, maxNodes, maxSize);
      const seen = (await within(patience, this.#evaluate(script, { contextId: Number(world['executionContextId']) }), STUCK)) as
        | Snapshot
        | undefined;
      if (end === 'rest') for (const link of await this.#clickTargets(patience)) this.#links.add(link);
      return this.#result(seen ?? null);
    } catch (error) {
      this.#notes.add(`the rendered page could not be read: ${(error as Error).message}`);
      return this.#result(null);
    }
  }

  #result(seen: Snapshot | null): RenderedPage {
    if (seen?.html === null)
      this.#notes.add(`scripts made ${seen.nodes} elements of the page, which is too many; it is read as it was sent`);
    if (seen?.cut) this.#notes.add(`the rendered page was cut to ${this.#limits.maxSize} characters`);
    if (seen?.url && withoutFragment(seen.url) !== this.#page.url && /^https?:/.test(seen.url)) this.#links.add(withoutFragment(seen.url));
    return { html: seen?.html ? encoder.encode(seen.html) : null, links: [...this.#links], notes: [...this.#notes] };
  }

  /** Asks the page's own world, so only what looks like addresses is taken; a page that slows the question down gives no answer. */
  async #clickTargets(patience: number): Promise<string[]> {
    const asked = this.#evaluate(CLICK_TARGETS, { timeout: LAST_MS });
    const said = await within(patience, asked, STUCK).catch(() => []);
    if (!Array.isArray(said)) return [];
    return said.filter((url): url is string => typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)).slice(0, 1000);
  }

  /** `timeout` starts when the browser begins: a busy machine takes nothing from it. */
  async #evaluate(expression: string, where: { contextId?: number; timeout?: number }): Promise<unknown> {
    const { result } = (await this.#send('Runtime.evaluate', { expression, returnByValue: true, ...where })) as {
      result?: { value?: unknown };
    };
    return result?.value;
  }

  #send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#pipe.send(method, params, this.#session);
  }

  #take({ method, params }: CdpEvent): void {
    if (method === 'Fetch.requestPaused') void this.#answer(params as unknown as Paused);
    else if (method === 'Page.frameNavigated') this.#begin(params as { frame: { id: string } });
    else if (method === 'Emulation.virtualTimeBudgetExpired') this.#rested();
    else if (method === 'Page.javascriptDialogOpening') void this.#send('Page.handleJavaScriptDialog', { accept: false }).catch(ignore);
    else if (method === 'Inspector.targetCrashed' || method === 'Inspector.detached')
      this.#broken(this.#browser.wasTooLarge() ? TOO_LARGE : CRASHED);
    else if (method === OVERLONG) this.#broken(TOO_LARGE);
  }

  /** The page's clock runs from the moment the document is there. */
  #begin({ frame }: { frame: { id: string } }): void {
    if (this.#running || frame.id !== this.#frame || !this.#handedIn) return;
    this.#running = true;
    const policy = { policy: 'pauseIfNetworkFetchesPending', budget: this.#limits.settle, maxVirtualTimeTaskStarvationCount: 100_000 };
    void this.#send('Emulation.setVirtualTimePolicy', policy).catch(ignore);
  }

  async #answer(paused: Paused): Promise<void> {
    try {
      const answer = await this.#answerTo(paused);
      if (typeof answer === 'string') await this.#send('Fetch.failRequest', { requestId: paused.requestId, errorReason: answer });
      else await this.#fulfil(paused.requestId, answer);
    } catch {
      // The page or its request is gone, or the browser refuses the answer: then say that there is none.
      await this.#send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' }).catch(ignore);
    }
  }

  async #answerTo(paused: Paused): Promise<PageAnswer | 'Aborted' | 'BlockedByClient' | 'Failed'> {
    const { request, resourceType, frameId } = paused;
    if (resourceType === 'Document') return this.#answerDocument(request.url, frameId);
    const type = TYPES[resourceType];
    if (type === undefined || !/^https?:/.test(request.url)) return 'BlockedByClient';
    if (request.method === 'OPTIONS') return preflight(request.headers);
    if (++this.#requests > this.#limits.maxRequests) {
      this.#notes.add(`the page asked for more than ${this.#limits.maxRequests} things; the rest was not fetched`);
      return 'BlockedByClient';
    }
    const { url, method, headers } = request;
    const body = bodyOf(request);
    return (await this.#page.answer({ url: withoutFragment(url), method, headers: Object.entries(headers), body, type })) ?? 'Failed';
  }

  /**
   * The first document is the page itself. Others are places scripts lead to, which become links, and frames, which are
   * pages of their own.
   */
  #answerDocument(url: string, frame: string): PageAnswer | 'Aborted' {
    const { status, headers, bytes } = this.#page;
    if (frame !== this.#frame) return 'Aborted';
    if (!this.#handedIn) {
      this.#handedIn = true;
      return { status, headers: headers.filter(([name]) => !REPLACED.has(name.toLowerCase())), bytes };
    }
    if (this.#links.size < MOST_NAVIGATIONS && /^https?:/.test(url)) this.#links.add(withoutFragment(url));
    return 'Aborted';
  }

  async #fulfil(requestId: string, { status, headers, bytes }: PageAnswer): Promise<void> {
    await this.#send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: headers.filter(isPassedOn).map(([name, value]) => ({ name, value })),
      body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    });
  }
}

interface Snapshot {
  readonly nodes: number;
  /** Null: too large. */
  readonly html: string | null;
  readonly cut?: boolean;
  readonly url: string;
}

const CRASHED = 'the page crashed while its scripts ran; it is read as it was sent';
/** The page, or a message it caused, is too large. */
export const TOO_LARGE = 'the page wanted more memory than a page may have (render.maxPageMemory) and was ended; it is read as it was sent';
const STOPPED = 'rendering was stopped';
const STUCK = 'its scripts could not be stopped';
const encoder = new TextEncoder();
const ignore = (): void => undefined;
const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

/** Header fields that describe the bytes on the wire, or would make the browser contact somebody. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'link',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'nel',
  'strict-transport-security',
  'alt-svc',
  'content-disposition',
  'clear-site-data',
]);
/** Header fields of the page itself that are replaced: it is shown whatever it says about downloads. */
const REPLACED: ReadonlySet<string> = new Set(['content-disposition']);

/** An invalid field would make the browser refuse the whole answer. */
const isPassedOn = ([name, value]: HeaderField): boolean =>
  !NOT_PASSED_ON.has(name.toLowerCase()) && /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** Allows every request across origins: the server's real answer decides, and asking it first would be a second request. */
function preflight(headers: Readonly<Record<string, string>>): PageAnswer {
  const asked = (name: string): string => headers[name] ?? headers[name.toLowerCase()] ?? '';
  const fields: HeaderField[] = [
    ['Access-Control-Allow-Origin', asked('Origin') || '*'],
    ['Access-Control-Allow-Methods', asked('Access-Control-Request-Method') || 'GET'],
    ['Access-Control-Allow-Headers', asked('Access-Control-Request-Headers') || '*'],
    ['Access-Control-Allow-Credentials', 'true'],
  ];
  return { status: 204, headers: fields, bytes: new Uint8Array() };
}

function bodyOf({ hasPostData, postDataEntries }: Paused['request']): Uint8Array | null {
  if (!hasPostData) return null;
  return Buffer.concat((postDataEntries ?? []).map(({ bytes = '' }) => Buffer.from(bytes, 'base64')));
}

function within<T>(ms: number, work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(late)), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
