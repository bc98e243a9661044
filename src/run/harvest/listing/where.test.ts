import { expect, it } from 'vitest';
import { isAs } from './where.js';

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  Types: ['ukpga', 'uksi'],
  From: ['2014-03'],
  Until: ['2015'],
  Scope: ['/aijjs/'],
};
const lookup = (name: string): readonly string[] | undefined => PARAMETERS[name];

it.each([
  ['one of all values of a parameter', { field: 'type', is: ['{Types}'] }, { type: ['asp', 'uksi'] }, true],
  ['none of them', { field: 'type', is: ['{Types}', 'wsi'] }, { type: ['asp'] }, false],
  ['no value where one is asked for', { field: 'type', is: ['{Types}'] }, {}, false],
  ['a pattern with a quantifier', { field: 'id', matches: '^\\d{4}$' }, { id: ['2014'] }, true],
  ['a pattern that must not be found', { field: 'id', not: '^[78]' }, { id: ['82014FR0001'] }, false],
  ['a pattern of the connector', { field: 'id', matches: '{Scope}' }, { id: ['/other/1'] }, false],
  ['a pattern that it does not set', { field: 'id', matches: '{Nothing}' }, { id: ['/other/1'] }, true],
  ['the first day of the first month', { field: 'date', from: '{From}', until: '{Until}' }, { date: ['2014-03-01'] }, true],
  ['the day before it', { field: 'date', from: '{From}' }, { date: ['2014-02-28'] }, false],
  ['the last day of the last year', { field: 'date', until: '{Until}' }, { date: ['2015-12-31'] }, true],
  ['the day after it', { field: 'date', until: '{Until}' }, { date: ['2016-01-01'] }, false],
  ['no date', { field: 'date', from: '{From}' }, {}, true],
  ['a bound without a value', { field: 'date', until: '{Nothing}' }, { date: ['2099-01-01'] }, true],
])('%s', (_case, rule, fields, expected) => expect(isAs([rule], fields, lookup)).toBe(expected));
