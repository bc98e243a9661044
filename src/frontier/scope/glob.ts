/**
 * Globs on whole URLs: `*` is any run of characters, `?` any one, everything else stands for itself.
 *
 * A glob is cut at its stars once; matching then looks for the pieces from left to right and never
 * goes back, so time grows with the URL and not with the ways to divide it.
 */
import { domainToASCII } from 'node:url';

/** Compiles a glob, or throws an Error that says why it can never match. */
export function compileGlob(glob: string): (url: string) => boolean {
  assertPossible(glob);
  const [head = '', ...rest] = asInUrls(glob).split('*');
  const tail = rest.pop();
  if (tail === undefined) return (url) => url.length === head.length && fitsAt(url, 0, head);
  const middle = rest.filter((piece) => piece !== '');
  return (url) => matches(url, head, middle, tail);
}

function matches(url: string, head: string, middle: readonly string[], tail: string): boolean {
  const end = url.length - tail.length;
  if (head.length > end || !fitsAt(url, 0, head) || !fitsAt(url, end, tail)) return false;
  let from = head.length;
  for (const piece of middle) {
    const at = find(url, piece, from, end);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

/** The first place at or after `from` where the piece fits and ends no later than `end`. */
function find(url: string, piece: string, from: number, end: number): number {
  if (!piece.includes('?')) {
    const at = url.indexOf(piece, from);
    return at >= 0 && at + piece.length <= end ? at : -1;
  }
  for (let at = from; at + piece.length <= end; at++) if (fitsAt(url, at, piece)) return at;
  return -1;
}

function fitsAt(url: string, at: number, piece: string): boolean {
  for (let i = 0; i < piece.length; i++) if (piece[i] !== '?' && piece[i] !== url[at + i]) return false;
  return true;
}

/** `gov.si/login*` would silently match nothing, since every URL begins with a scheme. */
function assertPossible(glob: string): void {
  const literal = glob.slice(0, glob.search(/[*?]|$/));
  if (literal !== '' && !/^[a-z][a-z0-9+-]*(:|$)/i.test(literal)) {
    throw new Error(`the glob ${glob} is compared with the whole URL, scheme included, and can never match; write *${glob}`);
  }
}

/** People write zemljišče and München; URLs carry %C5%A1 in paths and punycode in hosts. */
function asInUrls(glob: string): string {
  const [, scheme = '', host = '', path = glob] = /^([^:/]*:\/\/)([^/]*)(.*)$/s.exec(glob) ?? [];
  const labels = host.toLowerCase().split('.');
  const ascii = labels.map((label) => (isAscii(label) ? label : domainToASCII(label) || label)).join('.');
  return scheme.toLowerCase() + ascii + encodeNonAscii(path);
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** By way of bytes, because encodeURIComponent throws on half a surrogate pair. */
const encodeNonAscii = (text: string): string =>
  Buffer.from(text)
    .toString()
    .replace(/[^\0-\x7f]+/g, encodeURIComponent);
