/** A description is UTF-8, with or without a mark at its beginning; anything else is refused rather than guessed. */
import { fault, MetaInfoError } from './metainfo-error.js';

export function decodeMetaInfo(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MetaInfoError([fault('MetaInfo is not valid UTF-8. Save it in that encoding.')]);
  }
}
