/**
 * Requests are answered one a round of the event loop, in the order in which they came.
 *
 * The loop takes one new connection a round, but reads all that are there. So where many ask on connections they have, a round
 * is long, and whoever comes anew waits for as many such rounds as others came before: a minute, on a busy machine, where those
 * inside waited for three seconds. With one answer a round both wait equally. While newcomers stand in line, most rounds do
 * nothing but take them in, which is quick.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Rounds without an answer at most, one after the other. */
const MOST_SKIPPED = 4;

/** For those who handle its requests by now. */
export function takeTurns(server: Server): void {
  const handlers = server.listeners('request') as Handler[];
  const turns = new RequestTurns();
  server.removeAllListeners('request');
  server.on('connection', () => turns.giveWay());
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    turns.ask(() => {
      if (!request.socket.destroyed) for (const handle of handlers) handle.call(server, request, response);
    }),
  );
}

class RequestTurns {
  readonly #waiting: (() => void)[] = [];
  #isDue = false;
  #hasNewcomer = false;
  #skipped = 0;

  ask(answer: () => void): void {
    this.#waiting.push(answer);
    this.#plan();
  }

  /** A connection has come; others may wait behind it. */
  giveWay(): void {
    this.#hasNewcomer = true;
  }

  #plan(): void {
    if (this.#isDue || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isDue = false;
    const answer = this.#skips() ? undefined : this.#waiting.shift();
    this.#plan();
    answer?.();
  }

  #skips(): boolean {
    this.#skipped = this.#hasNewcomer && this.#skipped < MOST_SKIPPED ? this.#skipped + 1 : 0;
    this.#hasNewcomer = false;
    return this.#skipped > 0;
  }
}
