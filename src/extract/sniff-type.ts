/**
 * The real media type of a body: by its content where that is unmistakable, else as declared.
 *
 * A table of our own after the MIME Sniffing standard, with what crawlers meet besides: feeds,
 * sitemaps, office files, archives, WARC. The synchronous table answers for every body; `file-type`
 * is not consulted, because it is asynchronous and what it knows more is nothing a reader takes.
 *
 * Where content and declaration disagree: binary signatures always win (a PDF served as text/html
 * is a PDF). Text declared as `text/plain` stays plain, as in browsers: sites show source that way.
 * HTML is recognised where the type is missing, generic or binary, or names a text format the
 * content plainly is not (an error page served as application/json or application/pdf).
 */
import { byteOrderMark, detectCharset } from './charset.js';
import { parseContentType } from './content-type.js';

export interface TypeVerdict {
  /** Media type without parameters, lower case. */
  readonly type: string;
  /** Encoding of a text, null for anything else. */
  readonly charset: string | null;
}

export function sniffType(bytes: Uint8Array, declared: string | null): TypeVerdict {
  const type = mediaType(bytes, declared);
  return { type, charset: isText(type) ? detectCharset(bytes, declared, type).charset : null };
}

/** The type alone: for callers that find the charset themselves. */
export function mediaType(bytes: Uint8Array, declared: string | null): string {
  const named = ALIASES[parseContentType(declared).type ?? ''] ?? parseContentType(declared).type;
  // By far the commonest case first: declared as HTML and not contradicted by a signature.
  if ((named === 'text/html' || named === 'application/xhtml+xml') && startsLikeMarkup(bytes)) return refineHtml(bytes, named);
  const signed = bySignature(bytes, named);
  if (signed !== null) return signed;
  if (looksBinary(bytes, named !== null && isText(named))) return named === null || isText(named) ? 'application/octet-stream' : named;
  return byText(bytes, named);
}

/** Types whose bytes are characters. */
export const isText = (type: string): boolean => type.startsWith('text/') || /[/+](?:xml|json)$/.test(type) || TEXT_APPLICATIONS.has(type);

const TEXT_APPLICATIONS: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/ecmascript',
  'application/x-javascript',
  'application/x-ndjson',
  'application/jsonl',
  'application/yaml',
  'application/toml',
  'application/n-triples',
  'application/n-quads',
  'application/trig',
  'application/sparql-query',
  'application/sql',
  'application/xml-dtd',
  'application/x-sh',
]);

const ALIASES: Readonly<Record<string, string>> = {
  'application/x-javascript': 'text/javascript',
  'application/javascript': 'text/javascript',
  'application/x-pdf': 'application/pdf',
  'text/xhtml': 'application/xhtml+xml',
  'text/pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'application/x-gzip': 'application/gzip',
  'application/x-zip-compressed': 'application/zip',
};

/** Declarations that say nothing about the content. */
const GENERIC: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'unknown/unknown',
  'application/force-download',
  'application/x-download',
  '*/*',
]);

const startsLikeMarkup = (bytes: Uint8Array): boolean => {
  const first = bytes[skipBlank(bytes)];
  return first === 0x3c && !looksBinary(bytes, true);
};

/** XHTML is only XHTML by declaration; a feed or a sitemap served as text/html is what it is. */
function refineHtml(bytes: Uint8Array, named: string): string {
  const at = skipBlank(bytes);
  const next = bytes[at + 1];
  if (next !== 0x3f && next !== 0x72 && next !== 0x66 && next !== 0x75 && next !== 0x73) return named; // <? <r <f <u <s
  const root = byRootElement(asciiHead(bytes), named);
  return root !== null && FOREIGN_ROOTS.has(root) ? root : named;
}

const FOREIGN_ROOTS: ReadonlySet<string> = new Set(['application/rss+xml', 'application/atom+xml', 'application/rdf+xml']);

interface Signature {
  readonly type: string;
  readonly at?: number;
  /** Hexadecimal, `..` for any byte. */
  readonly hex: string;
}

const SIGNATURES: readonly Signature[] = [
  { type: 'application/pdf', hex: '255044462d' },
  { type: 'image/png', hex: '89504e470d0a1a0a' },
  { type: 'image/jpeg', hex: 'ffd8ff' },
  { type: 'image/gif', hex: '474946383761' },
  { type: 'image/gif', hex: '474946383961' },
  { type: 'image/webp', hex: '52494646........57454250' },
  { type: 'audio/wav', hex: '52494646........57415645' },
  { type: 'video/avi', hex: '52494646........41564920' },
  { type: 'image/avif', at: 4, hex: '6674797061766966' },
  { type: 'image/heic', at: 4, hex: '6674797068656963' },
  { type: 'audio/mp4', at: 4, hex: '667479704d3441' },
  { type: 'video/quicktime', at: 4, hex: '6674797071742020' },
  { type: 'video/mp4', at: 4, hex: '66747970' },
  { type: 'image/tiff', hex: '49492a00' },
  { type: 'image/tiff', hex: '4d4d002a' },
  { type: 'image/x-icon', hex: '00000100' },
  { type: 'image/jp2', hex: '0000000c6a5020200d0a870a' },
  { type: 'audio/ogg', hex: '4f676753' },
  { type: 'audio/flac', hex: '664c6143' },
  { type: 'audio/mpeg', hex: '494433' },
  { type: 'audio/midi', hex: '4d54686400000006' },
  { type: 'video/webm', hex: '1a45dfa3' },
  { type: 'video/x-flv', hex: '464c5601' },
  { type: 'font/woff', hex: '774f4646' },
  { type: 'font/woff2', hex: '774f4632' },
  { type: 'font/otf', hex: '4f54544f' },
  { type: 'font/ttf', hex: '0001000000' },
  { type: 'application/zip', hex: '504b0304' },
  { type: 'application/zip', hex: '504b0506' },
  { type: 'application/gzip', hex: '1f8b08' },
  { type: 'application/x-bzip2', hex: '425a68' },
  { type: 'application/x-xz', hex: 'fd377a585a00' },
  { type: 'application/zstd', hex: '28b52ffd' },
  { type: 'application/x-7z-compressed', hex: '377abcaf271c' },
  { type: 'application/vnd.rar', hex: '526172211a07' },
  { type: 'application/x-tar', at: 257, hex: '7573746172' },
  { type: 'application/x-ole-storage', hex: 'd0cf11e0a1b11ae1' },
  { type: 'application/rtf', hex: '7b5c727466' },
  { type: 'application/postscript', hex: '252150532d41646f62652d' },
  { type: 'application/warc', hex: '574152432f31' },
  { type: 'application/vnd.sqlite3', hex: '53514c69746520666f726d6174203300' },
  { type: 'application/vnd.apache.parquet', hex: '50415231' },
  { type: 'application/wasm', hex: '0061736d' },
  { type: 'application/x-shockwave-flash', hex: '43575309' },
  { type: 'image/vnd.djvu', hex: '41542654464f524d' },
];

/** Compiled by first byte: most bodies are dismissed by one look-up. -1 stands for any byte. */
const BY_FIRST_BYTE = new Map<number, { readonly type: string; readonly pattern: readonly number[] }[]>();
const ELSEWHERE: { readonly type: string; readonly at: number; readonly pattern: readonly number[] }[] = [];
for (const { type, at = 0, hex } of SIGNATURES) {
  const pattern = (hex.match(/../g) ?? []).map((pair) => (pair === '..' ? -1 : Number.parseInt(pair, 16)));
  const first = pattern[0] ?? -1;
  if (at > 0) ELSEWHERE.push({ type, at, pattern });
  else BY_FIRST_BYTE.set(first, [...(BY_FIRST_BYTE.get(first) ?? []), { type, pattern }]);
}

const matches = (bytes: Uint8Array, at: number, pattern: readonly number[]): boolean =>
  bytes.length >= at + pattern.length && pattern.every((byte, offset) => byte < 0 || bytes[at + offset] === byte);

function bySignature(bytes: Uint8Array, named: string | null): string | null {
  for (const { type, pattern } of BY_FIRST_BYTE.get(bytes[0] ?? -1) ?? [])
    if (matches(bytes, 0, pattern)) return narrow(bytes, type, named);
  for (const { type, at, pattern } of ELSEWHERE) if (matches(bytes, at, pattern)) return narrow(bytes, type, named);
  // Some servers put a line break or a notice in front of the PDF header; readers accept it within the first kilobyte.
  if (named === 'application/pdf' && latin1(bytes, 0, 1024).includes('%PDF-')) return named;
  return null;
}

/** Containers: a ZIP may be an office file or a book, an OLE file a Word document; the declaration may say which, or the first entry does. */
function narrow(bytes: Uint8Array, type: string, named: string | null): string {
  if (type === 'application/zip')
    return zipKind(bytes) ?? (named?.match(/zip|openxml|opendocument|epub|java-archive|wacz|kmz/) ? named : type);
  if (type === 'application/x-ole-storage') return named?.startsWith('application/') && !GENERIC.has(named) ? named : type;
  if (type === 'application/gzip' && named === 'application/warc') return type;
  if ((type === 'audio/ogg' || type === 'video/webm' || type === 'video/mp4') && named?.match(/^(?:audio|video)\//)) return named;
  return type;
}

const ZIP_KINDS: readonly (readonly [marker: string, type: string])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

const ZIP_LOOK = 262_144;

/** By the stored `mimetype` entry of OpenDocument and EPUB, else by the folder names, which stand in the entries and again in the directory at the end. */
function zipKind(bytes: Uint8Array): string | null {
  const head = latin1(bytes, 0, ZIP_LOOK);
  const nameLength = bytes[26] ?? 0;
  if (head.startsWith('mimetype', 30) && nameLength === 8) {
    const extra = (bytes[28] ?? 0) | ((bytes[29] ?? 0) << 8);
    const stored = /^[a-z]+\/[a-z0-9.+-]+?(?=PK|$)/.exec(head.slice(38 + extra, 38 + extra + 100))?.[0];
    if (stored) return stored;
  }
  const both = head + latin1(bytes, Math.max(ZIP_LOOK, bytes.length - ZIP_LOOK), bytes.length);
  if (!both.includes('[Content_Types].xml')) return null;
  return ZIP_KINDS.find(([marker]) => both.includes(marker))?.[1] ?? null;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  const view = bytes.subarray(from, to);
  return Buffer.from(view.buffer, view.byteOffset, view.length).toString('latin1');
}

/**
 * Bytes that no text contains, within the part the standard looks at. One is enough where nothing
 * says the body is text; where the server does, a stray control character is only untidy.
 */
function looksBinary(bytes: Uint8Array, declaredText: boolean): boolean {
  if (byteOrderMark(bytes)) return false;
  const end = Math.min(bytes.length, 1445);
  let zeros = 0;
  let controls = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) zeros++;
    else if (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)) controls++;
  }
  const bearable = declaredText ? end / 10 : 0;
  if (zeros + controls <= bearable) return false;
  return controls > bearable || !/^utf-(?:16|32)/.test(detectCharset(bytes.subarray(0, end), null).charset);
}

function byText(bytes: Uint8Array, named: string | null): string {
  const head = asciiHead(bytes);
  const unsure = named === null || GENERIC.has(named);
  const found = byRootElement(head, named) ?? (looksLikeHtml(head) ? 'text/html' : null);
  if (named === 'text/plain') return named;
  if (found !== null && (unsure || contradicts(found, named))) return found;
  if (!unsure && named !== null) return isText(named) || !KNOWN_BINARY.test(named) ? named : 'text/plain';
  return JSON_START.test(head) ? 'application/json' : 'text/plain';
}

/** Binary families whose files all carry a signature: text under such a name is a misdeclared text. */
const KNOWN_BINARY = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip)$)/;

/** Does the content show that the declaration is wrong? More exact XML types agree with `…/xml`. */
function contradicts(found: string, named: string | null): boolean {
  if (named === null || named === found) return false;
  if (found === 'text/html') return !(named.startsWith('text/') || named.endsWith('xml') || TEXT_APPLICATIONS.has(named));
  if (named === 'application/xml' || named === 'text/xml') return found !== 'application/xml';
  return named === 'text/html' ? FOREIGN_ROOTS.has(found) : KNOWN_BINARY.test(named);
}

/** Enough to see the root element behind a declaration, a doctype and a comment or two; wide encodings are narrowed. */
function asciiHead(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 2048);
  const mark = byteOrderMark(bytes);
  const text = latin1(head, 0, head.length);
  if (mark?.charset === 'utf-8') return text.slice(3);
  return mark || text.includes('\0') ? text.replace(/[\0\xfe\xff]/g, '') : text;
}

function skipBlank(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && at < 1024 && ((bytes[at] ?? 0) === 0x20 || ((bytes[at] ?? 0) >= 0x09 && (bytes[at] ?? 0) <= 0x0d))) at++;
  return at;
}

const ROOTS: Readonly<Record<string, string>> = {
  rss: 'application/rss+xml',
  feed: 'application/atom+xml',
  'rdf:rdf': 'application/rdf+xml',
  svg: 'image/svg+xml',
  html: 'text/html',
};

/** Media type by the root element; null when there is none of XML's making. */
function byRootElement(head: string, named: string | null): string | null {
  const declared = /^\s*<\?xml\s/.test(head);
  const root = /^<([a-z][\w.:-]*)/i.exec(head.slice(skipProlog(head)))?.[1]?.toLowerCase();
  if (root === undefined) return declared ? 'application/xml' : null;
  if (root === 'html')
    return named === 'application/xhtml+xml' || (declared && named !== null && named.endsWith('xml'))
      ? 'application/xhtml+xml'
      : 'text/html';
  const known = ROOTS[root] ?? ROOTS[root.slice(root.indexOf(':') + 1)];
  if (known !== undefined && known !== 'text/html') return known;
  return declared || root === 'urlset' || root === 'sitemapindex' ? 'application/xml' : null;
}

/** Where the first element begins, behind white space, comments, processing instructions and a doctype. A loop, since the regex would backtrack. */
function skipProlog(head: string): number {
  for (let at = 0; ; ) {
    while (at < head.length && /\s/.test(head[at] ?? '')) at++;
    const comment = head.startsWith('<!--', at);
    if (!comment && !head.startsWith('<?', at) && !/^<!doctype/i.test(head.slice(at, at + 9))) return at;
    const end = comment ? head.indexOf('-->', at + 4) : head.indexOf('>', at);
    if (end < 0) return head.length;
    at = end + (comment ? 3 : 1);
  }
}

/** The tags by which the MIME Sniffing standard knows HTML, and a few that start fragments besides. */
const HTML_START =
  /^<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|center|main|article|section|ul|form|img)(?:[\s/>]|$)/i;

function looksLikeHtml(head: string): boolean {
  if (/^\s*<!doctype html[\s>]/i.test(head)) return true;
  const start = skipProlog(head);
  // A comment longer than what is looked at: licence headers of that size are only found in HTML.
  return start >= head.length ? /^\s*<!--/.test(head) : HTML_START.test(head.slice(start, start + 20));
}

/** The first token and what may follow it; the whole is not parsed, since a caller may hand in the start only. */
const JSON_START = /^\s*(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[[{"\d-]|true|false|null|\]))/;
