/**
 * Who is sent the next piece of a stream: one after the other, one piece each, and between two pieces the server does whatever else
 * there is to do. So a hundred clients that begin at the beginning take longer, and nobody else waits for them.
 *
 * Pieces take a third of the time at most: whoever is at work all the time is given processors last by a system that has more to
 * do, and then everybody waits for the streams after all.
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

/** After a piece, as many times as long as it took. */
const REST = 2;
const SHORTEST_REST_MS = 1;
/** A piece that took longer was put aside by the system in the midst of it. */
const LONGEST_REST_MS = 50;

export interface SendingClock {
  readonly now: () => number;
  readonly later: (act: () => void, ms: number) => void;
}

const CLOCK: SendingClock = { now: () => performance.now(), later: (act, ms) => void setTimeout(act, ms).unref() };

export class SendingTurns {
  readonly #clock: SendingClock;
  readonly #waiting = new Set<Sending>();
  #isDue = false;
  #hasNewcomer = false;
  #skipped = 0;
  #restsUntil = 0;

  constructor(clock: SendingClock = CLOCK) {
    this.#clock = clock;
  }

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
    this.#clock.later(() => this.#turn(), Math.max(0, this.#restsUntil - this.#clock.now()));
  }

  #turn(): void {
    const begun = this.#clock.now();
    if (!this.#skips()) this.#sendOne();
    const end = this.#clock.now();
    this.#restsUntil = end + Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, REST * (end - begun)));
    this.#isDue = false;
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
