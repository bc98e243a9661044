/**
 * AnswerReader: reads one answer from the bytes of an HTTP/1 connection.
 *
 * It knows when the answer is complete and whether bytes are left over. It owns two sinks: `wire` (as received) and
 * `body` (without chunk framing), which are the same unless the body is chunked. Interim answers (1xx) are read and
 * dropped.
 */
import { type Answer, type Call, mostBytes } from './answer.js';
import { BodySink } from './body-sink.js';
import { ChunkedError, ChunkedReader } from './chunked.js';
import { FetchError } from './errors.js';
import { endOfHead, type Framing, framingOf, leadingBlanks, looksLikeHttp, parseResponseHead, type ResponseHead } from './response-head.js';

const FIRST_HEAD_BUFFER = 4_096;
/** Chunk framing may be this many times as long as the data, plus a start. More is an attack and is cut. */
const WIRE_FACTOR = 8;
const WIRE_FREE = 1_048_576;

export class AnswerReader {
  /** The connection can carry another exchange: the answer ended where it said it would. */
  reusable = false;
  truncated: 'length' | null = null;
  onDrain: (() => void) | null = null;
  onError: ((error: Error) => void) | null = null;
  #pending: Uint8Array = new Uint8Array(0);
  #pendingLength = 0;
  #headBytes = 0;
  #head: ResponseHead | null = null;
  #framing: Framing = { kind: 'none' };
  #persistent = false;
  #remaining = 0;
  #chunks: ChunkedReader | null = null;
  #wire: BodySink | null = null;
  #body: BodySink | null = null;
  #most = 0;

  constructor(private readonly call: Call) {}

  /** The disk is slower than the network; feed nothing until `onDrain`. */
  get clogged(): boolean {
    return this.#wire?.clogged === true || this.#body?.clogged === true;
  }

  /** Takes the next bytes; true when the answer is complete. */
  feed(chunk: Uint8Array): boolean {
    return this.#head ? this.#feedBody(chunk, 0) : this.#feedHead(chunk);
  }

  /** The server closed the connection: fine when that is how the body ends, a broken answer otherwise. */
  end(): void {
    if (this.#head && this.#framing.kind === 'until-close') return;
    throw this.#error('FETCH_RESET', this.#head ? this.#missing() : 'the server closed the connection before a complete answer head');
  }

  async finish(): Promise<Answer> {
    const { status, statusText, version, bytes, headers } = this.#head as ResponseHead;
    const wire = (await this.#wire?.finish()) ?? new Uint8Array(0);
    const body = this.#body && this.#body !== this.#wire ? await this.#body.finish() : wire;
    return { protocol: version, status, statusText, head: bytes, headers, wire, body, truncated: this.truncated };
  }

  async discard(): Promise<void> {
    await Promise.all([this.#wire?.discard(), this.#body === this.#wire ? null : this.#body?.discard()]);
  }

  #feedHead(chunk: Uint8Array): boolean {
    const searched = this.#pendingLength;
    const bytes = this.#append(chunk);
    const length = this.#pendingLength;
    const start = leadingBlanks(bytes, length);
    if (!looksLikeHttp(bytes.subarray(start), length - start)) throw this.#error('FETCH_MALFORMED', 'the answer does not start with HTTP/');
    const end = endOfHead(bytes, length, Math.max(start, searched - 3));
    if (this.#headBytes + (end === -1 ? length : end) > this.call.maxHead) throw this.#headTooLarge();
    if (end === -1) return false;
    // A copy, since the head lives longer than the socket's buffer and must not keep 64 KB of it in memory.
    const rest = bytes.subarray(end, length);
    this.#pending = new Uint8Array(0);
    this.#pendingLength = 0;
    return this.#takeHead(new Uint8Array(bytes.subarray(start, end)), rest);
  }

  /** Usually the head arrives in one piece and is not copied. */
  #append(chunk: Uint8Array): Uint8Array {
    const length = this.#pendingLength + chunk.length;
    if (this.#pendingLength === 0) {
      this.#pending = chunk;
    } else if (length > this.#pending.length || this.#pending.length === this.#pendingLength) {
      const larger = new Uint8Array(Math.max(FIRST_HEAD_BUFFER, length * 2));
      larger.set(this.#pending.subarray(0, this.#pendingLength));
      larger.set(chunk, this.#pendingLength);
      this.#pending = larger;
    } else {
      this.#pending.set(chunk, this.#pendingLength);
    }
    this.#pendingLength = length;
    return this.#pending;
  }

  #takeHead(bytes: Uint8Array, rest: Uint8Array): boolean {
    const head = parseResponseHead(bytes);
    if (!head) throw this.#error('FETCH_MALFORMED', 'the first line of the answer is no status line');
    if (head.status === 101) throw this.#error('FETCH_MALFORMED', 'the server switched protocols without being asked to');
    if (head.status < 200) {
      this.#headBytes += bytes.length;
      return rest.length > 0 && this.#feedHead(rest);
    }
    this.#head = head;
    this.#most = mostBytes(this.call, head.headers);
    this.#openBody(head);
    if (this.#most === 0 && this.#wire) {
      // Only the head is wanted: do not wait to see whether a body of unknown length is empty.
      this.truncated = this.#framing.kind === 'length' && this.#remaining === 0 ? null : 'length';
      return true;
    }
    return this.#feedBody(rest, 0);
  }

  #openBody(head: ResponseHead): void {
    const { framing, persistent } = framingOf(head, this.call.method);
    if (framing.kind === 'impossible') throw this.#error('FETCH_MALFORMED', `the head announces ${framing.why}`);
    this.#framing = framing;
    this.#persistent = persistent;
    if (framing.kind === 'none') return;
    const expected = framing.kind === 'length' ? framing.length : null;
    this.#wire = this.#sink(expected === null ? null : Math.min(expected, this.#most));
    this.#body = this.#wire;
    if (framing.kind === 'length') this.#remaining = framing.length;
    if (framing.kind === 'chunked') {
      this.#chunks = new ChunkedReader();
      this.#body = this.#sink(null);
    }
  }

  #sink(expected: number | null): BodySink {
    const sink = new BodySink(this.call.spoolFolder, expected, this.call.onLarge);
    sink.onDrain = () => {
      if (!this.clogged) this.onDrain?.();
    };
    sink.onError = (error) => this.onError?.(error);
    return sink;
  }

  #feedBody(chunk: Uint8Array, from: number): boolean {
    switch (this.#framing.kind) {
      case 'length':
        return this.#feedLength(chunk);
      case 'chunked':
        return this.#feedChunks(chunk, from);
      case 'until-close':
        this.#keep(chunk);
        return this.truncated !== null;
      default:
        return this.#complete(chunk.length === 0);
    }
  }

  #feedLength(chunk: Uint8Array): boolean {
    const wanted = chunk.length > this.#remaining ? chunk.subarray(0, this.#remaining) : chunk;
    this.#remaining -= wanted.length;
    this.#keep(wanted);
    // Cut a body that is known to be too long at the limit, without waiting for the next byte.
    if (this.#remaining > 0 && this.#body?.length === this.#most) this.truncated = 'length';
    if (this.truncated) return true;
    return this.#remaining === 0 && this.#complete(wanted.length === chunk.length);
  }

  #feedChunks(chunk: Uint8Array, from: number): boolean {
    const reader = this.#chunks as ChunkedReader;
    const end = this.#read(reader, chunk, from);
    const wire = this.#wire as BodySink;
    wire.write(end === chunk.length && from === 0 ? chunk : chunk.subarray(from, end));
    if (wire.length > this.#most * WIRE_FACTOR + WIRE_FREE) this.truncated = 'length';
    if (this.truncated) return true;
    return reader.done && this.#complete(end === chunk.length);
  }

  #read(reader: ChunkedReader, chunk: Uint8Array, from: number): number {
    try {
      return reader.feed(chunk, from, (data) => this.#keep(data));
    } catch (cause) {
      if (cause instanceof ChunkedError) throw this.#error('FETCH_MALFORMED', cause.message, cause);
      throw cause;
    }
  }

  /** Writes what still fits under the limit; a cut marks the answer as truncated. */
  #keep(data: Uint8Array): number {
    const body = this.#body as BodySink;
    const room = this.#most - body.length;
    if (data.length > room) {
      this.truncated = 'length';
      body.write(data.subarray(0, room));
      return room;
    }
    body.write(data);
    return data.length;
  }

  #complete(endsHere: boolean): true {
    this.reusable = this.#persistent && endsHere;
    return true;
  }

  #missing(): string {
    const got = this.#body?.length ?? 0;
    return this.#framing.kind === 'length'
      ? `the server closed the connection ${this.#remaining} bytes before the end it announced (${got} arrived)`
      : `the server closed the connection before the last chunk (${got} bytes arrived)`;
  }

  #headTooLarge(): FetchError {
    return this.#error('FETCH_HEAD_TOO_LARGE', `the head of the answer is longer than ${this.call.maxHead} bytes`);
  }

  #error(code: 'FETCH_RESET' | 'FETCH_MALFORMED' | 'FETCH_HEAD_TOO_LARGE', detail: string, cause?: unknown): FetchError {
    return new FetchError(code, this.call.url, detail, { cause });
  }
}
