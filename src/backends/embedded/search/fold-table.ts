/**
 * What each UTF-16 code unit is to a search: part of a word, and then which letter it is looked for as, or between words.
 *
 * Case and diacritics do not count, as people type: é is e, Ł is l, ς is σ, full-width letters are plain ones. Letters
 * that only look as if they had a mark keep it where it makes another letter: Cyrillic й is not и. One lookup a
 * character tells all of it, so that reading a text costs no string but the text.
 */
export const SEPARATOR = 0;
/** Belongs to the letter before it: combining marks, soft hyphens, joiners. */
export const IGNORED = 1;
/** Two letters take its place: see pairOf. */
export const PAIR = 2;
export const HIGH_SURROGATE = 3;

const PAIRS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'ae'],
  ['œ', 'oe'],
  ['Œ', 'oe'],
  ['þ', 'th'],
  ['Þ', 'th'],
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  ['ﬀ', 'ff'],
  ['ĳ', 'ij'],
  ['Ĳ', 'ij'],
  ['ǆ', 'dz'],
  ['ǉ', 'lj'],
  ['ǌ', 'nj'],
]);

/** Letters with a stroke and the like, which have no decomposition. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ø', 'o'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['ſ', 's'],
]);

/** Where the mark makes another letter of the alphabet. */
const KEPT = /[йЙ]/;

let table: Uint16Array | undefined;

/** Made on first use: some milliseconds. */
export function foldTable(): Uint16Array {
  table ??= makeTable();
  return table;
}

export const pairOf = (code: number): string => PAIRS.get(String.fromCharCode(code)) as string;

function makeTable(): Uint16Array {
  const made = new Uint16Array(65_536);
  for (let code = 0; code < 0xd800; code++) made[code] = isIdeographic(code) ? code : folded(String.fromCharCode(code));
  made.fill(HIGH_SURROGATE, 0xd800, 0xdc00); // a low one alone is nothing
  for (let code = 0xf900; code < 0xffe0; code++) made[code] = folded(String.fromCharCode(code));
  return made;
}

/** Nothing above the surrogates is left after folding, so terms sort the same as UTF-16 and as UTF-8. */
function folded(character: string): number {
  if (PAIRS.has(character)) return PAIR;
  if (/[\p{M}\u00ad\u200c\u200d\u2060\ufeff]/u.test(character)) return isSpacingMark(character) ? character.charCodeAt(0) : IGNORED;
  if (!/[\p{L}\p{N}]/u.test(character)) return SEPARATOR;
  if (KEPT.test(character)) return character.toLowerCase().charCodeAt(0);
  const base = character
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .charAt(0);
  const letter = ALIKE.get(base) ?? (base || character);
  const code = letter.charCodeAt(0);
  return code < 0xd800 && /[\p{L}\p{N}]/u.test(letter) ? code : SEPARATOR;
}

/** In Thai, Indic and related scripts a mark is a vowel: words would fall together without it. */
const isSpacingMark = (character: string): boolean => {
  const code = character.charCodeAt(0);
  return code >= 0x0900 && code < 0x1ab0 && /\p{M}/u.test(character);
};

/** Scripts without spaces between words, or with endings glued on: they are cut into pairs of characters. */
export function isIdeographic(code: number): boolean {
  return (
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fc) ||
    (code >= 0x0e01 && code <= 0x0eff && code !== 0x0e3f) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17d3)
  );
}
