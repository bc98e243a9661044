/** The words a memory is written in: those of the original, and one of ours for what it had no word for. */
import type { BlankNode, NamedNode, Quad, Quad_Object, Quad_Subject, Variable } from '@rdfjs/types';
import { DataFactory } from 'n3';

export const SCUTTER = 'http://purl.org/net/scutter/';
export const DC = 'http://purl.org/dc/elements/1.1/';
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
/** Ours. */
export const WINNOW = 'urn:winnow:vocabulary#';

/** The graph the memory of this crawl is kept in. */
export const MEMORY_GRAPH = 'urn:winnow:memory';
/** Memories that came from elsewhere: a graph each, named after its file. */
export const IMPORTED_GRAPHS = 'urn:winnow:memory:imported:';

const { namedNode, blankNode, literal, quad, variable: makeVariable } = DataFactory;

const of =
  (namespace: string) =>
  (name: string): NamedNode =>
    namedNode(`${namespace}${name}`) as NamedNode;
const scutter = of(SCUTTER);
const dc = of(DC);

export const A = of(RDF)('type');
export const REPRESENTATION = scutter('Representation');
export const FETCH = scutter('Fetch');
export const REASON = scutter('Reason');
export const SOURCE = scutter('source');
export const ORIGIN = scutter('origin');
export const HAS_FETCH = scutter('fetch');
export const LATEST_FETCH = scutter('latestFetch');
export const LOCAL_COPY = scutter('localCopy');
export const SKIP = scutter('skip');
export const STATUS = scutter('status');
export const CONTENT_TYPE = scutter('contentType');
export const LAST_MODIFIED = scutter('lastModified');
export const ETAG = scutter('etag');
export const RAW_TRIPLE_COUNT = scutter('rawTripleCount');
export const ERROR = scutter('error');
export const DATE = dc('date');
export const DESCRIPTION = dc('description');
/** From a fetch to a Reason: what its publisher did wrong. */
export const PROBLEM = of(WINNOW)('problem');

export const iri = (value: string): NamedNode => namedNode(value) as NamedNode;
export const blank = (label: string): BlankNode => blankNode(label) as BlankNode;
export const variable = (name: string): Variable => makeVariable(name) as Variable;
export const text = (value: string): Quad_Object => literal(value) as Quad_Object;
export const integer = (value: number): Quad_Object => literal(String(value), namedNode(`${XSD}integer`)) as Quad_Object;
/** With the zone as the original means it: `+00:00`, which is the valid form. */
export const moment = (at: number): Quad_Object => dateTime(new Date(at).toISOString().replace('Z', '+00:00'));
export const dateTime = (value: string): Quad_Object => literal(value, namedNode(`${XSD}dateTime`)) as Quad_Object;

export function statement(graph: string, subject: Quad_Subject, predicate: NamedNode, object: Quad_Object): Quad {
  return quad(subject as never, predicate as never, object as never, namedNode(graph)) as unknown as Quad;
}
