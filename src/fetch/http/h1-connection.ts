/**
 * An HTTP/1.1 connection: writes one request at a time to a socket and reads its answer.
 *
 * No pipelining: bytes that arrive between two exchanges belong to none and end the connection. We parse answers
 * ourselves because the archive needs the exact bytes, and because parsers made for servers refuse folded lines, bare
 * line feeds and repeated lengths that browsers accept.
 */
import type { Socket } from 'node:net';
import type { Answer, Call, Connection, Peer } from './answer.js';
import { AnswerReader } from './answer-reader.js';
import { FetchError } from './errors.js';
import type { Watch } from './watch.js';

export class H1Connection implements Connection {
  reused = false;
  spent = false;
  #current: Exchanging | null = null;

  constructor(
    private readonly socket: Socket,
    readonly peer: Peer,
  ) {
    socket.on('data', (chunk: Uint8Array) => this.#data(chunk));
    socket.on('end', () => this.#ended());
    socket.on('error', (error) => this.#broken(error));
    socket.on('close', () => this.#broken(null));
  }

  exchange(call: Call, watch: Watch): Promise<Answer> {
    watch.enter('answer');
    const reader = new AnswerReader(call);
    return watch
      .during<void>((resolve, reject) => {
        this.#current = { call, watch, reader, resolve, reject };
        reader.onDrain = () => this.#flow(watch, true);
        reader.onError = (error) => this.#fail(error);
        this.#send(call);
        return () => this.destroy();
      })
      .then(() => reader.finish())
      .catch((error) => this.#giveUp(call, reader, error));
  }

  destroy(): void {
    this.spent = true;
    this.#current = null;
    this.socket.destroy();
  }

  /** Idle connections must not keep the process alive. */
  idle(idle: boolean): void {
    if (idle) this.socket.unref();
    else this.socket.ref();
  }

  #send(call: Call): void {
    this.socket.cork();
    this.socket.write(call.head);
    if (call.body) this.socket.write(call.body);
    this.socket.uncork();
  }

  #data(chunk: Uint8Array): void {
    const current = this.#current;
    if (!current) return this.destroy();
    current.watch.received(chunk.length);
    try {
      if (current.reader.feed(chunk)) this.#done(current);
      else if (current.reader.clogged) this.#flow(current.watch, false);
    } catch (error) {
      this.#fail(error);
    }
  }

  #done(current: Exchanging): void {
    const settled = this.socket.writableLength === 0 && !this.socket.readableEnded;
    this.#current = null;
    this.reused = true;
    if (!current.reader.reusable || !settled) this.destroy();
    current.resolve();
  }

  #ended(): void {
    const current = this.#current;
    this.spent = true;
    if (!current) return;
    try {
      current.reader.end();
      this.#done(current);
    } catch (error) {
      this.#fail(error);
    }
  }

  #broken(error: Error | null): void {
    this.spent = true;
    const call = this.#current?.call;
    if (call) this.#fail(new FetchError('FETCH_RESET', call.url, `the connection broke: ${error?.message ?? 'closed'}`, { cause: error }));
  }

  #fail(error: unknown): void {
    const current = this.#current;
    this.destroy();
    current?.reject(error);
  }

  async #giveUp(call: Call, reader: AnswerReader, error: unknown): Promise<never> {
    this.destroy();
    await reader.discard();
    throw asFetchError(call, error);
  }

  #flow(watch: Watch, on: boolean): void {
    watch.hold(!on);
    if (on) this.socket.resume();
    else this.socket.pause();
  }
}

interface Exchanging {
  readonly call: Call;
  readonly watch: Watch;
  readonly reader: AnswerReader;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The only system error that does not come from the connection comes from the temporary file. Any other error is a bug
 * of ours and stays as it is.
 */
export function asFetchError(call: Call, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new FetchError('FETCH_DISK_FULL', call.url, `the body could not be written to ${call.spoolFolder}: ${error.message}`, {
    cause: error,
  });
}
