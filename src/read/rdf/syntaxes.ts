/** The syntaxes RDF comes in: by the names servers give them, and by how a text begins. */

/** Documents that are RDF as a whole, by media type. */
export type Syntax =
  | 'application/rdf+xml'
  | 'text/turtle'
  | 'application/trig'
  | 'application/n-triples'
  | 'application/n-quads'
  | 'text/n3'
  | 'application/ld+json';

const BY_TYPE: Readonly<Record<string, Syntax>> = {
  'application/rdf+xml': 'application/rdf+xml',
  'text/rdf+xml': 'application/rdf+xml',
  'application/rdf': 'application/rdf+xml',
  'text/rdf': 'application/rdf+xml',
  'application/owl+xml': 'application/rdf+xml',
  'text/turtle': 'text/turtle',
  'application/turtle': 'text/turtle',
  'application/x-turtle': 'text/turtle',
  'application/trig': 'application/trig',
  'application/x-trig': 'application/trig',
  'application/n-triples': 'application/n-triples',
  'text/ntriples': 'application/n-triples',
  'application/n-quads': 'application/n-quads',
  'text/x-nquads': 'application/n-quads',
  'text/nquads': 'application/n-quads',
  'text/n3': 'text/n3',
  'text/rdf+n3': 'text/n3',
  'application/n3': 'text/n3',
  'application/ld+json': 'application/ld+json',
  'application/activity+json': 'application/ld+json',
};

/** Types whose names are registered: a document served under another one is told so. */
const REGISTERED: ReadonlySet<string> = new Set<string>([...Object.values(BY_TYPE), 'application/activity+json', 'application/owl+xml']);

/** What a server that names none of the above may mean: the text has to tell. */
const OPEN =
  /^(?:text\/(?:plain|xml|html|n3)|application\/(?:xml|json|octet-stream|xhtml\+xml|x-[\w.-]+|(?:rss|atom)\+xml)|binary\/octet-stream)$/;

const BY_ENDING: Readonly<Record<string, Syntax>> = {
  rdf: 'application/rdf+xml',
  owl: 'application/rdf+xml',
  ttl: 'text/turtle',
  trig: 'application/trig',
  nt: 'application/n-triples',
  nq: 'application/n-quads',
  n3: 'text/n3',
  jsonld: 'application/ld+json',
};

export const typeOf = (contentType: string | null): string | null => contentType?.split(';', 1)[0]?.trim().toLowerCase() || null;

export interface SyntaxVerdict {
  readonly syntax: Syntax;
  /** What its publisher should know about the type it was served with; null: nothing. */
  readonly problem: string | null;
}

/** Which syntax a document has as a whole; null when it is none. The start of the text has the last word. */
export function syntaxOf(contentType: string | null, head: string, url: string): SyntaxVerdict | null {
  const type = typeOf(contentType);
  const named = type === null ? null : (BY_TYPE[type] ?? null);
  const looks = looksLike(head);
  if (named !== null && type !== null) {
    const is = looks !== null && contradicts(looks, named) ? looks : named;
    return { syntax: is, problem: is === named && REGISTERED.has(type) ? null : served(type, is) };
  }
  const found = type === null || OPEN.test(type) ? (looks ?? byEnding(url, head)) : null;
  if (found === null || (type !== null && isFairName(type, found))) return found === null ? null : { syntax: found, problem: null };
  return { syntax: found, problem: type === null ? `served without a type, is ${found}` : served(type, found) };
}

const served = (type: string, syntax: Syntax): string => `served as ${type}, is ${syntax}`;

/** XML and JSON are no wrong names for what is XML and JSON, only unhelpful ones. */
const isFairName = (type: string, found: Syntax): boolean =>
  (found === 'application/rdf+xml' && /^(?:application|text)\/xml$/.test(type)) ||
  (found === 'application/ld+json' && type === 'application/json');

/** Names of the Turtle family are often mixed up, and one parser reads them all; XML and JSON are unmistakable. */
function contradicts(looks: Syntax, named: Syntax): boolean {
  const kind = (syntax: Syntax): string => (syntax === 'application/rdf+xml' || syntax === 'application/ld+json' ? syntax : 'text');
  return kind(looks) !== kind(named);
}

const XML =
  /^\s*(?:<\?xml\s[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,4000}-->\s*|<\?(?:(?!\?>)[\s\S]){0,1000}\?>\s*|<!DOCTYPE[^[>]{0,1000}(?:\[(?:(?!\]\s{0,9}>)[\s\S]){0,20000}\]\s{0,9})?>\s*)*<(?:[\w.-]+:)?RDF[\s>]/;
const JSON_LD = /^\s*[[{][\s\S]{0,20000}?"@(?:context|graph|id|type)"\s*:/;
const TURTLE = /^(?:\s|#[^\n]*\n)*(?:@(?:prefix|base)\s|(?:PREFIX|BASE)\s+(?:[\w.-]+:?\s*|:\s*)?<[^>\s]*>)/i;
/** One whole statement with an end, as N-Triples has it. */
const STATEMENT =
  /^(?:\s|#[^\n]*\n)*(?:<[a-z][\w+.-]*:[^<>"{}|^`\\\s]*>|_:\w[\w.-]*)\s+(?:<[a-z][\w+.-]*:[^<>"{}|^`\\\s]*>|a)\s+(?:<[^<>"{}|^`\\\s]*>|_:\w[\w.-]*|"(?:[^"\\\n]|\\.){0,4000}"(?:@[\w-]+|\^\^<[^<>\s]*>)?)\s*(<[a-z][\w+.-]*:[^<>"{}|^`\\\s]*>\s*)?[.;,]/i;

function looksLike(head: string): Syntax | null {
  const text = head.startsWith('\uFEFF') ? head.slice(1) : head;
  if (XML.test(text)) return 'application/rdf+xml';
  if (JSON_LD.test(text)) return 'application/ld+json';
  if (TURTLE.test(text)) return 'text/turtle';
  const statement = STATEMENT.exec(text);
  if (!statement) return null;
  return statement[1] === undefined ? 'text/turtle' : 'application/n-quads';
}

/** An ending is believed only where the text does not speak against it. */
function byEnding(url: string, head: string): Syntax | null {
  const ending = /\.([a-z0-9]{1,6})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const syntax = BY_ENDING[ending] ?? null;
  if (syntax === null || /^\s*(?:<!doctype html|<html)/i.test(head)) return null;
  const isMarkup = /^\s*</.test(head) && !/^\s*<[a-z][\w+.-]*:[^>\s]*>/i.test(head);
  return isMarkup === (syntax === 'application/rdf+xml') ? syntax : null;
}
