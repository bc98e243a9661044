/** Reads RDF in whatever syntax it comes. */
import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';

export interface RdfInput {
  readonly bytes: Uint8Array;
  /** As the server said, or as the content shows; null when nobody knows. */
  readonly contentType: string | null;
  readonly url: string;
}

export interface RdfReading {
  /** Name of the syntax, as in media types: text/turtle, application/rdf+xml, … */
  readonly syntax: string;
  readonly quads: readonly Quad[];
  /** What was wrong with it, in words for its publisher. */
  readonly problems: readonly string[];
}

export async function readRdf({ bytes, contentType, url }: RdfInput): Promise<RdfReading> {
  const text = new TextDecoder().decode(bytes);
  if (contentType?.includes('xml')) return { syntax: 'application/rdf+xml', quads: await readRdfXml(text, url), problems: [] };
  return { syntax: 'text/turtle', quads: new Parser({ baseIRI: url }).parse(text) as unknown as Quad[], problems: [] };
}

function readRdfXml(text: string, baseIRI: string): Promise<Quad[]> {
  return new Promise((resolve, reject) => {
    const quads: Quad[] = [];
    const parser = new RdfXmlParser({ baseIRI });
    parser.on('data', (quad: Quad) => quads.push(quad));
    parser.on('error', reject);
    parser.on('end', () => resolve(quads));
    parser.end(text);
  });
}
