/** JSON-LD. What is plain is read at once; the parser for all the rest is large, and loaded when the first document needs it. */
import { readPlainJsonLd } from './plain-json-ld.js';
import type { QuadList } from './quad-list.js';

export interface JsonLdOptions {
  /** A crawled copy of a context, parsed; null when there is none. */
  readonly contextOf?: ((url: string) => Promise<object | null> | object | null) | undefined;
  readonly expandContext?: object | undefined;
  readonly processingMode?: string | undefined;
  readonly rdfDirection?: 'i18n-datatype' | 'compound-literal' | undefined;
}

export async function readJsonLd(text: string, baseIRI: string, list: QuadList, options: JsonLdOptions = {}): Promise<void> {
  const plain = options.expandContext === undefined ? readPlainJsonLd(text) : null;
  if (plain) {
    for (const quad of plain) list.add(quad);
    return;
  }
  const { parseJsonLd } = await import('./parse-json-ld.js');
  await parseJsonLd(text, baseIRI, list, options);
}
