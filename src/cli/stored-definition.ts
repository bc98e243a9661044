/** The definition a workspace was last run by, completed with what later releases added. */
import { type Definition, definitionFromInput } from '../definition/crawl/index.js';

export interface StoredDefinition {
  readonly definition: Definition;
  /** Fields whose value is a secret, which is never stored: fetch.headers.Authorization. */
  readonly secrets: readonly string[];
}

/** What stands in a stored definition where a secret stood. */
const HIDDEN = '(hidden)';

export async function readStoredDefinition(json: string): Promise<StoredDefinition> {
  const stored: unknown = JSON.parse(json);
  const { definition: defaults } = await definitionFromInput({});
  return { definition: layOver(defaults, stored) as Definition, secrets: hiddenIn(stored, '') };
}

/** Objects are laid over each other field by field; everything else is taken from above. */
function layOver(below: unknown, above: unknown): unknown {
  if (!isPlainObject(below) || !isPlainObject(above)) return above === undefined ? below : above;
  const both = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries([...both].map((key) => [key, layOver(below[key], above[key])]));
}

function hiddenIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return value.includes(HIDDEN) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => hiddenIn(item, `${path}[${index}]`));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => hiddenIn(item, path ? `${path}.${key}` : key));
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
