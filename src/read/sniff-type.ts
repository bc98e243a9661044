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
import { oleKind, zipKind } from './container-type.js';
import { parseContentType } from './content-type.js';
import { isMediaFrame, signatureOf } from './signatures.js';

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
export const isText = (type: string): boolean => type.startsWith('text/') || /[/+-](?:xml|json)$/.test(type) || TEXT_APPLICATIONS.has(type);

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
  if (next !== 0x3f && !FOREIGN_STARTS.has((next ?? 0) | 0x20)) return named;
  const root = byRootElement(asciiHead(bytes), named);
  return root !== null && FOREIGN_ROOTS.has(root) ? root : named;
}

/** <r <f <u <s <a: rss, rdf, feed, urlset, svg, atom:feed. */
const FOREIGN_STARTS: ReadonlySet<number> = new Set([0x72, 0x66, 0x75, 0x73, 0x61]);

const FOREIGN_ROOTS: ReadonlySet<string> = new Set(['application/rss+xml', 'application/atom+xml', 'application/rdf+xml']);
/** Of RSS 1.0 and 0.90, which are RDF; as in the MIME Sniffing standard. */
const RSS_NAMESPACE = /https?:\/\/(?:purl\.org\/rss\/1\.0|(?:channel|my)\.netscape\.com\/(?:rdf\/simple|publish\/formats)\/)/i;
const JSON_FEED = /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/i;

function bySignature(bytes: Uint8Array, named: string | null): string | null {
  const signed = signatureOf(bytes);
  if (signed !== null) return narrow(bytes, signed, named);
  // Streams of sound and film begin anywhere: believed where the server says so, or says nothing.
  if ((named === null || GENERIC.has(named) || /^(?:audio|video)\//.test(named)) && isMediaFrame(bytes))
    return named?.startsWith('audio/') ? named : 'audio/mpeg';
  // Some servers put a line break or a notice in front of the PDF header; readers accept it within the first kilobyte.
  if (latin1(bytes, skipBlank(bytes), skipBlank(bytes) + 5) === '%PDF-') return PDF;
  if (named === PDF && latin1(bytes, 0, 1024).includes('%PDF-')) return named;
  return null;
}

/** Containers: what they hold decides; the declaration only where that cannot be told. */
function narrow(bytes: Uint8Array, type: string, named: string | null): string {
  if (type === 'application/zip')
    return zipKind(bytes) ?? (named?.match(/zip|openxml|opendocument|epub|java-archive|wacz|kmz/) ? named : type);
  if (type === OLE) return oleKind(bytes) ?? (named?.startsWith('application/') && !GENERIC.has(named) && named !== PDF ? named : type);
  if (type === 'application/gzip' && named === 'application/warc') return type;
  if ((type === 'audio/ogg' || type === 'video/webm' || type === 'video/mp4') && named?.match(/^(?:audio|video)\//)) return named;
  return type;
}

const PDF = 'application/pdf';
const OLE = 'application/x-ole-storage';

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
  const found = flatOffice(bytes, head) ?? byRootElement(head, named) ?? (looksLikeHtml(head) ? 'text/html' : null);
  if (named === 'text/plain') return named;
  if ((unsure || /^(?:application|text)\/(?:json|feed\+json)$/.test(named)) && JSON_START.test(head) && JSON_FEED.test(head))
    return 'application/feed+json';
  if (found !== null && (unsure || contradicts(found, named))) return found;
  if (!unsure && named !== null) return isText(named) || !KNOWN_BINARY.test(named) ? named : 'text/plain';
  return JSON_START.test(head) ? 'application/json' : 'text/plain';
}

/** Binary families whose files all carry a signature: text under such a name is a misdeclared text. */
const KNOWN_BINARY =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|epub\+zip|msword|vnd\.ms-|vnd\.openxml|vnd\.oasis\.[a-z.-]+(?<!-flat-xml)$))/;

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
  if (known === 'application/rdf+xml' && RSS_NAMESPACE.test(head)) return 'application/rss+xml';
  if (known !== undefined && known !== 'text/html') return known;
  return declared || root === 'urlset' || root === 'sitemapindex' ? 'application/xml' : null;
}

/** OpenDocument without a package says in its root what it is, behind dozens of namespaces. */
function flatOffice(bytes: Uint8Array, head: string): string | null {
  if (!head.includes('<office:document')) return null;
  const kind = /\soffice:mimetype="(application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation))"/.exec(
    latin1(bytes, 0, 16_384),
  )?.[1];
  return kind === undefined ? null : `${kind}-flat-xml`;
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
