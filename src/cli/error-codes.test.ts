import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ERROR_CODES, exitOf, WinnowError } from '../model/index.js';
import { EXIT_CODES } from './exit-codes.js';

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');

it('A-41 docs/reference/errors.md lists every code with its exit code, and no other', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, exit]) => [code, Number(exit)]);
  const codes = Object.entries(ERROR_CODES).filter(([code]) => !code.startsWith('FETCH_'));
  expect(rows).toEqual(codes.map(([code, exit]) => [code, EXIT_CODES[exit].code]));
});

it('an error says how its command ends, also when only its code has come through a thread', () => {
  expect(new WinnowError('WORKSPACE_IN_USE', 'it is in use').exit).toBe('inUse');
  expect(exitOf(Object.assign(new Error('it is in use'), { code: 'WORKSPACE_IN_USE' }))).toBe('inUse');
  expect(exitOf(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBeNull();
});
