/**
 * Turns words from a command line or a variable into the value a definition file would have.
 *
 * Never fails: what cannot be parsed stays text, and validation then says what is wrong with it, in the same words as
 * for a file.
 */
import type { z } from 'zod';
import { type Field, isObject, markOf, shapeOf } from './fields.js';

/** `words` are the values of a repeated flag, or the text of one variable. */
export function readWords({ schema, shape }: Pick<Field, 'schema' | 'shape'>, words: readonly string[]): unknown {
  if (shape.kind === 'list') return readList(schema, shape.of, words);
  if (shape.kind === 'map') return readMap(words);
  return readWord(schema, words.at(-1) ?? '');
}

function readList(schema: z.ZodType, element: z.ZodType, words: readonly string[]): unknown {
  const whole = markOf(schema).whole || markOf(element).whole;
  const separator = whole ? /\r?\n/ : /[,\r\n]/;
  return words.flatMap((word) => {
    const json = readJson(word);
    if (Array.isArray(json)) return json as unknown[];
    if (isObject(json)) return [json];
    const items = word.split(separator).map((item) => item.trim());
    return items.filter((item) => item !== '').map((item) => readWord(element, item));
  });
}

/** `key=value`, several separated by commas. A comma that no key follows is part of the value. */
function readMap(words: readonly string[]): unknown {
  const entries: [string, string][] = [];
  for (const word of words) {
    const json = readJson(word);
    if (isObject(json)) return json;
    for (const part of word.split(/[,\r\n]\s{0,30}(?=[^,;=\s]+=)/)) {
      const equals = part.indexOf('=');
      if (equals < 1) return word;
      entries.push([part.slice(0, equals).trim(), part.slice(equals + 1).trim()]);
    }
  }
  return Object.fromEntries(entries);
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  yes: true,
  no: false,
  on: true,
  off: false,
  1: true,
  0: false,
};

function readWord(schema: z.ZodType, word: string): unknown {
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'number':
    case 'whole number':
      return /^-?\d+(?:\.\d+)?$/.test(word.trim()) ? Number(word) : word;
    case 'boolean':
      return BOOLEANS[word.trim().toLowerCase()] ?? word;
    case 'choice':
      return word === 'true' || word === 'false' ? word === 'true' : (readJson(word) ?? word);
    case 'object':
      return readJson(word) ?? word;
    default:
      return word;
  }
}

/** Reads lists and mappings only; undefined for everything else, broken JSON included. */
function readJson(word: string): unknown {
  if (!/^\s*[[{]/.test(word)) return undefined;
  try {
    return JSON.parse(word) as unknown;
  } catch {
    return undefined;
  }
}

/** Plain assignment is safe, because paths come from the schema, never from a user. */
export function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = isObject(target[first]) ? target[first] : {};
  target[first] = inner;
  setAt(inner, rest, value);
}
