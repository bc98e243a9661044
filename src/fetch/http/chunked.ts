/**
 * Chunked transfer coding (RFC 9112, section 7.1), read piece by piece.
 *
 * Finds the end of the coded body and passes on the data without the framing; stores no bytes. Bare line feeds and
 * blanks around a size are forgiven. Lines and trailers are bounded, since a server could otherwise send framing for
 * ever.
 */
export class ChunkedError extends Error {
  override readonly name = 'ChunkedError';
}

const LF = 10;
const MAX_LINE = 8_192;
const MAX_TRAILER = 65_536;

type State = 'size' | 'extension' | 'data' | 'data-end' | 'trailer' | 'done';

/** Receives data of a chunk and returns how much of it was taken. Less than offered stops the reader. */
type Keep = (data: Uint8Array) => number;

export class ChunkedReader {
  #state: State = 'size';
  #remaining = 0;
  #digits = 0;
  #lineLength = 0;
  #trailerLength = 0;

  get done(): boolean {
    return this.#state === 'done';
  }

  /** Reads from `from` on; returns the position after the last byte used. */
  feed(bytes: Uint8Array, from: number, keep: Keep): number {
    let at = from;
    while (at < bytes.length && this.#state !== 'done') {
      if (this.#state !== 'data') {
        this.#framing(bytes[at] ?? 0);
        at++;
        continue;
      }
      const offered = Math.min(this.#remaining, bytes.length - at);
      const taken = keep(bytes.subarray(at, at + offered));
      at += taken;
      this.#remaining -= taken;
      if (taken < offered) return at;
      if (this.#remaining === 0) this.#begin('data-end');
    }
    return at;
  }

  #begin(state: State): void {
    this.#state = state;
    this.#lineLength = 0;
    this.#digits = 0;
  }

  #framing(byte: number): void {
    if (++this.#lineLength > MAX_LINE) throw new ChunkedError(`a line of the chunk framing is longer than ${MAX_LINE} bytes`);
    if (this.#state === 'size') this.#sizeByte(byte);
    else if (this.#state === 'extension') this.#extensionByte(byte);
    else if (this.#state === 'data-end') this.#dataEndByte(byte);
    else this.#trailerByte(byte);
  }

  #sizeByte(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      if (++this.#digits > 13) throw new ChunkedError('a chunk size has more than 13 digits');
      this.#remaining = this.#remaining * 16 + digit;
    } else if (isBlank(byte) && this.#digits === 0) {
      return;
    } else if (byte === LF) {
      this.#endOfSize();
    } else if (byte === 0x3b || isBlank(byte)) {
      this.#state = 'extension';
    } else {
      throw new ChunkedError(`byte 0x${byte.toString(16)} where a chunk size should be`);
    }
  }

  #extensionByte(byte: number): void {
    if (byte === LF) this.#endOfSize();
  }

  #endOfSize(): void {
    if (this.#digits === 0) throw new ChunkedError('a chunk without size');
    this.#begin(this.#remaining === 0 ? 'trailer' : 'data');
  }

  #dataEndByte(byte: number): void {
    if (byte === LF) this.#begin('size');
    else if (!isBlank(byte)) throw new ChunkedError('a chunk is longer than its size says');
  }

  /** The trailer section ends with an empty line, like a head. */
  #trailerByte(byte: number): void {
    if (++this.#trailerLength > MAX_TRAILER) throw new ChunkedError(`trailers are longer than ${MAX_TRAILER} bytes`);
    if (byte !== LF) {
      if (byte === 13) this.#lineLength--;
      return;
    }
    if (this.#lineLength === 1) this.#state = 'done';
    this.#lineLength = 0;
  }
}

const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13;

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
