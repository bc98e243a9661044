/**
 * Words of a text, in the form words are compared in: compatibility characters unified, lower case.
 *
 * A word is a run of letters, marks and digits of any script. Scripts written without spaces give one word per
 * character, so that a keyword of two characters is found as two words in a row.
 */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** Longer texts are judged by their beginning: a book tells within a million characters what it is about. */
const MAX_CHARS = 1_000_000;

export function wordsOf(text: string): string[] {
  return text.slice(0, MAX_CHARS).normalize('NFKC').toLowerCase().match(WORD) ?? [];
}
