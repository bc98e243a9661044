/** JSON Feed, versions 1 and 1.1. */
import type { Feed, FeedEntry } from './feed.js';
import { feedDate } from './feed-date.js';
import { fromHtml, inOneLine } from './feed-text.js';
import { absolute, isoOf } from './feed-values.js';

const MAX_ENTRIES = 50_000;

type Json = Readonly<Record<string, unknown>>;

export function readJsonFeed(source: string, url: string): Feed | null {
  const feed = parsed(source);
  if (!feed || !Array.isArray(feed['items']) || !/jsonfeed\.org\/version/i.test(textIn(feed, 'version') ?? '')) return null;
  const items = feed['items'].filter((item): item is Json => typeof item === 'object' && item !== null).slice(0, MAX_ENTRIES);
  return {
    title: textIn(feed, 'title'),
    description: textIn(feed, 'description'),
    link: linkIn(feed, 'home_page_url', url),
    language: textIn(feed, 'language'),
    author: authorIn(feed),
    date: null,
    next: linkIn(feed, 'next_url', url),
    entries: items.map((item) => entryOf(item, url)),
  };
}

function parsed(source: string): Json | null {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function entryOf(item: Json, url: string): FeedEntry {
  const link = linkIn(item, 'url', url) ?? linkIn(item, 'external_url', url);
  const moment = feedDate(textIn(item, 'date_published') ?? textIn(item, 'date_modified') ?? '');
  const attachments = Array.isArray(item['attachments']) ? (item['attachments'] as unknown[]) : [];
  return {
    title: textIn(item, 'title'),
    link,
    id: textIn(item, 'id') ?? link,
    date: moment === null ? null : isoOf(moment),
    summary: textIn(item, 'content_text') ?? fromHtml(rawIn(item, 'content_html') ?? rawIn(item, 'summary') ?? ''),
    enclosures: attachments.slice(0, 100).flatMap((one) => linkIn((one ?? {}) as Json, 'url', url) ?? []),
  };
}

function authorIn(feed: Json): string | null {
  const authors = Array.isArray(feed['authors']) ? (feed['authors'] as unknown[]) : [feed['author']];
  const [first] = authors;
  return typeof first === 'object' && first !== null ? textIn(first as Json, 'name') : null;
}

/** Identifiers may be numbers. */
function rawIn(json: Json, name: string): string | null {
  const value = json[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

const textIn = (json: Json, name: string): string | null => inOneLine(rawIn(json, name)?.trim() ?? '') || null;

function linkIn(json: Json, name: string, base: string): string | null {
  const written = rawIn(json, name);
  return written === null ? null : absolute(written, base);
}
