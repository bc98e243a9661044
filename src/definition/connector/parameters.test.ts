import { expect, it } from 'vitest';
import { ParameterError, resolveParameters } from './parameters.js';
import { connectorSchema } from './schema.js';

const { parameters } = connectorSchema.parse({
  parameters: {
    StartYear: { about: 'First year.', type: 'year', default: 2014 },
    Sector: { about: 'Part.', type: 'list', choices: { law: { code: 'l' }, cases: { code: 'c' } }, default: ['law'] },
    From: { about: 'First day.', type: 'date' },
    Court: { about: 'Which court.', type: 'text', required: true },
    All: { about: 'Everything.', type: 'flag', default: false },
  },
});

it('fills in defaults, reads lists, and sets what a choice sets', () => {
  expect(resolveParameters(parameters, { court: 'X', Sector: 'cases, law' })).toEqual({
    StartYear: ['2014'],
    Sector: ['cases', 'law'],
    code: ['c', 'l'],
    Court: ['X'],
    All: ['false'],
  });
});

it.each([
  [{ Court: 'X', StartYear: '14' }, 'StartYear cannot be "14": it is a year, such as 2014.'],
  [{ Court: 'X', Sector: 'low' }, 'Sector cannot be "low": it is one of law, cases. Did you mean law?'],
  [{ Court: 'X', From: '2014-13-01' }, 'From cannot be "2014-13-01": it is a date, such as 2014-05-20.'],
  [{ Court: 'X', StartYaer: '2014' }, 'There is no parameter StartYaer. Did you mean StartYear?'],
  [{}, 'Court is needed: Which court.'],
])('%j is refused: %s', (given, problem) => {
  expect(() => resolveParameters(parameters, given)).toThrow(new ParameterError([problem]));
});
