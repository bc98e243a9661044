/** Dates and times of XML Schema. One without a time zone counts as UTC when it is compared. */
import { XSD } from '../terms.js';

export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
  /** As written: 01.500 is no less than it says. */
  readonly seconds: string;
  /** As written; empty when there is none. */
  readonly zone: string;
  /** Milliseconds since 1970, with fractions. */
  readonly instant: number;
}

const DATE = '(-?\\d{4,9})-(\\d\\d)-(\\d\\d)';
const TIME = '(\\d\\d):(\\d\\d):(\\d\\d(?:\\.\\d+)?)';
const ZONE = '(Z|[+-]\\d\\d:\\d\\d)?';
const FORMS: Readonly<Record<string, RegExp>> = {
  [`${XSD}dateTime`]: new RegExp(`^${DATE}T${TIME}${ZONE}$`),
  [`${XSD}dateTimeStamp`]: new RegExp(`^${DATE}T${TIME}${ZONE}$`),
  [`${XSD}date`]: new RegExp(`^${DATE}()()()${ZONE}$`),
  [`${XSD}time`]: new RegExp(`^()()()${TIME}${ZONE}$`),
};

export const isDateType = (datatype: string): boolean => datatype in FORMS;

/** Null when it is no date, or not written as one. */
export function dateOf(written: string, datatype: string): DateParts | null {
  const match = FORMS[datatype]?.exec(written.trim());
  if (!match) return null;
  const [, year, month, day, hours, minutes, seconds, zone = ''] = match;
  const parts = {
    year: Number(year || 1972),
    month: Number(month || 12),
    day: Number(day || 31),
    hours: Number(hours || 0),
    minutes: Number(minutes || 0),
    seconds: seconds || '0',
    zone,
  };
  const instant = instantOf(parts);
  return instant === null ? null : { ...parts, instant };
}

function instantOf({ year, month, day, hours, minutes, seconds, zone }: Omit<DateParts, 'instant'>): number | null {
  const isMidnight = hours === 24 && minutes === 0 && Number(seconds) === 0;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || (hours > 23 && !isMidnight) || minutes > 59) return null;
  if (Number(seconds) >= 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() + (hours * 60 + minutes - zoneMinutes(zone)) * 60_000 + Number(seconds) * 1000;
}

function daysIn(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}

function zoneMinutes(zone: string): number {
  if (zone === '' || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** The zone as a day-time duration: PT0S, -PT8H, PT5H30M. */
export function zoneDuration(zone: string): string {
  const minutes = zoneMinutes(zone);
  if (minutes === 0) return 'PT0S';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : ''}PT${hours ? `${hours}H` : ''}${rest ? `${rest}M` : ''}`;
}
