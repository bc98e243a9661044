/**
 * Templates: text with placeholders, `{name|filter:argument|filter}`.
 *
 * When a name has no value the whole template has none, unless a filter gives a default: half an address is worse than
 * none. A name with several values gives its first, or all of them with `join`. `{{` and `}}` are braces.
 */
import { formatDate, nearest, parseAnyDate } from '../../model/index.js';
import { ExpressionError } from './content-error.js';

export type Lookup = (name: string) => readonly string[] | string | null | undefined;

export interface Template {
  readonly source: string;
  /** The names it needs; those with a default are not included. */
  readonly names: readonly string[];
  /** Null when a name has no value. */
  render(lookup: Lookup): string | null;
  /** Names without a value, for a note. */
  missing(lookup: Lookup): string[];
}

type Filter = (values: readonly string[], argument: string) => readonly string[];

const each =
  (change: (value: string, argument: string) => string | null): Filter =>
  (values, argument) =>
    values.flatMap((value) => change(value, argument) ?? []);

/** The filters that may follow a bar. */
export const TEMPLATE_FILTERS: Readonly<Record<string, { readonly about: string; readonly apply: Filter }>> = {
  encode: { about: 'Percent-encoded, so that it can stand in an address.', apply: each(encode) },
  lower: { about: 'Small letters.', apply: each((value) => value.toLowerCase()) },
  upper: { about: 'Capital letters.', apply: each((value) => value.toUpperCase()) },
  trim: { about: 'Without white space at its ends.', apply: each((value) => value.trim()) },
  date: { about: 'A date in another form: date:dd.MM.yyyy.', apply: each(dateIn) },
  pad: { about: 'Zeros before it, up to so many characters: pad:4.', apply: each((value, width) => value.padStart(Number(width), '0')) },
  https: { about: 'An address with https instead of http.', apply: each((value) => value.replace(/^http:/i, 'https:')) },
  slug: { about: 'Small letters, digits and dashes.', apply: each(slug) },
  first: { about: 'The first value.', apply: (values) => values.slice(0, 1) },
  last: { about: 'The last value.', apply: (values) => values.slice(-1) },
  join: { about: 'All values, with the argument between them: join:;', apply: (values, by) => (values.length ? [values.join(by)] : []) },
  default: { about: 'The argument where there is no value.', apply: (values, text) => (values.length ? values : [text]) },
};

interface Place {
  readonly name: string;
  readonly filters: readonly { readonly apply: Filter; readonly argument: string }[];
}

const PLACE = /^\{([\p{L}_][\p{L}\p{N}_.:@#-]*)((?:\|[^{}|]*)*)\}/u;

const kept = new Map<string, Template>();
const MAX_KEPT = 5000;

/** `known` are the names that can have a value; for any other the error suggests the nearest one. */
export function compileTemplate(source: string, where: string, known?: Iterable<string>): Template {
  const template = kept.get(source) ?? keep(source, where);
  if (known) checkNames(template, where, new Set(known));
  return template;
}

/** Compiles and renders a template at once; compiled templates are cached. */
export const renderTemplate = (source: string, lookup: Lookup, where = 'template'): string | null =>
  compileTemplate(source, where).render(lookup);

function keep(source: string, where: string): Template {
  if (kept.size >= MAX_KEPT) kept.clear();
  const template = new CompiledTemplate(source, piecesOf(source, where));
  kept.set(source, template);
  return template;
}

class CompiledTemplate implements Template {
  readonly names: readonly string[];
  readonly source: string;
  readonly #pieces: readonly (string | Place)[];

  constructor(source: string, pieces: readonly (string | Place)[]) {
    this.source = source;
    this.#pieces = pieces;
    this.names = [...new Set(this.#places().map((place) => place.name))];
  }

  render(lookup: Lookup): string | null {
    let text = '';
    for (const piece of this.#pieces) {
      const value = typeof piece === 'string' ? piece : fill(piece, lookup);
      if (value === null) return null;
      text += value;
    }
    return text;
  }

  missing(lookup: Lookup): string[] {
    return this.#places()
      .filter((place) => fill(place, lookup) === null)
      .map((place) => place.name);
  }

  #places(): Place[] {
    return this.#pieces.filter((piece): piece is Place => typeof piece !== 'string');
  }
}

function fill(place: Place, lookup: Lookup): string | null {
  const found = lookup(place.name) ?? [];
  const given = (typeof found === 'string' ? [found] : found).filter((value) => value !== '');
  return place.filters.reduce<readonly string[]>((values, { apply, argument }) => apply(values, argument), given)[0] ?? null;
}

function piecesOf(source: string, where: string): (string | Place)[] {
  const pieces: (string | Place)[] = [];
  let text = '';
  for (let at = 0; at < source.length; ) {
    const two = source.slice(at, at + 2);
    const match = two === '{{' ? null : PLACE.exec(source.slice(at));
    if (match) {
      pieces.push(text, placeOf(match, where));
      text = '';
    } else text += literalAt(source, at, where);
    at += match ? match[0].length : two === '{{' || two === '}}' ? 2 : 1;
  }
  return [...pieces, text].filter((piece) => piece !== '');
}

function literalAt(source: string, at: number, where: string): string {
  const letter = source[at] ?? '';
  if ((letter === '{' || letter === '}') && source[at + 1] !== letter)
    throw new ExpressionError(
      where,
      `the ${letter} at character ${at + 1} of "${shortened(source)}" is part of no {name}; a brace itself is written ${letter}${letter}`,
    );
  return letter;
}

function placeOf([, name = '', filters = '']: readonly string[], where: string): Place {
  const words = filters.split('|').slice(1);
  return {
    name,
    filters: words.map((word) => filterOf(word, where)),
  };
}

function filterOf(word: string, where: string): Place['filters'][number] {
  const [name = '', ...argument] = word.split(':');
  const filter = Object.hasOwn(TEMPLATE_FILTERS, name) ? TEMPLATE_FILTERS[name] : undefined;
  if (filter) return { apply: filter.apply, argument: argument.join(':') };
  const meant = nearest(name, Object.keys(TEMPLATE_FILTERS));
  throw new ExpressionError(
    where,
    `there is no filter "${name}"${meant ? `; did you mean ${meant}?` : `. Known: ${Object.keys(TEMPLATE_FILTERS).join(', ')}`}`,
  );
}

function checkNames(template: Template, where: string, known: ReadonlySet<string>): void {
  for (const name of template.names) {
    if (known.has(name)) continue;
    const meant = nearest(name, known);
    throw new ExpressionError(where, `nothing here is called "${name}"${meant ? `; did you mean ${meant}?` : ''}`);
  }
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Encodes all but the unreserved characters of RFC 3986: portals fail on brackets and apostrophes that browsers leave unencoded. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

function dateIn(value: string, format: string): string | null {
  const iso = parseAnyDate(value);
  return iso === null ? null : formatDate(iso, format || 'yyyy-MM-dd');
}

function slug(value: string): string {
  const plain = value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|(?<!-)-+$/g, '');
}
