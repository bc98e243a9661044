/**
 * Command-line flags from the schema: one for every field, `--politeness-delay`, and a short one for the common ones,
 * `--delay`. The command line does the parsing; this module describes the flags and reads what was typed.
 */
import { fieldPath } from './environment.js';
import { definitionFields, type Field } from './fields.js';
import type { Layer } from './layers.js';
import { readWords, setAt } from './read-words.js';

export interface Flag {
  /** `--politeness-delay` */
  readonly flag: string;
  /** `--delay`, for common fields. */
  readonly short?: string;
  /** `--no-fetch-http2`, for fields that switch something on or off. */
  readonly negation?: string;
  /** `--no-files`, the short form of the negation, for common fields. */
  readonly shortNegation?: string;
  /** `politeness.delay` */
  readonly path: string;
  /** The camelCase name under which a parser hands over the value: politenessDelay. */
  readonly attribute: string;
  readonly takesValue: boolean;
  /** May be given several times: lists and maps. */
  readonly repeatable: boolean;
  /** Placeholder of the value in help texts: `duration`, `key=value`. */
  readonly placeholder: string;
  /** One line for the help. */
  readonly description: string;
  /** Turns what was typed into the value a definition file would have. Never throws. */
  parse(typed: string | readonly string[] | boolean): unknown;
}

export type FlagValues = Readonly<Record<string, unknown>>;

/** Credentials have no flag: everybody on the machine can see command lines. */
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

/** The help shows one line; the reference page shows the whole description. */
export const firstSentence = (description: string): string => /^.*?[.](?=\s|$)/.exec(description)?.[0] ?? description;

/**
 * The layer of what was typed. `values` have the parser's names (politenessDelay, delay) or the typed ones (--delay).
 * Names that are not flags of a definition are ignored.
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
