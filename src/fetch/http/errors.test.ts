import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FETCH_FAILURES, FetchError } from './errors.js';

it('A-41 docs/reference/errors.md lists every failure with its verdict, and no other', () => {
  const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(FETCH_\w+)` \| (retry|drop|stop) \|/gm)].map(([, code, verdict]) => [code, verdict]);
  expect(rows).toEqual(Object.entries(FETCH_FAILURES));
});

it('A-41 an error says what happened, where, and what comes next', () => {
  const error = new FetchError('FETCH_TIMEOUT', 'http://a.test/', 'no byte for 30000 ms (time-out)');
  expect(error.message).toBe('FETCH_TIMEOUT while fetching http://a.test/: no byte for 30000 ms (time-out)');
  expect(error.verdict).toBe('retry');
});
