import { expect, it } from 'vitest';
import { wholeRows } from './completeness-rows.js';

it.each([
  ['in the midst of a row', '[["a",1],["b",2],["c', '[["a",1],["b",2]]'],
  ['between two rows', '[["a",1],["b",2],', '[["a",1]]'],
  ['behind what looks like the end of a row', '[["a",1],["b",2],["c],["', '[["a",1],["b",2]]'],
  ['in the first row', '[["a', '[]'],
])('of rows cut off %s the whole ones are left', (_case, json, rows) => expect(wholeRows(json)).toBe(rows));
