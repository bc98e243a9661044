import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkToken, opens, tokenInFile } from './token.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-token-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TOKEN = 'correct-horse-battery';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  ['bearer', `Bearer ${TOKEN}`, true],
  ['in any case', `bearer ${TOKEN}`, true],
  ['as a password', basic(`me:${TOKEN}`), true],
  ['as a password without a name', basic(`:${TOKEN}`), true],
  ['another', 'Bearer wrong-horse-battery', false],
  ['the beginning of it', `Bearer ${TOKEN.slice(0, 8)}`, false],
  ['as a name', basic(`${TOKEN}:`), false],
  ['another scheme', `Token ${TOKEN}`, false],
  ['nothing', undefined, false],
  ['no scheme', TOKEN, false],
])('%s', (_case, authorization, expected) => expect(opens(TOKEN, authorization)).toBe(expected));

it('makes a token once, in a file that only its owner can read', () => {
  const path = join(folder, 'below', 'token');
  const first = tokenInFile(path);
  expect(first).toMatchObject({ made: true, token: expect.stringMatching(/^[\w-]{32}$/) as string });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(tokenInFile(path)).toEqual({ made: false, token: readFileSync(path, 'utf8').trim() });
});

it('does not take a token that others can read, or that can be guessed', () => {
  const path = join(folder, 'open');
  writeFileSync(path, `${TOKEN}\n`);
  chmodSync(path, 0o644);
  expect(() => tokenInFile(path)).toThrow(/chmod 600/);
  expect(() => checkToken('short')).toThrow(/at least 16/);
  expect(() => checkToken('with spaces in between it')).toThrow(/without spaces/);
});
