/** Content decoding of what was fetched: see model/content-coding.ts. What goes wrong is a failure of the fetch. */
import { CodingError, type DecodeLimits, decodeContent } from '../../model/index.js';
import { FetchError } from './errors.js';

export type { DecodeLimits } from '../../model/index.js';

/** Undoes the codings a Content-Encoding field names, last applied first. `url` is for the error message only. */
export function decodeBody(bytes: Uint8Array, contentEncoding: string | null, limits: DecodeLimits, url = ''): Uint8Array {
  try {
    return decodeContent(bytes, contentEncoding, limits);
  } catch (error) {
    if (!(error instanceof CodingError)) throw error;
    throw new FetchError(error.isTooLarge ? 'FETCH_DECODED_TOO_LARGE' : 'FETCH_DECODE_FAILED', url, error.message, { cause: error.cause });
  }
}
