import { describe, expect, it } from 'vitest';
import { isSkipped, skipsNothing } from './skip.js';

const DAY = 86_400_000;
const RULES = { statuses: [403, 404, 410], unknownHosts: true, recheck: 0 };
const tried = (status: number, error: string | null = null) => ({ triedAt: 0, status, error });

describe('isSkipped', () => {
  it.each([
    ['not allowed', tried(403), true],
    ['not found', tried(404), true],
    ['gone', tried(410), true],
    ['no such host', tried(0, 'FETCH_DNS_NOT_FOUND'), true],
    ['answered', tried(200), false],
    ['another failure of the server', tried(500), false],
    ['a time-out', tried(0, 'FETCH_TIMEOUT'), false],
    ['an answer that could not be read, though it said 404', tried(404, 'READ_FAILED'), false],
    ['never visited', { triedAt: null, status: null, error: null }, false],
  ])('%s', (_case, resource, expected) => expect(isSkipped(resource, RULES, DAY)).toBe(expected));

  it('S-21 is asked again when its interval is over', () => {
    const rules = { ...RULES, recheck: 30 * DAY };
    expect([29 * DAY, 30 * DAY].map((now) => isSkipped(tried(404), rules, now))).toEqual([true, false]);
  });
  it('S-21 further answers can be added', () => expect(isSkipped(tried(451), { ...RULES, statuses: [451] }, DAY)).toBe(true));
});

it('knows when there is nothing to skip', () => {
  expect(skipsNothing({ statuses: [], unknownHosts: false, recheck: 0 })).toBe(true);
  expect(skipsNothing(RULES)).toBe(false);
});
