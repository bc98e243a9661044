/** What a user gives a connector: ranges, collections, languages. Checked by type, with suggestions; defaults filled in. */
import { nearest, WinnowError } from '../../model/index.js';
import type { Parameter } from './schema.js';

/** Values as a command line, a settings file or a definition gives them. */
export type GivenParameters = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Name → values. Values that a choice sets are here too. */
export type ParameterValues = Readonly<Record<string, readonly string[]>>;

export class ParameterError extends WinnowError {
  override readonly name = 'ParameterError';
  constructor(readonly problems: readonly string[]) {
    super('PARAMETERS_WRONG', problems.join('\n'));
  }
}

/** Throws a ParameterError that lists everything that is wrong. */
export function resolveParameters(parameters: Readonly<Record<string, Parameter>>, given: GivenParameters = {}): ParameterValues {
  const problems = unknownNames(parameters, given);
  const values = new Map<string, readonly string[]>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const texts = textsOf(givenValue(given, name) ?? parameter.default, parameter);
    const wrong = texts.flatMap((text) => problemOf(name, parameter, text) ?? []);
    if (texts.length === 0 && parameter.required) problems.push(`${name} is needed: ${parameter.about}`);
    problems.push(...wrong);
    if (texts.length === 0 || wrong.length > 0) continue;
    values.set(name, texts);
    for (const [field, set] of setByChoice(parameter, texts)) values.set(field, set);
  }
  if (problems.length > 0) throw new ParameterError(problems);
  return Object.fromEntries(values);
}

function unknownNames(parameters: Readonly<Record<string, Parameter>>, given: GivenParameters): string[] {
  const known = new Map(Object.keys(parameters).map((name) => [name.toLowerCase(), name]));
  return Object.keys(given)
    .filter((name) => !known.has(name.toLowerCase()))
    .map((name) => {
      const near = nearest(name, Object.keys(parameters));
      const advice = near
        ? ` Did you mean ${near}?`
        : known.size > 0
          ? ` There are ${Object.keys(parameters).join(', ')}.`
          : ' It takes none.';
      return `There is no parameter ${name}.${advice}`;
    });
}

/** Ignores case: legacy settings wrote names in any case. */
function givenValue(given: GivenParameters, name: string): GivenParameters[string] | undefined {
  return given[name] ?? Object.entries(given).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function textsOf(value: GivenParameters[string] | undefined, { type }: Parameter): string[] {
  if (value === undefined) return [];
  const texts = typeof value === 'object' ? [...value] : [String(value)];
  const parts = type === 'list' ? texts.flatMap((text) => text.split(',')) : texts;
  return parts.map((text) => text.trim()).filter((text) => text !== '');
}

/** For each type: the pattern of a value, its description, and a valid example. */
const FORMS: Readonly<Record<string, readonly [pattern: RegExp, said: string, example?: string]>> = {
  number: [/^-?\d+(\.\d+)?$/, 'a number'],
  year: [/^[12]\d{3}$/, 'a year, such as 2014', '2014'],
  month: [/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'a month, such as 2014-05', '2014-05'],
  date: [/^[12]\d{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'a date, such as 2014-05-20', '2014-05-20'],
  flag: [/^(true|false)$/, 'true or false'],
};

/** The pattern that the whole value must match; null: any text. */
export const patternOf = ({ type }: Parameter): string | null => FORMS[type]?.[0].source ?? null;
export const exampleOf = ({ type }: Parameter): string | null => FORMS[type]?.[2] ?? null;

function problemOf(name: string, { type, choices }: Parameter, text: string): string | null {
  const form = FORMS[type];
  if (form && !form[0].test(text)) return `${name} cannot be ${JSON.stringify(text)}: it is ${form[1]}.`;
  if (!choices || Object.hasOwn(choices, text)) return null;
  const near = nearest(text, Object.keys(choices));
  return `${name} cannot be ${JSON.stringify(text)}: it is one of ${Object.keys(choices).join(', ')}.${near ? ` Did you mean ${near}?` : ''}`;
}

/** When several choices are chosen, each adds its values, in the order they were chosen. */
function setByChoice({ choices }: Parameter, texts: readonly string[]): Map<string, string[]> {
  const set = new Map<string, string[]>();
  for (const text of texts)
    for (const [field, value] of Object.entries(choices?.[text] ?? {})) set.set(field, [...(set.get(field) ?? []), value]);
  return set;
}
