/** The selectors inside an expression: the texts in it that say where something stands, not what is done with it. */
import type { Expression } from '../../../definition/connector/index.js';
import type { Path } from '../../../definition/crawl/index.js';
import { valueAt, withValueAt } from '../rule-place.js';

export interface Selector {
  /** Inside the expression. */
  readonly path: Path;
  readonly text: string;
  /** Null: that of the page. */
  readonly language: 'css' | 'xpath' | 'json' | null;
}

/** Texts that are values: constants, names, formats, replacements. */
const LITERAL: ReadonlySet<string> = new Set(
  'with by to as const constant template field field-value set name length group otherwise identifier'.split(' '),
);
/** Patterns say where something stands too, but inside a text. */
const PATTERN: ReadonlySet<string> = new Set(['pattern', 'patterns']);
const LANGUAGES: ReadonlySet<string> = new Set(['css', 'xpath', 'json']);

export function selectorsIn(expression: Expression): Selector[] {
  return [...walk(expression, [], null, false)].filter(({ isPattern }) => !isPattern);
}

/** With the patterns: everything in which a name of the portal may stand. */
export function textsIn(expression: Expression): (Selector & { readonly isPattern: boolean })[] {
  return [...walk(expression, [], null, false)];
}

function* walk(
  value: unknown,
  path: Path,
  language: Selector['language'],
  isPattern: boolean,
): Generator<Selector & { isPattern: boolean }> {
  if (typeof value === 'string') return yield { path, text: value, language, isPattern };
  if (Array.isArray(value)) {
    // Steps of a pipeline are names of functions, or functions.
    const steps = path.at(-1) === 'then';
    for (const [index, each] of value.entries())
      if (!steps || typeof each !== 'string') yield* walk(each, [...path, index], language, isPattern);
  } else if (typeof value === 'object' && value !== null) {
    const isDate = path.at(-1) === 'date';
    for (const [name, each] of Object.entries(value)) {
      if (LITERAL.has(name) || (isDate && name === 'from') || (name === 'then' && typeof each === 'string')) continue;
      yield* walk(each, [...path, name], LANGUAGES.has(name) ? (name as 'css') : language, PATTERN.has(name));
    }
  }
}

export const withSelector = (expression: Expression, { path }: Selector, text: string): Expression => withValueAt(expression, path, text);

/** Every text changed by a function that leaves most of them alone. */
export function withTexts(expression: Expression, change: (text: string) => string): Expression {
  return textsIn(expression).reduce((changed, { path, text }) => {
    const put = change(text);
    return put === text || valueAt(changed, path) !== text ? changed : withValueAt(changed, path, put);
  }, expression);
}
