/**
 * Dial: opens a TCP connection to the first of several addresses that answers.
 *
 * A simple form of Happy Eyeballs (RFC 8305): the next address is tried as soon as one fails, or after a short pause
 * while it is silent. The other attempts are closed.
 */
import { connect, type Socket } from 'node:net';
import { FetchError } from './errors.js';
import type { Endpoint } from './resolution.js';
import type { Watch } from './watch.js';

const STAGGER_MS = 300;

export function dial(endpoints: readonly Endpoint[], watch: Watch): Promise<Socket> {
  watch.enter('connect');
  return watch.during<Socket>((resolve, reject) => {
    const attempt = new Attempt(endpoints, resolve, (failures) => reject(failed(watch.url, failures)));
    return () => attempt.stop(null);
  });
}

class Attempt {
  /** Sockets still connecting, each with a function that removes its listeners. */
  readonly #open = new Map<Socket, () => void>();
  readonly #failures: string[] = [];
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly endpoints: readonly Endpoint[],
    private readonly won: (socket: Socket) => void,
    private readonly lost: (failures: readonly string[]) => void,
  ) {
    this.#tryNext();
  }

  /** Closes everything but the winner. */
  stop(winner: Socket | null): void {
    clearTimeout(this.#timer);
    this.#next = this.endpoints.length;
    for (const [socket, forget] of this.#open) {
      forget();
      if (socket === winner) continue;
      socket.on('error', () => {}); // an abandoned connection may still be refused
      socket.destroy();
    }
    this.#open.clear();
  }

  #tryNext(): void {
    clearTimeout(this.#timer);
    const endpoint = this.endpoints[this.#next++];
    if (!endpoint) return;
    const socket = connect({ host: endpoint.address, port: endpoint.port, noDelay: true });
    const connected = () => {
      this.stop(socket);
      this.won(socket);
    };
    const refused = (error: Error) => this.#failedOne(socket, endpoint, error);
    socket.once('connect', connected).once('error', refused);
    this.#open.set(socket, () => socket.off('connect', connected).off('error', refused));
    if (this.#next < this.endpoints.length) this.#timer = setTimeout(() => this.#tryNext(), STAGGER_MS);
  }

  #failedOne(socket: Socket, endpoint: Endpoint, error: Error): void {
    this.#open.delete(socket);
    this.#failures.push(`${endpoint.address} port ${endpoint.port}: ${'code' in error ? String(error.code) : error.message}`);
    if (this.#next < this.endpoints.length) this.#tryNext();
    else if (this.#open.size === 0) this.lost(this.#failures);
  }
}

function failed(url: string, failures: readonly string[]): FetchError {
  return new FetchError('FETCH_CONNECT_FAILED', url, `no connection (${failures.join('; ')})`);
}
