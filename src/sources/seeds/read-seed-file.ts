/**
 * Seed files: plain text written by people, one URL per line.
 *
 * Forgives what people do (no scheme, comments, blank lines, Windows line ends, a byte-order mark, repetitions).
 * Anything that is no URL becomes a problem with its line, never a guess. Pure; the caller reads the file.
 */
import { asUrl, loginOf, type UrlLogin, withoutLogin } from '../../model/index.js';

export interface SeedLine {
  /** WHATWG form, without fragment and log-in. */
  readonly url: string;
  /** The log-in, if the line contains one. */
  readonly login?: UrlLogin;
  readonly line: number;
  /** The line had no scheme and https was added; when https does not answer, http is tried. */
  readonly schemeGuessed: boolean;
}

export interface LineProblem {
  readonly line: number;
  /** The line, shortened for display. */
  readonly text: string;
  readonly why: string;
}

export interface SeedFile {
  readonly seeds: readonly SeedLine[];
  readonly problems: readonly LineProblem[];
  /** Lines left out because an earlier line has the same URL. */
  readonly duplicates: number;
}

export function readSeedFile(text: string): SeedFile {
  const seeds = new Map<string, SeedLine>();
  const problems: LineProblem[] = [];
  let duplicates = 0;
  for (const { row, line } of rowsOf(text)) {
    const read = readSeed(row);
    if ('why' in read) problems.push({ line, text: withoutLogin(row).slice(0, 200), why: read.why });
    else if (seeds.has(read.url)) duplicates++;
    else seeds.set(read.url, { ...read, line });
  }
  return { seeds: [...seeds.values()], problems, duplicates };
}

/** Lines with content. Comments are removed: whole lines after // or #, or what follows a URL and a space. */
function* rowsOf(text: string): Generator<{ row: string; line: number }> {
  let line = 0;
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    line++;
    const row = rowOf(raw);
    if (row !== null) yield { row, line };
  }
}

/** One line without its comment; null when nothing is left. */
export function rowOf(line: string): string | null {
  const row = line.trim();
  if (row === '' || row.startsWith('//') || row.startsWith('#')) return null;
  return row.replace(/[ \t](?:\/\/|#).*$/s, '').trimEnd();
}

const MAX_LENGTH = 8192;
const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** `mailto:x`, `javascript:x`; but localhost:8080 is a host with a port. */
const OTHER_SCHEME = /^([a-z][a-z0-9+-]*):(?!\d{1,5}(?:[/?#]|$))/i;

/** One seed as people write it. */
export function readSeed(text: string): Pick<SeedLine, 'url' | 'login' | 'schemeGuessed'> | { why: string } {
  if (text.length > MAX_LENGTH) return { why: `longer than ${MAX_LENGTH} characters` };
  // The URL parser would silently drop control characters and join what they separate.
  if (/\p{Cc}/u.test(text)) return { why: 'has a tab or another control character inside; one URL per row' };
  if (WITH_SCHEME.test(text)) return parsed(text, false);
  const why = objectionToGuess(text);
  return why === null ? parsed(`https://${text}`, true) : { why };
}

function parsed(text: string, schemeGuessed: boolean): ReturnType<typeof readSeed> {
  const url = asUrl(text);
  if (!url) return { why: 'is no URL' };
  url.hash = '';
  const login = loginOf(url.href);
  return { url: withoutLogin(url.href), ...(login && { login }), schemeGuessed };
}

/** With https:// in front almost anything is a URL, so a line without a scheme must look like a host. */
function objectionToGuess(text: string): string | null {
  const scheme = OTHER_SCHEME.exec(text)?.[1];
  if (scheme) return `${scheme}: is no scheme with pages to fetch`;
  const host = text.split(/[/?#]/, 1)[0] ?? '';
  if (host.includes('@')) return 'looks like a mail address';
  if (host === '') return 'has no host';
  if (!/[.:]/.test(host) && host.toLowerCase() !== 'localhost') return 'is no host name; write https:// before it if it is one';
  return null;
}
