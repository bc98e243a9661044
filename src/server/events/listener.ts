/**
 * One client of the event stream.
 *
 * It keeps a place in the journal, not a list of what it has yet to be sent: when the client reads slowly, nothing is
 * read for it either, and it goes on from its place when there is room again. So a client costs the same however slow
 * it is; one that takes nothing for too long is let go.
 */
import type { ServerResponse } from 'node:http';
import type { JournalEntry } from '../../store/index.js';
import type { CrawlStatus, ServedCrawl } from '../crawls/index.js';

const SLICE = 100;
const STUCK_MS = 60_000;
/** How long a browser waits before it comes back. */
const RETRY_MS = 2000;

export class Listener {
  readonly #crawl: ServedCrawl;
  readonly #out: ServerResponse;
  readonly #owed = new Map<string, unknown>();
  #slice: JournalEntry[] = [];
  /** Up to here the journal was read; what is in the slice is yet to be sent. */
  #after: number;
  #fullSince: number | null = null;
  #isStranded = false;

  /** `after`: the last entry the client has; null for one that wants only what is new. `sequence`: the last there is. */
  constructor(crawl: ServedCrawl, out: ServerResponse, after: number | null, sequence: number) {
    this.#crawl = crawl;
    this.#out = out;
    this.#after = after ?? sequence;
    out.on('drain', () => this.#goOn());
    this.#write(`retry: ${RETRY_MS}\n\n`);
    // A higher number than the journal has: the workspace was made anew, and what the client knows is of another one.
    if (this.#after > sequence) this.#startOver();
    else this.#event('hello', { sequence }, this.#after);
  }

  /** True when there was room, but the journal could not be read: nothing but the next turn of the feed makes it go on. */
  get isStranded(): boolean {
    return this.#isStranded;
  }

  /** Sends the journal from its place on, as far as there is room. */
  sendJournal(): void {
    this.#isStranded = false;
    while (this.#hasRoom()) {
      const entry = this.#slice.shift() ?? this.#readOn();
      if (!entry) return;
      this.#event('journal', entry, entry.sequence);
    }
  }

  sendStatus(status: CrawlStatus): void {
    this.#offer('status', status);
  }

  sendRun(run: Pick<CrawlStatus, 'run' | 'state' | 'reason'>): void {
    this.#offer('run', run);
  }

  sendTrouble(message: string): void {
    this.#offer('trouble', { message });
  }

  /** Keeps proxies from closing a quiet stream. */
  sendHeartbeat(): void {
    if (this.#hasRoom()) this.#write(': still here\n\n');
    else if (performance.now() - (this.#fullSince ?? 0) > STUCK_MS) this.#out.destroy();
  }

  end(): void {
    this.#out.end();
  }

  /** Of each kind only the newest is kept for a client that is behind. */
  #offer(name: string, data: unknown): void {
    if (this.#hasRoom()) this.#event(name, data);
    else this.#owed.set(name, data);
  }

  #startOver(): void {
    this.#after = 0;
    this.#event('reset', {}, 0);
  }

  #goOn(): void {
    this.#fullSince = null;
    try {
      this.sendJournal();
    } catch {
      this.#isStranded = true; // the workspace cannot be read now; the next turn of the feed tries again, and says so
    }
    for (const [name, data] of this.#owed) {
      if (!this.#hasRoom()) return;
      this.#owed.delete(name);
      this.#event(name, data);
    }
  }

  #readOn(): JournalEntry | undefined {
    const { items } = this.#crawl.read(({ repository }) => repository.journal.slice(this.#after, SLICE));
    this.#after = items.at(-1)?.sequence ?? this.#after;
    this.#slice = [...items];
    return this.#slice.shift();
  }

  #event(name: string, data: unknown, id?: number): void {
    this.#write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  #write(text: string): void {
    if (!this.#out.write(text)) this.#fullSince ??= performance.now();
  }

  #hasRoom(): boolean {
    return this.#fullSince === null && !this.#out.destroyed;
  }
}
