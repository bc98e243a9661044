/** The payload of a record while its block streams by: for HTTP messages the body without chunks, else the block itself. */
import { Dechunker, HeadSplitter, isChunked, type MessageHead, parseMessageHead } from './http-message.js';
import type { ReadRecord } from './record-reader.js';

export const isHttpMessage = (record: ReadRecord): boolean => /^application\/http\b/i.test(record.fields.get('content-type') ?? '');

/** Revisits and segments name the digest of a payload that stands elsewhere. */
export function hasOwnPayload(record: ReadRecord): boolean {
  const type = record.fields.get('warc-type');
  if (record.fields.get('warc-segment-number') !== null) return false;
  return type === 'resource' || type === 'conversion' || ((type === 'response' || type === 'request') && isHttpMessage(record));
}

/** Body bytes as they stand in the record, and the same without chunks. */
export interface BodyPiece {
  readonly wire: Uint8Array;
  readonly payload: readonly Uint8Array[];
}

export class PayloadTap {
  readonly #splitter: HeadSplitter | null;
  #dechunker: Dechunker | null = null;
  #message: MessageHead | null = null;

  constructor(record: ReadRecord) {
    this.#splitter = isHttpMessage(record) ? new HeadSplitter() : null;
  }

  /** The HTTP head; null before it is complete and for records without one. */
  get head(): Uint8Array | null {
    return this.#splitter?.head ?? null;
  }

  get message(): MessageHead | null {
    return this.#message;
  }

  /** Known once the head is: the payload differs from what stands in the record. */
  get chunked(): boolean {
    return this.#dechunker !== null;
  }

  push(piece: Uint8Array): BodyPiece {
    const wire = this.#splitter ? this.#splitter.push(piece) : piece;
    this.#headSeen();
    return { wire, payload: this.#payload(wire) };
  }

  /** What still waited at the end of the block. */
  finish(): BodyPiece {
    const wire = this.#splitter?.finish() ?? new Uint8Array(0);
    this.#headSeen();
    const rest = this.#dechunker?.finish();
    const payload = this.#payload(wire);
    return { wire, payload: rest?.length ? [...payload, rest] : payload };
  }

  #payload(wire: Uint8Array): readonly Uint8Array[] {
    if (wire.length === 0) return [];
    return this.#dechunker ? this.#dechunker.push(wire) : [wire];
  }

  #headSeen(): void {
    if (this.#message || !this.#splitter?.head) return;
    this.#message = parseMessageHead(this.#splitter.head);
    if (isChunked(this.#message)) this.#dechunker = new Dechunker();
  }
}
