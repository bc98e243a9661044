/**
 * Validation errors as sentences: which field, what is wrong with it, what it may be.
 *
 * zod only says that a value does not fit; these sentences let somebody who never saw the schema correct it. An error in
 * a choice between several forms is reported for the form that was most likely meant, never as a list of failures.
 */
import { z } from 'zod';
import { nearest } from '../../model/index.js';
import {
  definitionFields,
  isObject,
  kindOfValue,
  likelyOption,
  markOf,
  type Path,
  pathText,
  type Shape,
  schemaAt,
  settle,
  shapeOf,
} from './fields.js';
import { valueAt } from './layers.js';
import { OTHER_NAMES } from './other-names.js';
import { DURATION_FORM, likelyQuantity, SIZE_FORM } from './quantities.js';
import { definitionSchema } from './schema.js';

export interface Finding {
  readonly path: Path;
  /** Whether the field's name or its value is wrong. */
  readonly part: 'key' | 'value';
  readonly message: string;
  readonly suggestion?: string;
}

type Issue = z.core.$ZodIssue;

/** `whole` is the schema that `value` was checked against. */
export function findingsOf(issues: readonly Issue[], value: unknown, above: Path = [], whole: z.ZodType = definitionSchema): Finding[] {
  return issues.flatMap((issue) => findingsOfIssue(issue, value, [...above, ...(issue.path as Path)], whole));
}

function findingsOfIssue(issue: Issue, root: unknown, path: Path, whole: z.ZodType): Finding[] {
  const value = valueAt(root, path);
  const schema = schemaAt(path, root, whole);
  if (issue.code === 'unrecognized_keys') {
    const settled = schema && settle(schema, value);
    const isDefinition = whole === definitionSchema;
    return issue.keys.map((key, index) => (index < EXPLAINED ? unknownField(path, key, settled, isDefinition) : strangeField(path, key)));
  }
  if (!schema) return [finding(path, `${name(path)} ${issue.message}.`)];
  if (value === undefined) return [missingField(path, root)];
  const { quantity, secret } = markOf(schema);
  if (quantity) return [wrongQuantity(quantity, path, value)];
  const shape = shapeOf(schema);
  if (issue.code === 'invalid_union' && shape.kind === 'choice') return wrongChoice(schema, shape.options, root, path, whole);
  if (issue.code === 'invalid_key')
    return [{ path, part: 'key', message: `${name(path)} cannot be used as a name: ${issue.issues[0]?.message ?? issue.message}.` }];
  return [simpleFinding(issue, shape, path, value, secret)];
}

const finding = (path: Path, message: string, suggestion?: string | null): Finding => ({
  path,
  part: 'value',
  message,
  ...(suggestion ? { suggestion } : {}),
});

const name = (path: Path) => `\`${pathText(path)}\``;

// ---- fields that are not there, or should not be

function missingField(path: Path, root: unknown): Finding {
  const parent = path.slice(0, -1);
  const wanted = String(path.at(-1));
  const given = valueAt(root, parent);
  const slip = isObject(given) ? nearest(wanted, Object.keys(given)) : null;
  if (slip === null) return { path: parent, part: 'key', message: `${name(path)} is missing.` };
  return { path: [...parent, slip], part: 'key', message: `${name(path)} is missing; there is \`${slip}\` instead.`, suggestion: wanted };
}

/** Beyond these, the unknown fields of one mapping are only counted: a file of ten thousand needs no ten thousand suggestions. */
const EXPLAINED = 50;

function strangeField(path: Path, key: string): Finding {
  const where = path.length === 0 ? '' : ` in ${name(path)}`;
  return { path: [...path, key], part: 'key', message: `there is no field \`${key}\`${where}.` };
}

function unknownField(path: Path, key: string, schema: z.ZodType | null, isDefinition: boolean): Finding {
  const shape = schema && shapeOf(schema);
  const siblings = shape?.kind === 'object' ? [...shape.fields.keys()] : [];
  const strange = strangeField(path, key);
  const unknown = strange.message;
  const say = (message: string, suggestion?: string): Finding => ({ ...strange, message, ...(suggestion ? { suggestion } : {}) });

  const respelt = siblings.find((sibling) => plain(sibling) === plain(key));
  if (respelt) return say(unknown, respelt);
  const homes = isDefinition ? homesOf(key, path) : [];
  if (homes.length > 0)
    return say(
      `\`${key}\` does not stand ${path.length === 0 ? 'at the top' : `under ${name(path)}`}; it belongs under ${inWords(homes, 'or')}.`,
    );
  const called = isDefinition ? OTHER_NAMES.get(plain(key)) : undefined;
  if (called) return say(`${unknown} What you want is called \`${called}\`.`);
  const near = nearest(key, siblings) ?? (isDefinition ? nearestElsewhere(key) : null);
  if (near) return say(unknown, near);
  return say(siblings.length === 0 ? unknown : `${unknown} The fields there are ${inWords(siblings, 'and')}.`);
}

const plain = (text: string) => text.toLowerCase().replace(/[-_\s]/g, '');

/** Sections with a field of this name: `delay` → `politeness`. A name that many sections have is no hint. */
function homesOf(key: string, path: Path): string[] {
  const homes = definitionFields()
    .filter((field) => plain(field.path.split('.').at(-1) ?? '') === plain(key))
    .map((field) => field.path.split('.').slice(0, -1).join('.'))
    .filter((home) => home !== '' && home !== pathText(path));
  return homes.length <= 3 ? homes : [];
}

function nearestElsewhere(key: string): string | null {
  const byName = new Map(definitionFields().map(({ path }) => [path.split('.').at(-1) ?? '', path]));
  const near = nearest(key, byName.keys(), 1);
  return near === null ? null : (byName.get(near) ?? null);
}

// ---- values that do not fit

function wrongQuantity(quantity: 'duration' | 'size', path: Path, value: unknown): Finding {
  const form = quantity === 'duration' ? DURATION_FORM : SIZE_FORM;
  const meant = typeof value === 'string' ? likelyQuantity(quantity, value) : null;
  return finding(path, `${name(path)} cannot be ${shown(value)}: ${form}.`, meant);
}

/** Reports the form that was meant; when none is likely, one sentence names all forms. */
function wrongChoice(schema: z.ZodType, options: readonly z.ZodType[], root: unknown, path: Path, whole: z.ZodType): Finding[] {
  const value = valueAt(root, path);
  const meant = likelyOption(options, value);
  const issues = meant?.safeParse(value).error?.issues;
  if (issues) return findingsOf(issues, root, path, whole);
  const keys = options.flatMap((option) => keysOf(shapeOf(option)));
  const forms = `${markOf(schema).noun ?? 'it'} is ${inWords(options.flatMap(formsOf), 'or', '')}`;
  if (!isObject(value)) return [finding(path, `${name(path)} cannot be ${shown(value)}: ${forms}.`)];
  const [first] = Object.keys(value);
  if (first === undefined) return [finding(path, `${name(path)} is empty: ${forms}.`)];
  const near = nearest(first, keys);
  return [
    {
      path: [...path, first],
      part: 'key',
      message: `there is no field \`${first}\` in ${name(path)}: ${forms}.`,
      ...(near ? { suggestion: near } : {}),
    },
  ];
}

const keysOf = (shape: Shape) => (shape.kind === 'object' ? [...shape.fields.keys()] : []);

function formsOf(option: z.ZodType): string[] {
  const shape = shapeOf(option);
  const { noun } = markOf(option);
  if (shape.kind === 'boolean') return ['`true`', '`false`'];
  if (shape.kind !== 'object') return [noun ?? KIND_NAMES[shape.kind] ?? shape.kind];
  const needed = [...shape.fields].filter(([, field]) => !field.safeParse(undefined).success);
  return [`\`{ ${needed.map(([key]) => `${key}: …`).join(', ')} }\``];
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  object: 'a mapping',
  map: 'a mapping',
  list: 'a list',
  text: 'text',
  number: 'a number',
  'whole number': 'a whole number',
  boolean: '`true` or `false`',
  nothing: 'empty',
};

function simpleFinding(issue: Issue, shape: Shape, path: Path, value: unknown, secret = false): Finding {
  const given = secret ? null : shown(value);
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(shape, path, value, given);
    case 'invalid_value':
      return shape.kind === 'words'
        ? wrongWord(shape.words, path, value)
        : finding(path, `${name(path)} must be something else${not(given)}.`);
    case 'too_small':
      if (issue.origin === 'string') return finding(path, `${name(path)} must not be empty.`);
      return finding(path, `${name(path)} must be at least ${issue.minimum}${not(given)}.`);
    case 'too_big':
      return finding(path, `${name(path)} must be at most ${issue.maximum}${not(given)}.`);
    default:
      return finding(path, `${name(path)} ${given === null ? 'does not fit' : `cannot be ${given}`}: ${issue.message}.`);
  }
}

const not = (given: string | null) => (given === null ? '' : `, not ${given}`);

function wrongKind(shape: Shape, path: Path, value: unknown, given: string | null): Finding {
  if (value === null) return finding(path, `${name(path)} has no value; give it one or remove it.`);
  if (shape.kind === 'words') return wrongWord(shape.words, path, value);
  return finding(
    path,
    `${name(path)} must be ${KIND_NAMES[shape.kind] ?? shape.kind}${not(given)}.`,
    given === null ? null : likelyValue(shape, value),
  );
}

function wrongWord(words: readonly string[], path: Path, value: unknown): Finding {
  const allowed = inWords(words, 'or');
  return finding(path, `${name(path)} must be ${allowed}, not ${shown(value)}.`, typeof value === 'string' ? nearest(value, words) : null);
}

/** Suggests the intended value when it is plain: a list of one, a number in quotes, `yes`. */
function likelyValue(shape: Shape, value: unknown): string | null {
  const kind = kindOfValue(value);
  if (shape.kind === 'list' && kind !== 'object')
    return `[${kind === 'text' && /^[\w:/.-]+$/.test(String(value)) ? String(value) : JSON.stringify(value)}]`;
  if (shape.kind === 'text' && (kind === 'number' || kind === 'boolean')) return JSON.stringify(String(value));
  if (kind !== 'text') return null;
  const text = String(value).trim().toLowerCase();
  if (shape.kind === 'boolean') return /^(?:yes|on|y|1|true)$/.test(text) ? 'true' : /^(?:no|off|n|0|false)$/.test(text) ? 'false' : null;
  const digits = text.replace(/[_,' ](?=\d{3}(?:\D|$))/g, '');
  return (shape.kind === 'number' || shape.kind === 'whole number') && /^\d{1,15}$/.test(digits) ? digits : null;
}

/** The value as it was written, shortened: the reader must recognise it. */
function shown(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a mapping';
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean' ? `\`${value}\`` : `a ${typeof value}`;
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}

/** `a, b or c`, each in backticks unless told otherwise. */
export function inWords(items: readonly string[], last: 'or' | 'and', quote = '`'): string {
  const quoted = items.map((item) => `${quote}${item}${quote}`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

/** Validates a merged definition: the definition with all defaults, or everything that is wrong with it. */
export function validate(value: unknown): { definition: z.output<typeof definitionSchema> } | { findings: Finding[] } {
  const result = definitionSchema.safeParse(value);
  return result.success ? { definition: result.data } : { findings: findingsOf(result.error.issues, value) };
}
