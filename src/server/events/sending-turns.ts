/**
 * Who is sent the next piece of a stream: one after the other, one piece each, and between two pieces the server does whatever else
 * there is to do. So a hundred clients that begin at the beginning take longer, and nobody else waits for them.
 */
export interface Sending {
  /** Sends one piece; true when there may be another, and room for it. Never throws. */
  sendPiece(): boolean;
}

export class SendingTurns {
  readonly #waiting = new Set<Sending>();
  #isDue = false;

  /** Once, however often it asks. */
  ask(sending: Sending): void {
    this.#waiting.add(sending);
    this.#plan();
  }

  drop(sending: Sending): void {
    this.#waiting.delete(sending);
  }

  #plan(): void {
    if (this.#isDue || this.#waiting.size === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isDue = false;
    const [first] = this.#waiting;
    if (!first) return;
    this.#waiting.delete(first);
    if (first.sendPiece()) this.#waiting.add(first);
    this.#plan();
  }
}
