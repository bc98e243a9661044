/** The kinds of input `winnow inspect` knows: what each is given and what it answers. */
import {
  decodeText,
  detectCharset,
  detectLanguage,
  type FeedEntry,
  type LanguageVerdict,
  readFeed,
  sniffType,
  type TypeVerdict,
} from '../../read/index.js';
import { readSitemap, type Sitemap } from '../../sources/index.js';
import { bytesOf, type Input, optionalText, textOf } from './fields.js';
import { inspectPage } from './page.js';
import { inspectRdf } from './rdf.js';
import { inspectRobots } from './robots.js';
import { inspectUrl, urlJson } from './url.js';

export const INSPECTORS = {
  url: inspectUrl,
  robots: inspectRobots,
  sitemap: inspectSitemap,
  page: inspectPage,
  language: inspectLanguage,
  type: inspectType,
  feed: inspectFeed,
  rdf: inspectRdf,
} as const satisfies Record<string, (input: Input) => object | Promise<object>>;

export type InspectKind = keyof typeof INSPECTORS;

/** The answer to one line as JSON text. */
export const ANSWERS: Record<InspectKind, (input: Input) => string | Promise<string>> = {
  url: (input) => urlJson(inspectUrl(input)),
  robots: (input) => JSON.stringify(inspectRobots(input)),
  sitemap: (input) => JSON.stringify(inspectSitemap(input)),
  page: (input) => jsonOf(inspectPage(input)),
  language: (input) => JSON.stringify(inspectLanguage(input)),
  type: (input) => JSON.stringify(inspectType(input)),
  feed: (input) => JSON.stringify(inspectFeed(input)),
  rdf: (input) => jsonOf(inspectRdf(input)),
};

/** Most pages are read at once and go on at once; files may have to be waited for. */
const jsonOf = (view: object | Promise<object>): string | Promise<string> =>
  view instanceof Promise ? view.then((made) => JSON.stringify(made)) : JSON.stringify(view);

function inspectSitemap(input: Input): Pick<Sitemap, 'urls' | 'sitemaps'> {
  const { urls, sitemaps } = readSitemap({
    bytes: bytesOf(input, 'content_b64'),
    contentType: optionalText(input, 'contentType') ?? null,
    url: textOf(input, 'url'),
  });
  return { urls, sitemaps };
}

function inspectLanguage(input: Input): LanguageVerdict {
  const { language, confidence } = detectLanguage(textOf(input, 'text'));
  return { language, confidence };
}

type EntryView = Pick<FeedEntry, 'title' | 'link' | 'id' | 'date'>;

function inspectFeed(input: Input): { title: string | null; entries: EntryView[] } {
  const bytes = bytesOf(input, 'content_b64');
  const declared = optionalText(input, 'contentType') ?? null;
  const { type } = sniffType(bytes, declared);
  const { charset } = detectCharset(bytes, declared, type.endsWith('json') ? type : 'application/xml');
  const feed = readFeed(decodeText(bytes, charset), textOf(input, 'url'));
  if (!feed) throw new Error('this is no feed: neither RSS, Atom, RDF, CDF nor JSON Feed');
  return { title: feed.title, entries: feed.entries.map(({ title, link, id, date }) => ({ title, link, id, date })) };
}

function inspectType(input: Input): TypeVerdict {
  const { type, charset } = sniffType(bytesOf(input, 'b64'), optionalText(input, 'declared') ?? null);
  return { type, charset };
}
