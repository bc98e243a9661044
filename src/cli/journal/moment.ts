/** Where in the journal to begin, as people write it: a sequence, a time ago, a date. */
import { parseDuration } from '../../definition/crawl/index.js';
import { UsageError } from '../usage-error.js';

export interface Moment {
  /** Entries after this one. */
  readonly sequence?: number;
  /** Entries from here on, in milliseconds since 1970. */
  readonly time?: number;
}

export function readMoment(text: string, now: number): Moment {
  if (/^\d{1,15}$/.test(text)) return { sequence: Number(text) };
  const ago = /^\d[\d.]*\s*[a-z]/i.test(text) ? parseDuration(text) : null;
  if (ago !== null) return { time: now - ago };
  const time = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new UsageError(
      `"${text}" is neither a sequence such as 4711, nor a time ago such as 2d or 6h, nor a date such as 2026-11-01T12:00.`,
    );
  return { time };
}
