/** Whether a body is worth a look at all, and what for: asked for every page, so it must cost next to nothing. */
import { syntaxOf } from './syntaxes.js';

export interface Candidate {
  readonly bytes: Uint8Array;
  /** Media type by content. */
  readonly type: string;
  readonly contentType: string | null;
  readonly url: string;
}

/** What of RDF stands in a page, as far as its bytes give it away. */
export interface Signs {
  readonly jsonLd: boolean;
  readonly microdata: boolean;
  readonly rdfa: boolean;
  readonly microformats: boolean;
  /** Properties of `meta` alone, as nearly every page has them for social networks. */
  readonly metaOnly: boolean;
}

const HEAD = 24_576;

export const isMarkup = (type: string): boolean => /html|svg\+xml|^(?:application|text)\/xml$/.test(type);

export function mayHoldRdf({ bytes, type, contentType, url }: Candidate): boolean {
  if (bytes.length === 0) return false;
  if (isMarkup(type) && Object.values(signsIn(latin1(bytes))).includes(true)) return true;
  return syntaxOf(contentType ?? type, latin1(bytes, HEAD), url) !== null;
}

const RDFA = ['typeof', 'vocab', 'about', 'datatype', 'inlist'];
/** A prefix before a name, as relations of RDFa have it. */
const PREFIXED = /\s*=\s*["'][^"'>]*\w:\w/y;
const SET = /\s*=/y;
const SCOPE = /[\s=>/]/y;
const FORMATS = ['vcard', 'vevent', 'hreview', 'h-card', 'h-event', 'h-review', 'h-entry', 'h-adr'];
const MICROFORMATS = /\sclass\s*=\s*["']?[^"'>]*\b(?:vcard|vevent|hreview|h-(?:card|event|review|entry|adr))\b/;
const PROPERTY = /<([a-z][\w:-]*)\s(?:[^>]*?\s)?property\s*=/g;

/** Looks for words first: an expression over all of a page costs more than all that is done for pages without any sign. */
export function signsIn(page: string): Signs {
  const text = page.toLowerCase();
  const rdfa =
    RDFA.some((name) => hasAttribute(text, name, SET)) || hasAttribute(text, 'rel', PREFIXED) || hasAttribute(text, 'rev', PREFIXED);
  const owners = !rdfa && hasAttribute(text, 'property', SET) ? [...text.matchAll(PROPERTY)].map(([, name]) => name) : [];
  const metaOnly = owners.length > 0 && owners.every((name) => name === 'meta');
  return {
    jsonLd: text.includes('application/ld+json'),
    microdata: hasAttribute(text, 'itemscope', SCOPE),
    rdfa: rdfa || (owners.length > 0 && !metaOnly),
    microformats: FORMATS.some((name) => text.includes(name)) && MICROFORMATS.test(text),
    metaOnly,
  };
}

/** Whether a name stands behind a space and what must follow it does. */
function hasAttribute(text: string, name: string, follows: RegExp): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    follows.lastIndex = at + name.length;
    if (text.charCodeAt(at - 1) <= 0x20 && follows.test(text)) return true;
  }
  return false;
}

const latin1 = (bytes: Uint8Array, most = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, most)).toString('latin1');
