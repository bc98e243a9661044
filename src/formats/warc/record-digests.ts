/**
 * The digests a record names, held against its bytes.
 *
 * Tools disagree about what a payload is: with or without chunks, with or without its content coding, some take the whole
 * block. Each of these readings proves that the bytes are those that were recorded, so any of them will do. The one of the
 * standard is digested while the block streams by; the others are tried only when that one does not fit.
 */
import { type Bytes, CodingError, decodeContent, headerListOf, isSpooled } from '../../model/index.js';
import type { BlockListener, HttpMessage } from './reading/collect-message.js';
import { parseMessageHead } from './reading/http-message.js';
import { LabelledDigest } from './reading/labelled-digest.js';
import { hasOwnPayload } from './reading/payload.js';
import type { ReadRecord } from './reading/record-reader.js';
import { piecesOf } from './spooled.js';

export interface DigestVerdict {
  /** Which digest does not fit, with what stands there and what the bytes give; null when all that can be compared fits. */
  readonly problem: string | null;
  /** Digests that cannot be compared. */
  readonly unchecked: number;
}

/** Coded bodies beyond this are not decoded for a digest, so that no record can fill the memory. */
const LARGEST_CODED = 32 << 20;
const DECODING = { maxBytes: 64 << 20, maxRatio: 1000 };

export class RecordDigests implements BlockListener {
  #unchecked = 0;
  readonly #block: LabelledDigest | null;
  readonly #payload: LabelledDigest | null;
  /** What is missing may be part of the payload that was digested. */
  readonly #isTruncated: boolean;

  constructor(record: ReadRecord) {
    const { fields } = record;
    this.#block = this.#parse(fields.get('warc-block-digest'));
    this.#payload = hasOwnPayload(record) ? this.#parse(fields.get('warc-payload-digest')) : null;
    this.#isTruncated = fields.get('warc-truncated') !== null;
  }

  block(piece: Uint8Array): void {
    this.#block?.update(piece);
  }

  payload(piece: Uint8Array): void {
    this.#payload?.update(piece);
  }

  /** To be asked once the whole block went by. */
  async verdict(message: HttpMessage): Promise<DigestVerdict> {
    const problem = mismatch('WARC-Block-Digest', this.#block) ?? (await this.#payloadProblem(message));
    return { problem, unchecked: this.#unchecked };
  }

  async #payloadProblem(message: HttpMessage): Promise<string | null> {
    const problem = mismatch('WARC-Payload-Digest', this.#payload);
    if (!this.#payload || !problem) return null;
    const fits = await fitsOtherwise(this.#payload, message);
    if (fits === false && !this.#isTruncated) return problem;
    if (!fits) this.#unchecked += 1;
    return null;
  }

  #parse(text: string | null): LabelledDigest | null {
    const digest = LabelledDigest.parse(text);
    if (digest instanceof LabelledDigest) return digest;
    if (text !== null) this.#unchecked += 1;
    return null;
  }
}

const mismatch = (field: string, digest: LabelledDigest | null): string | null =>
  digest && !digest.matches() ? `its ${field} is ${digest.text}, but its bytes give ${digest.found()}` : null;

/** null: nobody can tell, the body is too large to be decoded here. */
async function fitsOtherwise(digest: LabelledDigest, message: HttpMessage): Promise<boolean | null> {
  const { head, wire } = message;
  if ((await fits(digest, [wire])) || (await fits(digest, [head, wire]))) return true;
  const decoded = await decodedBody(message);
  return decoded === 'too-large' ? null : decoded !== null && fits(digest, [decoded]);
}

async function fits(digest: LabelledDigest, parts: readonly Bytes[]): Promise<boolean> {
  const again = digest.again();
  for await (const piece of piecesOf(parts)) again.update(piece);
  return again.matches();
}

/** null: there is no coding, or the body is not in it. */
async function decodedBody({ head, body }: HttpMessage): Promise<Uint8Array | 'too-large' | null> {
  const coding = headerListOf(parseMessageHead(head).fields, 'content-encoding');
  if (!coding) return null;
  if (body.length > LARGEST_CODED) return 'too-large';
  try {
    return decodeContent(await wholeOf(body), coding, DECODING);
  } catch (error) {
    if (!(error instanceof CodingError)) throw error;
    return error.isTooLarge ? 'too-large' : null;
  }
}

async function wholeOf(body: Bytes): Promise<Uint8Array> {
  if (!isSpooled(body)) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf([body])) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
