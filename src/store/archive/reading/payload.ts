/** The payload of a record while its block streams by: for HTTP messages the body without chunks, else the block itself. */
import { Dechunker, HeadSplitter, isChunked, type MessageHead, parseMessageHead } from './http-message.js';
import type { ReadRecord } from './record-reader.js';

export const isHttpMessage = (record: ReadRecord): boolean => /^application\/http\b/i.test(record.fields.get('content-type') ?? '');

export class PayloadTap {
  readonly #splitter: HeadSplitter | null;
  #dechunker: Dechunker | null = null;
  #message: MessageHead | null = null;

  constructor(record: ReadRecord) {
    this.#splitter = isHttpMessage(record) ? new HeadSplitter() : null;
  }

  /** The HTTP head, parsed; null before it is complete and for records without one. */
  get message(): MessageHead | null {
    return this.#message;
  }

  get head(): Uint8Array | null {
    return this.#splitter?.head ?? null;
  }

  /** Body bytes of this piece as they stand in the record, chunks included. */
  wire(piece: Uint8Array): Uint8Array {
    if (!this.#splitter) return piece;
    const rest = this.#splitter.push(piece);
    this.#headSeen();
    return rest;
  }

  /** The same bytes without chunks. To be given what `wire` returned. */
  payload(wire: Uint8Array): Uint8Array[] {
    if (wire.length === 0) return [];
    return this.#dechunker ? this.#dechunker.push(wire) : [wire];
  }

  /** What still waited at the end of the block. */
  finish(): { wire: Uint8Array; payload: Uint8Array[] } {
    const wire = this.#splitter?.finish() ?? new Uint8Array(0);
    this.#headSeen();
    const payload = this.payload(wire);
    const rest = this.#dechunker?.finish();
    return { wire, payload: rest?.length ? [...payload, rest] : payload };
  }

  #headSeen(): void {
    if (this.#message || !this.#splitter?.head) return;
    this.#message = parseMessageHead(this.#splitter.head);
    if (isChunked(this.#message)) this.#dechunker = new Dechunker();
  }
}
