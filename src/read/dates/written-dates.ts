/**
 * Days as people write them, anywhere in a text: `17. März 2024`, `March 17, 2024`, `2024. gada 17. marts`, `17/03/24`.
 *
 * Looks for years, which are rare, and reads the words around them, so a long text costs little. Separator and country
 * decide whether a number is the day or the month. Only full dates count, and no relative ones.
 */
import { monthNumber } from './calendar-words.js';

/** Language and country of a page, as far as they are known. */
export interface Locale {
  readonly language: string | null;
  readonly country: string | null;
}

export interface WrittenDate {
  readonly start: number;
  readonly end: number;
  /** `2024-03-17` */
  readonly day: string;
}

const YEARS = /(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}([./])\d{1,2}\1\d\d(?![\d.,/%-]))/g;
const BEFORE = 40;
const AFTER = 40;

export function datesIn(text: string, from: number, to: number, locale: Locale, most: number): WrittenDate[] {
  const found: WrittenDate[] = [];
  YEARS.lastIndex = from;
  for (let match = YEARS.exec(text); match && match.index < to && found.length < most; match = YEARS.exec(text)) {
    const date = match[1] === undefined ? aroundYear(text, match.index, locale) : withShortYear(match[0], match.index, locale);
    if (date !== null && date.start >= (found.at(-1)?.end ?? from)) found.push(date);
  }
  return found;
}

const NUMBERS = /(?<![\d./-])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?$/;
const DAY_MONTH =
  /(?<![\d\p{L}])(\d{1,2})(?:st|nd|rd|th|er|[º°ª.])?[\s,/-]*(?:(?:de|of|ta’|ta'|ta)\s+)?([\p{L}\p{M}]{3,14})\.?[\s,/-]*(?:(?:del?|of|din|г)\s+)?$/iu;
const MONTH_DAY = /(?<!\p{L})(\p{L}[\p{L}\p{M}]{2,13})\.?\s+(\d{1,2})(?:st|nd|rd|th|\.)?,?\s+$/iu;
const YEAR_FIRST = /^(?:([-/.])(\d{1,2})\1(\d{1,2})|\.\s(\d{1,2})\.\s(\d{1,2})\.?|[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일])(?!\d)/;
const YEAR_MONTH_DAY = /^(?:\.(?: gada)?| ?m\.| gada) +(?:(\d{1,2})\. +)?([\p{L}\p{M}]{3,14})\.? *(?:(\d{1,2})(?!\d))?/u;

function aroundYear(text: string, at: number, locale: Locale): WrittenDate | null {
  const year = text.slice(at, at + 4);
  const after = text.slice(at + 4, at + 4 + AFTER);
  const first = YEAR_FIRST.exec(after);
  if (first) return made(year, first[2] ?? first[4] ?? first[6], first[3] ?? first[5] ?? first[7], at, at + 4 + first[0].length);
  const before = text.slice(Math.max(0, at - BEFORE), at);
  return beforeYear(before, year, at, locale) ?? behindYear(after, year, at, locale);
}

function beforeYear(before: string, year: string, at: number, locale: Locale): WrittenDate | null {
  const numbers = NUMBERS.exec(before);
  if (numbers) return fromNumbers(numbers, year, at - numbers[0].length, at + 4, locale);
  const dayFirst = DAY_MONTH.exec(before);
  if (dayFirst) return named(year, dayFirst[2], dayFirst[1], at - dayFirst[0].length, at + 4, locale);
  const monthFirst = MONTH_DAY.exec(before);
  return monthFirst ? named(year, monthFirst[1], monthFirst[2], at - monthFirst[0].length, at + 4, locale) : null;
}

/** The order of the Baltic languages and of Hungarian. */
function behindYear(after: string, year: string, at: number, locale: Locale): WrittenDate | null {
  const match = YEAR_MONTH_DAY.exec(after);
  const day = match?.[1] ?? match?.[3];
  return match && day !== undefined ? named(year, match[2], day, at, at + 4 + match[0].length, locale) : null;
}

function withShortYear(written: string, at: number, locale: Locale): WrittenDate | null {
  const [first = '', second = '', year = ''] = written.split(/[./]/);
  const separator = written.includes('/') ? '/' : '.';
  return fromNumbers([written, first, separator, second], `20${year}`, at, at + written.length, locale);
}

function fromNumbers([, first = '', separator, second = '']: readonly string[], year: string, start: number, end: number, locale: Locale) {
  const monthFirst = separator === '/' && writesMonthFirst(locale);
  const [day, month] = monthFirst ? [second, first] : [first, second];
  return Number(month) > 12 ? made(year, day, month, start, end) : made(year, month, day, start, end);
}

/** English-speaking countries that put the month first. */
const MONTH_FIRST = new Set(['US', 'PH', 'CA']);
const writesMonthFirst = ({ language, country }: Locale): boolean =>
  language === 'en' ? country === null || MONTH_FIRST.has(country) : country === 'US' || country === 'PH';

function named(year: string, month = '', day = '', start = 0, end = 0, locale: Locale): WrittenDate | null {
  const number = monthNumber(month, locale.language);
  return number === 0 ? null : made(year, String(number), day, start, end);
}

function made(year: string, month = '', day = '', start = 0, end = 0): WrittenDate | null {
  if (!isDay(Number(year), Number(month), Number(day))) return null;
  return { start, end, day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
}

export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1400 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
