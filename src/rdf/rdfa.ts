/** RDFa 1.1 in HTML, XHTML, SVG and other XML. */
import type { Transform } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import { RdfaParser } from 'rdfa-streaming-parser';
import { drain } from './drain.js';
import type { QuadList } from './quad-list.js';
import { lineTooDeep } from './xml-depth.js';

const DEEPEST = 5000;

export async function readRdfa(text: string, contentType: string, baseIRI: string, list: QuadList): Promise<void> {
  const line = lineTooDeep(text, DEEPEST);
  if (line !== null) throw new Error(`Elements are nested deeper than ${DEEPEST} levels on line ${line}.`);
  await drain<Quad>(new RdfaParser({ baseIRI, contentType }) as unknown as Transform, text, (quad) => list.add(quad));
}
