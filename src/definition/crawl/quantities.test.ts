import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { duration, formatDuration, formatSize, likelyQuantity, parseDuration, parseSize, size } from './quantities.js';

describe('durations', () => {
  it.each([
    ['seconds', '3s', 3000],
    ['milliseconds', '1500ms', 1500],
    ['minutes', '10m', 600_000],
    ['hours', '8h', 28_800_000],
    ['days', '1d', 86_400_000],
    ['weeks', '2w', 1_209_600_000],
    ['years of 365 days', '2y', 63_072_000_000],
    ['several units', '1h30m', 5_400_000],
    ['several units with spaces', ' 1h 30m ', 5_400_000],
    ['a fraction', '1.5s', 1500],
    ['a bare number: seconds', 3, 3000],
    ['a bare number in quotes', '3', 3000],
    ['a bare fraction', 0.25, 250],
    ['nothing at all', 0, 0],
    ['less than a millisecond is rounded', '0.4ms', 0],
    ['empty', '', null],
    ['a unit alone', 's', null],
    ['an unknown unit', '3 fortnights', null],
    ['a long unit', '10 mins', null],
    ['small unit first', '30m1h', null],
    ['a unit twice', '1h1h', null],
    ['negative', -1, null],
    ['negative text', '-3s', null],
    ['not a number', Number.NaN, null],
    ['endless', Number.POSITIVE_INFINITY, null],
    ['too long to count', '99999999999999999d', null],
    ['a number after the last unit', '1h30', null],
    ['a very long text', '1s'.repeat(100_000), null],
  ])('%s', (_case, written, expected) => expect(parseDuration(written)).toBe(expected));

  it('are written so that they read back the same', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (time) => parseDuration(formatDuration(time)) === time));
    expect(formatDuration(5_400_000)).toBe('1h30m');
    expect(formatDuration(14 * 86_400_000)).toBe('14d');
  });
});

describe('sizes', () => {
  it.each([
    ['megabytes', '50MB', 50_000_000],
    ['gigabytes', '1GB', 1_000_000_000],
    ['kilobytes in small letters', '100kb', 100_000],
    ['binary', '1GiB', 1_073_741_824],
    ['binary, odd case', '4kib', 4096],
    ['bytes', '100B', 100],
    ['a space', '1.5 MB', 1_500_000],
    ['a bare number: bytes', 1024, 1024],
    ['a bare number in quotes', '1024', 1024],
    ['a letter alone', '50M', null],
    ['a word', '50 megabytes', null],
    ['negative', -5, null],
    ['empty', '', null],
  ])('%s', (_case, written, expected) => expect(parseSize(written)).toBe(expected));

  it.each([
    [0, '0B'],
    [999, '999B'],
    [1000, '1KB'],
    [1024, '1KiB'],
    [50_000_000, '50MB'],
    [1_073_741_824, '1GiB'],
    [1_234_567, '1.23MB'],
  ])('%i is written %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
});

it.each([
  ['duration', '10 mins', '10m'],
  ['duration', '3 Seconds', '3s'],
  ['duration', '2,5 hours', '2.5h'],
  ['duration', 'soon', null],
  ['size', '50M', '50MB'],
  ['size', '2 gigs', '2GB'],
  ['size', 'large', null],
] as const)('a %s written %j was meant as %j', (kind, written, meant) => expect(likelyQuantity(kind, written)).toBe(meant));

it('as fields they have a default, an optional form and a description', () => {
  const schema = z.strictObject({ delay: duration('3s').describe('Pause.'), time: duration().optional(), rotate: size('1GB') });
  expect(schema.parse({})).toEqual({ delay: 3000, rotate: 1_000_000_000 });
  expect(schema.parse({ delay: 1, time: '1m', rotate: 5 })).toEqual({ delay: 1000, time: 60_000, rotate: 5 });
  expect(schema.safeParse({ delay: 'x' }).success).toBe(false);
});

it('what the editor accepts, the program accepts', () => {
  const [, text] = (z.toJSONSchema(duration('3s'), { io: 'input' }) as { anyOf: { pattern: string }[] }).anyOf;
  const pattern = new RegExp(text?.pattern ?? 'none');
  for (const written of ['3s', '1h30m', '1.5s', '3', '1h 30m', '500 ms']) {
    expect([written, pattern.test(written), parseDuration(written) !== null]).toEqual([written, true, true]);
  }
  expect(pattern.test('10 mins')).toBe(false);
});
