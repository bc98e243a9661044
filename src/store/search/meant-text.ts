/** The text of a query with the words that were meant. */
import type { Meant } from './port.js';

/** A name before a colon is a field, and words in capitals that join others stay as they are. */
const WORD = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?![\p{L}\p{M}\p{N}:])/gu;

export function meantText(query: string, { words }: Meant): string {
  const meant = new Map(words.map((each) => [each.typed, each.meant]));
  return query.replace(WORD, (word) => meant.get(word.normalize('NFC').toLowerCase()) ?? word);
}
