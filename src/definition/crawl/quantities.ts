/**
 * Durations and sizes as people write them: `3s`, `1h30m`, `50MB`, `1GiB`.
 *
 * In memory a duration is milliseconds and a size is bytes, both whole numbers. The surprise: a bare number means
 * *seconds* for a duration and *bytes* for a size, since everybody reads `delay: 3` as three seconds.
 */
import { z } from 'zod';
import { marks } from './marks.js';

/** Largest first, the order in which people write them: 1d12h. */
const DURATION_UNITS = { y: 31_536_000_000, w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
const SIZE_UNITS = { TB: 1e12, GB: 1e9, MB: 1e6, KB: 1e3, B: 1 } as const;
const BINARY_UNITS = { TiB: 1024 ** 4, GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024 } as const;

/** For editors, through the JSON Schema. The program itself uses the parsers below. */
const DURATION_PATTERN = '^\\d+(\\.\\d+)?(\\s?(ms|[smhdwy])(\\s?\\d+(\\.\\d+)?\\s?(ms|[smhdwy])){0,5})?$';
const SIZE_PATTERN = '^\\d+(\\.\\d+)?(\\s?([KMGTkmgt][iI]?)?[Bb])?$';

export const DURATION_FORM = 'a duration is a number with a unit, such as 500ms, 3s, 10m, 8h, 1d or 1h30m; a number alone is seconds';
export const SIZE_FORM = 'a size is a number with a unit, such as 100KB, 50MB, 1GB or 1GiB; a number alone is bytes';

/** A field that holds a duration, as milliseconds; `fallback` is as a user would write it. */
export function duration(): ReturnType<typeof durationSchema>;
export function duration(fallback: string | number): z.ZodPrefault<ReturnType<typeof durationSchema>>;
export function duration(fallback?: string | number) {
  return fallback === undefined ? durationSchema() : durationSchema().prefault(fallback);
}

/** A field that holds a size, in bytes. */
export function size(): ReturnType<typeof sizeSchema>;
export function size(fallback: string | number): z.ZodPrefault<ReturnType<typeof sizeSchema>>;
export function size(fallback?: string | number) {
  return fallback === undefined ? sizeSchema() : sizeSchema().prefault(fallback);
}

const durationSchema = () => quantity(parseDuration, DURATION_PATTERN, DURATION_FORM).register(marks, { quantity: 'duration' });
const sizeSchema = () => quantity(parseSize, SIZE_PATTERN, SIZE_FORM).register(marks, { quantity: 'size' });

function quantity(parse: (value: string | number) => number | null, pattern: string, form: string) {
  const written = z.union([z.number().min(0), z.string().meta({ pattern })], { error: form });
  return written.transform((value, context) => {
    const parsed = parse(value);
    if (parsed !== null) return parsed;
    context.addIssue({ code: 'custom', message: form });
    return z.NEVER;
  });
}

/** Milliseconds, or null when the text is no duration. Units go from large to small, each at most once: 1h30m, not 30m1h. */
export function parseDuration(value: string | number): number | null {
  const text = String(value).trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return wholeNumber(Number(text) * 1000);
  if (text.length > 100) return null;
  const order = Object.keys(DURATION_UNITS);
  let total = 0;
  let rest = text;
  let last = -1;
  while (rest !== '') {
    const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w|y)(?![a-z])\s*/.exec(rest);
    const unit = match?.[2] as keyof typeof DURATION_UNITS | undefined;
    if (!match || !unit || order.indexOf(unit) <= last) return null;
    last = order.indexOf(unit);
    total += Number(match[1]) * DURATION_UNITS[unit];
    rest = rest.slice(match[0].length);
  }
  return last < 0 ? null : wholeNumber(total);
}

/** Bytes, or null when the text is no size. KB is 1000 bytes, KiB 1024; case does not matter. */
export function parseSize(value: string | number): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(String(value).trim().slice(0, 100));
  if (!match) return null;
  const wanted = (match[2] || 'B').toLowerCase();
  const unit = Object.entries({ ...SIZE_UNITS, ...BINARY_UNITS }).find(([name]) => name.toLowerCase() === wanted);
  return unit ? wholeNumber(Number(match[1]) * unit[1]) : null;
}

const wholeNumber = (value: number): number | null => (Number.isSafeInteger(Math.round(value)) ? Math.round(value) : null);

/** 5400000 → 1h30m. parseDuration of the result gives the same number. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.round(milliseconds);
  if (!Number.isFinite(rest) || rest <= 0) return '0s';
  // Weeks and years are read but not written: 14d is clearer than 2w, and a year is not always 365 days.
  const parts = Object.entries(DURATION_UNITS).filter(([unit]) => unit !== 'w' && unit !== 'y');
  return parts
    .map(([unit, length]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count > 0 ? `${count}${unit}` : '';
    })
    .join('');
}

/** 50000000 → 50MB. Exact when a unit fits exactly, else rounded to three digits. */
export function formatSize(bytes: number): string {
  const units = { ...SIZE_UNITS, ...BINARY_UNITS };
  if (!Number.isFinite(bytes) || bytes <= 0) return '0B';
  const exact = Object.entries(units).find(([, length]) => length > 1 && bytes % length === 0 && bytes >= length);
  if (exact) return `${bytes / exact[1]}${exact[0]}`;
  const [unit, length] = Object.entries(SIZE_UNITS).find(([, size]) => bytes >= size) ?? ['B', 1];
  return `${Number((bytes / length).toPrecision(3))}${unit}`;
}

/** The quantity that was probably meant: `10 mins` → `10m`, `50 megabytes` → `50MB`; null when nobody can tell. */
export function likelyQuantity(kind: 'duration' | 'size', text: string): string | null {
  const match = /^\s*(\d{1,15})(?:[.,](\d{1,3}))?\s*(?:([a-zµ]+)\s*)?\.?$/i.exec(text.slice(0, 60));
  if (!match) return null;
  const amount = match[2] ? `${match[1]}.${match[2]}` : (match[1] ?? '');
  const word = (match[3] ?? '').toLowerCase();
  const unit = (kind === 'duration' ? DURATION_WORDS : SIZE_WORDS).find(([pattern]) => pattern.test(word));
  return unit ? `${amount}${unit[1]}` : null;
}

const DURATION_WORDS: readonly [RegExp, string][] = [
  [/^(?:msecs?|millis|milliseconds?|millisecs?)$/, 'ms'],
  [/^(?:|s|secs?|seconds?)$/, 's'],
  [/^(?:m|mins?|minutes?)$/, 'm'],
  [/^(?:h|hrs?|hours?|std)$/, 'h'],
  [/^(?:d|days?)$/, 'd'],
  [/^(?:w|wks?|weeks?)$/, 'w'],
  [/^(?:y|yrs?|years?)$/, 'y'],
];
const SIZE_WORDS: readonly [RegExp, string][] = [
  [/^(?:b|bytes?)$/, 'B'],
  [/^(?:k|kbytes?|kilobytes?)$/, 'KB'],
  [/^(?:m|mbytes?|meg|megs|megabytes?)$/, 'MB'],
  [/^(?:g|gbytes?|gigs?|gigabytes?)$/, 'GB'],
  [/^(?:t|tbytes?|terabytes?)$/, 'TB'],
];
