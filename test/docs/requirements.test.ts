/** Numbers in the titles of tests, and the page that explains them, are the same. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const NUMBER = /\b[AEGMS]-\d\d\b/g;

const numbersIn = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(NUMBER) ?? [])),
];
const named = numbersIn(globSync(['src/**/*.ts', 'test/**/*.ts'], { cwd: ROOT, exclude: ['test/docs/**'] }));
const lines = readFileSync(join(ROOT, 'docs/reference/requirements.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [AEGMS]-/.test(line));
const explained = lines.map((line) => line.slice(2, 6));

it('docs/reference/requirements.md explains every number that a test names', () => {
  expect(named.filter((number) => !explained.includes(number))).toEqual([]);
});

it('docs/reference/requirements.md has no number that no test names, and none twice', () => {
  expect(explained.filter((number, at) => !named.includes(number) || explained.indexOf(number) !== at)).toEqual([]);
});

it('each number has a sentence', () => {
  expect(lines.filter((line) => !/^\| [AEGMS]-\d\d \| [A-Zr`].{15,}\. \|$/.test(line))).toEqual([]);
});
