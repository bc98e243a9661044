/** Labels of list items: `3.2`, `iv)`, `(b)`, `•`. */

export interface ListLevel {
  readonly start: number;
  readonly format: string;
  /** `%1.%2` stands for the numbers of levels, counted from 1. */
  readonly pattern: string;
  /** All numbers are written in digits, whatever their levels say. */
  readonly isLegal?: boolean;
  /** Restarts only after one of the first levels up to this one; left out: after every higher level. */
  readonly restartAfter?: number;
}

/** A list as paragraphs refer to it. */
export interface NumberedList {
  /** Its own key, and that of the list it is based on. */
  readonly key: string;
  readonly base: string;
  readonly levels: readonly (ListLevel | undefined)[];
  /** Levels that start with another number than in the list it is based on. */
  readonly starts: ReadonlyMap<number, number>;
}

export const MOST_LEVELS = 9;
const MAX_LABEL = 100;

/** All lists of one document. */
export class ListCounters {
  readonly #counters = new Map<string, ListCounter>();

  /** The label of the next paragraph. A list with starts of its own counts separately; others continue the list they are based on. */
  next({ key, base, levels, starts }: NumberedList, level: number): string {
    const of = starts.size > 0 ? key : base;
    const counter = this.#counters.get(of) ?? new ListCounter();
    this.#counters.set(of, counter);
    return counter.next(starts.size === 0 ? levels : levels.map((one, i) => one && { ...one, start: starts.get(i) ?? one.start }), level);
  }
}

/** The counters of one list. */
class ListCounter {
  readonly #numbers: (number | undefined)[] = [];

  /** The label of the next item of a level; deeper levels restart. */
  next(levels: readonly (ListLevel | undefined)[], level: number): string {
    const own = levels[level];
    if (!own || level >= MOST_LEVELS) return '';
    for (let deeper = level + 1; deeper < this.#numbers.length; deeper++)
      if (level < (levels[deeper]?.restartAfter ?? MOST_LEVELS)) this.#numbers[deeper] = undefined;
    for (let at = 0; at < level; at++) this.#numbers[at] ??= levels[at]?.start ?? 1;
    const before = this.#numbers[level];
    this.#numbers[level] = before === undefined ? own.start : before + 1;
    if (own.format === 'bullet') return bulletOf(own.pattern);
    if (own.format === 'none') return '';
    return own.pattern
      .slice(0, MAX_LABEL)
      .replace(/%([1-9])/g, (_, digit: string) => written(this.#numbers[Number(digit) - 1] ?? 1, formatIn(levels[Number(digit) - 1], own)));
  }
}

const formatIn = (level: ListLevel | undefined, { isLegal }: ListLevel): string =>
  isLegal && level?.format !== 'none' && level?.format !== 'bullet' ? 'decimal' : (level?.format ?? 'decimal');

/** Symbol fonts use the private range, where there are no letters. */
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
    case 'bullet':
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
