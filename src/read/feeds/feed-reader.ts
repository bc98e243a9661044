/** Reader for feeds: entries become links, titles and summaries the text. A file that turns out not to be a feed is read as XML. */
import { z } from 'zod';
import type { Link, LinkKind, Page } from '../../model/index.js';
import { defineReader, type ReadInput } from '../../plugins/index.js';
import { decodeText, detectCharset } from '../charset.js';
import { Metadata } from '../files/metadata.js';
import { TextLines } from '../files/text-lines.js';
import { pageOf } from '../page-of.js';
import { jsonReader, xmlReader } from '../plain-readers.js';
import { UrlResolver } from '../url-resolver.js';
import { type Feed, readFeed } from './feed.js';

const MAX_SOURCE = 20_000_000;
const options = z.strictObject({ agent: z.string().min(1).max(100).default('winnow') });

export const feedReader = defineReader({
  name: 'feed',
  about: 'Reads feeds (RSS, Atom, RDF, JSON Feed): entries as links, titles and summaries as text.',
  types: ['application/rss+xml', 'application/atom+xml', 'application/feed+json', 'application/rdf+xml'],
  options,
  read(input, { agent }): Page {
    const { charset } = detectCharset(input.bytes, input.contentType, xmlOrJson(input.type));
    const feed = readFeed(decodeText(input.bytes.subarray(0, MAX_SOURCE), charset), input.url);
    if (feed) return feedPage(input, agent, charset, feed);
    const reader = input.type.endsWith('json') ? jsonReader : xmlReader;
    return reader.read(input, { agent }) as Page;
  },
});

const xmlOrJson = (type: string): string => (type.endsWith('json') ? type : 'application/xml');

function feedPage(input: ReadInput, agent: string, charset: string, feed: Feed): Page {
  const lines = new TextLines();
  const links = new FeedLinks(input.url);
  if (feed.title !== null) lines.add(feed.title);
  if (feed.description !== null) lines.add(feed.description);
  links.add(feed.link, 'link', feed.title ?? '');
  links.add(feed.next, 'link', '');
  for (const { title, link, summary, enclosures } of feed.entries) {
    const paragraph = lines.add(title ?? '');
    lines.add(summary);
    links.add(link, 'alternate', title ?? '', paragraph);
    for (const url of enclosures) links.add(url, 'media', title ?? '');
  }
  const notes = [...lines.notes, ...(input.bytes.length > MAX_SOURCE ? ['the feed was cut at 20 MB'] : [])];
  const { title, language } = feed;
  return pageOf(input, agent, {
    charset,
    title,
    text: lines.text,
    metadata: metadataOf(feed).values(),
    facts: metadataOf(feed).facts(),
    links: links.links,
    notes,
    declaredLanguage: language,
  });
}

function metadataOf({ title, description, author, language, date, entries }: Feed): Metadata {
  const metadata = new Metadata();
  metadata.add('dc.title', title);
  metadata.add('dc.description', description);
  metadata.add('dc.creator', author);
  metadata.add('dc.language', language);
  metadata.add('dcterms.modified', date);
  metadata.add('feed.entries', entries.length);
  return metadata;
}

class FeedLinks {
  readonly links: Link[] = [];
  readonly #urls: UrlResolver;

  constructor(url: string) {
    this.#urls = new UrlResolver(url);
  }

  add(written: string | null, kind: LinkKind, anchor: string, paragraph: Link['paragraph'] = null): void {
    const resolved = written === null ? 'ignored' : this.#urls.resolve(written);
    if (typeof resolved === 'object')
      this.links.push({ url: resolved.url, kind, anchor: anchor.slice(0, 500), rel: [], nofollow: false, paragraph, path: '' });
  }
}
