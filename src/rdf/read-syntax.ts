/** One document in one syntax. */
import { type JsonLdOptions, readJsonLd } from './json-ld.js';
import type { QuadList } from './quad-list.js';
import { readRdfXml } from './rdf-xml.js';
import type { Syntax } from './syntaxes.js';

/** Throws for a syntax error, and for whatever else ends the reading. Parsers are loaded when the first document needs them. */
export async function readSyntax(syntax: Syntax, text: string, url: string, list: QuadList, jsonLd: JsonLdOptions = {}): Promise<void> {
  if (syntax === 'application/rdf+xml') return readRdfXml(text, url, list);
  if (syntax === 'application/ld+json') return readJsonLd(text, url, list, jsonLd);
  const { readTurtle } = await import('./turtle.js');
  return readTurtle(text, syntax, url, list);
}
