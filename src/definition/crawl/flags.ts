/**
 * Command-line flags of the schema: one for every field, `--politeness-delay`, and a short name for the common ones,
 * `--delay`. The command line parser is the CLI's business; it gets data and hands back what was typed.
 */
import { fieldPath } from './environment.js';
import { definitionFields, type Field } from './fields.js';
import type { Layer } from './layers.js';
import { readWords, setAt } from './read-words.js';

export interface Flag {
  /** `--politeness-delay` */
  readonly flag: string;
  /** `--delay`, for the common ones. */
  readonly short?: string;
  /** `--no-fetch-http2`, for those that switch something on or off. */
  readonly negation?: string;
  /** `--no-files`, for those of them that are common. */
  readonly shortNegation?: string;
  /** `politeness.delay` */
  readonly path: string;
  /** Name under which a parser that turns dashes into capitals hands the value over: politenessDelay. */
  readonly attribute: string;
  readonly takesValue: boolean;
  /** May be given several times; for lists and maps. */
  readonly repeatable: boolean;
  /** What stands for the value in help texts: `duration`, `key=value`. */
  readonly placeholder: string;
  /** One line for the help. */
  readonly description: string;
  /** What was typed → the value as a definition file would hold it. Never throws. */
  parse(typed: string | readonly string[] | boolean): unknown;
}

export type FlagValues = Readonly<Record<string, unknown>>;

/** Credentials have no flag: command lines are seen by everybody on the machine. */
export function definitionFlags(): Flag[] {
  return definitionFields()
    .filter(({ mark }) => mark.flag !== false)
    .map(flagOf);
}

function flagOf(field: Field): Flag {
  const flag = `--${field.path
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('.', '-')
    .toLowerCase()}`;
  const { kind } = field.shape;
  return {
    flag,
    ...(field.mark.flag ? { short: field.mark.flag } : {}),
    ...(kind === 'boolean'
      ? { negation: `--no-${flag.slice(2)}`, ...(field.mark.flag ? { shortNegation: `--no-${field.mark.flag.slice(2)}` } : {}) }
      : {}),
    path: field.path,
    attribute: attributeOf(flag),
    takesValue: kind !== 'boolean',
    repeatable: kind === 'list' || kind === 'map',
    placeholder: placeholderOf(field),
    description: firstSentence(field.description),
    parse: (typed) => (typeof typed === 'boolean' ? typed : readWords(field, typeof typed === 'string' ? [typed] : typed)),
  };
}

const attributeOf = (flag: string) => flag.slice(2).replace(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase());

function placeholderOf({ shape }: Field): string {
  switch (shape.kind) {
    case 'words':
      return shape.words.join('|');
    case 'list':
      return 'value,…';
    case 'map':
      return 'key=value,…';
    case 'whole number':
    case 'number':
      return 'number';
    case 'object':
    case 'choice':
      return 'json';
    default:
      return shape.kind;
  }
}

/** Help has one line; the rest of a description is for the reference page. */
export const firstSentence = (description: string): string => /^.*?[.](?=\s|$)/.exec(description)?.[0] ?? description;

/**
 * The layer of what was typed. `values` are named as the parser names them (politenessDelay, delay) or as typed
 * (--delay); names that are no flag of a definition are none of our business.
 */
export function applyFlags(values: FlagValues, directory: string = process.cwd()): Layer {
  const value: Record<string, unknown> = {};
  const typed = new Map<string, string>();
  for (const flag of definitionFlags()) {
    for (const name of [flag.flag, flag.short]) {
      const given = name && (values[name] ?? values[attributeOf(name)]);
      if (!name || given === undefined || given === null) continue;
      setAt(value, flag.path.split('.'), parseGiven(flag, given));
      typed.set(flag.path, (given === false && flag.negation) || (flag.short ?? flag.flag));
    }
  }
  return { kind: 'flag', value, directory, placeOf: (path) => ({ text: `flag ${typed.get(fieldPath(path)) ?? fieldPath(path)}` }) };
}

function parseGiven(flag: Flag, given: unknown): unknown {
  if (typeof given === 'boolean' || typeof given === 'string') return flag.parse(given);
  return Array.isArray(given) && given.every((item) => typeof item === 'string') ? flag.parse(given) : given;
}
