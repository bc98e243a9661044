/**
 * JSON-LD as most pages have it: plain objects in the words of schema.org, and nothing that takes knowledge of contexts.
 *
 * A parser of all of JSON-LD spends a third of a millisecond on such a script, a fifth of what the whole page costs. So
 * what is plain is read here, by the same rules, and everything else is left to the parser: the tests hold both to the
 * same statements.
 */
import type { BlankNode, NamedNode, Quad, Quad_Object } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { isSchemaContext, SCHEMA_PLACES } from './json-ld-contexts.js';

const { blankNode, literal, namedNode, quad } = DataFactory;
const VOCABULARY = 'http://schema.org/';
const TYPE = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const INTEGER = namedNode('http://www.w3.org/2001/XMLSchema#integer');
const BOOLEAN = namedNode('http://www.w3.org/2001/XMLSchema#boolean');

const LONGEST = 100_000;
const DEEPEST = 30;
const TERM = /^[A-Za-z][\w-]*$/;
/** Words that the context gives another meaning. */
const SPECIAL: ReadonlySet<string> = new Set(['type', 'id', 'HTML', 'schema']);
/** An address that is the same however it is resolved. */
const ADDRESS =
  /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:\/(?!\.)[\w~!$&'()*+,;=:@%.-]*)*(?:\?[\w~!$&'()*+,;=:@%/?.-]*)?(?:#[\w~!$&'()*+,;=:@%/?.-]*)?$/;

type Values = Readonly<Record<string, unknown>>;

class NotPlain extends Error {}

/** Null when it is anything but plain. */
export function readPlainJsonLd(text: string): Quad[] | null {
  if (text.length > LONGEST || !/"@context"\s*:\s*"/.test(text)) return null;
  try {
    const { '@context': context, ...node } = JSON.parse(text) as Values;
    if (typeof context !== 'string' || !isSchemaContext(context)) return null;
    const quads: Quad[] = [];
    for (const root of rootsOf(node)) describe(root, quads, 0);
    return quads;
  } catch {
    return null; // the parser says what is wrong with it
  }
}

function rootsOf(node: Values): readonly Values[] {
  if (!('@graph' in node)) return [node];
  const roots = listOf(node['@graph']);
  if (Object.keys(node).length > 1 || roots.some((root) => typeof root !== 'object' || root === null)) throw new NotPlain();
  return roots as readonly Values[];
}

function describe(node: Values, quads: Quad[], depth: number): NamedNode | BlankNode {
  const keys = Object.keys(node);
  if (depth > DEEPEST || keys.length === 0) throw new NotPlain();
  const subject = node['@id'] === undefined ? blankNode() : namedNode(addressOf(node['@id']));
  for (const key of keys) {
    if (key === '@type')
      for (const type of listOf(node[key])) quads.push(quad(subject, TYPE, namedNode(VOCABULARY + termOf(type))) as Quad);
    else if (key !== '@id') addValues(subject, termOf(key), node[key], quads, depth);
  }
  return subject;
}

function addValues(subject: NamedNode | BlankNode, term: string, values: unknown, quads: Quad[], depth: number): void {
  const predicate = namedNode(VOCABULARY + term);
  for (const value of listOf(values)) {
    if (value === null) continue;
    const object = typeof value === 'object' ? describe(value as Values, quads, depth + 1) : valueOf(term, value);
    quads.push(quad(subject, predicate, object) as Quad);
  }
}

function valueOf(term: string, value: unknown): Quad_Object {
  if (typeof value === 'boolean') return literal(String(value), BOOLEAN);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return literal(String(value), INTEGER);
  if (typeof value !== 'string') throw new NotPlain();
  return SCHEMA_PLACES.has(term) ? namedNode(addressOf(value)) : literal(value);
}

/** Lists inside lists are not plain. */
function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  if (value.some((item) => Array.isArray(item))) throw new NotPlain();
  return value;
}

function termOf(value: unknown): string {
  if (typeof value !== 'string' || !TERM.test(value) || SPECIAL.has(value)) throw new NotPlain();
  return value;
}

function addressOf(value: unknown): string {
  if (typeof value !== 'string' || !ADDRESS.test(value)) throw new NotPlain();
  return value;
}
