/**
 * Queries in the character set of the page they stand on.
 *
 * Browsers send `?q=é` from a windows-1250 page as `?q=%E9`, not as UTF-8, and old servers understand nothing else. The
 * native parser knows only UTF-8, so such queries are escaped before it sees them.
 */
import '@exodus/bytes/encoding.js'; // registers the multi-byte character sets
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';

/** All printable ASCII characters in order, as the encoder needs them. */
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');

const BEYOND_ASCII = /[^\0-\x7f]+/g;

/** The link with its query escaped in the given character set. The path and the fragment are always UTF-8 and stay. */
export function withQueryIn(charset: string, href: string): string {
  if (isUnicode(charset)) return href;
  const hash = href.indexOf('#');
  const end = hash < 0 ? href.length : hash;
  const mark = href.indexOf('?');
  if (mark < 0 || mark > end) return href;
  const query = href.slice(mark, end);
  const encoded = query.replace(BEYOND_ASCII, (text) => escapeIn(charset, text) ?? text);
  return encoded === query ? href : href.slice(0, mark) + encoded + href.slice(end);
}

/**
 * Escapes every byte of the text; null when the character set is unknown. A character the set lacks becomes `&#8364;`,
 * escaped, as in browsers.
 */
export function escapeIn(charset: string, text: string): string | null {
  try {
    return percentEncodeAfterEncoding(charset, text, PRINTABLE);
  } catch {
    return null;
  }
}

const isUnicode = (charset: string): boolean => /^utf-?(?:8|16)/i.test(charset);
