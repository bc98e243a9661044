/**
 * What happens in one crawl, for all who listen: looks at the workspace twice a second while somebody does, and not at
 * all while nobody does. What is committed is noticed by the time of change of the database's files.
 */
import type { CrawlStatus, ServedCrawl } from '../crawls/index.js';
import type { Listener } from './listener.js';

const LOOK_MS = 500;
const HEARTBEAT_MS = 15_000;

export class Feed {
  readonly #crawl: ServedCrawl;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #stamp = '';
  #run = '';
  #said = '';
  #wasAtWork = false;
  #heartbeatAt = 0;

  constructor(crawl: ServedCrawl) {
    this.#crawl = crawl;
  }

  get size(): number {
    return this.#listeners.size;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
    this.#stamp = ''; // it has heard nothing yet
    this.#said = '';
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    void this.#look();
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#run = '';
  }

  close(): void {
    for (const listener of this.#listeners) {
      this.remove(listener);
      listener.end();
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
    if (stamp === this.#stamp && !statistics && !this.#wasAtWork && !this.#isAnyStranded() && this.#crawl.figuresAreCurrent()) return;
    this.#stamp = stamp; // now, not when all is told: who comes while the status is asked for has heard nothing, and says so here
    // Before the status: who is told of an end has been told of what came before it.
    for (const listener of this.#listeners) listener.sendJournal();
    this.#tellStatus(await this.#crawl.status());
    this.#wasAtWork = statistics !== null;
  }

  #isAnyStranded(): boolean {
    for (const listener of this.#listeners) if (listener.isStranded) return true;
    return false;
  }

  #tellStatus(status: CrawlStatus): void {
    const { run, state, reason } = status;
    const [now, said] = [JSON.stringify([run, state, reason]), JSON.stringify(status)];
    if (said !== this.#said) for (const listener of this.#listeners) listener.sendStatus(status);
    if (this.#run !== '' && now !== this.#run) for (const listener of this.#listeners) listener.sendRun({ run, state, reason });
    this.#run = now;
    this.#said = said;
  }

  #tellTrouble({ message }: Error): void {
    if (message === this.#said) return;
    this.#said = message;
    for (const listener of this.#listeners) listener.sendTrouble(message);
  }

  #beat(): void {
    const now = performance.now();
    if (now - this.#heartbeatAt < HEARTBEAT_MS) return;
    this.#heartbeatAt = now;
    for (const listener of this.#listeners) listener.sendHeartbeat();
  }
}
