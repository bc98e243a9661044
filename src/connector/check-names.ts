/**
 * Names in templates that nothing has: told only where a known name is so near that a slip is likely.
 *
 * Fields may come from steps that bring their own (OAI-PMH, SPARQL and the like) or from pairs only a page knows; of
 * connectors with such steps nothing is said.
 */
import { compileTemplate } from '../fields/index.js';
import { nearest } from '../model/index.js';
import { isMapping, type Mapping } from './merge.js';
import { RUN_NAMES } from './template.js';

export interface UnknownName {
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly meant: string;
}

type Path = readonly (string | number)[];

/** What holds no templates: expressions, patterns, words for people. */
const WITHOUT_TEMPLATES: ReadonlySet<string | number> = new Set(
  'each error count gone doubt inner select links manifest strip refuse starts follow rows next parameters reuse sets because title about names'.split(
    ' ',
  ),
);

export function unknownNames(connector: Mapping): UnknownName[] {
  const known = new Set(Object.keys(RUN_NAMES));
  if (!collectNames(connector, known)) return [];
  return [...templatesIn(connector, [])].flatMap(({ path, names }) =>
    names.flatMap((name) => {
      const meant = known.has(name) ? null : nearest(name, known);
      return meant === null ? [] : [{ path, name, meant }];
    }),
  );
}

/** False where names exist that cannot be known. */
function collectNames(value: unknown, known: Set<string>): boolean {
  if (Array.isArray(value)) return value.every((each) => collectNames(each, known));
  if (!isMapping(value)) return true;
  if (typeof value['kind'] === 'string' && value['kind'] !== 'list' && value['kind'] !== 'branches') return false;
  for (const key of ['fields', 'set', 'over', 'parameters', 'choices'])
    for (const name of isMapping(value[key]) ? Object.keys(value[key]) : []) known.add(name);
  if (typeof value['over'] === 'string') known.add(value['over']);
  for (const choice of isMapping(value['choices']) ? Object.values(value['choices']) : [])
    for (const name of isMapping(choice) ? Object.keys(choice) : []) known.add(name);
  return ![...known].some((name) => name.startsWith('*')) && Object.values(value).every((each) => collectNames(each, known));
}

function* templatesIn(value: unknown, path: Path): Generator<{ path: Path; names: readonly string[] }> {
  if (typeof value === 'string' && value.includes('{')) yield { path, names: namesIn(value) };
  if (Array.isArray(value)) for (const [index, each] of value.entries()) yield* templatesIn(each, [...path, index]);
  if (!isMapping(value)) return;
  for (const [key, each] of Object.entries(value)) {
    const isExpressions = key === 'fields' && path.at(-1) !== 'document';
    if (!isExpressions && !(WITHOUT_TEMPLATES.has(key) && path.at(-1) !== 'document')) yield* templatesIn(each, [...path, key]);
  }
}

/** Texts that are no templates may have braces of their own. */
function namesIn(text: string): readonly string[] {
  try {
    return compileTemplate(text, '').names;
  } catch {
    return [];
  }
}
