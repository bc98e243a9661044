/**
 * Reads RDF in whatever syntax it comes. Everything here comes from strangers: what is wrong with it is said in
 * `problems`, nothing throws, and no reader asks the network for anything.
 */
import type { Quad } from '@rdfjs/types';
import { QuadList, TooManyQuads } from './quad-list.js';
import { readRdfXml } from './rdf-xml.js';
import { type Syntax, syntaxOf } from './syntaxes.js';
import { readTurtle } from './turtle.js';

export interface RdfInput {
  readonly bytes: Uint8Array;
  /** As the server said; null when it said nothing. */
  readonly contentType: string | null;
  readonly url: string;
  /** Statements beyond this are left out; DEFAULT_MOST when left out. */
  readonly most?: number;
}

export interface RdfReading {
  /** Name of the syntax, as in media types: text/turtle, application/rdf+xml, … Empty when there is no RDF in it. */
  readonly syntax: string;
  readonly quads: readonly Quad[];
  /** What was wrong with it, in words for its publisher. */
  readonly problems: readonly string[];
  /** Why it could not be read to its end, as in the problems; null when it could. */
  readonly failure: string | null;
}

export const DEFAULT_MOST = 1_000_000;
const HEAD = 24_576;

export async function readRdf(input: RdfInput): Promise<RdfReading> {
  const text = new TextDecoder().decode(input.bytes);
  const verdict = syntaxOf(input.contentType, text.slice(0, HEAD), input.url);
  if (verdict === null) return NO_RDF;
  const { syntax, problem } = verdict;
  const list = new QuadList(input.most ?? DEFAULT_MOST);
  const failure = await failureOf(() => readAs(syntax, text, input.url, list));
  return { syntax, quads: list.quads, problems: [problem, failure, leftOut(list)].filter((each) => each !== null), failure };
}

export const NO_RDF: RdfReading = { syntax: '', quads: [], problems: [], failure: null };

function readAs(syntax: Syntax, text: string, url: string, list: QuadList): void | Promise<void> {
  if (syntax === 'application/rdf+xml') return readRdfXml(text, url, list);
  return readTurtle(text, syntax, url, list);
}

async function failureOf(read: () => void | Promise<void>): Promise<string | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (error instanceof TooManyQuads) return 'it has more statements than are wanted; the rest was left out';
    return error instanceof Error ? error.message.slice(0, LONGEST_PROBLEM) : String(error);
  }
}

const LONGEST_PROBLEM = 500;

function leftOut({ leftOut: count }: QuadList): string | null {
  return count === 0 ? null : `${count} statements with triple terms, variables or formulas were left out`;
}
