import { describe, expect, it } from 'vitest';
import { robotsFromStatus } from './access.js';
import { parseRobots } from './robots.js';

const NOON = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const URL_ = 'https://site.example/page';

describe('what the answer to a request for robots.txt means', () => {
  it.each<[string, number | null, string, boolean]>([
    ['read', 200, 'parsed', false],
    ['no content', 204, 'parsed', true],
    ['G-10 missing: all allowed', 404, 'missing', true],
    ['gone', 410, 'missing', true],
    ['not for us to see', 401, 'missing', true],
    ['forbidden', 403, 'missing', true],
    ['a redirect too many', 302, 'missing', true],
    ['too many requests: stay away', 429, 'unavailable', false],
    ['server error: stay away', 500, 'unavailable', false],
    ['overloaded: stay away', 503, 'unavailable', false],
    ['unreachable: stay away', null, 'unavailable', false],
    ['no status of HTTP', 777, 'unavailable', false],
  ])('%s (%s)', (_case, status, outcome, allowed) => {
    const body = status === 200 ? 'User-agent: *\nDisallow: /page' : '';
    const access = robotsFromStatus({ status, body, at: NOON });
    expect(access.outcome).toBe(outcome);
    expect(access.robots.decide('winnow', URL_).allowed).toBe(allowed);
    expect(access.reason).toMatch(/^robots\.txt /);
  });

  it('says why nothing is allowed', () => {
    const { robots } = robotsFromStatus({ status: 503, at: NOON });
    expect(robots.decide('winnow', URL_).rule).toBe('robots.txt answered 503: staying away');
  });

  it('after thirty days the last copy holds, or none', () => {
    const lastParsed = parseRobots('User-agent: *\nDisallow: /page');
    const since = (days: number, copy = false) =>
      robotsFromStatus({ status: 500, at: NOON, unavailableSince: NOON - days * DAY, lastParsed: copy ? lastParsed : null });
    expect(since(29).outcome).toBe('unavailable');
    expect(since(29, true).outcome).toBe('unavailable');
    expect(since(30).robots.decide('winnow', URL_).allowed).toBe(true);
    expect(since(30, true).robots.decide('winnow', URL_)).toMatchObject({ allowed: false, rule: 'Disallow: /page' });
  });
});

describe('how long it holds', () => {
  it.each<[string, number | null, string | null, number]>([
    ['a day', 200, null, DAY],
    ['max-age says less', 200, 'public, max-age=3600', HOUR],
    ['never more than a day', 200, 'max-age=31536000', DAY],
    ['never less than ten minutes', 200, 'max-age=0', HOUR / 6],
    ['no-store', 200, 'no-store', HOUR / 6],
    ['missing', 404, null, DAY],
    ['unavailable: soon again', 503, 'max-age=86400', HOUR],
  ])('%s', (_case, status, cacheControl, expected) => {
    expect(robotsFromStatus({ status, at: NOON, cacheControl }).expiresAt - NOON).toBe(expected);
  });
});
