/**
 * The environment as a layer: every field has a variable, WINNOW_ and its path in capitals. The rest of the program
 * reads only those WINNOW_ variables that are not part of a definition.
 */

import { nearest } from '../../model/index.js';
import { definitionFields, type Field, type Path } from './fields.js';
import type { Layer } from './layers.js';
import type { Problem } from './problem.js';
import { readWords, setAt } from './read-words.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process, for programs it starts. */
export const ownEnvironment = (): Environment => process.env;

const PREFIX = 'WINNOW_';
/** Variables that are not part of a definition: the folder where crawls on this machine share turns, and what the crash campaign sets. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set([
  'WINNOW_STATE',
  'WINNOW_LEASE_MS',
  'WINNOW_FAILPOINT',
  'WINNOW_FAILPOINT_LOG',
  'WINNOW_CHECKPOINT_BYTES',
]);

/** Prefix of variables that a hook sets for the program it starts, which may be this one. */
const TOLD = 'WINNOW_RUN_';

/** politeness.maxDelay → WINNOW_POLITENESS_MAX_DELAY */
export const environmentName = (path: string): string =>
  PREFIX +
  path
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase();

const fieldsByName = (): Map<string, Field> => new Map(definitionFields().map((field) => [environmentName(field.path), field]));

/** An empty variable counts as not set: a shell has no other way to unset one for a single command. */
export function environmentLayer(environment: Environment, directory: string): Layer {
  const value: Record<string, unknown> = {};
  for (const [name, field] of fieldsByName()) {
    const text = environment[name];
    if (text !== undefined && text !== '') setAt(value, field.path.split('.'), readWords(field, [text]));
  }
  return {
    kind: 'environment',
    value,
    directory,
    placeOf: (path) => ({ text: `environment variable ${environmentName(fieldPath(path))}` }),
  };
}

/** The field that a path leads to or into: fetch.headers for fetch.headers.Accept. */
export function fieldPath(path: Path): string {
  const steps = path.map(String);
  const known = definitionFields().find((field) => field.path.split('.').every((step, index) => step === steps[index]));
  return known?.path ?? steps.join('.');
}

/** Warns of variables with our prefix that mean nothing: otherwise nobody would notice a slip. */
export function unknownVariables(environment: Environment): Problem[] {
  const known = [...fieldsByName().keys()];
  const isStrange = (name: string): boolean => !known.includes(name) && !OTHER_VARIABLES.has(name) && !name.startsWith(TOLD);
  const strange = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && isStrange(name));
  return strange.map((name) => {
    const suggestion = nearest(name, known) ?? undefined;
    const problem = {
      path: '',
      where: `environment variable ${name}`,
      message: 'no field of a definition has this variable; it is ignored.',
    };
    return suggestion ? { ...problem, suggestion } : problem;
  });
}
