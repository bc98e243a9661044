import { expect, it } from 'vitest';
import { definitionFields } from './fields.js';
import { OTHER_NAMES } from './other-names.js';

it('every other name leads to a field or section that exists', () => {
  const known = definitionFields().map(({ path }) => path);
  expect([...OTHER_NAMES.values()].filter((path) => !known.includes(path))).toEqual([]);
});
