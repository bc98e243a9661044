import { expect, it } from 'vitest';
import { wholeList } from './folder-list.js';

it.each([
  ['a time that is none', 'modify==; x'],
  ['a line that is no entry', '-rw-r--r-- 1 ftp ftp 10 May 17 2024 a\nwhatever'],
])('a list with %s is unreadable, and the error says so', (_what, list) => {
  expect(() => wholeList(list)).toThrow(/^the listing/);
});
