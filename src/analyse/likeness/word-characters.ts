/** Which characters words consist of, and their form for comparisons: lower case where arithmetic can compute it. */

/** The character as part of a word, in lower case; 0 when it separates words. */
export function asWord(code: number): number {
  if (code < 0x80) return ASCII[code] as number;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? code : 0;
  if (code < 0x100) return code === 0xd7 || code === 0xf7 ? 0 : code <= 0xde ? code + 0x20 : code;
  if (code < 0x180) return lowerExtended(code);
  if (code >= 0x391 && code <= 0x3a9) return code + 0x20;
  if (code >= 0x410 && code <= 0x42f) return code + 0x20;
  if (code >= 0x400 && code <= 0x40f) return code + 0x50;
  const separates =
    (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x3020) || (code >= 0xff00 && code <= 0xff0f) || code === 0xfeff;
  return separates ? 0 : code;
}

/** Latin Extended-A: capitals have even codes in two parts of it and odd codes in the other two. */
function lowerExtended(code: number): number {
  const capitalIsOdd = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17e);
  return (code & 1) === (capitalIsOdd ? 1 : 0) ? code + 1 : code;
}

const ASCII = Uint16Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[0-9A-Za-z]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Scripts without spaces: each character counts as a word. */
export const isCjk = (code: number): boolean =>
  code >= 0x3040 && ((code <= 0x9fff && code !== 0x3030) || (code >= 0xac00 && code <= 0xd7af) || (code >= 0xf900 && code <= 0xfaff));

/** Codes below this, and anything combined from them by `|`, belong to no such script. */
export const FIRST_CJK = 0x3000;

let letters: Uint16Array | null = null;

/** asWord for every character, as a table for loops. Made when the first text is read: most threads read none. */
export function letterTable(): Uint16Array {
  if (letters !== null) return letters;
  letters = new Uint16Array(0x10000);
  for (let code = 0; code < letters.length; code++) letters[code] = asWord(code);
  return letters;
}
