/**
 * Seed files: plain text kept by hand, one URL per row.
 *
 * Forgiving about what people do (no scheme, comments, blank rows, Windows line ends, a byte-order mark, repetitions),
 * strict about what is no URL: such rows become problems with their line, never guesses. Pure; reading the file is the
 * caller's business.
 */
import { asUrl, loginOf, type UrlLogin, withoutLogin } from '../../model/index.js';

export interface SeedLine {
  /** WHATWG form, without fragment and log-in. */
  readonly url: string;
  /** Who is to ask there, where the row says so. */
  readonly login?: UrlLogin;
  readonly line: number;
  /** The row had no scheme and https was put before it; where https does not answer, http is meant. */
  readonly schemeGuessed: boolean;
}

export interface LineProblem {
  readonly line: number;
  /** The row, cut for reading. */
  readonly text: string;
  readonly why: string;
}

export interface SeedFile {
  readonly seeds: readonly SeedLine[];
  readonly problems: readonly LineProblem[];
  /** Rows left out because an earlier row names the same URL. */
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

/** Rows that say something, with comments taken off: a whole row after // or #, or what follows a URL and a space. */
function* rowsOf(text: string): Generator<{ row: string; line: number }> {
  let line = 0;
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    line++;
    const row = rowOf(raw);
    if (row !== null) yield { row, line };
  }
}

/** One line without its comment; null when it says nothing. */
export function rowOf(line: string): string | null {
  const row = line.trim();
  if (row === '' || row.startsWith('//') || row.startsWith('#')) return null;
  return row.replace(/[ \t](?:\/\/|#).*$/s, '').trimEnd();
}

const MAX_LENGTH = 8192;
const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** `mailto:x`, `javascript:x`; but localhost:8080 is a host and its port. */
const OTHER_SCHEME = /^([a-z][a-z0-9+-]*):(?!\d{1,5}(?:[/?#]|$))/i;

/** One seed as people write it. */
export function readSeed(text: string): Pick<SeedLine, 'url' | 'login' | 'schemeGuessed'> | { why: string } {
  if (text.length > MAX_LENGTH) return { why: `longer than ${MAX_LENGTH} characters` };
  // The URL parser would drop them silently and join what they part.
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

/** Put before anything, https:// makes a URL of nearly anything; so a row without a scheme must look like a host. */
function objectionToGuess(text: string): string | null {
  const scheme = OTHER_SCHEME.exec(text)?.[1];
  if (scheme) return `${scheme}: is no scheme with pages to fetch`;
  const host = text.split(/[/?#]/, 1)[0] ?? '';
  if (host.includes('@')) return 'looks like a mail address';
  if (host === '') return 'has no host';
  if (!/[.:]/.test(host) && host.toLowerCase() !== 'localhost') return 'is no host name; write https:// before it if it is one';
  return null;
}
