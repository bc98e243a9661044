/**
 * RDF as it is printed in papers and mails: without a root element, and with prefixes nobody declares. What is missing
 * of the well-known ones is supplied; everything else is the reader's business, so a broken file stays broken.
 */

import type { Quad } from '@rdfjs/types';
import { WinnowError } from '../../model/index.js';
import { readRdf } from '../../read/rdf/index.js';
import { WELL_KNOWN_PREFIXES } from './vocabulary.js';

/** More than any configuration, plan or mapping has. */
const MAX_BYTES = 64 * 1024 * 1024;

export class ScutterError extends WinnowError {
  override readonly name = 'ScutterError';
  constructor(message: string, options?: ErrorOptions) {
    super('SCUTTER_REFUSED', message, options);
  }
}

export interface RdfFile {
  readonly bytes: Uint8Array;
  /** How it is called in errors. */
  readonly name: string;
  /** What relative names count from. */
  readonly base: string;
  readonly contentType?: string | null;
}

/** Statements of a file or fragment, in whatever syntax. Throws ScutterError. */
export async function readFragment({ bytes, name, base, contentType = null }: RdfFile): Promise<readonly Quad[]> {
  if (bytes.length > MAX_BYTES)
    throw new ScutterError(`${name} has more than ${MAX_BYTES / 1024 / 1024} MB, which is too much to be read.`);
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
  const type = typeOf(text, contentType, name);
  const whole = type === XML ? withRoot(text) : /turtle|n3|trig/.test(type) ? withPrefixes(text) : text;
  try {
    const { quads, problems } = await readRdf({ bytes: new TextEncoder().encode(whole), contentType: type, url: base });
    if (quads.length === 0 && problems.length > 0) throw new Error(problems.join(' '));
    return quads;
  } catch (cause) {
    throw new ScutterError(`${name} cannot be read as ${type}: ${(cause as Error).message}`, { cause });
  }
}

const XML = 'application/rdf+xml';

/** What stands there decides; only the family that begins like Turtle is told apart by what a server or an ending says. */
function typeOf(text: string, contentType: string | null, name: string): string {
  if (looksLikeXml(text)) return XML;
  if (/^\s*\{/.test(text) || /\.jsonld?$/i.test(name)) return 'application/ld+json';
  const declared = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^(text\/(n3|turtle)|application\/(trig|n-triples|n-quads|ld\+json))$/.test(declared) ? declared : 'text/turtle';
}

/** What begins with an element that has a prefix, or is the root. Turtle may begin with <urn:x> too, but never ends it. */
export function looksLikeXml(text: string): boolean {
  const start = text.slice(PROLOGUE.exec(text)?.[0].length ?? 0);
  if (/^\s*<(\?xml|!--|!DOCTYPE)/.test(text) || ROOT.test(start)) return true;
  const element = /^<((?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)(?:\s[^<>]*)?\/?>/.exec(start)?.[1];
  return element !== undefined && (start.includes(`</${element}`) || /^<[^<>]*\/>/.test(start));
}

const PROLOGUE = /^\s*(?:<\?xml[^>]*\?>)?(?:\s|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)*/;

const ROOT = /^<(?:[\w.-]+:)?RDF(?=[\s>])[^>]*/;

/** A document has one root that holds all and declares what it uses; where either is missing it is put there, on the same line. */
function withRoot(text: string): string {
  const start = PROLOGUE.exec(text)?.[0].length ?? 0;
  const body = text.slice(start);
  const root = ROOT.exec(body)?.[0];
  if (root === undefined) return `<rdf:RDF${missingIn('')}>${body}</rdf:RDF>`;
  return `${text.slice(0, start)}${root}${missingIn(root)}${body.slice(root.length)}`;
}

const DECLARATIONS = Object.entries(WELL_KNOWN_PREFIXES).map(([prefix, iri]) => ({
  known: new RegExp(`\\sxmlns:${prefix}\\s*=`),
  written: ` xmlns:${prefix}="${iri}"`,
}));

function missingIn(root: string): string {
  return DECLARATIONS.filter(({ known }) => !known.test(root))
    .map(({ written }) => written)
    .join('');
}

/** Turtle may be printed without its prefixes and its last full stop too. A prefix that the text declares itself replaces ours. */
function withPrefixes(text: string): string {
  const head = Object.entries(WELL_KNOWN_PREFIXES).map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .`);
  return `${head.join(' ')} ${text}${isEnded(text) ? '' : '\n.'}`;
}

/** By the last line that says something; comments say nothing. */
function isEnded(text: string): boolean {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).split(/\s#/, 1)[0]?.trim() ?? '';
    if (line !== '' && !line.startsWith('#')) return /[.}]$/.test(line);
    end = start - 1;
  }
  return true;
}
