/** Statements as text, in pieces as they come. */
import type { Quad, Term as RdfTerm } from '@rdfjs/types';
import { Writer } from 'n3';
import type { Term } from '../../../store/index.js';
import { SparqlError } from '../sparql-error.js';
import { isPlain, RDF_TYPE } from '../terms.js';
import type { QuadFormat } from './media-types.js';
import { escapeXml } from './xml-text.js';

export type Prefixes = Readonly<Record<string, string>>;

export function writeQuads(quads: Iterable<Quad>, format: QuadFormat, prefixes: Prefixes = {}): Iterable<string> {
  if (format === 'jsonld') return jsonldQuads(quads);
  if (format === 'rdfxml') return rdfxmlQuads(quads);
  return writtenByN3(quads, N3_NAMES[format], format === 'turtle' || format === 'trig' ? prefixes : {});
}

const N3_NAMES = {
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  trig: 'application/trig',
} as const;

const PIECE = 16_384;

function* writtenByN3(quads: Iterable<Quad>, format: string, prefixes: Prefixes): Iterable<string> {
  let text = '';
  const sink = {
    write: (chunk: string, _encoding: unknown, done?: () => void) => ((text += chunk), done?.()),
    end: (done?: () => void) => done?.(),
  };
  const writer = new Writer(sink, { format, prefixes, end: false });
  for (const quad of quads) {
    writer.addQuad(quad as never);
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  writer.end();
  yield text;
}

interface Subject {
  readonly subject: RdfTerm;
  readonly graph: string;
  readonly statements: Quad[];
}

/** In an answer a subject may come again: nobody has to hold all that is said about it. */
const MOST_TOGETHER = 1000;

/** Statements about one subject that come one after the other. */
function* bySubject(quads: Iterable<Quad>): Iterable<Subject> {
  let current: Subject | null = null;
  let characters = 0;
  for (const quad of quads) {
    const { subject, graph } = quad;
    if (!current || !current.subject.equals(subject) || current.graph !== graph.value) {
      if (current) yield current;
      current = { subject, graph: graph.value, statements: [] };
    }
    current.statements.push(quad);
    characters += quad.object.value.length;
    if (current.statements.length < MOST_TOGETHER && characters < PIECE) continue;
    yield current;
    current = null;
    characters = 0;
  }
  if (current) yield current;
}

/** Expanded: no context, so that nobody has to fetch one. */
function* jsonldQuads(quads: Iterable<Quad>): Iterable<string> {
  yield '[';
  let separator = '\n';
  for (const { subject, graph, statements } of bySubject(quads)) {
    const node = jsonldNode(subject, statements);
    yield separator + JSON.stringify(graph === '' ? node : { '@id': graph, '@graph': [node] });
    separator = ',\n';
  }
  yield '\n]\n';
}

function jsonldNode(subject: RdfTerm, statements: readonly Quad[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const { predicate, object } of statements) {
    const isType = predicate.value === RDF_TYPE && object.termType !== 'Literal';
    const key = isType ? '@type' : predicate.value;
    values.set(key, [...(values.get(key) ?? []), isType ? jsonldId(object) : jsonldValue(object as Term)]);
  }
  return { '@id': jsonldId(subject), ...Object.fromEntries(values) };
}

const jsonldId = (term: RdfTerm): string => (term.termType === 'BlankNode' ? `_:${term.value}` : term.value);

function jsonldValue(term: Term): Record<string, string> {
  if (term.termType !== 'Literal') return { '@id': jsonldId(term) };
  if (term.language) return { '@value': term.value, '@language': term.language };
  return isPlain(term) ? { '@value': term.value } : { '@value': term.value, '@type': term.datatype.value };
}

const RDF_NAMESPACE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

function* rdfxmlQuads(quads: Iterable<Quad>): Iterable<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>\n<rdf:RDF xmlns:rdf="${RDF_NAMESPACE}">\n`;
  for (const { subject, statements } of bySubject(quads)) {
    const about = subject.termType === 'BlankNode' ? `rdf:nodeID="${nodeId(subject.value)}"` : `rdf:about="${escapeXml(subject.value)}"`;
    yield `  <rdf:Description ${about}>\n${statements.map(rdfxmlProperty).join('')}  </rdf:Description>\n`;
  }
  yield '</rdf:RDF>\n';
}

function rdfxmlProperty({ predicate, object }: Quad): string {
  const letters = /(?<![\p{L}\p{N}._-])[\p{L}\p{N}._-]+$/u.exec(predicate.value)?.[0] ?? '';
  const local = letters.replace(/^[\p{N}.-]+/u, '');
  const namespace = predicate.value.slice(0, predicate.value.length - local.length);
  if (local === '' || namespace === '')
    throw new SparqlError('no-such-format', `RDF/XML cannot write the property ${predicate.value}. Ask for Turtle instead.`);
  const tag = namespace === RDF_NAMESPACE ? `rdf:${local}` : `p:${local}`;
  const open = namespace === RDF_NAMESPACE ? tag : `${tag} xmlns:p="${escapeXml(namespace)}"`;
  if (object.termType === 'NamedNode') return `    <${open} rdf:resource="${escapeXml(object.value)}"/>\n`;
  if (object.termType === 'BlankNode') return `    <${open} rdf:nodeID="${nodeId(object.value)}"/>\n`;
  return `    <${open}${literalAttribute(object as Term)}>${escapeXml(object.value)}</${tag}>\n`;
}

function literalAttribute(term: Term): string {
  if (term.termType !== 'Literal') return '';
  if (term.language) return ` xml:lang="${escapeXml(term.language)}"`;
  return isPlain(term) ? '' : ` rdf:datatype="${escapeXml(term.datatype.value)}"`;
}

/** A label may begin with a digit or hold a colon, a node id may not: every other character is spelt out. */
const nodeId = (label: string): string => `n${label.replace(/[^A-Za-z0-9]/g, (char) => `_${char.codePointAt(0)?.toString(16)}_`)}`;
