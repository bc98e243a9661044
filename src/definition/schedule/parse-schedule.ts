/**
 * Schedules: when the next run of a crawl is due, from a line people can write.
 *
 *   hourly · daily at 02:00 · weekly on monday and thursday at 3:15 · monthly on 1 at 00:00 · monthly on last
 *   every 6h · every 1h 30m · continuously · @midnight · 0 2 * * 1-5
 *
 * A time zone may follow (`daily at 02:00 Europe/Vienna`); without one the machine's own holds. Words become a cron
 * line, croner does the calendar: a time that summer time skips runs when the clocks have moved, one that comes twice
 * runs once. Knows no clock and no timer: `next` is asked with a date.
 */
import { Cron } from 'croner';
import { nearest, WinnowError } from '../../model/index.js';

export interface Schedule {
  /** The first moment after `after`. An interval counts from `after`, so pass the last due time to keep it from drifting. */
  next(after: Date): Date;
  describe(): string;
}

export class ScheduleError extends WinnowError {
  override readonly name = 'ScheduleError';
  constructor(text: string, detail: string) {
    super(
      'SCHEDULE_WRONG',
      `schedule ${JSON.stringify(text.slice(0, 200))}: ${detail}. Examples: daily at 02:00 · weekly on monday at 3:15 · every 6h · 0 2 * * 1-5`,
    );
  }
}

/** Throws ScheduleError for a line that cannot be parsed, or for a moment that never comes. */
export function parseSchedule(text: string): Schedule {
  const { rest, zone } = splitZone(text);
  if (rest === '' || text.length > 200) throw new ScheduleError(text, rest === '' ? 'says nothing' : 'is too long');
  if (/^[@*\d]/.test(rest)) return cronSchedule(text, rest, zone, `cron ${rest}`);
  const words = inOneForm(rest);
  if (words === 'continuously') return CONTINUOUSLY;
  const interval = /^every (\d.*)$/.exec(words)?.[1];
  if (interval) return intervalSchedule(text, interval);
  const { cron, description } = readWords(text, words);
  return cronSchedule(text, cron, zone, description);
}

/** Runs follow one another. When there is nothing to do, ask again every minute. */
const CONTINUOUSLY: Schedule = { next: (after) => new Date(after.getTime() + 60_000), describe: () => 'continuously' };

function cronSchedule(text: string, pattern: string, zone: string | undefined, description: string): Schedule {
  const cron = openCron(text, pattern, zone);
  const next = (after: Date): Date => {
    const due = cron.nextRun(after);
    if (!due) throw new ScheduleError(text, 'the moment never comes');
    return due;
  };
  next(new Date(0));
  return { next, describe: () => `${description}, ${zone ?? 'local time'}` };
}

function openCron(text: string, pattern: string, timezone: string | undefined): Cron {
  try {
    return new Cron(pattern, { paused: true, mode: '5-or-6-parts', ...(timezone ? { timezone } : {}) });
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^CronPattern: /, '').replace(/\.$/, '') : String(error);
    throw new ScheduleError(text, `is no cron line: ${message}`);
  }
}

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
const SHORT_UNITS: Readonly<Record<string, string>> = { m: 'minute', min: 'minute', h: 'hour', hr: 'hour', d: 'day', w: 'week' };
const LONGEST = 10 * 366 * 86_400_000;

function intervalSchedule(text: string, interval: string): Schedule {
  const parts = interval.match(/\d+(?:\.\d+)?\s*[a-z]+|\S+/g) ?? [];
  const read = parts.filter((part) => part !== 'and').map((part) => readPart(text, part));
  const length = read.reduce((sum, { count, unit }) => sum + count * (UNITS[unit] ?? 0), 0);
  if (length < 60_000 || length > LONGEST) throw new ScheduleError(text, 'an interval lies between a minute and ten years');
  const description = `every ${read.map(({ count, unit }) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ')}`;
  return { next: (after) => new Date(after.getTime() + length), describe: () => description };
}

function readPart(text: string, part: string): { count: number; unit: string } {
  const [, count = '', word = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(part) ?? [];
  const unit = SHORT_UNITS[word] ?? word.replace(/s$/, '');
  if (UNITS[unit] === undefined) throw new ScheduleError(text, `${part} is no length of time; write 30m, 6h, 2d or 1w`);
  return { count: Number(count), unit };
}

/** `every day` becomes daily, `every monday` becomes weekly on monday. */
function inOneForm(rest: string): string {
  const words = rest.toLowerCase().replace(/\s+/g, ' ');
  return words
    .replace(/^every (hour|week|month)\b/, '$1ly')
    .replace(/^every day\b/, 'daily')
    .replace(/^every (?=[a-z])/, 'weekly on ');
}

function readWords(text: string, words: string): { cron: string; description: string } {
  const [, kind, on, at] = /^(hourly|daily|weekly|monthly)(?: on ([^:]+?))?(?: at (\S+))?$/.exec(words) ?? [];
  if (kind === undefined) throw new ScheduleError(text, misread(words));
  if (on !== undefined && (kind === 'hourly' || kind === 'daily')) throw new ScheduleError(text, `${kind} takes no day`);
  const { hour, minute, clock } = kind === 'hourly' ? readMinute(text, at) : readTime(text, at);
  const days = kind === 'weekly' ? readWeekdays(text, on) : kind === 'monthly' ? readMonthDays(text, on) : null;
  const description = `${kind}${days ? ` on ${days.said}` : ''} at ${clock}`;
  return { cron: `${minute} ${hour} ${kind === 'monthly' ? days?.cron : '*'} * ${kind === 'weekly' ? days?.cron : '*'}`, description };
}

interface Clock {
  hour: string;
  minute: string;
  clock: string;
}

function readMinute(text: string, at = ':00'): Clock {
  const minute = /^:([0-5]\d)$/.exec(at)?.[1];
  if (minute === undefined) throw new ScheduleError(text, `${at} is no minute of the hour; write hourly at :15`);
  return { hour: '*', minute: String(Number(minute)), clock: at };
}

const NAMED_TIMES: Readonly<Record<string, string>> = { midnight: '0:00', noon: '12:00' };

function readTime(text: string, at = '0:00'): Clock {
  const [, hour, minute] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(NAMED_TIMES[at] ?? at) ?? [];
  if (hour === undefined || minute === undefined)
    throw new ScheduleError(text, `${at} is no time; write hours and minutes from 0:00 to 23:59`);
  return { hour: String(Number(hour)), minute: String(Number(minute)), clock: `${hour.padStart(2, '0')}:${minute}` };
}

interface Days {
  cron: string;
  said: string;
}

const listed = (text: string): string[] => text.split(/,| and /).map((word) => word.trim());

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function readWeekdays(text: string, on = 'monday'): Days {
  const days = listed(on).map((word) => {
    const short = word.replace(/s$/, '');
    const index = short.length < 3 ? -1 : WEEKDAYS.findIndex((day) => day.startsWith(short));
    if (index < 0) throw new ScheduleError(text, `${word} is no day of the week${didYouMean(word, WEEKDAYS)}`);
    return index;
  });
  return { cron: days.join(','), said: days.map((day) => WEEKDAYS[day]).join(', ') };
}

function readMonthDays(text: string, on = '1'): Days {
  const days = listed(on).map((word) => {
    if (word === 'last' || word === 'last day') return 'last';
    const [, day] = /^([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/.exec(word) ?? [];
    if (day === undefined) throw new ScheduleError(text, `${word} is no day of the month; write 1 to 31, or last`);
    return day;
  });
  return { cron: days.map((day) => (day === 'last' ? 'L' : day)).join(','), said: days.join(', ') };
}

const VOCABULARY = [
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'every',
  'on',
  'at',
  'and',
  'last',
  'midnight',
  'noon',
  'continuously',
  ...WEEKDAYS,
];

function misread(words: string): string {
  const strange = words.split(' ').find((word) => /^[a-z]+$/.test(word) && !VOCABULARY.includes(word));
  return strange ? `${strange} is not understood${didYouMean(strange, VOCABULARY)}` : 'is not understood';
}

function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near ? `; did you mean ${near}?` : '';
}

/** A zone is two words with a slash, so that a field of a cron line (0/5, mon/2) is never taken for one. */
const ZONE = /(?<!\s)\s+(UTC|GMT|[a-z_]{3,}\/[a-z_]{2}[a-z0-9_+/-]*)$/i;

function splitZone(text: string): { rest: string; zone: string | undefined } {
  const trimmed = text.trim();
  const match = ZONE.exec(trimmed);
  if (!match?.[1]) return { rest: trimmed, zone: undefined };
  return { rest: trimmed.slice(0, match.index).trim(), zone: readZone(text, match[1]) };
}

function readZone(text: string, zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new ScheduleError(text, `${zone} is no time zone${didYouMean(zone, Intl.supportedValuesOf('timeZone'))}`);
  }
}
