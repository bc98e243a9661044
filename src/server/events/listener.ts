/**
 * One client of the event stream.
 *
 * It keeps a place in the journal, not a list of what it has yet to be sent: when the client reads slowly, nothing is
 * read for it either, and it goes on from its place when there is room again. So a client costs the same however slow
 * it is; one that takes nothing for too long is let go.
 */
import type { ServerResponse } from 'node:http';
import { eventText } from './event-text.js';
import type { JournalPages } from './journal-pages.js';

const STUCK_MS = 60_000;
/** How long a browser waits before it comes back. */
const RETRY_MS = 2000;

export class Listener {
  readonly #out: ServerResponse;
  /** Of each kind the newest. */
  readonly #owed = new Map<string, string>();
  /** Up to here the journal was sent. */
  #after: number;
  /** The journal may have more for it. */
  #isBehind = false;
  #fullSince: number | null = null;

  /**
   * `after`: the last entry the client has; null for one that wants only what is new. `sequence`: the last there is.
   * `onRoom`: called when there is room again.
   */
  constructor(out: ServerResponse, after: number | null, sequence: number, onRoom: (listener: Listener) => void) {
    this.#out = out;
    this.#after = after ?? sequence;
    out.on('drain', () => {
      this.#fullSince = null;
      onRoom(this);
    });
    this.#write(`retry: ${RETRY_MS}\n\n`);
    // A higher number than the journal has: the workspace was made anew, and what the client knows is of another one.
    if (this.#after > sequence) this.#startOver();
    else this.#write(eventText('hello', { sequence }, this.#after));
  }

  /** The journal may have grown: what is told from now on comes after it. */
  lookAgain(): void {
    this.#isBehind = true;
  }

  /** Sends one page of the journal, or, at its end, what else is owed. True when there may be more, and room for it. */
  sendPiece(pages: JournalPages): boolean {
    if (!this.#hasRoom()) return false;
    const page = this.#isBehind ? this.#pageOf(pages) : null;
    if (page === null) return this.#sendOwed();
    this.#after = page.last;
    this.#write(page.bytes);
    return this.#hasRoom();
  }

  /** Sends a text of this kind, when it has been sent what came before. */
  offer(kind: string, text: string): void {
    if (this.#hasRoom() && !this.#isBehind) this.#write(text);
    else this.#owed.set(kind, text);
  }

  /** Keeps proxies from closing a quiet stream. */
  sendHeartbeat(): void {
    if (this.#hasRoom()) this.#write(': still here\n\n');
    else if (performance.now() - (this.#fullSince ?? 0) > STUCK_MS) this.#out.destroy();
  }

  end(): void {
    this.#out.end();
  }

  #startOver(): void {
    this.#after = 0;
    this.#write(eventText('reset', {}, 0));
  }

  /** Where the journal ends, or cannot be read now, nothing more is waited for. */
  #pageOf(pages: JournalPages) {
    this.#isBehind = false;
    const page = pages.after(this.#after);
    this.#isBehind = page !== null;
    return page;
  }

  #sendOwed(): false {
    for (const [kind, text] of this.#owed) {
      if (!this.#hasRoom()) break;
      this.#owed.delete(kind);
      this.#write(text);
    }
    return false;
  }

  #write(what: string | Uint8Array): void {
    if (!this.#out.write(what)) this.#fullSince ??= performance.now();
  }

  #hasRoom(): boolean {
    return this.#fullSince === null && !this.#out.destroyed;
  }
}
