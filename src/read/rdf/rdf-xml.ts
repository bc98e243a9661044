/** RDF/XML. The parser is a stream; it is fed in pieces, so that too much of anything ends it early. */
import type { Transform } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { drain } from './drain.js';
import type { QuadList } from './quad-list.js';
import { lineTooDeep } from './xml-depth.js';
import { withPlainEntities } from './xml-entities.js';

const DEEPEST = 500;

export async function readRdfXml(text: string, baseIRI: string, list: QuadList): Promise<void> {
  const line = lineTooDeep(text, DEEPEST);
  if (line !== null) throw new Error(`Elements are nested deeper than ${DEEPEST} levels on line ${line}.`);
  const parser = new RdfXmlParser({ baseIRI, trackPosition: true });
  await drain<Quad>(parser as unknown as Transform, withPlainEntities(text), (quad) => list.add(quad));
}
