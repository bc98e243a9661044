/**
 * Cuts a stream of bytes into blocks of whole lines, without looking at a line more often than needed.
 *
 * A line that is still open waits as the pieces it came in, so a long one costs its length once. One that grows beyond
 * the limit is dropped up to its end and reported: memory stays bounded whatever comes in. Pieces are taken to be shorter
 * than the limit.
 */
const LINE_FEED = 0x0a;

export interface LineTaker {
  /** Whole lines, each with its line feed; only the last line of the input may lack it. */
  block(bytes: Uint8Array): void;
  /** In place of a line longer than the limit. */
  tooLong(): void;
}

export class LineBlocks {
  readonly #taker: LineTaker;
  readonly #limit: number;
  #open: Uint8Array[] = [];
  #openLength = 0;
  #dropping = false;

  constructor(taker: LineTaker, limit: number) {
    this.#taker = taker;
    this.#limit = limit;
  }

  push(piece: Uint8Array): void {
    const first = piece.indexOf(LINE_FEED);
    if (first < 0) return this.#keep(piece);
    const last = piece.lastIndexOf(LINE_FEED);
    if (this.#openLength === 0 && !this.#dropping) this.#taker.block(piece.subarray(0, last + 1));
    else {
      this.#close(piece.subarray(0, first + 1));
      if (last > first) this.#taker.block(piece.subarray(first + 1, last + 1));
    }
    if (last + 1 < piece.length) this.#keep(piece.subarray(last + 1));
  }

  end(): void {
    if (this.#openLength > 0 || this.#dropping) this.#close(new Uint8Array());
  }

  #keep(piece: Uint8Array): void {
    if (this.#dropping) return;
    this.#open.push(piece);
    this.#openLength += piece.length;
    if (this.#openLength <= this.#limit) return;
    this.#dropping = true;
    this.#forget();
  }

  /** Ends the open line with its last piece. */
  #close(rest: Uint8Array): void {
    const tooLong = this.#dropping || this.#openLength + rest.length > this.#limit + 1;
    if (tooLong) this.#taker.tooLong();
    else this.#taker.block(Buffer.concat([...this.#open, rest]));
    this.#dropping = false;
    this.#forget();
  }

  #forget(): void {
    this.#open = [];
    this.#openLength = 0;
  }
}
