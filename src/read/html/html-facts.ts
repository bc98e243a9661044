/**
 * What a page says about its document: title, author, description, dates, site, picture.
 *
 * Sources in this order: JSON-LD, Open Graph and article tags, Dublin Core, microdata, `<time>`, a byline near the text;
 * for dates see publication-date.ts. Nothing is invented: what the page does not state is null.
 */
import { ownCopy, type PageFacts } from '../../model/index.js';
import { publicationDates } from '../dates/publication-date.js';
import { isoDate } from '../fact-dates.js';
import { decodeEntities } from './entities.js';
import type { HtmlMetadata } from './html-metadata.js';
import { ATTR, TAG } from './html-names.js';
import { foldSpace, type HtmlText, Zone } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import { structuredData } from './structured-data.js';

const LONGEST = 1000;
const LONGEST_NAME = 200;
const LONGEST_BYLINE = 100;
/** Rows to search for a byline and a date. */
const LOOKED_AT = 5000;

interface Source {
  readonly tree: HtmlTree;
  readonly text: HtmlText;
  readonly metadata: HtmlMetadata;
  readonly url: string;
  /** Where the main part begins and ends in the text. */
  readonly start: number;
  readonly end: number;
  readonly language: string | null;
  /** When the page was asked for, in milliseconds. */
  readonly now: number;
}

export function factsOf(source: Source): PageFacts | null {
  const { values } = source.metadata;
  const data = structuredData(values.get('json-ld') ?? []);
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const value = values.get(name)?.find((one) => one.trim() !== '');
      if (value !== undefined) return value;
    }
    return null;
  };
  const seen = new Seen(source);
  const siteName = cleaned(first('og:site_name') ?? data?.siteName ?? first('application-name', 'twitter:app:name:iphone'), LONGEST_NAME);
  const { published, modified } = publicationDates(source, {
    published: [data?.published, first(...PUBLISHED), seen.time('datePublished')],
    undefined: first(...DATED),
    modified: [data?.modified, first(...MODIFIED), seen.time('dateModified')],
  });
  const facts: PageFacts = {
    title: titleOf(cleaned(data?.title ?? first(...TITLES), LONGEST), source.metadata.title, siteName, () => seen.heading()),
    author: nameOf(data?.author ?? null) ?? nameOf(first(...AUTHORS)) ?? nameOf(seen.byline()),
    description: cleaned(first(...DESCRIPTIONS) ?? data?.description ?? null, LONGEST),
    published,
    modified,
    siteName,
    image: absolute(
      first('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src', 'image') ?? data?.image ?? null,
      source.url,
    ),
  };
  return Object.values(facts).some((fact) => fact !== null) ? facts : null;
}

const TITLES = ['dc.title', 'dcterms.title', 'dc:title', 'og:title', 'twitter:title', 'parsely-title', 'title'];
const AUTHORS = [
  'dc.creator',
  'dcterms.creator',
  'dc:creator',
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'citation_author',
  'og:article:author',
  'twitter:creator',
];
const DESCRIPTIONS = ['og:description', 'description', 'dc.description', 'dcterms.description', 'dc:description', 'twitter:description'];
const PUBLISHED = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'dcterms.issued',
  'dcterms.created',
  'dc.date.issued',
  'citation_publication_date',
  'citation_date',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publishdate',
  'publish-date',
  'og:published_time',
  'publication_date',
];
/** Dates of unknown meaning: some templates write the last change here. */
const DATED = ['dc.date', 'dcterms.date', 'dc:date', 'date'];
const MODIFIED = [
  'article:modified_time',
  'og:updated_time',
  'og:modified_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'lastmod',
  'revised',
];

/** What the page itself shows; searched only when asked. */
class Seen {
  readonly #last: number;
  readonly #hasMicrodata: boolean;

  constructor(private readonly source: Source) {
    const { tree } = source;
    this.#last = Math.min(tree.count, LOOKED_AT);
    // Scanning a column is far cheaper than asking every element.
    this.#hasMicrodata = isWithin(tree.attributeName.indexOf(ATTR.itemprop), tree.attributeCount);
  }

  heading(): string | null {
    const { tree } = this.source;
    for (let row = tree.tag.indexOf(TAG.h1); row >= 0 && row < tree.count; row = tree.tag.indexOf(TAG.h1, row + 1)) {
      const text = this.shown(row, LONGEST);
      if (text !== null) return text;
    }
    return null;
  }

  /** Microdata in or above the text. */
  time(property: 'datePublished' | 'dateModified'): string | null {
    const { tree, text, end } = this.source;
    if (!this.#hasMicrodata) return null;
    for (let row = 0; row < this.#last; row++) {
      const named = tree.attribute(row, ATTR.itemprop, 60);
      if (named === null || text.zone[row] !== Zone.visible || (text.start[row] ?? 0) > end || !named.includes(property)) continue;
      const written =
        tree.attribute(row, ATTR.datetime, 60) ?? tree.attribute(row, ATTR.content, 60) ?? tree.attribute(row, ATTR.title, 60);
      const date = written === null || isoDate(written) === null ? this.shown(row, 60) : written;
      if (date !== null) return date;
    }
    return null;
  }

  byline(): string | null {
    const { tree, text, end } = this.source;
    if (!BYLINE_WORDS.some((word) => tree.source.includes(word))) return null;
    for (let row = 0; row < this.#last; row++) {
      if (!tree.isElement(row) || tree.attributes[row] === tree.attributes[row + 1] || text.zone[row] !== Zone.visible) continue;
      if ((text.start[row] ?? 0) > end) return null;
      if ((text.end[row] ?? 0) - (text.start[row] ?? 0) > 3 * LONGEST_BYLINE || !this.isByline(row)) continue;
      const line = this.shown(this.nameIn(row), LONGEST_BYLINE + 1);
      if (line !== null && line.length <= LONGEST_BYLINE && /\p{L}{2}/u.test(line)) return line;
    }
    return null;
  }

  private isByline(row: number): boolean {
    const { tree } = this.source;
    const end = tree.attributes[row + 1] ?? 0;
    for (let at = tree.attributes[row] ?? 0; at < end; at++) {
      const name = tree.attributeName[at];
      if (name !== ATTR.class && name !== ATTR.id && name !== ATTR.rel && name !== ATTR.itemprop) continue;
      if (isBylineName(tree.source.slice(tree.attributeRange[4 * at + 2], tree.attributeRange[4 * at + 3]))) return true;
    }
    return false;
  }

  /** A byline also contains dates and buttons: the name is the link or the element inside. */
  private nameIn(row: number): number {
    const { tree, text } = this.source;
    const last = Math.min(tree.last[row] ?? row, row + 30);
    for (let at = row + 1; at <= last; at++) {
      const named = tree.tag[at] === TAG.a || /name|author/i.test(tree.attribute(at, ATTR.itemprop, 40) ?? '');
      if (named && (text.end[at] ?? 0) - (text.start[at] ?? 0) >= 5) return at;
    }
    return row;
  }

  private shown(row: number, longest: number): string | null {
    const { text } = this.source;
    if (text.zone[row] !== Zone.visible) return null;
    const from = text.start[row] ?? 0;
    const line = foldSpace(text.text.slice(from, Math.min(text.end[row] ?? from, from + longest)));
    return line === '' ? null : line;
  }
}

/** Columns are longer than their content: the rest is left over from an earlier page. */
const isWithin = (at: number, count: number): boolean => at >= 0 && at < count;

const BYLINE = /byline|author(?!iz|it)|writtenby/i;
const BYLINE_WORDS = ['author', 'Author', 'byline', 'Byline', 'writtenby'];
const bylineNames = new Map<string, boolean>();
const MOST_NAMES = 5000;

/** A cache, since names repeat on every page of a site. */
function isBylineName(value: string): boolean {
  let known = bylineNames.get(value);
  if (known !== undefined) return known;
  if (bylineNames.size >= MOST_NAMES) bylineNames.clear();
  known = BYLINE.test(value.slice(0, LONGEST_NAME));
  bylineNames.set(ownCopy(value), known);
  return known;
}

/** The name without an address, a handle or an introducing word. */
function nameOf(written: string | null): string | null {
  const name = cleaned(written, LONGEST_NAME)?.replace(/^(?:by|von|par|por|di|door|av|af|autor(?:a|in)?:?|author:?)\s+/iu, '') ?? '';
  const alone = name.replace(/(?<!\s)\s*(?:[-–—|•·,]\s*)?(?:\p{L}{3,12}\.?\s+)?\d.*$/su, '').replace(/(?<![\s,;|–-])[\s,;|–-]+$/u, '');
  return alone === '' || /^https?:|^@/u.test(alone) ? null : alone;
}

function cleaned(value: string | null, longest: number): string | null {
  if (value === null) return null;
  const text = foldSpace(value.includes('&') ? decodeEntities(value, 'text') : value).slice(0, longest);
  return text === '' ? null : text;
}

function absolute(url: string | null, base: string): string | null {
  return url !== null && URL.canParse(url, base) && /^https?:/.test(new URL(url, base).protocol) ? new URL(url, base).href : null;
}

const SEPARATED = /^(.*\S)\s+[|\-–—\\/>»·•]\s+(\S.*)$|^(.*\S)\s*(?:::|»|\|)\s*(\S.*)$/su;

/** The title without the site's name, which stands after a separator, or before one. */
function titleOf(told: string | null, title: string | null, siteName: string | null, heading: () => string | null): string | null {
  const written = told ?? title;
  if (written === null) return heading();
  const match = SEPARATED.exec(written);
  if (!match) return written;
  const [front, back] = [match[1] ?? match[3] ?? '', match[2] ?? match[4] ?? ''];
  if (siteName !== null && same(back, siteName)) return front;
  const [start = '', ...others] = written.split(/(?<!\s)\s+[|\-–—\\/>»·•]\s+/u);
  if (siteName !== null && same(start, siteName) && others.length > 0) return written.slice(written.indexOf(others[0] ?? ''));
  if (told !== null) return written;
  const shown = heading();
  if (shown !== null && same(shown, front)) return front;
  return front.split(/\s+/).length >= 3 ? front : written;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const same = (a: string, b: string): boolean => lettersOf(a) === lettersOf(b);
