/**
 * A feed as a small tree: elements by family and lower-case name, whatever their prefix, each with the base of its
 * links. The tokenizer is tolerant, so a feed that is not well-formed gets a tree too.
 */
import { decodeEntities } from '../html/entities.js';
import { parseUrl } from '../url-resolver.js';
import { attributeOf, readXmlEvents, type XmlAttributes } from '../xml-events.js';

export interface FeedElement {
  /** `''` for the feed's own format, else the family: `dc`, `content`, `media`. */
  readonly family: string;
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: (FeedElement | string)[];
  /** What relative links inside it refer to. */
  readonly base: string;
}

const MAX_ELEMENTS = 300_000;

/** Namespaces by a part that no other contains: versions and spellings differ. */
const FAMILIES: readonly (readonly [mark: RegExp, family: string])[] = [
  [/purl\.org\/rss\/1\.0\/modules\/content/i, 'content'],
  [/purl\.org\/rss\/1\.0\/modules\//i, 'module'],
  [/www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns|example\.com\/necho/i, 'atom'],
  [/purl\.org\/rss\/1\.0|netscape\.com\/(?:rdf|publish)|backend\.userland\.com|blogs\.law\.harvard\.edu|cyber\.(?:law\.)?harvard/i, 'rss'],
  [/purl\.org\/dc\/terms/i, 'dcterms'],
  [/purl\.org\/dc\/elements/i, 'dc'],
  [/www\.w3\.org\/1999\/02\/22-rdf/i, 'rdf'],
  [/search\.yahoo\.com\/mrss|video\.search\.yahoo/i, 'media'],
  [/itunes/i, 'itunes'],
  [/www\.w3\.org\/1999\/xhtml/i, 'xhtml'],
  [/feedburner/i, 'feedburner'],
];
const PREFIXES: ReadonlySet<string> = new Set(['atom', 'dc', 'dcterms', 'content', 'rdf', 'media', 'itunes', 'xhtml', 'feedburner', 'rss']);

/** Null when there is no element. */
export function feedTree(source: string, url: string): FeedElement | null {
  const builder = new TreeBuilder(url);
  readXmlEvents(withCharacters(source), {
    open: (name, attributes, prefix) => builder.open(name, attributes, prefix),
    text: (text) => builder.text(text),
    close: () => builder.close(),
    done: () => builder.count >= MAX_ELEMENTS,
  });
  return builder.root;
}

class TreeBuilder {
  root: FeedElement | null = null;
  count = 0;
  readonly #open: FeedElement[] = [];
  readonly #spaces: ReadonlyMap<string, string>[] = [new Map()];

  constructor(private readonly url: string) {}

  open(written: string, attributes: XmlAttributes, prefix: string): void {
    this.count++;
    const parent = this.#open.at(-1);
    const spaces = this.#declared(attributes);
    const base = attributeOf(attributes, 'base');
    const element: FeedElement = {
      family: familyOf(prefix, spaces),
      name: written.toLowerCase(),
      attributes,
      children: [],
      base:
        base === null || !attributes.has('xml:base')
          ? (parent?.base ?? this.url)
          : (parseUrl(base.trim(), parent?.base ?? this.url)?.href ?? this.url),
    };
    parent?.children.push(element);
    this.root ??= element;
    this.#open.push(element);
  }

  text(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  close(): void {
    this.#open.pop();
    this.#spaces.pop();
  }

  #declared(attributes: XmlAttributes): ReadonlyMap<string, string> {
    const above = this.#spaces.at(-1) ?? new Map<string, string>();
    let own: Map<string, string> | null = null;
    for (const [name, value] of attributes) {
      if (!name.startsWith('xmlns')) continue;
      own ??= new Map(above);
      if (own.size < 200) own.set(name.slice(6), value);
    }
    const spaces = own ?? above;
    this.#spaces.push(spaces);
    return spaces;
  }
}

/** An unknown namespace is a family of its own; an undeclared prefix has its usual meaning. */
function familyOf(prefix: string, spaces: ReadonlyMap<string, string>): string {
  const uri = spaces.get(prefix);
  if (uri === undefined || uri === '') return prefix === '' || PREFIXES.has(prefix.toLowerCase()) ? prefix.toLowerCase() : 'other';
  return FAMILIES.find(([mark]) => mark.test(uri))?.[1] ?? (prefix === '' ? '' : 'other');
}

const XML_ENTITIES: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Replaces HTML's named characters, which feeds use although XML does not define them; not inside CDATA. */
function withCharacters(source: string): string {
  if (!/&[a-z]\w*;/i.test(source)) return source;
  const own = ownEntities(source);
  const parts: string[] = [];
  for (let at = 0; at < source.length; ) {
    const start = source.indexOf('<![CDATA[', at);
    const end = start < 0 ? source.length : source.indexOf(']]>', start);
    parts.push(named(source.slice(at, start < 0 ? source.length : start), own));
    if (start >= 0) parts.push(source.slice(start, end < 0 ? source.length : end));
    at = start < 0 || end < 0 ? source.length : end;
  }
  return parts.join('');
}

/** Entities that a feed declares, if they are short and contain no others: nothing that could grow. */
function ownEntities(source: string): ReadonlyMap<string, string> {
  const head = source.slice(0, 20_000);
  const start = /<!DOCTYPE[^<>[]{0,500}\[/i.exec(head);
  const subset = start ? (head.slice(start.index + start[0].length).split(']', 1)[0] ?? '') : '';
  const declared = [...subset.matchAll(/<!ENTITY\s+(\w{1,30})\s+(?:"([^"&<%]{0,100})"|'([^'&<%]{0,100})')\s*>/g)].slice(0, 100);
  return new Map(declared.map(([, name = '', quoted, single]) => [name, quoted ?? single ?? '']));
}

const named = (text: string, own: ReadonlyMap<string, string>): string =>
  text.replace(/&([a-z]\w{0,30});/gi, (whole, name: string) => (XML_ENTITIES.has(name) ? whole : (own.get(name) ?? characterOf(whole))));

const characters = new Map<string, string>();

function characterOf(reference: string): string {
  const known = characters.get(reference);
  if (known !== undefined) return known;
  const decoded = decodeEntities(reference, 'text');
  const character = decoded === '&' ? '&amp;' : decoded === '<' ? '&lt;' : decoded;
  if (characters.size < 5000) characters.set(reference, character);
  return character;
}
