/**
 * What happens in one crawl, for all who listen: looks at the workspace twice a second while somebody does, and not at
 * all while nobody does. What is committed is noticed by the time of change of the database's files.
 */
import type { ServerResponse } from 'node:http';
import type { CrawlStatus, ServedCrawl } from '../crawls/index.js';
import { eventText } from './event-text.js';
import { JournalPages } from './journal-pages.js';
import { Listener } from './listener.js';
import type { Sending, SendingTurns } from './sending-turns.js';

const LOOK_MS = 500;
const HEARTBEAT_MS = 15_000;

export class Feed {
  readonly #crawl: ServedCrawl;
  readonly #turns: SendingTurns;
  readonly #pages: JournalPages;
  readonly #listeners = new Map<Listener, Sending>();
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #stamp = '';
  #run = '';
  #said = '';
  #wasAtWork = false;
  #heartbeatAt = 0;

  constructor(crawl: ServedCrawl, turns: SendingTurns) {
    this.#crawl = crawl;
    this.#turns = turns;
    this.#pages = new JournalPages(crawl);
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** A client whose last entry is `after`; see Listener. */
  add(out: ServerResponse, after: number | null, sequence: number): void {
    const listener = new Listener(out, after, sequence, (its) => this.#send(its));
    this.#listeners.set(listener, { sendPiece: () => this.#sendPiece(listener) });
    out.once('close', () => this.#remove(listener));
    out.on('error', () => this.#remove(listener)); // a client that vanishes is no news
    this.#stamp = ''; // it has heard nothing yet
    this.#said = '';
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    void this.#look();
  }

  close(): void {
    for (const listener of this.#listeners.keys()) {
      this.#remove(listener);
      listener.end();
    }
  }

  #remove(listener: Listener): void {
    const sending = this.#listeners.get(listener);
    if (sending) this.#turns.drop(sending);
    this.#listeners.delete(listener);
    if (this.#listeners.size || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#run = '';
    this.#pages.forget();
  }

  #send(listener: Listener): void {
    const sending = this.#listeners.get(listener);
    if (sending) this.#turns.ask(sending);
  }

  #sendPiece(listener: Listener): boolean {
    try {
      return listener.sendPiece(this.#pages);
    } catch (error) {
      this.#stamp = ''; // the next look tries again
      this.#tellTrouble(error as Error);
      return false;
    }
  }

  /** Never rejects: what goes wrong is told, and looked at again. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.#tell();
    } catch (error) {
      this.#stamp = '';
      this.#tellTrouble(error as Error);
    } finally {
      this.#looking = false;
    }
  }

  async #tell(): Promise<void> {
    this.#beat();
    const stamp = this.#crawl.stamp();
    const statistics = await this.#crawl.live();
    if (stamp === this.#stamp && !statistics && !this.#wasAtWork && this.#crawl.figuresAreCurrent()) return;
    this.#stamp = stamp; // now, not when all is told: who comes while the status is asked for has heard nothing, and says so here
    this.#pages.forget();
    // Before the status: who is told of an end has been told of what came before it.
    for (const listener of this.#listeners.keys()) {
      listener.lookAgain();
      this.#send(listener);
    }
    this.#tellStatus(await this.#crawl.status());
    this.#wasAtWork = statistics !== null;
  }

  #tellStatus(status: CrawlStatus): void {
    const { run, state, reason } = status;
    const [now, said] = [JSON.stringify([run, state, reason]), JSON.stringify(status)];
    if (said !== this.#said) this.#offer('status', status);
    if (this.#run !== '' && now !== this.#run) this.#offer('run', { run, state, reason });
    this.#run = now;
    this.#said = said;
  }

  #tellTrouble({ message }: Error): void {
    if (message === this.#said) return;
    this.#said = message;
    this.#offer('trouble', { message });
  }

  #offer(kind: string, data: unknown): void {
    const text = eventText(kind, data);
    for (const listener of this.#listeners.keys()) listener.offer(kind, text);
  }

  #beat(): void {
    const now = performance.now();
    if (now - this.#heartbeatAt < HEARTBEAT_MS) return;
    this.#heartbeatAt = now;
    for (const listener of this.#listeners.keys()) listener.sendHeartbeat();
  }
}
