/**
 * Dates as feeds write them: RFC 822 in all its variants, W3C and ISO 8601, the output of C libraries and databases, and
 * the months of some other languages. A date without a zone counts as UTC; anything else is null.
 */

const ZONES: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  met: 60,
  mez: 60,
  cest: 120,
  mest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  ist: 330,
  jst: 540,
  kst: 540,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  at: -240,
  ast: -240,
  adt: -180,
  et: -300,
  est: -300,
  edt: -240,
  ct: -360,
  cst: -360,
  cdt: -300,
  mt: -420,
  mst: -420,
  mdt: -360,
  pt: -480,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
};

/** Months by their first letters without accents: English, and others found in feeds. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen', 'ιαν', 'янв'],
  ['feb', 'fev', 'φεβ', 'фев'],
  ['mar', 'maer', 'mrz', 'μαρ', 'μαα', 'мар'],
  ['apr', 'avr', 'abr', 'απρ', 'апр'],
  ['may', 'mai', 'mag', 'maj', 'μαι', 'май', 'мая'],
  ['jun', 'juin', 'giu', 'ιουν', 'июн', 'юни'],
  ['jul', 'juil', 'lug', 'ιουλ', 'ιολ', 'июл', 'юли'],
  ['aug', 'aou', 'ago', 'αυγ', 'авг'],
  ['sep', 'set', 'σεπ', 'сен', 'сеп'],
  ['oct', 'okt', 'ott', 'out', 'οκτ', 'окт'],
  ['nov', 'νοε', 'ноя', 'ное'],
  ['dec', 'dez', 'dic', 'des', 'δεκ', 'дек'],
];

/** Milliseconds since 1970. */
export function feedDate(written: string): number | null {
  const text = written.trim().replace(/\s+/g, ' ');
  if (text === '' || text.length > 100) return null;
  return iso(text) ?? byMonthName(text) ?? slashes(text) ?? korean(text);
}

interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly time?: string | undefined;
  readonly zone?: string | undefined;
}

const TIME = String.raw`(\d{1,2}:\d{1,2}(?::\d{1,2}(?:[.,]\d+)?)?|\d{4}(?:\d{2})?)`;
const ZONE = String.raw`(Z|[A-Za-z]{1,5}(?:\/[A-Za-z]+)?|(?:GMT|UTC)?[+-]\d{1,2}:?\d{2}|[+-]\d{1,2})`;
const ISO = new RegExp(String.raw`^(\d{4})(?:-?(\d{1,2}|0\d{2}|[^\d\s-]{3,12})(?:-?(\d{1,2}))?)?(?:[T ] ?${TIME}(?: ?${ZONE})?)?$`, 'iu');

/** Years, months and days from large to small. */
function iso(text: string): number | null {
  const ordinal = /^(\d{4})-?(\d{3})$/.exec(text);
  if (ordinal) return momentOf({ year: Number(ordinal[1]), month: 1, day: Number(ordinal[2]) }, true);
  const short = /^(\d{2})(-?)(\d{2})\2(\d{2})(?=$|[T ])(.*)$/.exec(text) ?? /^-(\d{2})(-?)(\d{2})()()$/.exec(text);
  if (short) return iso(`20${short[1]}-${short[3]}-${short[4] || '01'}${short[5] ?? ''}`);
  const twoDigitOrdinal = /^(\d{2})(\d{3})$/.exec(text);
  if (twoDigitOrdinal) return momentOf({ year: 2000 + Number(twoDigitOrdinal[1]), month: 1, day: Number(twoDigitOrdinal[2]) }, true);
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month = '1', day = '1', time, zone] = match;
  const number = /^\d+$/.test(month) ? Number(month) : monthOf(month);
  return number === null ? null : momentOf({ year: Number(year), month: number, day: Number(day), time, zone });
}

const NAMED = [
  new RegExp(
    String.raw`^(?:\p{L}+\.?,? ?)?(?<day>\d{1,2})(?:st|nd|rd|th)?\.?[ -]?(?<month>\p{L}+)\.?,?[ -]?(?<year>\d{4}|\d{2})(?:,? ${TIME.replace('(', '(?<time>')}(?: ?${ZONE.replace('(', '(?<zone>')})?)?$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:\p{L}+\.?,? )?(?<month>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?:,? ${TIME.replace('(', '(?<time>')}(?: ?${ZONE.replace('(', '(?<zone>')})?)?$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:\p{L}+\.?,? )?(?<month>\p{L}{3,}) (?<day>\d{1,2}) ${TIME.replace('(', '(?<time>')}(?: ${ZONE.replace('(', '(?<zone>')})? (?<year>\d{4})$`,
    'iu',
  ),
];

function byMonthName(text: string): number | null {
  for (const form of NAMED) {
    const parts = form.exec(text)?.groups;
    const month = parts ? monthOf(parts['month'] ?? '') : null;
    if (!parts || month === null) continue;
    return momentOf({ year: fullYear(parts['year'] ?? ''), month, day: Number(parts['day']), time: parts['time'], zone: parts['zone'] });
  }
  return null;
}

/** RFC 2822: two digits below 50 belong to this century. */
const fullYear = (digits: string): number => (digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2000 : 1900));

function monthOf(name: string): number | null {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const at = MONTHS.findIndex((starts) => starts.some((start) => plain.startsWith(start)));
  return at < 0 ? null : at + 1;
}

const YEAR_FIRST = new RegExp(String.raw`^(?:\p{L}+,? )?(\d{4})/(\d{1,2})/(\d{1,2})(?:,? ${TIME}(?: ?${ZONE})?)?$`, 'iu');
const MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})(?:,? ${TIME}(?: ?${ZONE})?)?$`, 'iu');

/** `Fri, 2006/09/15 08:19:53 EDT`, and `9/15/2006` in the order of the United States. */
function slashes(text: string): number | null {
  const large = YEAR_FIRST.exec(text);
  if (large) return momentOf({ year: Number(large[1]), month: Number(large[2]), day: Number(large[3]), time: large[4], zone: large[5] });
  const small = MONTH_FIRST.exec(text);
  if (!small) return null;
  return momentOf({ year: Number(small[3]), month: Number(small[1]), day: Number(small[2]), time: small[4], zone: small[5] });
}

/** `2004년 05월 28일 01:31:15` and `2004-05-25 오후 11:23:17`; the clocks are those of Seoul. */
function korean(text: string): number | null {
  const match = /^(\d{4})(?:년 |-)(\d{2})(?:월 |-)(\d{2})(?:일)? (오전|오후)? ?(\d{1,2}):(\d{2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const [, year, month, day, half, hour = '', minute, second] = match;
  const hours = (Number(hour) % (half ? 12 : 24)) + (half === '오후' ? 12 : 0);
  return momentOf({ year: Number(year), month: Number(month), day: Number(day), time: `${hours}:${minute}:${second}`, zone: '+0900' });
}

function momentOf({ year, month, day, time, zone }: Moment, ordinal = false): number | null {
  const clock = time === undefined ? 0 : clockOf(time);
  const offset = zone === undefined ? 0 : zoneOf(zone);
  if (clock === null || offset === null || month < 1 || month > 12 || day < 1 || day > (ordinal ? 366 : daysIn(year, month))) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const moment = date.getTime() + clock - offset * 60_000;
  return year > 9999 || moment > LAST ? null : moment;
}

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59);

function daysIn(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}

function clockOf(time: string): number | null {
  const digits = /^\d{4}(?:\d{2})?$/.test(time) ? time.match(/\d{2}/g) : time.split(':');
  const [hours = 0, minutes = 0, seconds = 0] = (digits ?? []).map((part) => Number(part.replace(',', '.')));
  // A leap second is the first second of the next minute; midnight at the end of a day begins the next day.
  if (hours > 24 || minutes > 59 || seconds > 60 || (hours === 24 && minutes + seconds > 0)) return null;
  return Math.floor((hours * 3600 + minutes * 60 + seconds) * 1000);
}

/** Minutes east of Greenwich. An unknown name counts as no zone; an impossible number makes the date invalid. */
function zoneOf(zone: string): number | null {
  const numeric = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (!numeric) return ZONES[zone.toLowerCase().split('/').at(-1) ?? ''] ?? 0;
  const [, sign, hours, minutes = '0'] = numeric;
  if (Number(hours) > 24 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
