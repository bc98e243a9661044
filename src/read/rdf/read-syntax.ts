/** One document in one syntax. */
import { type JsonLdOptions, readJsonLd } from './json-ld.js';
import type { QuadList } from './quad-list.js';
import type { Syntax } from './syntaxes.js';

/** Throws for a syntax error, and for whatever else ends the reading. Parsers are loaded when the first document needs them. */
export async function readSyntax(syntax: Syntax, text: string, url: string, list: QuadList, jsonLd: JsonLdOptions = {}): Promise<void> {
  if (syntax === 'application/rdf+xml') return (await import('./rdf-xml.js')).readRdfXml(text, url, list);
  if (syntax === 'application/ld+json') return readJsonLd(text, url, list, jsonLd);
  return (await import('./turtle.js')).readTurtle(text, syntax, url, list);
}
