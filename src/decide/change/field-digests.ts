/**
 * Field digests: what is compared to tell whether a document changed, one SHA-256 per part a reader of it would name.
 *
 * Pure. The bytes' own digest comes from the archive, which computes it anyway; the others are of what was read, so a
 * page whose markup or banner moved but whose words stayed can be told from one that says something new. Beside them
 * stand the hashes of single blocks (see changed-blocks.ts), and the number of the rules all of it was made by: digests of
 * other rules are compared by the visible text alone.
 */
import { createHash, hash } from 'node:crypto';
import { blockHashes, type HeaderField, type Link, type Page } from '../../model/index.js';
import { packBlocks } from './changed-blocks.js';

/** In the order they are told in. */
export const FIELDS = ['title', 'text', 'tables', 'metadata', 'statements', 'files', 'links', 'headers', 'content'] as const;
export type Field = (typeof FIELDS)[number];

/** In the form `sha256:<lower-case hex>`; null where there is nothing to compare, as in a picture. */
export interface FieldDigests extends Readonly<Record<Field, string | null | undefined>> {
  /** Of the body as stored. */
  readonly content: string;
  readonly title: string | null;
  /** Of the content: without furniture, clocks and counters, and without tables. */
  readonly text: string | null;
  readonly tables: string | null;
  readonly metadata: string | null;
  /** Of what is said as RDF and nowhere else; undefined where a version was stored before anybody looked for it. */
  readonly statements: string | null | undefined;
  /** Of the files a document has besides its page; null until they are known, and for documents of one file. */
  readonly files: string | null;
  readonly links: string | null;
  /** Of those that describe the content. */
  readonly headers: string | null;
  /** Of all that is shown, furniture included. */
  readonly visible: string | null;
  /** Hashes of the blocks of text and tables, packed. */
  readonly blocks: string | null;
  readonly rules: number;
  /** Contexts without which some of its statements could not be read; left out where there are none. */
  readonly awaits?: readonly string[];
  /** A reader failed at it: the next visit does not try where others would have to wait. */
  readonly unread?: true;
  /** What was read is the page after its scripts. `plain` then are the digests of the same page as it was sent, without blocks. */
  readonly plain?: FieldDigests;
}

/** To be raised when other blocks count as content, other metadata as stable, or blocks are hashed in another way. */
const RULES = 2;

/** `encoded` is the page's text in UTF-8, for callers who have it already. */
export function fieldDigests(page: Page | null, content: string, headers: readonly HeaderField[] = [], encoded?: Uint8Array): FieldDigests {
  const files = null;
  if (!page) return { ...NOTHING_READ, content, headers: digestOfHeaders(headers), rules: RULES };
  const { text, tables } = page.content ?? { text: [0, page.text.length], tables: [] };
  const shown = new ShownText(page.text, encoded ?? Buffer.from(page.text));
  const visible = shown.digest([0, page.text.length]);
  const all = text.length === 2 && text[1] === page.text.length;
  return {
    content,
    title: digest(page.title ?? ''),
    text: all ? visible : shown.digest(text),
    tables: shown.digest(tables),
    metadata: digestOfMetadata(page.metadata),
    statements: digestOfStatements(page.statements?.compared ?? []),
    files,
    links: digestOfLinks(page.links),
    headers: digestOfHeaders(headers),
    visible,
    blocks: packBlocks(blockHashes(page)),
    rules: RULES,
    ...(page.statements?.awaits ? { awaits: page.statements.awaits } : {}),
  };
}

const NOTHING_READ = {
  title: null,
  text: null,
  tables: null,
  metadata: null,
  statements: null,
  files: null,
  links: null,
  visible: null,
  blocks: null,
};

/** Digests as they were stored, also by earlier versions: those knew nothing of rules, and their text was all that is shown. */
export function storedDigests(json: string): FieldDigests {
  const stored = JSON.parse(json) as Partial<FieldDigests> & Pick<FieldDigests, 'content'>;
  const complete = { ...NOTHING_READ, statements: undefined, headers: null, rules: 0, ...stored };
  return stored.rules === undefined ? { ...complete, visible: complete.text } : complete;
}

/** A text whose parts are digested, as lines of UTF-8. Where each character is a byte, parts need not be encoded again. */
class ShownText {
  readonly #text: string;
  readonly #bytes: Uint8Array;

  constructor(text: string, bytes: Uint8Array) {
    this.#text = text;
    this.#bytes = bytes;
  }

  digest(pairs: readonly number[]): string | null {
    if (pairs.length === 0) return null;
    if (pairs.length === 2 && pairs[0] === 0 && pairs[1] === this.#text.length) return digest(this.#bytes);
    return digest(this.#bytes.length === this.#text.length ? joinedBytes(this.#bytes, pairs) : joined(this.#text, pairs));
  }
}

/** Used again by every text. */
let lines: Uint8Array = new Uint8Array(1 << 16);

function joinedBytes(bytes: Uint8Array, pairs: readonly number[]): Uint8Array {
  if (lines.length < bytes.length + pairs.length) lines = new Uint8Array(2 * (bytes.length + pairs.length));
  let length = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    const start = pairs[at] ?? 0;
    const end = pairs[at + 1] ?? 0;
    if (at > 0) lines[length++] = LINE_FEED;
    lines.set(bytes.subarray(start, end), length);
    length += end - start;
  }
  return lines.subarray(0, length);
}

function joined(text: string, pairs: readonly number[]): string {
  const pieces: string[] = [];
  for (let at = 0; at < pairs.length; at += 2) pieces.push(text.slice(pairs[at], pairs[at + 1]));
  return pieces.join('\n');
}

const LINE_FEED = 0x0a;

/** Servers mint these anew for every request, and they say nothing of the document. */
const VOLATILE = /csrf|xsrf|nonce|token|session|request-?id|trace|correlation|timestamp|render|build/;
/** How a page is to be shown, by what it was made, to whom it belongs: the site's business, the same on all its pages. */
const TECHNICAL =
  /^(?:generator|viewport|theme-color|color-scheme|format-detection|msapplication-.*|apple-.*|mobile-.*|handheldfriendly|referrer|x-ua-compatible|content-security-policy|cache-control|expires|pragma|revisit-after|refresh|.*-verification|verify-.*|fb:.*|twitter:(?:site|creator|card)|og:site_name)$/;
/** Structured data about the site and the way to the page, by the first type it names. */
const SITE_TYPES: ReadonlySet<string> = new Set([
  'WebSite',
  'Organization',
  'GovernmentOrganization',
  'NewsMediaOrganization',
  'BreadcrumbList',
  'SiteNavigationElement',
]);

/** In the order of names, since two templates may print the same fields in different places. */
function digestOfMetadata(metadata: Page['metadata']): string | null {
  const stable = stableMetadata(metadata);
  return stable.length === 0 ? null : digest(JSON.stringify(stable.sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** What describes the document, and not the moment or the site. Stored metadata also hold what plug-ins noted, which is passed over. */
export function stableMetadata(metadata: Readonly<Record<string, unknown>>): [name: string, values: readonly string[]][] {
  const stable: [string, readonly string[]][] = [];
  for (const [name, values] of Object.entries(metadata)) {
    if (!Array.isArray(values) || VOLATILE.test(name) || TECHNICAL.test(name)) continue;
    const kept = name === 'json-ld' ? values.filter((json) => !isAboutTheSite(String(json))) : values;
    if (kept.length > 0) stable.push([name, kept as string[]]);
  }
  return stable;
}

const isAboutTheSite = (json: string): boolean => SITE_TYPES.has(/"@type"\s*:\s*(?:\[\s*)?"([^"]{1,60})"/.exec(json)?.[1] ?? '');

/** As a set, and without the names of blank nodes, which depend on the order. */
const digestOfStatements = (lines: readonly string[]): string | null =>
  digest([...new Set(lines.map((line) => line.replace(BLANK, '$1_:')))].sort().join('\n'));

const BLANK = /(^|> )_:b\d+/g;

/** As a set: where a link stands, and how often, is layout. */
function digestOfLinks(links: readonly Link[]): string | null {
  const sorted = links.slice().sort((a, b) => compared(a.kind, b.kind) || compared(a.url, b.url));
  const different = sorted.filter(({ kind, url }, at) => kind !== sorted[at - 1]?.kind || url !== sorted[at - 1]?.url);
  if (different.length <= MOST_AT_ONCE) return digest(linkLines(different));
  const sum = createHash('sha256');
  for (let at = 0; at < different.length; at += MOST_AT_ONCE)
    sum.update(`${at > 0 ? '\n' : ''}${linkLines(different.slice(at, at + MOST_AT_ONCE))}`);
  return `sha256:${sum.digest('hex')}`;
}

/** Lines of more links than this would be a text of many megabytes. */
const MOST_AT_ONCE = 1000;

const linkLines = (links: readonly Link[]): string => links.map(({ kind, url }) => `${kind} ${url}`).join('\n');

const compared = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const DESCRIBING: ReadonlySet<string> = new Set([
  'content-type',
  'content-language',
  'content-location',
  'content-disposition',
  'link',
  'x-robots-tag',
  'tdm-reservation',
  'tdm-policy',
]);

function digestOfHeaders(headers: readonly HeaderField[]): string | null {
  const lines: string[] = [];
  for (const [name, value] of headers) if (DESCRIBING.has(name.toLowerCase())) lines.push(`${name.toLowerCase()}: ${value.trim()}`);
  return digest(lines.sort().join('\n'));
}

const digest = (text: string | Uint8Array): string | null => (text.length === 0 ? null : `sha256:${hash('sha256', text, 'hex')}`);
