/**
 * Shows pages in Chromium, a few at a time, each in a context of its own.
 *
 * The browser starts with the first page. After a number of pages, or when it has grown too large, a fresh one replaces
 * it, and the old one ends with its last page. While pages are shown, memory is watched and a page that uses too much is
 * ended. A crash costs the pages that were being shown; a browser that never shows a page is given up.
 */
import { type BrowserOptions, BrowserProcess } from './browser-process.js';
import type { MemoryLimits } from './memory-watch.js';
import { PageView, TOO_LARGE, type ViewLimits } from './page-view.js';
import { type PageToRender, type RenderedPage, type Renderer, RenderUnavailable } from './port.js';

export interface ChromiumOptions extends ViewLimits, MemoryLimits, Omit<BrowserOptions, 'maxMemory'> {
  /** Pages shown at the same time. */
  readonly concurrency: number;
  /** Start a fresh browser after this many pages. */
  readonly restartAfter: number;
}

interface Running {
  readonly process: BrowserProcess;
  served: number;
  showing: number;
  /** A fresh browser has replaced this one. */
  retired: boolean;
  watch: NodeJS.Timeout | null;
}

/** How often the memory of a browser that shows pages is looked at, in milliseconds. */
const LOOK_EVERY = 100;
/** A browser that uses this share of its limit is replaced, so that pages keep enough room. */
const WORN = 0.6;
const PAGES_A_LOOK = 25;
/** After this many browsers in a row that ended without showing a page, no more are started. */
const MOST_STILLBORN = 5;

export class ChromiumRenderer implements Renderer {
  readonly #options: ChromiumOptions;
  readonly #waiting: (() => void)[] = [];
  readonly #all = new Set<Running>();
  #current: Promise<Running> | null = null;
  #free: number;
  #stillborn = 0;
  #alone: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: ChromiumOptions) {
    this.#options = options;
    this.#free = options.concurrency;
  }

  async render(page: PageToRender): Promise<RenderedPage> {
    await this.#enter();
    try {
      page.signal?.throwIfAborted();
      return await this.#show(page);
    } finally {
      this.#leave();
    }
  }

  /** Ends every browser, also one that is still starting. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#current?.catch(() => undefined);
    await Promise.all([...this.#all].map(({ process }) => process.end()));
    this.#all.clear();
  }

  /** Pages that were shown when a browser ended for its memory are shown again one by one, since most of them are not the cause. */
  #showAlone(page: PageToRender): Promise<RenderedPage> {
    const shown = this.#alone.then(() => this.#show(page, true));
    this.#alone = shown.catch(() => undefined);
    return shown;
  }

  async #show(page: PageToRender, isAlone = false): Promise<RenderedPage> {
    const browser = await this.#browser();
    browser.served++;
    browser.showing++;
    browser.watch ??= setInterval(() => browser.process.bound(this.#options), LOOK_EVERY);
    try {
      const rendered = await new PageView(browser.process, page, this.#options).show();
      this.#stillborn = 0;
      return rendered;
    } catch (error) {
      const { endedForMemory } = browser.process;
      const why = endedForMemory ? TOO_LARGE : `the browser failed while the page was shown: ${(error as Error).message}`;
      const others = browser.showing > 1;
      await this.#retire(browser);
      if (endedForMemory && others && !isAlone) return this.#showAlone(page);
      return { html: null, links: [], notes: [why] };
    } finally {
      browser.showing--;
      if (browser.showing === 0) stopWatching(browser);
      if (this.#isWorn(browser)) await this.#retire(browser);
      if (browser.retired && browser.showing === 0) await this.#end(browser);
    }
  }

  #browser(): Promise<Running> {
    if (this.#closed) throw new RenderUnavailable('The renderer is closed.');
    if (this.#stillborn >= MOST_STILLBORN) throw new RenderUnavailable('Chromium ends again and again; nothing is rendered any more.');
    this.#current ??= this.#start();
    return this.#current;
  }

  async #start(): Promise<Running> {
    const browser: Running = { process: await BrowserProcess.start(this.#options), served: 0, showing: 0, retired: false, watch: null };
    this.#all.add(browser);
    void browser.process.ended.then(() => this.#retire(browser));
    return browser;
  }

  async #retire(browser: Running): Promise<void> {
    if (browser.retired) return;
    browser.retired = true;
    if (browser.served <= browser.showing) this.#stillborn++;
    this.#current = null;
    if (browser.showing === 0) await this.#end(browser);
  }

  async #end(browser: Running): Promise<void> {
    if (this.#all.delete(browser)) await browser.process.end();
  }

  #isWorn({ process, served, retired }: Running): boolean {
    if (retired) return false;
    const { restartAfter, maxMemory } = this.#options;
    return served >= restartAfter || (served % PAGES_A_LOOK === 0 && process.memory() > WORN * maxMemory);
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

function stopWatching(browser: Running): void {
  if (browser.watch) clearInterval(browser.watch);
  browser.watch = null;
}
