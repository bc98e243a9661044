import { expect, it } from 'vitest';
import { describeForm } from './form.js';
import { RUN_PARAMETERS } from './run-parameters.js';
import { connectorSchema } from './schema.js';

const { parameters } = connectorSchema.parse({
  parameters: {
    StartYear: { about: 'First year.', type: 'year', default: 2014, required: true },
    Sectors: { about: 'Parts.', type: 'list', choices: { law: {}, cases: {} }, default: 'law, cases' },
    Journal: { about: 'Which of the two.', type: 'choice', choices: { a: {}, b: {} }, default: 'a' },
    Own: { about: 'Pages of its own too.', type: 'flag' },
    Court: { about: 'Which court.' },
  },
});
const form = describeForm({ id: 'lampland', title: 'Lampland', parameters });

it('gives each parameter of a portal a field, with everything that is needed to draw and to check it', () => {
  const [section] = form.sections;
  expect(section).toMatchObject({ name: 'parameters', title: 'Parameters of Lampland' });
  expect(section?.fields.map(({ name, default: fallback, takesSeveral }) => [name, fallback, takesSeveral])).toEqual([
    ['StartYear', '2014', false],
    ['Sectors', ['law', 'cases'], true],
    ['Journal', 'a', false],
    ['Own', false, false],
    ['Court', null, false],
  ]);
  expect(section?.fields[0]).toMatchObject({ about: 'First year.', type: 'year', isRequired: true, example: '2014' });
  expect(new RegExp(section?.fields[0]?.pattern ?? '').test('14')).toBe(false);
  expect(section?.fields[1]?.choices).toEqual(['law', 'cases']);
});

it('has the settings of a run in a section of their own, and is plain data', () => {
  expect(form.sections[1]?.fields.map(({ name }) => name)).toEqual(Object.keys(RUN_PARAMETERS));
  expect(JSON.parse(JSON.stringify(form))).toEqual(form);
});
