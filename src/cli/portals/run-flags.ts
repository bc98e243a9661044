/**
 * Flags of `portals run`, but for the parameters of the portal: settings of the run from their one description, and the
 * names that the workers before had for theirs.
 */
import { type Command, Option } from 'commander';
import { type Parameter, RUN_PARAMETERS, type RunParameter, takesSeveral } from '../../definition/connector/index.js';
import type { RunSettings } from '../../run/harvest/index.js';

const SHORT: Partial<Record<RunParameter, string>> = { workspace: '-w' };

const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** The same description makes the field of the form. */
export function addRunFlags(command: Command): void {
  for (const [name, parameter] of Object.entries(RUN_PARAMETERS) as [RunParameter, Parameter][]) {
    const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const flags = SHORT[name] === undefined ? long : `${SHORT[name]}, ${long}`;
    const option = new Option(parameter.type === 'flag' ? flags : `${flags} <${valueOf(name, parameter)}>`, parameter.about);
    command.addOption(takesSeveral(parameter) ? option.argParser(repeated) : option);
  }
}

function valueOf(name: RunParameter, { type, choices }: Parameter): string {
  if (choices) return Object.keys(choices).join('|');
  if (/folder$|^workspace$/i.test(name)) return 'folder';
  return type === 'number' ? 'number' : /^(deliver|mail|convert)/.test(name) ? 'address' : name === 'randomWait' ? 'duration' : 'name';
}

/** What was typed of them. */
export const typedSettings = (flags: Readonly<Record<string, unknown>>): RunSettings =>
  Object.fromEntries(Object.keys(RUN_PARAMETERS).flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])));

export function addLogFlags(command: Command): void {
  command
    .option('--log <file>', 'also write what is said into this file; {0} in its name is the moment of the start')
    .option('--log-level <level>', 'ERROR, INFO (default), VERBOSE (each document too) or DEBUG (each request too)')
    .option('--log-parts <part,level;…>', 'levels of parts: run, document, request, deliver');
}

/** Both names may be given; the newer one wins. */
export function addOlderFlags(command: Command): void {
  const older = [
    new Option('-s, --silent', 'as --quiet: nothing is shown but the report'),
    new Option('-p, --parameters <file>', 'as --worker'),
    new Option('-l, --log-file <file>', 'as --log'),
    new Option('--custom-log-levels <part,level;…>', 'as --log-parts'),
    new Option('--app-config <file>', 'as --settings'),
  ];
  for (const option of older) command.addOption(option);
}

/** Under the names of today. */
export function withNewerNames<Flags extends OlderFlags>(flags: Flags): Flags {
  const { silent, parameters, logFile, customLogLevels, appConfig } = flags;
  const older = { quiet: silent, worker: parameters, log: logFile, logParts: customLogLevels, settings: appConfig };
  const given = Object.fromEntries(Object.entries(older).filter(([, value]) => value !== undefined));
  const newer = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return { ...given, ...newer } as Flags;
}

export interface OlderFlags extends Readonly<Record<string, unknown>> {
  readonly silent?: boolean;
  readonly parameters?: string;
  readonly logFile?: string;
  readonly customLogLevels?: string;
  readonly appConfig?: string;
}
