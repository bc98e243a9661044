import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRunLog } from './run-log.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-run-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('E-49 shows the URL of an error and the chain of its causes, and what else was said', () => {
  const file = join(folder, 'logs', 'InfoLog.txt');
  const log = openRunLog(file, () => new Date('2026-01-05T12:00:00Z'));
  log.info('begun');
  const root = new Error('connect ECONNREFUSED', { cause: new AggregateError([new TypeError('no address')], '') });
  log.error(new Error('the list could not be read', { cause: root }), 'https://law.test/list');
  log.error(Object.assign(new Error('gone'), { url: 'https://law.test/1' }));
  log.error('just a text');
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const at = '2026-01-05T12:00:00.000Z';
  expect(lines).toEqual([
    { at, level: 'info', message: 'begun' },
    {
      at,
      level: 'error',
      message: 'Error: the list could not be read',
      url: 'https://law.test/list',
      causes: ['Error: connect ECONNREFUSED', 'AggregateError: ', 'TypeError: no address'],
    },
    { at, level: 'error', message: 'Error: gone', url: 'https://law.test/1' },
    { at, level: 'error', message: 'just a text' },
  ]);
});

it('does not follow causes for ever', () => {
  const file = join(folder, 'loop.txt');
  const error = new Error('round');
  error.cause = error;
  openRunLog(file).error(error);
  expect(readFileSync(file, 'utf8').match(/round/g)).toHaveLength(20);
});
