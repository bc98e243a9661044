import { Command } from 'commander';
import { expect, it } from 'vitest';
import type { Parameter } from '../../definition/connector/index.js';
import { addParameterFlags, givenParameters } from './parameters.js';

const parameter = (about: string, more: Partial<Parameter> = {}): Parameter => ({ about, type: 'text', required: false, ...more });
const portal = {
  title: 'Lampland',
  parameters: {
    StartYear: parameter('First year', { type: 'year', default: 2014 }),
    Courts: parameter('Which courts', { type: 'list' }),
    Kind: parameter('Which kind', { choices: { laws: {}, cases: {} } }),
  },
};

function parsed(...words: string[]): Record<string, unknown> {
  const command = new Command('run').argument('<id>').exitOverride();
  addParameterFlags(command, portal);
  command.parse(['run', ...words], { from: 'user' });
  return command.opts();
}

it('E-56 a described parameter is a flag with its description as help, in a section of its own', () => {
  const command = new Command('run').option('--json', 'print JSON');
  addParameterFlags(command, portal);
  const help = command.helpInformation();
  expect(help).toMatch(/Options:\n\s+--json\s+print JSON/);
  expect(help).toMatch(/Parameters of Lampland:\n\s+--StartYear <year>\s+First year \(default: 2014\)/);
  expect(help).toMatch(/--Kind <name>\s+Which kind \(laws, cases\)/);
});

it.each<[string, string[], object]>([
  ['as it is written', ['--StartYear', '2020'], { StartYear: '2020' }],
  ['as flags are written', ['--start-year=2020'], { StartYear: '2020' }],
  ['a list more than once', ['--Courts', 'a', '--Courts', 'c'], { Courts: ['a', 'c'] }],
  ['choices more than once', ['--Kind', 'laws', '--Kind', 'cases'], { Kind: ['laws', 'cases'] }],
])('takes a parameter %s', (_case, words, given) => expect(givenParameters(portal, parsed(...words))).toEqual(given));

it('takes pairs, each as often as it has values', () => {
  expect(givenParameters(portal, {}, ['StartYear=2020', 'Courts=a', 'Courts=b=c'])).toEqual({ StartYear: '2020', Courts: ['a', 'b=c'] });
  expect(() => givenParameters(portal, {}, ['2020'])).toThrow('--param takes Name=value, not 2020.');
});
