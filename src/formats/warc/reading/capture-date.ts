/** WARC-Date as a moment, and whether a capture can be of that moment. */

/** Years to nanoseconds, as WARC/1.1 has it. Some tools write an offset, or no zone at all where they mean UTC. */
const DATE = /^(\d{4}(?:-\d{2}(?:-\d{2})?)?)(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** No page of the Web is older. */
const EARLIEST = Date.UTC(1990, 0);
/** Clocks differ, and so do time zones that were taken for UTC. */
const AHEAD_MS = 86_400_000;

/** null: no date. */
export function parseCaptureDate(text: string | null): number | null {
  const [, day = '', time, zone] = DATE.exec(text?.trim() ?? '') ?? [];
  if (day === '' || !isDay(day) || (time === undefined && zone !== undefined)) return null;
  const at = Date.parse(time === undefined ? day : `${day}${time}${zone ?? 'Z'}`);
  return Number.isNaN(at) ? null : at;
}

/** Date.parse takes the 30th of February for the 1st of March. */
function isDay(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** Why no capture can be of this date, in words; null when one can. */
export function dateProblem(text: string | null, now: number): string | null {
  if (text === null) return 'it has no WARC-Date';
  const at = parseCaptureDate(text);
  const shown = text.slice(0, 40);
  if (at === null) return `its WARC-Date is no date: "${shown}"`;
  if (at < EARLIEST) return `its WARC-Date is before 1990: ${shown}`;
  return at > now + AHEAD_MS ? `its WARC-Date is in the future: ${shown}` : null;
}
