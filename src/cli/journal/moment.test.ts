import { describe, expect, it } from 'vitest';
import { readMoment } from './moment.js';

const NOON = Date.UTC(2026, 10, 16, 12);

describe('where to begin in the journal', () => {
  it.each([
    ['a sequence', '4711', { sequence: 4711 }],
    ['a time ago', '2d', { time: NOON - 2 * 86_400_000 }],
    ['a compound time ago', '1h30m', { time: NOON - 5_400_000 }],
    ['a day', '2026-11-01', { time: Date.UTC(2026, 10, 1) }],
    ['a moment', '2026-11-01T12:00:05Z', { time: Date.UTC(2026, 10, 1, 12, 0, 5) }],
  ])('%s', (_case, text, expected) => expect(readMoment(text, NOON)).toEqual(expected));

  it.each(['yesterday', '2d ago', '2026-13-01', '', '-5'])('refuses %j', (text) => {
    expect(() => readMoment(text, NOON)).toThrow('is neither a sequence such as 4711');
  });
});
