import { describe, expect, it } from 'vitest';
import { parseSchedule, ScheduleError } from './parse-schedule.js';

/** A Monday. */
const MONDAY = new Date('2026-01-05T10:20:30Z');
const next = (text: string, after = MONDAY) => parseSchedule(text).next(after).toISOString().replace(':00.000Z', '');

describe('next', () => {
  it.each([
    ['hourly UTC', '2026-01-05T11:00'],
    ['hourly at :15 UTC', '2026-01-05T11:15'],
    ['every hour UTC', '2026-01-05T11:00'],
    ['daily at 02:00 UTC', '2026-01-06T02:00'],
    ['Daily  at 2:00 utc', '2026-01-06T02:00'],
    ['daily at 23.59 UTC', '2026-01-05T23:59'],
    ['daily UTC', '2026-01-06T00:00'],
    ['daily at noon UTC', '2026-01-05T12:00'],
    ['every day at 02:00 UTC', '2026-01-06T02:00'],
    ['daily at 02:00 Europe/Vienna', '2026-01-06T01:00'],
    ['daily at 02:00 europe/vienna', '2026-01-06T01:00'],
    ['daily at 00:00 America/Argentina/Buenos_Aires', '2026-01-06T03:00'],
    ['weekly on monday at 3:15 UTC', '2026-01-12T03:15'],
    ['weekly on monday at 10:21 UTC', '2026-01-05T10:21'],
    ['weekly on mon, thu and saturdays at 3:15 UTC', '2026-01-08T03:15'],
    ['weekly UTC', '2026-01-12T00:00'],
    ['every friday at 6:00 UTC', '2026-01-09T06:00'],
    ['every tues and thurs at noon UTC', '2026-01-06T12:00'],
    ['monthly on 1 at 00:00 UTC', '2026-02-01T00:00'],
    ['monthly on 1st and 15th at 00:00 UTC', '2026-01-15T00:00'],
    ['monthly on last at 12:00 UTC', '2026-01-31T12:00'],
    ['monthly UTC', '2026-02-01T00:00'],
    ['@midnight UTC', '2026-01-06T00:00'],
    ['@hourly UTC', '2026-01-05T11:00'],
    ['@weekly UTC', '2026-01-11T00:00'],
    ['0 2 * * 1-5 UTC', '2026-01-06T02:00'],
    ['*/15 * * * * UTC', '2026-01-05T10:30'],
    ['0 0 L * * UTC', '2026-01-31T00:00'],
    ['0 30 4 * * * Europe/Vienna', '2026-01-06T03:30'],
  ])('%s', (text, expected) => expect(next(text)).toBe(expected));

  it.each([
    ['every 6h', 6 * 60],
    ['every 90 minutes', 90],
    ['every 1h30m', 90],
    ['every 1 hour and 30 minutes', 90],
    ['every 2d', 2 * 24 * 60],
    ['every 1w', 7 * 24 * 60],
    ['every 1.5h', 90],
    ['every 7h Europe/Vienna', 7 * 60],
  ])('%s counts from the last time', (text, minutes) => {
    expect(parseSchedule(text).next(MONDAY).getTime() - MONDAY.getTime()).toBe(minutes * 60_000);
  });

  it('is always later, never the same moment', () => {
    expect(next('daily at 02:00 UTC', new Date('2026-01-06T02:00:00Z'))).toBe('2026-01-07T02:00');
  });

  it('runs once on the days the clocks change', () => {
    const days = (from: string) => {
      const schedule = parseSchedule('daily at 02:30 Europe/Vienna');
      const first = schedule.next(new Date(from));
      const second = schedule.next(first);
      return [first, second, schedule.next(second)].map((date) => date.toISOString().slice(0, 16));
    };
    expect(days('2026-03-27T12:00:00Z')).toEqual(['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']);
    expect(days('2026-10-24T12:00:00Z')).toEqual(['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30']);
  });
});

it.each([
  ['daily at 2:00', 'daily at 02:00, local time'],
  ['every day at midnight europe/vienna', 'daily at 00:00, Europe/Vienna'],
  ['weekly on mon, thu at 3:15 UTC', 'weekly on monday, thursday at 03:15, UTC'],
  ['monthly on last', 'monthly on last at 00:00, local time'],
  ['hourly at :15', 'hourly at :15, local time'],
  ['every 1h 30m', 'every 1 hour 30 minutes'],
  ['0 2 * * 1-5 UTC', 'cron 0 2 * * 1-5, UTC'],
])('describes %s', (text, description) => expect(parseSchedule(text).describe()).toBe(description));

describe('what cannot be read', () => {
  it.each([
    ['dayly at 02:00', /dayly is not understood; did you mean daily\?/],
    ['weekly on mnoday', /mnoday is no day of the week; did you mean monday\?/],
    ['daily at 24:00', /24:00 is no time; write hours and minutes from 0:00 to 23:59/],
    ['daily at 2am', /2am is no time/],
    ['daily on monday', /daily takes no day/],
    ['hourly at 02:00', /write hourly at :15/],
    ['monthly on 32', /32 is no day of the month; write 1 to 31, or last/],
    ['every 6 parsecs', /6 parsecs is no length of time; write 30m, 6h, 2d or 1w/],
    ['every 0h', /between a minute and ten years/],
    ['every 5s', /is no length of time/],
    ['every 99999999999w', /between a minute and ten years/],
    ['every blue moon', /no day of the week/],
    ['daily at 02:00 Europe/Viena', /Europe\/Viena is no time zone; did you mean Europe\/Vienna\?/],
    ['61 * * * *', /is no cron line: Invalid value for minute: 61/],
    ['0 2 * *', /is no cron line/],
    ['0 2 * * * * *', /is no cron line/],
    ['@reboot', /is no cron line/],
    ['0 0 30 2 *', /the moment never comes/],
    ['', /says nothing/],
    ['   UTC', /is not understood|says nothing/],
    [`daily at ${'0'.repeat(100_000)}`, /too long/],
    ['\u202edaily', /is not understood/],
  ])('%s', (text, message) => {
    expect(() => parseSchedule(text)).toThrow(message);
    expect(() => parseSchedule(text)).toThrow(ScheduleError);
  });

  it('shows examples', () => expect(() => parseSchedule('sometimes')).toThrow(/Examples: daily at 02:00/));
});
