/** JSON-LD by the parser that knows all of it. Remote contexts come from what is bundled or was crawled, never from the network. */
import type { Transform } from 'node:stream';
import type { NamedNode, Quad } from '@rdfjs/types';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { DataFactory } from 'n3';
import { drain } from './drain.js';
import type { JsonLdOptions } from './json-ld.js';
import { bundledContext } from './json-ld-contexts.js';
import type { QuadList } from './quad-list.js';

const DEEPEST = 200;
const MOST_CONTEXTS = 10_000;

export async function parseJsonLd(text: string, baseIRI: string, list: QuadList, options: JsonLdOptions = {}): Promise<void> {
  const objection = shapeProblem(text);
  if (objection !== null) throw new Error(objection);
  const { contextOf, expandContext, processingMode, rdfDirection } = options;
  const parser = new JsonLdParser({
    baseIRI,
    ...(rdfDirection === undefined ? { dataFactory: UNDIRECTED as never } : {}),
    documentLoader: { load: (url) => contextAt(url, contextOf) as never },
    ...(expandContext ? { context: expandContext as never } : {}),
    ...(processingMode === undefined ? {} : { processingMode }),
    ...(rdfDirection === undefined ? {} : { rdfDirection }),
  });
  await drain<Quad>(parser as unknown as Transform, text, (quad) => list.add(quad));
}

/** RDF 1.1 has no direction of text: it is left out unless somebody says how to write it. */
const UNDIRECTED = {
  ...DataFactory,
  literal: (value: string, kind?: string | NamedNode | null | { readonly language?: string; readonly direction?: string }) => {
    const isDirected = typeof kind === 'object' && kind !== null && 'direction' in kind;
    return DataFactory.literal(value, isDirected ? (kind.language ?? '') : ((kind ?? undefined) as string));
  },
};

async function contextAt(url: string, contextOf: JsonLdOptions['contextOf']): Promise<object> {
  const context = bundledContext(url) ?? (await contextOf?.(url)) ?? null;
  if (context === null) throw new Error(`The context ${url.slice(0, 200)} is neither bundled nor among the crawled documents.`);
  return context;
}

/** The parser keeps a record of every open level and of every context: a tower of either would take it forever. */
function shapeProblem(text: string): string | null {
  let depth = 0;
  let contexts = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{}]/gs)) {
    if (token === '{' || token === '[') {
      if (++depth > DEEPEST) return `JSON is nested deeper than ${DEEPEST} levels.`;
    } else if (token === '}' || token === ']') depth--;
    else if (token === '"@context"' && ++contexts > MOST_CONTEXTS) return `There are more than ${MOST_CONTEXTS} contexts.`;
  }
  return null;
}
