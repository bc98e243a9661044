/** Microdata in HTML. Its parser is loaded when the first page needs it. */
import type { Transform } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import { drain } from './drain.js';
import type { QuadList } from './quad-list.js';

export async function readMicrodata(text: string, baseIRI: string, list: QuadList): Promise<void> {
  const { MicrodataRdfParser } = await import('microdata-rdf-streaming-parser');
  await drain<Quad>(new MicrodataRdfParser({ baseIRI }) as unknown as Transform, text, (quad) => list.add(quad));
}
