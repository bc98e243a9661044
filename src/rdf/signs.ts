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

const JSON_LD = /application\/ld\+json/i;
const MICRODATA = /\sitemscope[\s=>/]/i;
const RDFA = /\s(?:typeof|vocab|about|datatype|inlist)\s*=|\sre[lv]\s{0,9}=\s{0,9}["'][^"'>]{0,300}?\w:\w/i;
const MICROFORMATS = /\sclass\s{0,9}=\s{0,9}["']?[^"'>]{0,300}?\b(?:vcard|vevent|hreview|h-(?:card|event|review|entry|adr))\b/i;
const PROPERTY = /<([a-z][\w:-]{0,60})\s(?:[^<>]{0,1000}?\s)?property\s{0,9}=/gi;

export function signsIn(page: string): Signs {
  const rdfa = RDFA.test(page);
  const owners = !rdfa && page.includes('property') ? [...page.matchAll(PROPERTY)].map(([, name = '']) => name.toLowerCase()) : [];
  const metaOnly = owners.length > 0 && owners.every((name) => name === 'meta');
  return {
    jsonLd: JSON_LD.test(page),
    microdata: MICRODATA.test(page),
    rdfa: rdfa || (owners.length > 0 && !metaOnly),
    microformats: MICROFORMATS.test(page),
    metaOnly,
  };
}

const latin1 = (bytes: Uint8Array, most = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, most)).toString('latin1');
