/** What a memory says of a source, a fetch, a reason, as statements. Labels of blank nodes are made of what they stand for, so they stay. */
import { createHash } from 'node:crypto';
import type { BlankNode, Quad, Quad_Object } from '@rdfjs/types';
import type { MemoryFetch } from '../../../store/index.js';
import { errorReason } from './reasons.js';
import * as word from './vocabulary.js';
import { blank, integer, iri, MEMORY_GRAPH, moment, text } from './vocabulary.js';

/** 80 bits of the URL: two sources would have to be looked for to share a label. */
const labelOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 20);

export const representationOf = (url: string): BlankNode => blank(`r${labelOf(url)}`);
export const fetchNode = (fetch: number): BlankNode => blank(`f${fetch}`);
export const skipNode = (url: string): BlankNode => blank(`s${labelOf(url)}`);

export const inMemory = (...parts: readonly [BlankNode, Parameters<typeof word.statement>[2], Quad_Object]): Quad =>
  word.statement(MEMORY_GRAPH, ...parts);

export function representation(url: string): Quad[] {
  const node = representationOf(url);
  return [inMemory(node, word.A, word.REPRESENTATION), inMemory(node, word.SOURCE, iri(url))];
}

export const origin = (url: string, from: string): Quad => inMemory(representationOf(url), word.ORIGIN, iri(from));

export function fetched(fetch: MemoryFetch): Quad[] {
  const node = fetchNode(fetch.id);
  const error = errorReason(fetch);
  return [
    ...representation(fetch.url),
    inMemory(representationOf(fetch.url), word.HAS_FETCH, node),
    inMemory(node, word.A, word.FETCH),
    inMemory(node, word.DATE, moment(fetch.startedAt)),
    ...details(fetch).map(([property, value]) => inMemory(node, property, value)),
    ...(error === null ? [] : because(node, word.ERROR, blank(`e${fetch.id}`), error, fetch.startedAt)),
  ];
}

type Detail = readonly [property: typeof word.STATUS, value: Quad_Object];

function details({ status, contentType, lastModified, etag, triples }: MemoryFetch): Detail[] {
  const present: Detail[] = [];
  if (status > 0) present.push([word.STATUS, text(String(status))]);
  if (contentType !== null) present.push([word.CONTENT_TYPE, text(contentType)]);
  if (lastModified !== null) present.push([word.LAST_MODIFIED, text(lastModified)]);
  if (etag !== null) present.push([word.ETAG, text(etag)]);
  if (triples !== null) present.push([word.RAW_TRIPLE_COUNT, integer(triples)]);
  return present;
}

/** A Reason, and what it is the reason of. */
export function because(subject: BlankNode, property: typeof word.SKIP, reason: BlankNode, description: string, at: number): Quad[] {
  return [
    inMemory(subject, property, reason),
    inMemory(reason, word.A, word.REASON),
    inMemory(reason, word.DESCRIPTION, text(description)),
    inMemory(reason, word.DATE, moment(at)),
  ];
}
