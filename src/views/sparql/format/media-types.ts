/** The formats of answers: their names, media types, and which one a request wants. */
import { SparqlError } from '../sparql-error.js';

export const ROW_FORMATS = ['json', 'xml', 'csv', 'tsv', 'table', 'markdown'] as const;
export const QUAD_FORMATS = ['turtle', 'ntriples', 'nquads', 'trig', 'jsonld', 'rdfxml'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];
export type QuadFormat = (typeof QUAD_FORMATS)[number];
export type ResultFormat = RowFormat | QuadFormat;

/** The first of each list is what an answer is called; the others are understood in requests. */
const MEDIA_TYPES: Readonly<Record<ResultFormat, readonly [string, ...string[]]>> = {
  json: ['application/sparql-results+json', 'application/json', 'text/json'],
  xml: ['application/sparql-results+xml', 'application/xml', 'text/xml'],
  csv: ['text/csv'],
  tsv: ['text/tab-separated-values'],
  table: ['text/plain'],
  markdown: ['text/markdown'],
  turtle: ['text/turtle', 'application/x-turtle', 'text/n3'],
  ntriples: ['application/n-triples', 'text/plain'],
  nquads: ['application/n-quads', 'text/x-nquads'],
  trig: ['application/trig'],
  jsonld: ['application/ld+json', 'application/json'],
  rdfxml: ['application/rdf+xml', 'application/xml', 'text/xml'],
};

const SHORT: Readonly<Record<string, ResultFormat>> = {
  md: 'markdown',
  text: 'table',
  ttl: 'turtle',
  nt: 'ntriples',
  'n-triples': 'ntriples',
  nq: 'nquads',
  'n-quads': 'nquads',
  'json-ld': 'jsonld',
  rdf: 'rdfxml',
  'rdf/xml': 'rdfxml',
};

export const mediaTypeOf = (format: ResultFormat): string => MEDIA_TYPES[format][0];

export interface FormatWish {
  /** By name or media type; outweighs Accept. */
  readonly format?: string | undefined;
  /** An Accept header. */
  readonly accept?: string | undefined;
  /** CSV for people: text that a spreadsheet would run has an apostrophe before it. Left out: exactly as the standard has it. */
  readonly isGuarded?: boolean | undefined;
}

/** The format a request wants for what it asked. Null when nothing on offer will do. */
export function chooseFormat<Format extends ResultFormat>(offered: readonly Format[], { format, accept }: FormatWish): Format | null {
  if (format) return namedFormat(offered, format);
  const wishes = accept?.trim() ? parseAccept(accept) : [{ range: '*/*', quality: 1 }];
  let best: { readonly format: Format; readonly quality: number } | null = null;
  for (const each of offered) {
    const quality = qualityOf(each, wishes);
    if (quality > (best?.quality ?? 0)) best = { format: each, quality };
  }
  return best?.format ?? null;
}

function namedFormat<Format extends ResultFormat>(offered: readonly Format[], name: string): Format | null {
  const wanted = name.trim().toLowerCase();
  return offered.find((each) => each === (SHORT[wanted] ?? wanted)) ?? offered.find((each) => MEDIA_TYPES[each].includes(wanted)) ?? null;
}

interface Wish {
  readonly range: string;
  readonly quality: number;
}

const MOST_WISHES = 50;

function parseAccept(accept: string): Wish[] {
  return accept
    .split(',')
    .slice(0, MOST_WISHES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
      return { range, quality: Number.isNaN(quality) ? 0 : Math.min(1, Math.max(0, quality)) };
    });
}

/** What is said about a type itself counts before what is said about its family. A type a little better known to us wins a tie. */
function qualityOf(format: ResultFormat, wishes: readonly Wish[]): number {
  const types = MEDIA_TYPES[format];
  const exact = wishes.filter(({ range }) => types.includes(range)).map(({ quality }) => quality);
  if (exact.length) return Math.max(...exact);
  const family = wishes.find(({ range }) => range.endsWith('/*') && types[0].startsWith(range.slice(0, -1)));
  return (family ?? wishes.find(({ range }) => range === '*/*'))?.quality ?? 0;
}

export function unacceptable(offered: readonly ResultFormat[], { format, accept }: FormatWish): SparqlError {
  const types = offered.map((each) => (format ? each : mediaTypeOf(each)));
  return new SparqlError('no-such-format', `This answer cannot be given as ${format ?? accept}. Ask for one of: ${types.join(', ')}.`);
}
