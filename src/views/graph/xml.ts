/** Text as XML takes it. Characters XML has no way to write become a replacement character. */
const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Half of a pair of surrogates by itself is no character. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"'\t\n\r]|[\u0000-\u001f\ufffe\uffff\p{Cs}]/gu, (character) => SPECIAL[character] ?? '\ufffd');
