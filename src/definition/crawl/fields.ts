/**
 * The schema as a tree: which fields exist, what they contain, where a path leads.
 *
 * Flags, environment, reference page and error texts all use this module, so only this file knows how zod stores a
 * schema.
 */
import { z } from 'zod';
import { type Mark, marks } from './marks.js';
import { definitionSchema } from './schema.js';

export type Path = readonly (string | number)[];

/** What a schema contains, without its optional, default and transform wrappers. */
export type Shape =
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, z.ZodType>; readonly open: boolean }
  | { readonly kind: 'list'; readonly of: z.ZodType }
  | { readonly kind: 'map'; readonly of: z.ZodType }
  | { readonly kind: 'choice'; readonly options: readonly z.ZodType[] }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'text' | 'number' | 'whole number' | 'boolean' | 'duration' | 'size' | 'other' };

/** One setting, at the end of its path: politeness.delay. A list, a map or a choice is one setting. */
export interface Field {
  readonly path: string;
  readonly schema: z.ZodType;
  readonly shape: Shape;
  readonly mark: Mark;
  readonly description: string;
  /** As a user would write it: `3s`, not 3000. Undefined when there is none. */
  readonly fallback: unknown;
  readonly required: boolean;
}

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.ZodType): Def => schema._zod.def as Def;

/** Removes the wrappers of a schema and merges their marks. */
function peel(schema: z.ZodType): { schema: z.ZodType; mark: Mark } {
  let inner = schema;
  let mark: Mark = { ...marks.get(inner) };
  for (let next = wrapped(inner); next; next = wrapped(inner)) {
    inner = next;
    mark = { ...marks.get(inner), ...mark };
  }
  return { schema: inner, mark };
}

function wrapped(schema: z.ZodType): z.ZodType | null {
  const def = defOf(schema);
  if (def.type === 'optional' || def.type === 'default' || def.type === 'prefault') return def.innerType as z.ZodType;
  if (def.type === 'lazy') return (schema as z.ZodLazy<z.ZodType>)._zod.innerType; // not the getter: that makes a new schema each time
  if (def.type === 'pipe') return def.in as z.ZodType;
  return null;
}

export const markOf = (schema: z.ZodType): Mark => peel(schema).mark;

export function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema) ?? makeShape(schema);
  shapes.set(schema, known);
  return known;
}

/** A cache, because every value of a long list asks for the same shape. */
const shapes = new WeakMap<z.ZodType, Shape>();

function makeShape(schema: z.ZodType): Shape {
  const { schema: inner, mark } = peel(schema);
  if (mark.quantity) return { kind: mark.quantity };
  const def = defOf(inner);
  switch (def.type) {
    case 'object':
      return { kind: 'object', fields: new Map(Object.entries(def.shape) as [string, z.ZodType][]), open: !isNever(def.catchall) };
    case 'array':
      return { kind: 'list', of: def.element as z.ZodType };
    case 'record':
      return { kind: 'map', of: def.valueType as z.ZodType };
    case 'union':
      return { kind: 'choice', options: def.options as readonly z.ZodType[] };
    case 'enum':
      return { kind: 'words', words: Object.values(def.entries).map(String) };
    case 'number':
      return { kind: inner instanceof z.ZodNumber && inner.isInt ? 'whole number' : 'number' };
    case 'string':
      return { kind: 'text' };
    case 'boolean':
      return { kind: 'boolean' };
    default:
      return { kind: 'other' };
  }
}

const isNever = (catchall: unknown) => catchall instanceof z.ZodNever;

/** Every setting of a definition, in the order of the schema. A rule inside a rule is not listed again. */
export function definitionFields(): readonly Field[] {
  allFields ??= [...fieldsOf(definitionSchema, [], '')];
  return allFields;
}

let allFields: readonly Field[] | undefined;

function* fieldsOf(schema: z.ZodType, parents: readonly z.ZodType[], prefix: string): Generator<Field> {
  const inside = [...parents, peel(schema).schema];
  for (const [name, child] of partsOf(schema)) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (isSection(child, inside)) yield* fieldsOf(child, inside, path);
    else yield { path, schema: child, ...describe(child) };
  }
}

/** Whether a field only groups others. A field that contains the rule it stands in is one setting. */
function isSection(schema: z.ZodType, parents: readonly z.ZodType[]): boolean {
  const leadsBack = [schema, ...partsOf(schema).values()].some((part) => parents.includes(peel(part).schema));
  return shapeOf(schema).kind === 'object' && !leadsBack;
}

function partsOf(schema: z.ZodType): ReadonlyMap<string, z.ZodType> {
  const shape = shapeOf(schema);
  return shape.kind === 'object' ? shape.fields : new Map();
}

function describe(schema: z.ZodType): Omit<Field, 'path' | 'schema'> {
  return {
    shape: shapeOf(schema),
    mark: markOf(schema),
    description: schema.description ?? '',
    fallback: fallbackOf(schema),
    required: !schema.safeParse(undefined).success,
  };
}

function fallbackOf(schema: z.ZodType): unknown {
  const def = defOf(schema);
  if (def.type === 'default' || def.type === 'prefault') return def.defaultValue;
  return def.type === 'optional' ? fallbackOf(def.innerType as z.ZodType) : undefined;
}

/** The schema a path leads to; the form of `value` decides between alternatives. Null when the path leaves the schema. */
export function schemaAt(path: Path, value: unknown, root: z.ZodType = definitionSchema): z.ZodType | null {
  let schema: z.ZodType | null = root;
  let here = value;
  for (const step of path) {
    schema = schema && child(settle(schema, here), step);
    here = isObject(here) || Array.isArray(here) ? (here as Record<string | number, unknown>)[step] : undefined;
  }
  return schema;
}

function child(schema: z.ZodType, step: string | number): z.ZodType | null {
  const shape = shapeOf(schema);
  if (shape.kind === 'object') return shape.fields.get(String(step)) ?? null;
  return shape.kind === 'list' || shape.kind === 'map' ? shape.of : null;
}

/** The alternative the value was most likely meant for; schemas without alternatives are returned as they are. */
export function settle(schema: z.ZodType, value: unknown): z.ZodType {
  const shape = shapeOf(schema);
  if (shape.kind !== 'choice') return schema;
  return likelyOption(shape.options, value) ?? schema;
}

/** Null when no alternative has this kind of value, or when several do and no key tells them apart. */
export function likelyOption(options: readonly z.ZodType[], value: unknown): z.ZodType | null {
  const alike = options.filter((option) => kindOfValue(value) === kindOfShape(shapeOf(option)));
  if (alike.length < 2 || !isObject(value)) return alike[0] ?? null;
  const shared = alike.map((option) => sharedKeys(option, value));
  const best = Math.max(...shared);
  return best === 0 ? null : (alike[shared.indexOf(best)] ?? null);
}

function sharedKeys(option: z.ZodType, value: Record<string, unknown>): number {
  const shape = shapeOf(option);
  if (shape.kind !== 'object') return 0;
  const shared = Object.keys(value).filter((key) => shape.fields.has(key));
  return shared.length + (shared.some((key) => isTold(shape.fields.get(key) as z.ZodType, value[key])) ? TELLING : 0);
}

/** Whether a field that allows one word alone has it and so decides the alternative: `kind: oai`. */
function isTold(field: z.ZodType, value: unknown): boolean {
  const shape = shapeOf(field);
  return shape.kind === 'words' && shape.words.length === 1 && shape.words[0] === value;
}

const TELLING = 1000;

function kindOfShape(shape: Shape): string {
  switch (shape.kind) {
    case 'map':
      return 'object';
    case 'words':
      return 'text';
    case 'whole number':
      return 'number';
    default:
      return shape.kind;
  }
}

export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  return { string: 'text', number: 'number', boolean: 'boolean', object: 'object' }[typeof value as string] ?? 'other';
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** seeds, 0, url → seeds[0].url */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => text + stepText(step, text === ''), '');
}

function stepText(step: string | number, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  if (!/^[\w-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
  return first ? step : `.${step}`;
}

/** seeds[0].url → seeds, 0, url */
export function pathOf(text: string): Path {
  const steps = text.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g);
  return [...steps].map(([, index, quoted, name]) => (index ? Number(index) : quoted ? String(JSON.parse(quoted)) : (name ?? '')));
}
