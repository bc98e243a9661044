/** Whether a body is worth a look at all, and what for: asked for every page, so it must cost next to nothing. */
import { isXml, mayNameStylesheets } from './grddl.js';
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
const HTML = /^\s*<(?:!doctype html|html[\s>])/i;

export const isMarkup = (type: string): boolean => /html|svg\+xml|^(?:application|text)\/xml$/.test(type);

export function mayHoldRdf({ bytes, type, contentType, url }: Candidate): boolean {
  if (bytes.length === 0) return false;
  if (isMarkup(type) && holdsSigns(latin1(bytes))) return true;
  const head = latin1(bytes, HEAD);
  if (isXml(type) && mayNameStylesheets(head)) return true;
  return !HTML.test(head) && syntaxOf(contentType ?? type, head, url) !== null;
}

const holdsSigns = (page: string): boolean => Object.values(signsIn(page)).includes(true) || mayNameStylesheets(page);

const RDFA = /\s(?:typeof|vocab|about|datatype|inlist)\s{0,9}=/;
const RELATION = /\sre[lv]=["'][^"'>:]{0,300}\w:\w/;
const FORMATS = /vcard|vevent|hreview|h-(?:card|event|review|entry|adr)/;
const PROPERTY = /<([a-z][\w:-]{0,60})\s(?:[^<>]{0,1000}?\s)?property\s{0,9}=/g;

export function signsIn(text: string): Signs {
  const page = text.toLowerCase(); // names of attributes may be written in capitals
  const has = (word: string): boolean => page.includes(word);
  const rdfa = RDFA.test(page) || RELATION.test(page);
  const owners = !rdfa && has('property') ? [...page.matchAll(PROPERTY)].map(([, name]) => name) : [];
  const metaOnly = owners.length > 0 && owners.every((name) => name === 'meta');
  return {
    jsonLd: has('ld+json'),
    microdata: has('itemscope'),
    rdfa: rdfa || (owners.length > 0 && !metaOnly),
    microformats: FORMATS.test(page),
    metaOnly,
  };
}

const latin1 = (bytes: Uint8Array, most = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, most)).toString('latin1');
