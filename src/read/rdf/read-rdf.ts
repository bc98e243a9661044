/**
 * Reads RDF in whatever syntax it comes. Everything here comes from strangers: what is wrong with it is said in
 * `problems`, nothing throws, and no reader asks the network for anything.
 */
import type { Quad } from '@rdfjs/types';
import { type EmbeddedParts, type EmbeddedReading, readEmbedded, readFound } from './embedded.js';
import { isXml } from './grddl.js';
import type { JsonLdOptions } from './json-ld.js';
import { QuadList, TooManyQuads } from './quad-list.js';
import { readSyntax } from './read-syntax.js';
import { isMarkup } from './signs.js';
import { syntaxOf, typeOf } from './syntaxes.js';
import { type Transformations, transformationsOf } from './transformations.js';

export interface RdfInput {
  readonly bytes: Uint8Array;
  /** As the server said; null when it said nothing. */
  readonly contentType: string | null;
  readonly url: string;
  /** Media type by content, where somebody has looked. */
  readonly type?: string;
  /** Statements beyond this are left out; a million when left out. */
  readonly most?: number;
  /** A crawled copy of a context of JSON-LD, parsed; null when there is none. */
  readonly contextOf?: JsonLdOptions['contextOf'];
  /** Stylesheets that are at hand; none when left out. */
  readonly transformations?: Transformations;
}

export interface RdfReading {
  /** Name of the syntax, as in media types: text/turtle, application/rdf+xml, …; of several in one page, separated by commas. Empty when there is no RDF. */
  readonly syntax: string;
  readonly quads: readonly Quad[];
  /** Those that nothing else about the document tells: all of them, but for what is metadata of a page besides. */
  readonly own: readonly Quad[];
  /** What was wrong with it, in words for its publisher. */
  readonly problems: readonly string[];
  /** Why it could not be read to its end, as in the problems; null when it could. */
  readonly failure: string | null;
}

const DEFAULT_MOST = 1_000_000;
const HEAD = 24_576;

export async function readRdf(input: RdfInput): Promise<RdfReading> {
  const { contentType, url, most = DEFAULT_MOST, contextOf } = input;
  const text = decoded(input.bytes, contentType);
  const verdict = syntaxOf(contentType, text.slice(0, HEAD), url);
  if (verdict === null) return readPage(text, input, most);
  const { syntax, problem } = verdict;
  const list = new QuadList(most);
  const failure = await failureOf(() => readSyntax(syntax, text, url, list, { contextOf }), most);
  const problems = [problem, failure, leftOut(list)].filter((each) => each !== null);
  // Half a document is not what its publisher says; too long a one is, as far as it goes.
  const quads = failure !== null && list.quads.length < most ? [] : list.quads;
  return { syntax, quads, own: quads, problems, failure };
}

/** Of a page that somebody parsed and found no more in than scripts and `meta`. */
export const readFoundRdf = async (found: EmbeddedParts, most: number, contextOf?: RdfInput['contextOf']): Promise<RdfReading> =>
  ofPage(await readFound(found, most, { contextOf }));

async function readPage(text: string, input: RdfInput, most: number): Promise<RdfReading> {
  const { url, contextOf, transformations = NONE } = input;
  const type = input.type ?? typeOf(input.contentType) ?? 'text/html';
  if (!isMarkup(type) && !isXml(type)) return { syntax: '', quads: [], own: [], problems: [], failure: null };
  return ofPage(await readEmbedded({ text, type, url, most, jsonLd: { contextOf }, transformations }));
}

const NONE = transformationsOf([]);

function ofPage({ syntaxes, quads, own, problems }: EmbeddedReading): RdfReading {
  const syntax = syntaxes.length > 0 ? syntaxes.join(', ') : problems.length > 0 ? 'embedded' : '';
  return { syntax, quads, own, problems, failure: null };
}

/** UTF-8 unless the server or the first bytes say otherwise: that is what the standards ask for. */
function decoded(bytes: Uint8Array, contentType: string | null): string {
  const named = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1];
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const inside =
    /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.-]+)/.exec(head)?.[1] ??
    /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  try {
    return new TextDecoder(wide ?? named ?? inside ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

async function failureOf(read: () => void | Promise<void>, most: number): Promise<string | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (error instanceof TooManyQuads) return `it has more than ${most} statements; the rest was left out`;
    return error instanceof Error ? error.message.slice(0, LONGEST_PROBLEM) : String(error);
  }
}

const LONGEST_PROBLEM = 500;

function leftOut({ leftOut: count }: QuadList): string | null {
  return count === 0 ? null : `${count} statements with triple terms, variables or formulas were left out`;
}
