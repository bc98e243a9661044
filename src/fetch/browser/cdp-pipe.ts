/**
 * The DevTools protocol over a pair of pipes: commands out, answers and events in, as JSON texts that end with a zero
 * byte.
 *
 * Pipes rather than a port, because no other process can use them, and because Chromium ends when they close. This
 * module does not know what a command means.
 */
import type { Readable, Writable } from 'node:stream';

export interface CdpEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

export class CdpError extends Error {
  override readonly name = 'CdpError';
}

interface Waiting {
  readonly method: string;
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

/** No answer we ask for is longer. A page can cause longer messages, for example by the body of a request. */
const LONGEST_MESSAGE = 64 * 1024 * 1024;
/** The end of a message names its session. */
const LONGEST_TAIL = 1024;
/** Sent to a session whose message was too long to keep; the message is lost. */
export const OVERLONG = 'Winnow.overlong';

export class CdpPipe {
  readonly #out: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, (event: CdpEvent) => void>();
  #pieces: Buffer[] = [];
  #held = 0;
  /** The last bytes of a message that is too long to keep. */
  #tail: Buffer | null = null;
  #nextId = 1;
  #ended: CdpError | null = null;

  constructor(out: Writable, input: Readable) {
    this.#out = out;
    out.on('error', () => this.end('the browser no longer takes commands'));
    input.on('data', (chunk: Buffer) => this.#take(chunk));
    input.on('close', () => this.end('the browser ended'));
    input.on('error', () => this.end('the browser ended'));
  }

  /** Events of a session; the empty name stands for the browser itself. */
  listen(sessionId: string, listener: (event: CdpEvent) => void): void {
    this.#listeners.set(sessionId, listener);
  }

  unlisten(sessionId: string): void {
    this.#listeners.delete(sessionId);
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject });
      this.#out.write(`${JSON.stringify(sessionId === undefined ? { id, method, params } : { id, method, params, sessionId })}\0`);
    });
  }

  end(why: string): void {
    if (this.#ended) return;
    this.#ended = new CdpError(why);
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
    this.#listeners.clear();
    this.#pieces = [];
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(0); at >= 0; at = rest.indexOf(0)) {
      this.#hold(rest.subarray(0, at));
      rest = rest.subarray(at + 1);
      this.#finish();
    }
    if (rest.length) this.#hold(rest);
  }

  #hold(piece: Buffer): void {
    this.#held += piece.length;
    if (this.#held <= LONGEST_MESSAGE) return void this.#pieces.push(piece);
    this.#tail = Buffer.concat([this.#tail ?? Buffer.concat(this.#pieces.slice(-1)), piece]).subarray(-LONGEST_TAIL);
    this.#pieces = [];
  }

  #finish(): void {
    const [first, ...more] = this.#pieces;
    const whole = first && (more.length ? Buffer.concat(this.#pieces) : first);
    const tail = this.#tail?.toString('latin1');
    this.#pieces = [];
    this.#held = 0;
    this.#tail = null;
    if (tail === undefined) return this.#read(whole ?? Buffer.alloc(0));
    const sessionId = /"sessionId":"(\w+)"\}$/.exec(tail)?.[1];
    if (sessionId === undefined) return this.end('the browser sent a message that is too large');
    this.#listeners.get(sessionId)?.({ method: OVERLONG, params: {}, sessionId });
  }

  #read(bytes: Buffer): void {
    const message = JSON.parse(bytes.toString('utf8')) as Partial<CdpEvent> & {
      id?: number;
      result?: Record<string, unknown>;
      error?: { message: string };
    };
    if (message.id === undefined) {
      if (message.method) this.#listeners.get(message.sessionId ?? '')?.(message as CdpEvent);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new CdpError(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result ?? {});
  }
}
