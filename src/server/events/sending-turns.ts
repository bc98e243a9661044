/**
 * Who is sent the next piece of a stream: one after the other, one piece each, and between two pieces the server does whatever else
 * there is to do. So a hundred clients that begin at the beginning take longer, and nobody else waits for them.
 *
 * The event loop takes one new connection a round. While they come faster than rounds end, each waits for all before it: so a round
 * that took one sends nothing.
 */
export interface Sending {
  /** Sends one piece; true when there may be another, and room for it. Never throws. */
  sendPiece(): boolean;
}

/** Rounds without a piece at most, one after the other: whoever floods us with connections must not silence the streams. */
const MOST_SKIPPED = 50;

export class SendingTurns {
  readonly #waiting = new Set<Sending>();
  #isDue = false;
  #hasNewcomer = false;
  #skipped = 0;

  /** Once, however often it asks. */
  ask(sending: Sending): void {
    this.#waiting.add(sending);
    this.#plan();
  }

  drop(sending: Sending): void {
    this.#waiting.delete(sending);
  }

  /** A connection has come; others may wait behind it. */
  giveWay(): void {
    this.#hasNewcomer = true;
  }

  #plan(): void {
    if (this.#isDue || this.#waiting.size === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isDue = false;
    if (!this.#skips()) this.#sendOne();
    this.#plan();
  }

  #skips(): boolean {
    this.#skipped = this.#hasNewcomer && this.#skipped < MOST_SKIPPED ? this.#skipped + 1 : 0;
    this.#hasNewcomer = false;
    return this.#skipped > 0;
  }

  #sendOne(): void {
    const [first] = this.#waiting;
    if (!first) return;
    this.#waiting.delete(first);
    if (first.sendPiece()) this.#waiting.add(first);
  }
}
