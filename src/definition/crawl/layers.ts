/**
 * Layers: where values come from and which one wins. Later layers override earlier ones field by field.
 *
 * Sections and maps are joined key by key. Everything else is replaced as a whole: a later list is not appended, and a
 * later `not` does not mix with an earlier one, which would change its meaning.
 */
import { definitionFields, isObject, type Path, pathText } from './fields.js';
import type { Place } from './problem.js';

export type LayerKind = 'default' | 'profile' | 'file' | 'command line' | 'environment' | 'flag';

export interface Layer {
  readonly kind: LayerKind;
  readonly value: Readonly<Record<string, unknown>>;
  /** Folder that relative file names of this layer start from. */
  readonly directory: string;
  placeOf(path: Path, part: 'key' | 'value'): Place;
}

/** Where the value of one field came from. */
export interface Origin {
  readonly layer: LayerKind;
  /** As text: `default`, `profile gov`, `crawl.yaml:12`, `env WINNOW_FETCH_CONTACT`, `flag --delay`. */
  readonly text: string;
  readonly file?: string;
  readonly line?: number;
}

const DEFAULT_ORIGIN: Origin = { layer: 'default', text: 'default' };
/** Deeper than any definition: a module may return an object that contains itself. */
const MAX_NESTING = 100;

/** Paths whose values are joined rather than replaced. The empty path is the root. */
const joined: ReadonlySet<string> = new Set(
  definitionFields().flatMap(({ path, shape }) => [...prefixes(path), ...(shape.kind === 'map' ? [path] : [])]),
);

function prefixes(path: string): string[] {
  const steps = path.split('.');
  return steps.map((_, index) => steps.slice(0, index).join('.'));
}

export function mergeLayers(layers: readonly Layer[]): Record<string, unknown> {
  return layers.reduce<Record<string, unknown>>((merged, { value }) => merge(merged, value, []), {});
}

/** Built from entries, never by assignment, so that a key called __proto__ stays an ordinary, unknown key. */
function merge(base: Record<string, unknown>, over: Readonly<Record<string, unknown>>, path: Path): Record<string, unknown> {
  const entries = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const here = [...path, key];
    const joins = joined.has(here.join('.'));
    // A section whose fields are all commented out is empty: leave it out.
    if (value === undefined || (joins && value === null)) continue;
    const before = entries.get(key);
    entries.set(key, joins && isObject(value) ? merge(isObject(before) ? before : {}, value, here) : copy(value, 0));
  }
  return Object.fromEntries(entries);
}

/** A copy, so that freezing the result does not freeze the caller's objects. */
function copy(value: unknown, depth: number): unknown {
  if (depth > MAX_NESTING) throw new RangeError(`a value is nested more than ${MAX_NESTING} levels deep, or contains itself`);
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  const plain = isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  return plain ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1)])) : value;
}

/** The layer that set a path's value: the last that writes the value, or replaces a part that contains it. */
export function layerOf(layers: readonly Layer[], path: Path): Layer | null {
  return layers.findLast(({ value }) => writes(value, path)) ?? null;
}

function writes(value: unknown, path: Path): boolean {
  let here: unknown = value;
  for (const [index, step] of path.entries()) {
    if (!isObject(here)) return !joined.has(path.slice(0, index).join('.'));
    here = Object.hasOwn(here, step) ? here[step] : undefined;
    if (here === undefined) return index > 0 && !joined.has(path.slice(0, index).join('.'));
  }
  return !(here === null && joined.has(path.join('.')));
}

/** Origin of every field that has a value, by path; of a map, the origin of each entry. */
export function originsOf(layers: readonly Layer[], definition: Readonly<Record<string, unknown>>): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const path of valuePaths(definition)) origins.set(pathText(path), originOf(layerOf(layers, path), path));
  return origins;
}

function originOf(layer: Layer | null, path: Path): Origin {
  if (!layer) return DEFAULT_ORIGIN;
  const { text, file, line } = layer.placeOf(path, 'key');
  const place = file && line ? `${file}:${line}` : text.replace(/^environment variable /, 'env ');
  return { layer: layer.kind, text: place, ...(file ? { file } : {}), ...(line ? { line } : {}) };
}

/** Paths of all settings that have a value; of a map, the path of each entry. */
export function* valuePaths(definition: Readonly<Record<string, unknown>>): Generator<Path> {
  for (const field of definitionFields()) {
    const path = field.path.split('.');
    const value = valueAt(definition, path);
    const keys = field.shape.kind === 'map' && isObject(value) ? Object.keys(value) : [];
    if (keys.length > 0) yield* keys.map((key) => [...path, key]);
    else if (value !== undefined) yield path;
  }
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((here, step) => {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    return (here as Record<string | number, unknown>)[step];
  }, value);
}
