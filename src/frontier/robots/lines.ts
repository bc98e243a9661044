/**
 * Lines of robots.txt: octets in, records (field, value, line number) out.
 *
 * Knows how a line is cut into name, value and comment, and which names there are. What records
 * mean together is groups.ts. Every line is tried; one that cannot be read costs nothing but itself.
 */
import type { RobotsOptions } from './options.js';

export type Field = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'request-rate' | 'visit-time' | 'host';

export interface Line {
  /** Null: a record of a name we do not know. */
  readonly field: Field | null;
  readonly value: string;
  /** Counted from 1. */
  readonly number: number;
}

/** Names that RFC 9309 defines, and the other records, whose misspellings it leaves to us. */
const NAMES = new Map<string, Field>([
  ['user-agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['sitemap', 'sitemap'],
  ['sitemaps', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['crawl delay', 'crawl-delay'],
  ['request-rate', 'request-rate'],
  ['request rate', 'request-rate'],
  ['visit-time', 'visit-time'],
  ['visit time', 'visit-time'],
  ['host', 'host'],
]);

const MISSPELT_RULES = new Map<string, Field>([
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
]);

const LONGEST_NAME = 12;
const HASH = '#';
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Calls `take` for every line that holds a record. */
export function readLines(octets: string, options: RobotsOptions, take: (line: Line) => void): void {
  let number = 0;
  let start = 0;
  while (start < octets.length) {
    let end = start;
    while (end < octets.length && octets.charCodeAt(end) !== LF && octets.charCodeAt(end) !== CR) end++;
    number++;
    const record = readRecord(octets.slice(start, Math.min(end, start + options.maxLineBytes)), options);
    if (record) take({ ...record, number });
    start = octets.charCodeAt(end) === CR && octets.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
  }
}

function readRecord(line: string, options: RobotsOptions): { field: Field | null; value: string } | null {
  const comment = line.indexOf(HASH);
  const text = trim(comment < 0 ? line : line.slice(0, comment));
  if (text === '') return null;
  const colon = text.indexOf(':');
  if (colon >= 0) return { field: fieldOf(trimEnd(text.slice(0, colon)), options), value: trim(text.slice(colon + 1)) };
  if (options.missingColon === 'two-words') return readTwoWords(text, options);
  if (options.missingColon === 'known-name') return readKnownName(text, options);
  return null;
}

function readTwoWords(text: string, options: RobotsOptions): { field: Field | null; value: string } | null {
  const gap = wordEnd(text, 0);
  const value = trim(text.slice(gap));
  if (value === '' || wordEnd(value, 0) < value.length) return null;
  return { field: fieldOf(text.slice(0, gap), options), value };
}

/** Names may hold one space themselves (`user agent`), so the two-word name is tried first. */
function readKnownName(text: string, options: RobotsOptions): { field: Field; value: string } | null {
  const first = wordEnd(text, 0);
  for (const end of [wordEnd(text, first + 1), first]) {
    const field = fieldOf(text.slice(0, end), options);
    if (field) return { field, value: trim(text.slice(end)) };
  }
  return null;
}

function fieldOf(name: string, options: RobotsOptions): Field | null {
  if (name.length > LONGEST_NAME) return null;
  const lower = name.toLowerCase();
  return NAMES.get(lower) ?? (options.misspeltRules ? (MISSPELT_RULES.get(lower) ?? null) : null);
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) > SPACE) at++;
  return at;
}

/** Space, tab and control characters; not the Unicode spaces that String.trim would take, which are octets here. */
function trim(text: string): string {
  let start = 0;
  while (start < text.length && text.charCodeAt(start) <= SPACE) start++;
  return trimEnd(text.slice(start));
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= SPACE) end--;
  return text.slice(0, end);
}
