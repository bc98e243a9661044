/**
 * The words of a text in the form in which they are compared: compatibility characters unified, lower case.
 *
 * A word is a run of letters, marks and digits of any script. Scripts without spaces give one word per character, so
 * that a keyword of two characters is found as two words in a row.
 */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** A longer text is judged by its beginning: after a million characters it is clear what a book is about. */
const MAX_CHARS = 1_000_000;

export function wordsOf(text: string): string[] {
  return text.slice(0, MAX_CHARS).normalize('NFKC').toLowerCase().match(WORD) ?? [];
}
