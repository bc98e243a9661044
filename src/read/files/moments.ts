/** Dates and times as files write them, in ISO 8601; null when the text is none. */

/** `2024:03:01 14:30:00` of EXIF, without a zone unless another field has it; a date in ISO form stays. */
export function isoOfExif(value: string, zone = ''): string | null {
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?/.exec(value.trim());
  if (!match) return null;
  const [, year = '', month = '', day = '', hour, minute, second = '00', offset = zone] = match;
  if (month === '00' || Number(month) > 12 || day === '00' || Number(day) > 31) return null;
  return hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

/** `D:20240301143000+01'00'` of PDF; everything after the year is optional. */
export function isoOfPdf(value: string): string | null {
  const match = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?\s*(Z|[+-]\d{2})?'?(\d{2})?/.exec(value.trim());
  if (!match) return null;
  const [, year = '', month, day, hour, minute, second = '00', zone = '', zoneMinute = '00'] = match;
  if (month === undefined) return year;
  const date = `${year}-${month}-${day ?? '01'}`;
  if (hour === undefined) return date;
  return `${date}T${hour}:${minute}:${second}${zone === '' || zone === 'Z' ? zone : `${zone}:${zoneMinute}`}`;
}

/** Windows file time: tenths of microseconds since 1601. */
export function isoOfFileTime(ticks: bigint): string | null {
  const ms = Number(ticks / 10_000n) - 11_644_473_600_000;
  if (ms < -5_364_662_400_000 || ms > 253_402_300_799_000) return null;
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
