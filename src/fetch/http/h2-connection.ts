/**
 * An HTTP/2 connection: many exchanges side by side on one TLS socket, by node:http2.
 *
 * HTTP/2 has no textual head, so for the archive one in the form of HTTP/1.1 is made from the fields in their order.
 * Frames are not visible here: `wire` and `body` are the same bytes.
 */
import { STATUS_CODES } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants, type OutgoingHttpHeaders } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { HeaderField } from '../../model/index.js';
import { type Answer, type Call, type Connection, mostBytes, type Peer } from './answer.js';
import { BodySink } from './body-sink.js';
import { FetchError } from './errors.js';
import { asFetchError } from './h1-connection.js';
import type { Watch } from './watch.js';

const MAX_STREAMS = 100;
const STREAM_WINDOW = 1_048_576;
const CONNECTION_WINDOW = 4_194_304;

export class H2Connection implements Connection {
  reused = false;
  spent = false;
  /** Monotonic time at which the last exchange ended. */
  idleSince = performance.now();
  #running = 0;

  private constructor(
    private readonly session: ClientHttp2Session,
    readonly peer: Peer,
  ) {
    const spend = () => {
      this.spent = true;
    };
    session.on('error', spend).on('goaway', spend).on('close', spend);
  }

  /** Waits for the server's settings, before which nothing is known about this connection. */
  static open(socket: TLSSocket, url: URL, peer: Peer, watch: Watch): Promise<H2Connection> {
    return watch.during((resolve, reject) => {
      const session = connect(url.origin, {
        createConnection: () => socket,
        maxHeaderListPairs: 2_000,
        maxReservedRemoteStreams: 0,
        settings: { enablePush: false, initialWindowSize: STREAM_WINDOW },
      });
      const fail = (error: Error) =>
        reject(new FetchError('FETCH_RESET', watch.url, `the HTTP/2 connection could not be set up: ${error.message}`, { cause: error }));
      session.once('error', fail);
      session.once('close', () => fail(new Error('closed')));
      session.once('remoteSettings', () => {
        session.setLocalWindowSize(CONNECTION_WINDOW);
        session.off('error', fail);
        resolve(new H2Connection(session, peer));
      });
      return () => session.destroy();
    });
  }

  get full(): boolean {
    return this.#running >= Math.min(MAX_STREAMS, this.session.remoteSettings.maxConcurrentStreams ?? MAX_STREAMS);
  }

  get running(): number {
    return this.#running;
  }

  async exchange(call: Call, watch: Watch): Promise<Answer> {
    this.#running++;
    this.session.ref();
    watch.enter('answer');
    const reading = new StreamReading(call, watch);
    try {
      await watch.during<void>((resolve, reject) => {
        const stream = this.session.request(h2Fields(call), { endStream: call.body === null });
        reading.attach(stream, resolve, reject);
        if (call.body) stream.end(call.body);
        return () => stream.close(constants.NGHTTP2_CANCEL);
      });
      return await reading.finish();
    } catch (error) {
      await reading.discard();
      throw asFetchError(call, error);
    } finally {
      this.#running--;
      this.reused = true;
      this.idleSince = performance.now();
      if (this.#running === 0) this.session.unref();
    }
  }

  destroy(): void {
    this.spent = true;
    this.session.destroy();
  }
}

class StreamReading {
  #status = 0;
  #headers: HeaderField[] = [];
  #truncated: 'length' | null = null;
  readonly #sink: BodySink;

  constructor(
    private readonly call: Call,
    private readonly watch: Watch,
  ) {
    this.#sink = new BodySink(call.spoolFolder, null, call.onLarge);
  }

  attach(stream: ClientHttp2Stream, resolve: () => void, reject: (error: unknown) => void): void {
    const fail = (error: unknown) => {
      stream.close(constants.NGHTTP2_CANCEL);
      reject(error);
    };
    this.#sink.onError = fail;
    this.#sink.onDrain = () => {
      this.watch.hold(false);
      stream.resume();
    };
    stream.on('response', (_fields, _flags, raw?: string[]) => this.#response(raw ?? [], fail));
    stream.on('data', (chunk: Uint8Array) => {
      if (this.#data(chunk)) stream.pause();
      if (!this.#truncated) return;
      stream.close(constants.NGHTTP2_CANCEL);
      resolve();
    });
    stream.on('error', (error) => fail(streamError(this.call, stream, this.#status, error)));
    // Only at 'close' is it known whether the server finished or broke off.
    stream.on('close', () => {
      const whole = stream.rstCode === constants.NGHTTP2_NO_ERROR && stream.readableEnded && !stream.aborted && this.#status > 0;
      if (whole) resolve();
      else fail(streamError(this.call, stream, this.#status, null));
    });
  }

  async finish(): Promise<Answer> {
    const body = await this.#sink.finish();
    const statusText = STATUS_CODES[this.#status] ?? '';
    const lines = this.#headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const head = new Uint8Array(Buffer.from(`HTTP/1.1 ${this.#status} ${statusText}\r\n${lines}\r\n`, 'latin1'));
    return { protocol: 'h2', status: this.#status, statusText, head, headers: this.#headers, wire: body, body, truncated: this.#truncated };
  }

  discard(): Promise<void> {
    return this.#sink.discard();
  }

  /** `raw` is name, value, name, value, … as received, pseudo-fields first. */
  #response(raw: readonly string[], fail: (error: unknown) => void): void {
    let size = 0;
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at] ?? '';
      const value = raw[at + 1] ?? '';
      size += name.length + value.length + 4;
      if (name === ':status') this.#status = Number(value);
      else if (!name.startsWith(':')) this.#headers.push([name, value]);
    }
    this.watch.received(size);
    if (size > this.call.maxHead) {
      fail(new FetchError('FETCH_HEAD_TOO_LARGE', this.call.url, `the head of the answer is longer than ${this.call.maxHead} bytes`));
    }
  }

  /** True when the disk is slower than the network. */
  #data(chunk: Uint8Array): boolean {
    this.watch.received(chunk.length);
    const room = mostBytes(this.call, this.#headers) - this.#sink.length;
    if (chunk.length > room) this.#truncated = 'length';
    this.#sink.write(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.watch.hold(this.#sink.clogged);
    return this.#sink.clogged;
  }
}

function h2Fields(call: Call): OutgoingHttpHeaders {
  const fields: OutgoingHttpHeaders = {
    ':method': call.method,
    ':scheme': 'https',
    ':authority': call.origin.host,
    ':path': call.target,
  };
  for (const [name, value] of call.fields) {
    const lower = name.toLowerCase();
    if (lower === 'host' || lower === 'connection') continue;
    const earlier = fields[lower];
    fields[lower] = earlier === undefined ? value : [...[earlier].flat().map(String), value];
  }
  return fields;
}

/** The server wants HTTP/1.1 for this request; the pool remembers that and repeats the request. */
export const wantsHttp1 = (error: unknown): boolean => error instanceof FetchError && error.cause === HTTP_1_1_REQUIRED;
const HTTP_1_1_REQUIRED = new Error('HTTP_1_1_REQUIRED');

function streamError(call: Call, stream: ClientHttp2Stream, status: number, cause: Error | null): FetchError {
  const code = stream.rstCode;
  if (code === constants.NGHTTP2_HTTP_1_1_REQUIRED) {
    return new FetchError('FETCH_RESET', call.url, 'the server wants HTTP/1.1', { cause: HTTP_1_1_REQUIRED });
  }
  if (code === constants.NGHTTP2_ENHANCE_YOUR_CALM && status === 0) {
    return new FetchError('FETCH_HEAD_TOO_LARGE', call.url, 'the head of the answer has too many or too long fields', { cause });
  }
  if (code === constants.NGHTTP2_PROTOCOL_ERROR) {
    return new FetchError('FETCH_MALFORMED', call.url, 'the answer breaks the rules of HTTP/2', { cause });
  }
  return new FetchError('FETCH_RESET', call.url, `the HTTP/2 stream ended early (code ${code ?? 'none'}): ${cause?.message ?? 'closed'}`, {
    cause,
  });
}
