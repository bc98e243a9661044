/**
 * The parameters of a portal and of its run as a form: data that a page, or any program, can draw without knowing the
 * portal. Flags of the command line and their help come from the same descriptions.
 */
import type { CompleteConnector } from './complete.js';
import { exampleOf, patternOf } from './parameters.js';
import { RUN_PARAMETERS } from './run-parameters.js';
import type { Parameter } from './schema.js';

export interface FormField {
  readonly name: string;
  /** One sentence that says what it is. */
  readonly about: string;
  readonly type: Parameter['type'];
  /** The value when nothing is given: a text, several texts, or true or false. Null: none. */
  readonly default: string | readonly string[] | boolean | null;
  /** The values it may have, or several of them for a list; empty: any valid value. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly takesSeveral: boolean;
  /** Regular expression that the whole value must match; null: any text. */
  readonly pattern: string | null;
  /** A valid value to show while the field is empty. */
  readonly example: string | null;
}

export interface FormSection {
  /** `parameters` are those of the portal, `run` those of every run. */
  readonly name: 'parameters' | 'run';
  readonly title: string;
  readonly fields: readonly FormField[];
}

export interface ParameterForm {
  /** Id of the connector. */
  readonly id: string;
  readonly title: string;
  readonly sections: readonly FormSection[];
}

export function describeForm({ id, title, parameters }: Pick<CompleteConnector, 'id' | 'title' | 'parameters'>): ParameterForm {
  return {
    id,
    title,
    sections: [
      { name: 'parameters', title: `Parameters of ${title}`, fields: fieldsOf(parameters) },
      { name: 'run', title: 'Run', fields: fieldsOf(RUN_PARAMETERS) },
    ],
  };
}

const fieldsOf = (parameters: Readonly<Record<string, Parameter>>): FormField[] =>
  Object.entries(parameters).map(([name, parameter]) => ({
    name,
    about: parameter.about,
    type: parameter.type,
    default: defaultOf(parameter),
    choices: Object.keys(parameter.choices ?? {}),
    isRequired: parameter.required,
    takesSeveral: takesSeveral(parameter),
    pattern: patternOf(parameter),
    example: exampleOf(parameter),
  }));

/** A list of values; with choices, several may be chosen. */
export const takesSeveral = ({ type, choices }: Parameter): boolean => type === 'list' || (choices !== undefined && type !== 'choice');

function defaultOf(parameter: Parameter): FormField['default'] {
  const { type, default: fallback } = parameter;
  if (type === 'flag') return String(fallback ?? false) === 'true';
  if (fallback === undefined) return takesSeveral(parameter) ? [] : null;
  const values = Array.isArray(fallback) ? fallback : [String(fallback)];
  return takesSeveral(parameter) ? values.flatMap((value) => value.split(',')).map((value) => value.trim()) : values.join(', ');
}
