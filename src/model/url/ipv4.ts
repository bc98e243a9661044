/**
 * The number behind an IPv4 address in any spelling that old resolvers accept: `0x7f.1`, `0177.0.0.1`, `2130706433`.
 * Null when the text is a name. Empty parts count as zero, as they did when these spellings were in use; the URL
 * Standard has since declared them names.
 */
export function parseIpv4(host: string): number | null {
  const parts = host.split('.', 6);
  if (parts.at(-1) === '') parts.pop();
  if (parts.length === 0 || parts.length > 4) return null;
  const numbers = parts.map(parseNumber);
  const last = numbers.pop();
  if (last === undefined || last >= 256 ** (4 - numbers.length)) return null;
  if (Number.isNaN(last) || numbers.some((number) => !(number < 256))) return null;
  return numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
}

export function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
}

function parseNumber(part: string): number {
  if (part === '' || /^0x$/i.test(part)) return 0;
  if (/^0x[0-9a-f]+$/i.test(part)) return Number.parseInt(part.slice(2), 16);
  if (/^0[0-7]*$/.test(part)) return Number.parseInt(part, 8);
  return /^[1-9]\d*$/.test(part) ? Number(part) : Number.NaN;
}
