/** Dates as sitemaps and feeds write them, as UTC with seconds. An unreadable date is null: a guessed date is worse than none. */

const LONGEST = 64;
const W3C = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,12})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
const RFC_822 =
  /^(?:[a-z]{2,9}\.?,?\s{0,3})?(\d{1,2})[\s-]([a-z]{3})[a-z]{0,6}\.?[\s-](\d{4}|\d{2})\s{1,3}(\d{1,2}):(\d{2})(?::(\d{2}))?\s{1,3}([a-z]{1,3}|[+-]\d{4})$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Minutes from UTC. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  edt: -240,
  est: -300,
  cdt: -300,
  cst: -360,
  mdt: -360,
  mst: -420,
  pdt: -420,
  pst: -480,
};

/** W3C date format, from a bare year to fractions of a second; a date without a zone counts as UTC. */
export function readW3cDate(raw: string): string | null {
  const match = W3C.exec(raw.trim().slice(0, LONGEST));
  if (!match) return null;
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', zone = 'Z'] = match;
  return utc(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), zone);
}

/** RFC 822 and its successors, as RSS uses it. The zone is required, since nobody could tell it otherwise. */
export function readFeedDate(raw: string): string | null {
  const match = RFC_822.exec(raw.trim().slice(0, LONGEST));
  if (!match) return readW3cDate(raw);
  const [, day, month = '', year = '', hour, minute, second = '0', zone = ''] = match;
  // RFC 2822: two digits from 00 to 49 belong to this century.
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);
  return utc(full, MONTHS.indexOf(month.toLowerCase()) + 1, Number(day), Number(hour), Number(minute), Number(second), zone);
}

function utc(year: number, month: number, day: number, hour: number, minute: number, second: number, zone: string): string | null {
  const offset = offsetOf(zone);
  if (offset === null || month < 1 || month > 12 || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCFullYear(year);
  const time = date.getTime() + ((hour * 60 + minute - offset) * 60 + Math.min(second, 59)) * 1000;
  return `${new Date(time).toISOString().slice(0, -5)}Z`;
}

function offsetOf(zone: string): number | null {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) return ZONES[zone.toLowerCase()] ?? null;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}
