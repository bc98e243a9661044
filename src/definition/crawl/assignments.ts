/**
 * `politeness.delay=10s` → { politeness: { delay: '10s' } }: changes as people type them on a command line. Names are
 * full paths or the short flags; inside a site setting the last part of the path is enough. `none` unsets a value. A
 * value that cannot be parsed stays text, and validation says what is wrong with it.
 */
import type { z } from 'zod';
import { nearest } from '../../model/index.js';
import { CHANGEABLE } from './change.js';
import { definitionFields, schemaAt, shapeOf } from './fields.js';
import { inWords } from './findings.js';
import { definitionFlags } from './flags.js';
import { DefinitionError, problemAt } from './problem.js';
import { readWords, setAt } from './read-words.js';

/** Settings for changeDefinition. With `site` they hold for that host, domain or site only. Throws DefinitionError. */
export function readAssignments(words: readonly string[], site?: string): Record<string, unknown> {
  const known = site === undefined ? crawlFields() : siteFields();
  const value: Record<string, unknown> = {};
  for (const word of words) {
    const { path, text } = splitAssignment(word, known);
    const schema = known.get(path) as z.ZodType;
    setAt(value, path.split('.'), text === NONE ? null : readWords({ schema, shape: shapeOf(schema) }, [text]));
  }
  return site === undefined ? value : { sites: [{ for: site, ...value }] };
}

const NONE = 'none';

/** All fields of a definition, so that a field that cannot change is refused for the right reason. */
const crawlFields = (): Map<string, z.ZodType> => new Map(definitionFields().map(({ path, schema }) => [path, schema]));

function siteFields(): Map<string, z.ZodType> {
  const fields = new Map<string, z.ZodType>();
  for (const section of ['politeness', 'budget']) {
    const shape = shapeOf(schemaAt(['sites', 0, section], undefined) as z.ZodType);
    if (shape.kind === 'object') for (const [name, schema] of shape.fields) fields.set(`${section}.${name}`, schema);
  }
  return fields;
}

function splitAssignment(word: string, known: ReadonlyMap<string, z.ZodType>): { path: string; text: string } {
  const equals = word.indexOf('=');
  const name = (equals < 0 ? word : word.slice(0, equals)).trim();
  const path = known.has(name) ? name : (shortNames(known).get(name) ?? null);
  if (path === null) throw unknownName(word, name, known);
  if (equals < 0) throw refusal(word, path, `\`${name}\` has no value; write \`${name}=value\`, or \`${name}=none\` to take it back.`);
  return { path, text: word.slice(equals + 1).trim() };
}

/** delay → politeness.delay: the names of the short flags, and in a site setting the last part of each path. */
function shortNames(known: ReadonlyMap<string, z.ZodType>): Map<string, string> {
  const ofFlags = definitionFlags().flatMap(({ short, path }) => (short && known.has(path) ? [[short.slice(2), path] as const] : []));
  const ofSites = known.has('seeds') ? [] : [...known.keys()].map((path) => [path.split('.').at(-1) ?? '', path] as const);
  return new Map([...ofFlags, ...ofSites]);
}

function unknownName(word: string, name: string, known: ReadonlyMap<string, z.ZodType>): DefinitionError {
  const changeable = [...known.keys()].filter((path) => !known.has('seeds') || CHANGEABLE.some((field) => path.startsWith(field)));
  const near = nearest(name, [...changeable, ...shortNames(known).keys()]) ?? changeable.find((path) => path.endsWith(`.${name}`));
  return refusal(word, '', `there is no field \`${name}\`. What can change: ${inWords(changeable, 'and')}.`, near);
}

const refusal = (word: string, path: string, message: string, suggestion?: string) =>
  new DefinitionError([problemAt({ text: word }, path, message, suggestion)]);
