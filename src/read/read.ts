/**
 * From a body to a Page: finds the real type, picks the reader, reads.
 *
 * The crawl and `winnow inspect` both come through here, so what one shows is what the other stores.
 */
import { type HeaderField, mainText, type Page, type PageFacts } from '../model/index.js';
import type { ReaderPlugin } from '../plugins/index.js';
import { feedReader } from './feeds/feed-reader.js';
import { FILE_READERS } from './files/index.js';
import { htmlReader } from './html/html-reader.js';
import { cssReader, fallbackReader, jsonReader, scriptReader, textReader, xmlReader } from './plain-readers.js';
import { mediaType } from './sniff-type.js';

export interface Body {
  readonly url: string;
  /** Without content coding. */
  readonly bytes: Uint8Array;
  readonly headers: readonly HeaderField[];
  /** The declared Content-Type, parameters included. */
  readonly contentType: string | null;
}

/** The readers that come with Winnow; the last one takes every type. */
export const READERS: readonly ReaderPlugin[] = [
  htmlReader,
  textReader,
  jsonReader,
  cssReader,
  scriptReader,
  xmlReader,
  feedReader,
  ...FILE_READERS,
  fallbackReader,
] as unknown as readonly ReaderPlugin[];

/** `optionsOf` gives the parsed options of a reader; its defaults when left out. Null when no reader takes the type. */
export function read(
  body: Body,
  readers: readonly ReaderPlugin[] = READERS,
  optionsOf: (reader: ReaderPlugin) => unknown = defaultsOf,
): Page | Promise<Page> | null {
  const type = mediaType(body.bytes, body.contentType);
  const reader = readerFor(type, readers);
  return reader === null ? null : reader.read({ ...body, type }, optionsOf(reader));
}

const defaults = new WeakMap<ReaderPlugin, unknown>();

function defaultsOf(reader: ReaderPlugin): unknown {
  if (!defaults.has(reader)) defaults.set(reader, reader.options.parse({}));
  return defaults.get(reader);
}

/** The most exact match wins; between equals the reader listed later, so that a plug-in can take the place of a built-in one. */
export function readerFor(type: string, readers: readonly ReaderPlugin[]): ReaderPlugin | null {
  let best: ReaderPlugin | null = null;
  let bestRank = 0;
  for (const reader of readers) {
    const rank = Math.max(0, ...reader.types.map((pattern) => exactness(pattern, type)));
    if (rank > 0 && rank >= bestRank) [best, bestRank] = [reader, rank];
  }
  return best;
}

/** 0: no match. Otherwise the more of the type a pattern spells out, the higher. */
function exactness(pattern: string, type: string): number {
  if (pattern === type) return 1000;
  if (pattern === '*' || pattern === '*/*') return 1;
  const star = pattern.indexOf('*');
  if (star < 0) return 0;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  return type.length >= head.length + tail.length && type.startsWith(head) && type.endsWith(tail) ? 1 + head.length + 10 * tail.length : 0;
}

/** What `winnow inspect page` shows. */
export interface PageView extends Pick<Page, 'title' | 'language' | 'charset' | 'metadata' | 'links'> {
  /** Without boilerplate. */
  readonly text: string;
  /** Everything a reader sees. */
  readonly visibleText: string;
  readonly facts: PageFacts | null;
}

export function viewOf(page: Page): PageView {
  const { title, language, charset, metadata, links, text: visibleText, facts = null } = page;
  return { title, text: mainText(page), visibleText, language, charset, facts, metadata, links };
}
