/** Numbers in texts. White space, apostrophes, or the sign that is not the decimal one separate thousands. */
const PATTERNS = {
  '.': /[-\u2212]?(?:\d{1,3}(?:[\s\u00a0\u202f'’,]\d{3})+(?!\d)|\d+)(?:\.\d+)?/,
  ',': /[-\u2212]?(?:\d{1,3}(?:[\s\u00a0\u202f'’.]\d{3})+(?!\d)|\d+)(?:,\d+)?/,
};

/** The first number in plain form; null when there is none, or when it is not whole and should be. */
export function readNumber(text: string, decimal: '.' | ',', isWhole: boolean): string | null {
  const match = PATTERNS[decimal].exec(text.slice(0, 10_000));
  if (!match) return null;
  const [whole = '', fraction = ''] = match[0].replace('\u2212', '-').split(decimal);
  const digits = whole.replace(/[^\d-]/g, '').replace(/^(-?)0+(?=\d)/, '$1');
  const rest = fraction.replace(/(?<!0)0+$/, '');
  if (!rest) return digits;
  return isWhole ? null : `${digits}.${rest}`;
}
