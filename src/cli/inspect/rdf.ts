/** What Winnow reads out of a document as RDF: the same reading the crawl stores. */

import { parseUrl } from '../../model/index.js';
import { sniffType } from '../../read/index.js';
import { nQuadLines, readRdf } from '../../read/rdf/index.js';
import { bytesOf, type Input, optionalText, textOf } from './fields.js';

export interface RdfView {
  readonly syntax: string;
  readonly quads: readonly string[];
  readonly problems: readonly string[];
}

/** What could not be read to its end for a fault of its own is an error: half of it would look like the whole. */
export async function inspectRdf(input: Input): Promise<RdfView> {
  const written = textOf(input, 'url');
  const url = parseUrl(written)?.url ?? (URL.canParse(written) ? written : null);
  if (url === null) throw new Error(`"url" is not a URL: ${JSON.stringify(written.slice(0, 200))}`);
  const bytes = bytesOf(input, 'content_b64');
  const contentType = optionalText(input, 'contentType') ?? null;
  const { syntax, quads, problems, failure } = await readRdf({ bytes, contentType, url, type: sniffType(bytes, contentType).type });
  if (failure !== null && quads.length === 0) throw new Error(`${syntax}: ${failure}`);
  return { syntax, quads: nQuadLines(quads), problems };
}
