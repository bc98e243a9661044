import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemWords } from './system-errors.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-errors-'));
const file = join(folder, 'notes.txt');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

/** What the system itself says. */
function said(act: () => void): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it went well');
}

it.each<[string, string, string]>([
  ['a file that is missing', said(() => readFileSync(`${folder}/x`)), `There is no file or folder ${folder}/x`],
  ['a folder that is missing', said(() => writeFileSync(`${folder}/x/.y.part`, '')), `There is no folder ${folder}/x: make it first`],
  [
    'a file where a folder is needed',
    said(() => mkdirSync(`${file}/archive/deep`)),
    `${file} is a file, and a folder is needed: choose another name, or move the file away`,
  ],
  [
    'a folder where a file is needed',
    `EISDIR: illegal operation on a directory, open '${folder}'`,
    `${folder} is a folder, and a file is needed`,
  ],
  [
    'a place nobody may write to',
    "Cannot write to a.svg: EACCES: permission denied, open '/srv/.a.svg.part'",
    'Cannot write to a.svg: you may not read or write /srv: change its rights, or choose another place',
  ],
  [
    'a disk to be read only',
    "EROFS: read-only file system, mkdir '/mnt/x'",
    '/mnt/x lies on a disk that can only be read: choose another place',
  ],
  [
    'a port that is taken',
    'listen EADDRINUSE: address already in use 127.0.0.1:7700',
    '127.0.0.1:7700 is taken by another program: choose another port with --port',
  ],
  ['anything else', 'The seeds are wrong.', 'The seeds are wrong.'],
])('%s', (_, message, words) => {
  expect(systemWords(message)).toBe(words);
});
