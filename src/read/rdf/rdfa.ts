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
  await drain<Quad>(new PrefixSafeParser({ baseIRI, contentType }) as unknown as Transform, text, (quad) => list.add(quad));
}

/** The pattern by which the parser takes prefixes apart takes for ever on long words that are none: it sees only pairs. */
class PrefixSafeParser extends RdfaParser {
  override onTagOpen(name: string, attributes: Record<string, string>): void {
    const { prefix } = attributes;
    super.onTagOpen(name, prefix === undefined ? attributes : { ...attributes, prefix: pairsIn(prefix) });
  }
}

/** `name: address`, with a space between two of them. */
function pairsIn(prefix: string): string {
  const words = prefix.split(/\s+/);
  const pairs: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2);
    const colon = word.indexOf(':');
    if (colon < 0) continue;
    const isApart = colon === word.length - 1;
    pairs.push(`${word.slice(0, colon)}: ${isApart ? next : word.slice(colon + 1)}`);
    if (isApart) at++;
  }
  return pairs.join(' ');
}
