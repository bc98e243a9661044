/** Digests of a body and of a text, in lower-case hexadecimal. */
import { hash } from 'node:crypto';

export interface Digests {
  readonly md5: string;
  readonly sha256: string;
}

export function digests(bytes: Uint8Array): Digests {
  return { md5: md5Of(bytes), sha256: hash('sha256', bytes) };
}

export const md5Of = (bytes: Uint8Array): string => hash('md5', bytes);

/** SHA-256 of the UTF-8 form: equal for pages that show the same text, whatever their markup and encoding. */
export const textDigest = (text: string): string => hash('sha256', text);
