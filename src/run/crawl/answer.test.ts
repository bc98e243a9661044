import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/index.js';
import { meaningOf, retryAfter } from './answer.js';

const answer = (status: number, ...headers: [string, string][]): Exchange => ({ status, headers }) as unknown as Exchange;
const ACCEPTED = [200, 203];
const NOW = Date.UTC(2026, 10, 15, 12);

describe('meaningOf', () => {
  it.each([
    ['a page', answer(200), 'content'],
    ['second-hand, but accepted', answer(203), 'content'],
    ['accepted nowhere', answer(206), 'refused'],
    ['not modified', answer(304), 'not-modified'],
    ['a redirect', answer(301, ['Location', '/x']), 'redirect'],
    ['a redirect without a target', answer(302), 'refused'],
    ['busy', answer(503), 'busy'],
    ['too many requests', answer(429), 'busy'],
    ['gone', answer(410), 'refused'],
  ])('%s', (_name, exchange, expected) => expect(meaningOf(exchange, ACCEPTED)).toBe(expected));

  it('G-15 a 302 that is accepted is content', () => expect(meaningOf(answer(302, ['Location', '/x']), [200, 203, 302])).toBe('content'));
});

describe('retryAfter', () => {
  it.each([
    ['seconds', '120', 120_000],
    ['with spaces', ' 3 ', 3000],
    ['a date', 'Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
    ['a date that has passed', 'Sun, 15 Nov 2026 11:00:00 GMT', 0],
    ['far too long', '999999999', 3_600_000],
    ['no sense', 'soon', null],
    ['empty', '', null],
  ])('%s', (_name, value, expected) => expect(retryAfter(answer(503, ['Retry-After', value]), NOW)).toBe(expected));

  it('not said', () => expect(retryAfter(answer(503), NOW)).toBeNull());
});
