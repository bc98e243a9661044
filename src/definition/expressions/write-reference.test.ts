import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expressionReference } from './write-reference.js';

it('the reference page says what the tables say; `npm run docs` writes it anew', () => {
  expect(readFileSync('docs/reference/expressions.md', 'utf8')).toBe(expressionReference());
});
