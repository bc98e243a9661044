/** Parameters of a connector on the command line: a flag for each, with its description as help, and `--param Name=value`. */
import { type Command, Option } from 'commander';
import { type CompleteConnector, type GivenParameters, type Parameter, takesSeveral } from '../../definition/connector/index.js';
import { UsageError } from '../usage-error.js';

/** Flags of the command itself stand in another section of the help. */
export function addParameterFlags(command: Command, { title, parameters }: Pick<CompleteConnector, 'title' | 'parameters'>): void {
  const taken = new Set(command.options.map((option) => option.attributeName()));
  for (const [name, parameter] of Object.entries(parameters))
    for (const [at, flag] of flagsOf(name).entries()) {
      const option = new Option(parameter.type === 'flag' ? `${flag} [yes]` : `${flag} <${placeholder(parameter)}>`, helpOf(parameter));
      if (taken.has(option.attributeName())) continue;
      taken.add(option.attributeName());
      if (takesSeveral(parameter)) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
      command.addOption(option.helpGroup(`Parameters of ${title}:`).hideHelp(at > 0));
    }
}

/** As it is written, and as people write flags. */
function flagsOf(name: string): string[] {
  const dashed = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
  return [...new Set([`--${name}`, `--${dashed}`])].filter((flag) => /^--[A-Za-z][\w-]+$/.test(flag));
}

const placeholder = ({ type, choices }: Parameter): string => (choices ? 'name' : type === 'text' ? 'value' : type);

function helpOf({ about, choices, default: fallback }: Parameter): string {
  const names = Object.keys(choices ?? {});
  const notes = [names.length > 0 ? names.join(', ') : '', fallback === undefined ? '' : `default: ${String(fallback)}`];
  const said = notes.filter((note) => note !== '').join('; ');
  return said === '' ? about : `${about} (${said})`;
}

/** What was given, by either form. */
export function givenParameters(
  { parameters }: Pick<CompleteConnector, 'parameters'>,
  flags: Readonly<Record<string, unknown>>,
  pairs: readonly string[] = [],
): GivenParameters {
  const given = new Map<string, string | string[]>();
  for (const [name, value] of pairs.map(pairOf)) given.set(name, joined(given.get(name), value));
  for (const name of Object.keys(parameters))
    for (const flag of flagsOf(name)) {
      const value = flags[new Option(`${flag} <value>`).attributeName()];
      if (value !== undefined) given.set(name, Array.isArray(value) ? value.map(String) : String(value));
    }
  return Object.fromEntries(given);
}

/** Given twice, it has two values. */
const joined = (before: string | string[] | undefined, value: string): string | string[] =>
  before === undefined ? value : [...[before].flat(), value];

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError(`--param takes Name=value, not ${pair}.`);
  return [pair.slice(0, at).trim(), pair.slice(at + 1)];
}
