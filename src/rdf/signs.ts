/** Whether a body is worth a look at all: asked for every page, so it must cost next to nothing. */
import { syntaxOf } from './syntaxes.js';

export interface Candidate {
  readonly bytes: Uint8Array;
  /** Media type by content. */
  readonly type: string;
  readonly contentType: string | null;
  readonly url: string;
}

const HEAD = 24_576;

export function mayHoldRdf({ bytes, type, contentType, url }: Candidate): boolean {
  if (bytes.length === 0) return false;
  return syntaxOf(contentType ?? type, latin1(bytes, HEAD), url) !== null;
}

const latin1 = (bytes: Uint8Array, most = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, most)).toString('latin1');
