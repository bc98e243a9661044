/**
 * Which value each field has, and who set it: `winnow definition explain`. Secrets are hidden. Values are shown as a
 * user would write them, not as the program stores them.
 */
import { isObject, type Path, pathText, schemaAt, shapeOf } from './fields.js';
import { type LayerKind, type Origin, valueAt, valuePaths } from './layers.js';
import type { LoadedDefinition } from './load.js';
import { formatDuration, formatSize } from './quantities.js';
import { HIDDEN, withoutSecrets } from './text-values.js';

export interface ExplainedValue {
  readonly path: string;
  /** As the program stores it: milliseconds, bytes. */
  readonly value: unknown;
  /** As a user would write it: 3s, 1GB. */
  readonly text: string;
  readonly layer: LayerKind;
  /** `default`, `profile gov`, `crawl.yaml:12`, `env WINNOW_FETCH_CONTACT`, `flag --delay`. */
  readonly from: string;
}

export interface Explanation {
  readonly values: readonly ExplainedValue[];
  readonly text: string;
}

/** Lists fields that differ from their defaults, or all of them with `all`. */
export function explainDefinition(
  { definition, origins }: Pick<LoadedDefinition, 'definition' | 'origins'>,
  options: { all?: boolean } = {},
): Explanation {
  const values = explainedValues(withoutSecrets(definition), origins).filter(({ layer }) => options.all || layer !== 'default');
  const [pathWidth, textWidth] = [widthOf(values.map(({ path }) => path)), widthOf(values.map(({ text }) => text))];
  const lines = values.map(({ path, text, from }) => `${path.padEnd(pathWidth)}  ${text.padEnd(textWidth)}  ${from}`);
  return { values, text: lines.length > 0 ? lines.join('\n') : 'Every value is the default.' };
}

/** Columns align for values of usual length; one long value must not push the rest off the screen. */
const widthOf = (texts: readonly string[]) => Math.min(48, Math.max(0, ...texts.map((text) => text.length)));

function explainedValues(definition: object, origins: ReadonlyMap<string, Origin>): ExplainedValue[] {
  const known = definition as Record<string, unknown>;
  return [...valuePaths(known)].map((path) => {
    const value = valueAt(known, path);
    const origin = origins.get(pathText(path)) ?? { layer: 'default', text: 'default' };
    return { path: pathText(path), value, text: written(value, path), layer: origin.layer, from: origin.text };
  });
}

/** As a user would write it in the field `path`: 10s, 2GB. */
export function written(value: unknown, path: Path): string {
  const schema = schemaAt(path, undefined);
  const kind = schema && shapeOf(schema).kind;
  if (typeof value === 'number' && kind === 'duration') return formatDuration(value);
  if (typeof value === 'number' && kind === 'size') return formatSize(value);
  return asFlow(value);
}

/** One line of YAML: [a, b], { use: x }. */
function asFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asFlow).join(', ')}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${asFlow(item)}`);
    return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = typeof value !== 'string' || text === HIDDEN || /^[\w./][\w./:@+-]*$/.test(text);
  return plain ? text : JSON.stringify(text);
}
