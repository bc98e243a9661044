/**
 * Windows: spans of days into which a list is cut, oldest first. Pure; days are ISO texts, and today is given.
 *
 * A bound may be a year, a month or a day: as a beginning it means its first day, as an end its last.
 */
import type { WindowRule } from '../../../definition/connector/index.js';
import { HarvestError } from '../port.js';
import { durationMs } from './duration.js';

type Span = WindowRule['by'];

export interface Window {
  readonly from: string;
  readonly until: string;
}

const DAY_MS = 86_400_000;
/** More windows than days in this many years are a slip in a parameter. */
const MAX_WINDOWS = 200_000;
const BOUND = /^(\d{4})(?:-?(\d{1,2})(?:-?(\d{1,2}))?)?(?:T.*)?$/;

/** The windows from the first to the last day, cut where the calendar is. */
export function* windowsOf(by: Span, first: string, last: string): Generator<Window> {
  let count = 0;
  for (let from = first; from <= last; ) {
    if (++count > MAX_WINDOWS) throw new HarvestError('definition', `${first} to ${last} makes more than ${MAX_WINDOWS} windows`);
    const end = endOf(by, from);
    yield { from, until: end < last ? end : last };
    from = dayAfter(end);
  }
}

/** Reads `2010`, `2010-05`, `2010-05-20`, `today` or a moment as a day; null where it is none. */
export function boundOf(text: string, side: 'from' | 'until', today: string): string | null {
  const trimmed = text.trim();
  if (trimmed === 'today') return today.slice(0, 10);
  const [, year, month, day] = BOUND.exec(trimmed) ?? [];
  if (!year) return null;
  if (month && day) return realDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  const start = realDay(`${year}-${(month ?? '1').padStart(2, '0')}-01`);
  if (!start || side === 'from') return start;
  return endOf(month ? 'month' : 'year', start);
}

/** A window reaches back over the one before it, since some things are published late. */
export function withOverlap(window: Window, overlap: string | undefined): Window {
  if (!overlap) return window;
  return { ...window, from: isoDay(Date.parse(window.from) - durationMs(overlap)) };
}

/** What templates may say of a window. */
export function windowNames({ from, until }: Window): Record<string, readonly string[]> {
  const [year = '', month = '', day = ''] = from.split('-');
  return {
    'window.from': [from],
    'window.until': [until],
    'window.year': [year],
    'window.month': [month],
    'window.day': [day],
  };
}

/** Whether a day lies in the years, months or days that a window is of, which may have ended with today. */
export function isWithin(day: string, by: Span, { from, until }: Window): boolean {
  return day >= from && day <= endOf(by, until);
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const dayAfter = (day: string): string => isoDay(Date.parse(day) + DAY_MS);

/** Null for a 30th of February. */
function realDay(day: string): string | null {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || isoDay(time) !== day ? null : day;
}

function endOf(by: Span, day: string): string {
  if (by === 'day') return day;
  const [year = 0, month = 1] = day.split('-').map(Number);
  return by === 'year' ? `${day.slice(0, 4)}-12-31` : isoDay(Date.UTC(year, month, 0));
}
