/**
 * One pattern of an Allow or Disallow line, compiled: literal pieces between stars, perhaps tied to the end.
 *
 * Matching is linear in the path: pieces are looked for from left to right and never reconsidered, since the
 * leftmost place for each piece leaves the most room for the rest. No regular expression is built.
 */
import type { RobotsOptions } from './options.js';
import { CommonForm, escapeRule, hasSecondForm } from './path.js';

export interface Pattern {
  /** Literal text before the first star; the path must start with it. */
  readonly prefix: string;
  /** Literal pieces after the first star, none of them empty except a last one that is `tied`. */
  readonly pieces: readonly Piece[];
  /** Ends with `$`: the last piece (or the prefix, without stars) must end the path. */
  readonly tied: boolean;
  /** Octets of the pattern, stars and `$` included: the longest match wins. */
  readonly weight: number;
}

export interface Piece {
  readonly text: string;
  /** Search table for long pieces, where indexOf could take product time; null for short ones. */
  readonly table: Int32Array | null;
}

const LONG_PIECE = 24;

/** All readings of a rule's value: one, and more where the options or the two forms of a query say so. */
export function compilePatterns(value: string, allow: boolean, options: RobotsOptions): Pattern[] {
  const octets = options.slashOptional && !/^[/*]/.test(value) ? `/${value}` : value;
  const readings = [compile(octets, false, options)];
  if (options.percentEncoding === 'both-sides' && hasSecondForm(octets)) readings.push(compile(octets, true, options));
  if (options.dollarAlsoLiteral && octets.endsWith('$')) readings.push(compile(`${octets.slice(0, -1)}%24$`, false, options));
  if (options.indexHtmlIsDirectory && allow) {
    const slash = octets.lastIndexOf('/');
    if (octets.startsWith('/index.htm', slash)) readings.push(compile(`${octets.slice(0, slash + 1)}$`, false, options));
  }
  return readings;
}

function compile(octets: string, second: boolean, options: RobotsOptions): Pattern {
  const tied = octets.endsWith('$');
  const form = new CommonForm(second);
  const normalise = options.percentEncoding === 'both-sides' ? (text: string) => form.add(text) : escapeRule;
  const literals = (tied ? octets.slice(0, -1) : octets).split('*').map(normalise);
  const [prefix = '', ...rest] = literals;
  const weight = literals.reduce((sum, text) => sum + text.length, rest.length + (tied ? 1 : 0));
  // Empty pieces come from `**` and from a final star, which says nothing unless the end is tied.
  const pieces = rest.filter((text, index) => text !== '' || (tied && index === rest.length - 1)).map(pieceOf);
  return { prefix, pieces, tied, weight };
}

/** Whether the pattern matches a path that is known to start with its prefix. */
export function matchesAfterPrefix(pattern: Pattern, path: string): boolean {
  const { prefix, pieces, tied } = pattern;
  if (pieces.length === 0) return !tied || path.length === prefix.length;
  const last = tied ? (pieces.at(-1) as Piece).text : '';
  if (!path.endsWith(last)) return false; // the cheapest test, and the one most paths fail
  const free = tied ? pieces.length - 1 : pieces.length;
  let at = prefix.length;
  for (let index = 0; index < free; index++) {
    const piece = pieces[index] as Piece;
    const found = find(piece, path, at);
    if (found < 0) return false;
    at = found + piece.text.length;
  }
  return path.length - last.length >= at;
}

function pieceOf(text: string): Piece {
  return { text, table: text.length > LONG_PIECE ? failureTable(text) : null };
}

function find({ text, table }: Piece, path: string, from: number): number {
  if (!table) return path.indexOf(text, from);
  let matched = 0;
  for (let at = from; at < path.length; at++) {
    const code = path.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== code) matched = table[matched - 1] as number;
    if (text.charCodeAt(matched) === code) matched++;
    if (matched === text.length) return at - matched + 1;
  }
  return -1;
}

/** Knuth, Morris and Pratt: for each position, the longest proper prefix that is also a suffix up to there. */
function failureTable(text: string): Int32Array {
  const table = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== code) matched = table[matched - 1] as number;
    if (text.charCodeAt(matched) === code) matched++;
    table[at] = matched;
  }
  return table;
}
