/** Guards text against being run by a spreadsheet: the author of a page could otherwise have it run a formula. */

/** What a spreadsheet takes for the beginning of a formula, also behind white space it skips, and in full-width letters. */
const FORMULA = /^[\s\uFEFF\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Puts an apostrophe before text that would be run. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
