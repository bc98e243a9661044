/** Microdata in HTML. */
import type { Transform } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import { MicrodataRdfParser } from 'microdata-rdf-streaming-parser';
import { drain } from './drain.js';
import type { QuadList } from './quad-list.js';

export async function readMicrodata(text: string, baseIRI: string, list: QuadList): Promise<void> {
  await drain<Quad>(new MicrodataRdfParser({ baseIRI }) as unknown as Transform, text, (quad) => list.add(quad));
}
