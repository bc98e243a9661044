/** What we state of a document ourselves: where its statements come from, and what the document says of itself. */
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { type DocumentStatements, vocabulary } from '../../store/index.js';

const { dcterms, foaf, prov, sioc, winnow, DOCUMENTS_GRAPH, PROVENANCE_GRAPH, runIri, TYPE } = vocabulary;
const { namedNode, literal, quad } = DataFactory;
const XSD = 'http://www.w3.org/2001/XMLSchema#';

type Value = ReturnType<typeof namedNode> | ReturnType<typeof literal>;
type Stated = readonly [property: string, value: Value | null];

const typed = (value: string | number, type: string): Value => literal(String(value), namedNode(`${XSD}${type}`));
const text = (value: string | null, language?: string | null): Value | null =>
  value === null || value === '' ? null : literal(value, (isTag(language) && language) || undefined);
const isTag = (language: string | null | undefined): language is string => /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(language ?? '');
const link = (url: string | null): Value | null => (url !== null && URL.canParse(url) ? namedNode(new URL(url).href) : null);

/** From the graph to the version, its record in the archive, the run that fetched it and the site it is from. */
export function provenanceOf(document: DocumentStatements, statements: number): Quad[] {
  return stated(PROVENANCE_GRAPH, document.url, [
    [TYPE, namedNode(prov.entity)],
    [prov.wasDerivedFrom, document.record === null ? null : namedNode(document.record)],
    [prov.generatedAtTime, typed(new Date(document.fetchedAt).toISOString(), 'dateTime')],
    [prov.wasGeneratedBy, namedNode(runIri(document.run))],
    [prov.wasAttributedTo, link(document.site)],
    [winnow.document, typed(document.document, 'integer')],
    [winnow.version, typed(document.version, 'integer')],
    [winnow.statements, typed(statements, 'integer')],
  ]);
}

export function descriptionOf(document: DocumentStatements): Quad[] {
  const { author, published, language } = document;
  return stated(DOCUMENTS_GRAPH, document.url, [
    [TYPE, namedNode(foaf.document)],
    [TYPE, author !== null && published !== null ? namedNode(sioc.post) : null],
    [dcterms.title, text(document.title, language)],
    [dcterms.creator, text(author)],
    [dcterms.description, text(document.description, language)],
    [dcterms.issued, moment(published)],
    [dcterms.modified, moment(document.modified)],
    [dcterms.language, text(language)],
    [dcterms.format, text(document.type)],
    [dcterms.publisher, text(document.siteName)],
    [foaf.depiction, link(document.image)],
    [winnow.score, document.score === null ? null : typed(document.score, 'double')],
  ]);
}

const stated = (graph: string, url: string, statements: readonly Stated[]): Quad[] =>
  statements.flatMap(([property, value]) =>
    value === null ? [] : [quad(namedNode(url), namedNode(property), value, namedNode(graph)) as unknown as Quad],
  );

const EXACTNESS: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^\d{4}$/, 'gYear'],
  [/^\d{4}-\d\d$/, 'gYearMonth'],
  [/^\d{4}-\d\d-\d\d$/, 'date'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/, 'dateTime'],
];

/** As exact as the document tells it; what has no type in XML Schema stays a text. */
function moment(told: string | null): Value | null {
  if (told === null) return null;
  const whole = told.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(Z|[+-]\d\d:\d\d)?$/, '$1:00$2');
  const type = EXACTNESS.find(([pattern]) => pattern.test(whole))?.[1];
  return type === undefined ? literal(told) : typed(whole, type);
}
