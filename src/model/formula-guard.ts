/** Text that spreadsheets would run: whoever makes a page could have them do so. */

/** What they read as the beginning of a formula, also behind white space that they pass over, and in full width. */
const FORMULA = /^[\s\uFEFF\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** With an apostrophe before it, where it would be run. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
