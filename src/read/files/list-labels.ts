/** What stands before an item of a list: `3.2`, `iv)`, `(b)`, `•`. */

export interface ListLevel {
  readonly start: number;
  readonly format: string;
  /** `%1.%2`: the numbers of the levels, from 1. */
  readonly pattern: string;
}

export const MOST_LEVELS = 9;
const MAX_LABEL = 100;

/** The numbers of one list as it is counted on. */
export class ListCounter {
  readonly #numbers: number[] = [];

  /** The label of the next item of a level; deeper levels begin anew. */
  next(levels: readonly ListLevel[], level: number): string {
    const own = levels[level];
    if (!own || level >= MOST_LEVELS) return '';
    this.#numbers.length = Math.min(this.#numbers.length, level + 1);
    for (let at = 0; at < level; at++) this.#numbers[at] ??= levels[at]?.start ?? 1;
    const before = this.#numbers[level];
    this.#numbers[level] = before === undefined ? own.start : before + 1;
    if (own.format === 'bullet') return bulletOf(own.pattern);
    if (own.format === 'none') return '';
    return own.pattern
      .slice(0, MAX_LABEL)
      .replace(/%([1-9])/g, (_, digit: string) =>
        written(this.#numbers[Number(digit) - 1] ?? 1, levels[Number(digit) - 1]?.format ?? 'decimal'),
      );
  }
}

/** Fonts of symbols keep theirs where no letters are. */
const bulletOf = (pattern: string): string => (/^[\p{P}\p{S}\p{L}]$/u.test(pattern) && !/\p{Co}/u.test(pattern) ? pattern : '•');

function written(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return lettersOf(number);
    case 'upperLetter':
      return lettersOf(number).toUpperCase();
    case 'lowerRoman':
      return romanOf(number).toLowerCase();
    case 'upperRoman':
      return romanOf(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'none':
      return '';
    default:
      return String(number);
  }
}

/** a to z, then aa, bb and so on. */
function lettersOf(number: number): string {
  if (number < 1 || number > 780) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function romanOf(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let [rest, text] = [number, ''];
  for (const [value, digits] of ROMAN) for (; rest >= value; rest -= value) text += digits;
  return text;
}
