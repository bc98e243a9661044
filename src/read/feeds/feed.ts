/**
 * Feeds: RSS in all versions, RDF (RSS 1.0 and 0.90), Atom 0.3 and 1.0, CDF and JSON Feed, as one list of entries.
 *
 * Follows feed readers: an entry without a link uses its permanent identifier, one without an identifier uses its link.
 * Links are absolute. Never throws.
 */
import { feedDate } from './feed-date.js';
import { inOneLine, plainText, rawText } from './feed-text.js';
import { type FeedElement, feedTree } from './feed-tree.js';
import { absolute, isoOf } from './feed-values.js';
import { readJsonFeed } from './json-feed.js';

export interface FeedEntry {
  readonly title: string | null;
  readonly link: string | null;
  readonly id: string | null;
  /** When it was published, else when it was changed, in ISO 8601. */
  readonly date: string | null;
  readonly summary: string;
  /** Files of the entry: sound, film, pictures. */
  readonly enclosures: readonly string[];
}

export interface Feed {
  readonly title: string | null;
  readonly description: string | null;
  /** The page the feed belongs to. */
  readonly link: string | null;
  readonly language: string | null;
  readonly author: string | null;
  readonly date: string | null;
  /** The next page of a feed of several pages. */
  readonly next: string | null;
  readonly entries: readonly FeedEntry[];
}

const MAX_ENTRIES = 50_000;

/** Null when the text is not a feed. */
export function readFeed(source: string, url: string): Feed | null {
  if (/^\s*\{/.test(source)) return readJsonFeed(source, url);
  const root = feedTree(source, url);
  if (!root || !ROOTS.has(root.name)) return null;
  const channel = elementsIn(root).find(({ name }) => name === 'channel') ?? root;
  const own = root.family === 'rdf' ? channel.family : root.family;
  const entries = entriesOf(root, channel).slice(0, MAX_ENTRIES);
  if (root.name === 'rdf' && channel === root && entries.length === 0) return null; // other RDF
  return {
    title: textOf(channel, own, ['title', 'dc:title']),
    description: textOf(channel, own, ['description', 'subtitle', 'tagline', 'abstract']),
    link: linkOf(channel, own),
    language: textOf(channel, own, ['language', 'dc:language']) ?? root.attributes.get('xml:lang') ?? null,
    author: textOf(channel, own, ['managingeditor', 'dc:creator', 'itunes:author']) ?? authorOf(channel, own),
    date: dateOf(channel, own, [...PUBLISHED, ...UPDATED, 'lastbuilddate']) ?? attributeDate(channel),
    next: relatedLink(channel, 'next'),
    entries: entries.map((entry) => entryOf(entry, own)),
  };
}

const ROOTS: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed', 'channel', 'entry']);
const ENTRIES: ReadonlySet<string> = new Set(['item', 'entry']);
/** In order of preference; names without a family are those of the feed's own format. */
const PUBLISHED = ['pubdate', 'published', 'issued', 'dc:date', 'dcterms:issued', 'dcterms:created', 'created', 'atom:published'];
const UPDATED = ['updated', 'modified', 'dcterms:modified', 'atom:updated', 'lastmod'];
const SUMMARIES = [
  'content:encoded',
  'content',
  'description',
  'summary',
  'abstract',
  'body',
  'fullitem',
  'atom:content',
  'atom:summary',
  'dc:description',
  'itunes:summary',
];

function entriesOf(root: FeedElement, channel: FeedElement): FeedElement[] {
  if (root.name === 'entry') return [root];
  const direct = [...elementsIn(channel), ...(channel === root ? [] : elementsIn(root))].filter(({ name }) => ENTRIES.has(name));
  return direct.length
    ? direct
    : elementsIn(root)
        .flatMap((one) => elementsIn(one))
        .filter(({ name }) => ENTRIES.has(name));
}

function entryOf(entry: FeedElement, own: string): FeedEntry {
  const guid = find(entry, own, 'guid') ?? find(entry, own, 'id');
  const identifier =
    (guid && rawText(guid).trim()) ||
    entry.attributes.get('rdf:about')?.trim() ||
    find(entry, 'atom', 'id')?.children.join('').trim() ||
    null;
  const link = linkOf(entry, own) ?? permanentLink(guid, entry);
  return {
    title: textOf(entry, own, ['title', 'atom:title', 'dc:title', 'media:title']),
    link,
    id:
      (guid?.family === 'atom' && identifier !== null && identifier.startsWith('/') ? absolute(identifier, guid.base) : identifier) ?? link,
    date: dateOf(entry, own, PUBLISHED) ?? dateOf(entry, own, UPDATED) ?? attributeDate(entry),
    summary: summaryOf(entry, own),
    enclosures: enclosuresOf(entry),
  };
}

const elementsIn = (element: FeedElement): FeedElement[] =>
  element.children.filter((child): child is FeedElement => typeof child !== 'string');

/** In a feed with a namespace elements without one, and in a feed without a namespace declared ones, count as its own. */
function isOwn(family: string, own: string): boolean {
  return family === own || (isCore(family) && isCore(own) && (family === '' || own === ''));
}

const isCore = (family: string): boolean => family === '' || family === 'rss' || family === 'atom';

function find(element: FeedElement, family: string, name: string): FeedElement | null {
  const fits = (child: FeedElement): boolean => (isCore(family) ? isOwn(child.family, family) : child.family === family);
  return elementsIn(element).find((child) => child.name === name && fits(child)) ?? null;
}

function named(element: FeedElement, own: string, key: string): FeedElement | null {
  const [family, name] = key.includes(':') ? (key.split(':') as [string, string]) : [own, key];
  return find(element, family, name);
}

function textOf(element: FeedElement, own: string, keys: readonly string[]): string | null {
  for (const key of keys) {
    const child = named(element, own, key);
    const text = child ? inOneLine(plainText(child)) : '';
    if (text !== '') return text;
  }
  return null;
}

/** Of several dates of one name the last counts, as in feed readers. */
function dateOf(element: FeedElement, own: string, keys: readonly string[]): string | null {
  const backwards = { ...element, children: element.children.toReversed() };
  for (const key of keys) {
    const child = named(backwards, own, key);
    const moment = child ? feedDate(rawText(child)) : null;
    if (moment !== null) return isoOf(moment);
  }
  return null;
}

/** CDF has dates as attributes. */
function attributeDate({ attributes }: FeedElement): string | null {
  const written = [...attributes].find(([key]) => key.toLowerCase() === 'lastmod')?.[1];
  const moment = written === undefined ? null : feedDate(written);
  return moment === null ? null : isoOf(moment);
}

function summaryOf(entry: FeedElement, own: string): string {
  for (const key of SUMMARIES) {
    const child = named(entry, own, key);
    const text = child ? plainText(child) : '';
    if (text !== '') return text;
  }
  return '';
}

function authorOf(element: FeedElement, own: string): string | null {
  const author = find(element, own, 'author');
  if (!author) return null;
  return textOf(author, own, ['name', 'email']) ?? (inOneLine(plainText(author)) || null);
}

/** The link of an entry: the text of an RSS link, or the href of an Atom link that is an alternate. */
function linkOf(element: FeedElement, own: string): string | null {
  const links = elementsIn(element).filter(({ name, family }) => name === 'link' && isCore(family));
  for (const link of links.filter(({ family, attributes }) => isOwn(family, own) && isAlternate(attributes.get('rel')))) {
    const text = rawText(link).trim();
    if (text !== '') return absolute(text, link.base);
  }
  const alternates = links.filter(({ attributes }) => attributes.has('href') && isAlternate(attributes.get('rel')));
  const best =
    alternates.find(({ attributes }) => /^(?:text\/html|application\/xhtml\+xml)?$/i.test(attributes.get('type') ?? '')) ?? alternates[0];
  const href = best?.attributes.get('href') ?? hrefOf(element);
  return href === undefined ? contentSource(element) : absolute(href, best?.base ?? element.base);
}

const isAlternate = (rel: string | undefined): boolean =>
  rel === undefined || /^(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate$/i.test(rel.trim()) || rel.trim() === '';

/** CDF has links as attributes of its items. */
const hrefOf = ({ attributes, name }: FeedElement): string | undefined =>
  ENTRIES.has(name) || name === 'channel' ? [...attributes].find(([key]) => key.toLowerCase() === 'href')?.[1] : undefined;

/** An Atom entry may have its content elsewhere and no other link. */
function contentSource(element: FeedElement): string | null {
  const content = elementsIn(element).find(({ name, attributes }) => name === 'content' && attributes.has('src'));
  return content ? absolute(content.attributes.get('src') ?? '', content.base) : null;
}

function relatedLink(element: FeedElement, rel: string): string | null {
  const link = elementsIn(element).find(({ name, attributes }) => name === 'link' && attributes.get('rel') === rel);
  return link ? absolute(link.attributes.get('href') ?? '', link.base) : null;
}

/** A guid is a link unless it says otherwise; RDF's `about` is one. */
function permanentLink(guid: FeedElement | null, entry: FeedElement): string | null {
  const text = guid?.name === 'guid' && guid.attributes.get('isPermaLink')?.toLowerCase() !== 'false' ? rawText(guid).trim() : '';
  if (/^(?:https?|ftp):\/\//i.test(text)) return absolute(text, entry.base);
  if (guid?.name === 'guid' && guid.attributes.get('isPermaLink')?.toLowerCase() === 'true' && text !== '')
    return absolute(text, guid.base);
  const about = entry.attributes.get('rdf:about')?.trim() ?? '';
  return /^https?:\/\//i.test(about) ? absolute(about, entry.base) : null;
}

function enclosuresOf(entry: FeedElement): string[] {
  const urls = elementsIn(entry).flatMap((child) => {
    const { attributes, name, family } = child;
    const isMedia = (name === 'enclosure' && isCore(family)) || (family === 'media' && name === 'content');
    const written = isMedia
      ? attributes.get('url')
      : name === 'link' && attributes.get('rel') === 'enclosure'
        ? attributes.get('href')
        : undefined;
    const url = written === undefined ? null : absolute(written, child.base);
    return url === null ? [] : [url];
  });
  return [...new Set(urls)].slice(0, 100);
}
