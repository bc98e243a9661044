/** Headers and footers of sheets: `&LReport&C&"Arial,Bold"Draft&RPage &P`. */

/** Page numbers, days, file names: what changes from print to print. */
const FIELDS = /&[PNDTFZAG]/i;
const LONGEST = 2000;

/** The left, middle and right part. A part with a field is left out. */
export function headerLines(code: string): string[] {
  return code
    .slice(0, LONGEST)
    .replace(/&&/g, '\u0000')
    .split(/&[LCR]/)
    .filter((part) => !FIELDS.test(part.replace(/&"[^"]*"/g, '')))
    .map((part) =>
      part
        .replace(/&(?:"[^"]*"|K[0-9A-F]{6}|K\d\d[+-]\d{3}|\d{1,3}|[A-Z])/gi, '')
        .replaceAll('\u0000', '&')
        .trim(),
    )
    .filter((part) => part !== '');
}
