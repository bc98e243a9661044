/**
 * Dates as portals write them, read by a format and written as ISO 8601.
 *
 * Letters as in Unicode: yyyy yy MMMM MMM MM M dd d EEEE EEE HH H mm ss SSS XXX; text between apostrophes and everything else
 * stands for itself, white space for any white space. What does not exist (31 February) is no date.
 */
import { DATE_LANGUAGES, monthName, monthOf } from './month-names.js';

type Part = 'year' | 'year2' | 'monthName' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'zone' | 'weekday';

interface DateFormat {
  readonly pattern: RegExp;
  readonly parts: readonly Part[];
}

const TOKEN = /y+|M+|d+|E+|H+|m+|s+|S+|X+|Z+|'[^']*'|\s+|./gsu;

const PARTS: Record<string, readonly [part: Part, pattern: string]> = {
  yyyy: ['year', '(\\d{4})'],
  yy: ['year2', '(\\d{2})'],
  MMMM: ['monthName', '([\\p{L}]+)\\.?'],
  MMM: ['monthName', '([\\p{L}]+)\\.?'],
  MM: ['month', '(\\d{2})'],
  M: ['month', '(\\d{1,2})'],
  dd: ['day', '(\\d{2})'],
  d: ['day', '(\\d{1,2})(?:er|re|st|nd|rd|th)?'],
  EEEE: ['weekday', '([\\p{L}]+)\\.?'],
  EEE: ['weekday', '([\\p{L}]+)\\.?'],
  HH: ['hour', '(\\d{2})'],
  H: ['hour', '(\\d{1,2})'],
  mm: ['minute', '(\\d{2})'],
  ss: ['second', '(\\d{2})'],
  S: ['fraction', '(\\d{1,9})'],
  SSS: ['fraction', '(\\d{1,9})'],
  XXX: ['zone', '(Z|GMT|UTC|[+-]\\d{2}:?\\d{2})'],
};
PARTS.X = PARTS.XXX as never;
PARTS.Z = PARTS.XXX as never;

/** A longer text is no date. The limit keeps formats whose parts can match in many ways from taking long. */
const LONGEST = 200;

const formats = new Map<string, DateFormat | null>();

/** Whether every letter of the format has a meaning. */
export function isDateFormat(format: string): boolean {
  return compiled(format) !== null;
}

/**
 * The date in ISO 8601, as exact as the format: 2031-01-14, 2031-01, 2031 or 2031-01-14T10:00:00Z. Null when the text
 * does not match the format.
 */
export function parseDate(text: string, format: string, languages: readonly string[] = DATE_LANGUAGES): string | null {
  if (text.length > LONGEST) return null;
  const known = compiled(format);
  const match = known?.pattern.exec(text.normalize('NFC').trim());
  if (!known || !match) return null;
  const values = Object.fromEntries(known.parts.map((part, at) => [part, match[at + 1] ?? ''])) as Partial<Record<Part, string>>;
  return isoOf(values, languages);
}

function compiled(format: string): DateFormat | null {
  const known = formats.get(format);
  if (known !== undefined) return known;
  const made = compileFormat(format);
  formats.set(format, made);
  return made;
}

function compileFormat(format: string): DateFormat | null {
  const parts: Part[] = [];
  let pattern = '';
  for (const [token] of format.matchAll(TOKEN)) {
    const part = PARTS[token];
    if (part) parts.push(part[0]);
    else if (/^[yMdEHmsSXZ]/.test(token)) return null;
    pattern += part ? part[1] : literal(token);
  }
  return { pattern: new RegExp(`^${pattern}$`, 'iu'), parts };
}

function literal(token: string): string {
  if (/^\s+$/.test(token)) return '[\\s\\u00a0]+';
  const text = token.startsWith("'") && token.length > 1 ? token.slice(1, -1) : token;
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function isoOf(values: Partial<Record<Part, string>>, languages: readonly string[]): string | null {
  const year = values.year ?? (values.year2 === undefined ? undefined : fullYear(values.year2));
  if (year === undefined) return null;
  const month = values.monthName === undefined ? values.month : monthOf(values.monthName, languages)?.toString();
  if (month === undefined) return values.monthName === undefined && values.day === undefined ? year : null;
  const date = [year, month.padStart(2, '0'), ...(values.day === undefined ? [] : [values.day.padStart(2, '0')])].join('-');
  if (!exists(Number(year), Number(month), Number(values.day ?? 1))) return null;
  return values.hour === undefined || values.day === undefined ? date : timeOf(date, values);
}

/** A year of two digits lies less than thirty years ahead of 2020. */
const fullYear = (digits: string): string => (Number(digits) < 50 ? `20${digits}` : `19${digits}`);

function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function timeOf(date: string, { hour = '0', minute = '00', second = '00', zone }: Partial<Record<Part, string>>): string | null {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  return `${date}T${hour.padStart(2, '0')}:${minute}:${second}${zone === undefined ? '' : zoneOf(zone)}`;
}

const zoneOf = (zone: string): string => (/^[a-z]/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`);

/**
 * Formats to try, in this order, when nobody says how a date is written. The day comes before the month, as everywhere
 * outside the United States.
 */
const USUAL = [
  'yyyy-MM-dd',
  "yyyy-MM-dd'T'HH:mm:ss",
  "yyyy-MM-dd'T'HH:mm:ssXXX",
  "yyyy-MM-dd'T'HH:mm:ss.SSS",
  "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  'yyyy-MM-dd HH:mm:ss',
  'yyyy-MM-dd HH:mm:ss.S',
  'yyyy-MM-dd HH:mm',
  'yyyyMMdd',
  'yyyyMMddHHmmss',
  'yyyy/MM/dd',
  'yyyy/M/d',
  'd.M.yyyy',
  'd. M. yyyy',
  "d.M.yyyy 'г.'",
  'd/M/yyyy',
  'd/M/yyyy HH:mm:ss',
  'd-M-yyyy',
  'd.M.yyyy HH:mm',
  'd.M.yyyy HH:mm:ss',
  'd MMMM yyyy',
  "d MMMM yyyy 'г.'",
  'd. MMMM yyyy',
  "d 'de' MMMM 'de' yyyy",
  'MMMM d, yyyy',
  'EEE, d MMM yyyy HH:mm:ss XXX',
  'd MMM yyyy HH:mm:ss XXX',
  'EEEE, d. MMMM yyyy',
  'EEEE d MMMM yyyy',
  'yyyy-MM',
  'MMMM yyyy',
  'yyyy',
] as const;

export function parseAnyDate(text: string, languages: readonly string[] = DATE_LANGUAGES): string | null {
  for (const format of USUAL) {
    const iso = parseDate(text, format, languages);
    if (iso !== null) return iso;
  }
  return null;
}

/** Writes an ISO date in another format. A missing day or month counts as the first, a missing hour as midnight. */
export function formatDate(iso: string, format: string, language = 'en'): string | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+(?!\d))?)?(.*))?)?)?$/s.exec(iso.trim());
  if (!match) return null;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = ''] = match;
  const short = (digits: string) => String(Number(digits));
  const values: Record<string, string> = { yyyy: year, yy: year.slice(2), MM: month, M: short(month), dd: day, d: short(day) };
  Object.assign(values, {
    HH: hour,
    H: short(hour),
    mm: minute,
    ss: second,
    SSS: '000',
    S: '0',
    XXX: zone || 'Z',
    X: zone || 'Z',
    Z: zone || 'Z',
  });
  Object.assign(values, { MMMM: monthName(Number(month), language), MMM: monthName(Number(month), language, 'short') });
  return format.replace(TOKEN, (token) => values[token] ?? (token.startsWith("'") ? token.slice(1, -1) : token));
}
