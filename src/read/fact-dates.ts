/**
 * Dates as pages write them into their metadata, in ISO 8601 and exactly as precise as written: never with a day, an
 * hour or a zone that the page does not state.
 */
import { datesIn, isDay, type Locale } from './dates/written-dates.js';

const ISO = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ]+(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?)?/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z)?)?$/;
const SLASHED = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)/;
const DAY_FIRST =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4})(?:,?\s+(\d{2}:\d{2}(?::\d{2})?)\s*(Z|UTC|GMT|[+-]\d{4})?)?/i;
const MONTH_FIRST = /^(?:[a-z]{3,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONGEST = 60;

/** Without a locale, a number that could be day or month gives no date. */
export function isoDate(written: string, locale: Locale | null = null): string | null {
  const text = written.trim().slice(0, LONGEST);
  const iso = ISO.exec(text);
  if (iso) return iso[3] === undefined ? partOf(iso[1], iso[2]) : moment(iso[1], iso[2], iso[3], iso[4], iso[5]);
  const compact = COMPACT.exec(text);
  if (compact) {
    const [, year, month, day, hour, minute, second, zone] = compact;
    return moment(year, month, day, hour && `${hour}:${minute}${second ? `:${second}` : ''}`, zone);
  }
  const slashed = SLASHED.exec(text);
  if (slashed) return moment(slashed[1], slashed[2], slashed[3]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return moment(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1], dayFirst[4], dayFirst[5]);
  const monthFirst = MONTH_FIRST.exec(text);
  const english = monthFirst ? moment(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : null;
  return english ?? (locale === null ? null : (datesIn(text, 0, text.length, locale, 1)[0]?.day ?? null));
}

const YEAR_FIRST = /(?<!\d)((?:19|20)\d{2})[/_-](\d{1,2})[/_-](\d{1,2})(?!\d)/;
const DAY_FIRST_IN_URL = /(?<!\d)(\d{1,2})-(\d{1,2})-(20\d{2})(?!\d)/;
const RUN_TOGETHER = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/;

/** `/2024/05/17/…`, `…-2024-05-17.html`, `/20240517/`, `/17-05-2024-…`: full dates only. */
export function dateInUrl(url: string): string | null {
  const path = (url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '').slice(0, 500);
  const match = YEAR_FIRST.exec(path) ?? RUN_TOGETHER.exec(path);
  const day = match ? moment(match[1], match[2], match[3]) : null;
  const other = day === null ? DAY_FIRST_IN_URL.exec(path) : null;
  return day ?? (other ? moment(other[3], other[2], other[1]) : null);
}

const monthOf = (name = ''): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function moment(year = '', month = '', day = '', time?: string, zone?: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(Number(year), Number(month), Number(day))) return null;
  if (!time || !isTime(time)) return date;
  return `${date}T${time}${zone ? zoneOf(zone) : ''}`;
}

const partOf = (year = '', month = ''): string | null => (isDay(Number(year), Number(month), 1) ? `${year}-${month}` : null);

const isTime = (time: string): boolean => Number(time.slice(0, 2)) < 24 && Number(time.slice(3, 5)) < 60;

const zoneOf = (zone: string): string => (/^[+-]/.test(zone) ? zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2') : 'Z');
