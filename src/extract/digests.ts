/** Digests of a body and of a text, in lower-case hexadecimal. */
import { createHash } from 'node:crypto';

export interface Digests {
  readonly md5: string;
  readonly sha256: string;
}

export function digests(bytes: Uint8Array): Digests {
  return { md5: md5Of(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** SHA-256 of the UTF-8 form: equal for pages that show the same text, whatever their markup and encoding. */
export const textDigest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
