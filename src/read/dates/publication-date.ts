/**
 * The day a page was published, and the day it was changed.
 *
 * Sources in this order: structured data, meta tags, microdata, the address, what readers see (shown-dates.ts), scripts.
 * A page that only states a change has that day. Future days are mistakes; so are days before the Web, unless the
 * metadata state them, since old documents have their own day there.
 */
import { dateInUrl, isoDate } from '../fact-dates.js';
import type { HtmlMetadata } from '../html/html-metadata.js';
import type { HtmlText } from '../html/html-text.js';
import type { HtmlTree } from '../html/html-tree.js';
import { shownDates } from './shown-dates.js';
import { datesIn, type Locale } from './written-dates.js';

interface Source {
  readonly tree: HtmlTree;
  readonly text: HtmlText;
  readonly metadata: HtmlMetadata;
  readonly url: string;
  /** Where the main part begins and ends in the text. */
  readonly start: number;
  readonly end: number;
  readonly language: string | null;
  /** When the page was requested, in milliseconds. */
  readonly now: number;
}

/** Dates in forms made for machines, best first. */
interface Told {
  readonly published: readonly (string | null | undefined)[];
  readonly modified: readonly (string | null | undefined)[];
  /** A date that may be either. */
  readonly undefined: string | null;
}

const DAY_MS = 86_400_000;
const BEGINNING_OF_THE_WEB = '1995';

export function publicationDates(source: Source, told: Told): { published: string | null; modified: string | null } {
  const locale = localeOf(source);
  const tomorrow = new Date(source.now + DAY_MS).toISOString().slice(0, 10);
  const firstOf = (written: readonly (string | null | undefined)[]): string | null => {
    for (const one of written) {
      const date = one ? isoDate(one, locale) : null;
      if (date !== null && date.slice(0, 10) <= tomorrow && !date.startsWith('1970-01-01')) return date;
    }
    return null;
  };
  const modified = firstOf([...told.modified, ...valuesNamed(source.metadata, CHANGED_NAME)]);
  const isPossible = (date: string): boolean => date >= BEGINNING_OF_THE_WEB && date.slice(0, 10) <= tomorrow;
  const inUrl = [dateInUrl(source.url)].find((date) => date !== null && isPossible(date)) ?? null;
  const published = firstOf([...told.published, ...valuesNamed(source.metadata, PUBLISHED_NAME)]);
  if (published !== null) return { published: dayOfEditors(published, inUrl), modified };
  const dated = firstOf([told.undefined]);
  if (dated === null && inUrl !== null) return { published: inUrl, modified };
  const shown = shownDates(source, locale, isPossible);
  if (dated !== null) return { published: shown.isSure ? shown.published : dayOfEditors(dated, inUrl), modified };
  const found =
    shown.published ?? firstOf(inScripts(source.tree.source)) ?? inTitle(source, locale, isPossible) ?? modified ?? shown.modified;
  return { published: found, modified: modified ?? shown.modified };
}

/** `publish_date`, `dateCreated`, `article:published`: every system uses its own name. */
const PUBLISHED_NAME =
  /(?:publish|publication|released?|upload|creat|issu)\w{0,12}[-_.: ]?(?:date|time|at$|on$)|(?:^|[-_.: ])pub[-_]?(?:date|time)|date[-_.]?(?:of[-_.])?(?:publi|pub$|issued|creat|upload)|^(?:article|og|dc|dcterms)[:.](?:published|created|pubdate|issued)$/;
const CHANGED_NAME = /(?:modif|updat|revis)\w{0,12}[-_.: ]?(?:date|time|at$|on$)|date[-_.]?(?:modif|updat)|^(?:dc|dcterms)[:.]modified$/;
const OF_SOMETHING_ELSE = /expir|unpubl|event|start|end|video:|music:|build|cache/;

function valuesNamed({ values }: HtmlMetadata, name: RegExp): string[] {
  const found: string[] = [];
  for (const [key, list] of values) if (name.test(key) && !OF_SOMETHING_ELSE.test(key)) found.push(...list.slice(0, 2));
  return found;
}

/** A time in UTC may be a day off the editors' own day; the page's address tells theirs. */
function dayOfEditors(published: string, inUrl: string | null): string {
  if (inUrl === null || !published.includes('T') || !/(?:Z|\+00:00)$/.test(published)) return published;
  const later = Date.parse(published.slice(0, 10)) - Date.parse(inUrl);
  const hour = Number(published.slice(11, 13));
  const inTheWest = later === DAY_MS && hour < 9;
  const inTheEast = later === -DAY_MS && hour >= 11;
  return inTheWest || inTheEast ? inUrl : published;
}

const SCRIPT_DATE =
  /["']?(?:date_?published|published_?(?:at|date|time|on|first)|publication_?(?:date|time)|publish(?:ing)?_?(?:date|time)|first_?publi\w{0,12}|pub_?date)\\?["']?\s*[:=]\s*\\?["']([^"'\\]{8,40})|(?:itemprop|property)=["'](?:\w{1,10}:)?date(?:Published|Created)["'][^<>]{0,80}?content=["']([^"']{8,40})/gi;
const MOST_SOURCE = 1_000_000;
const LEAST_SOURCE = ['ublish', 'ublication', 'pubdate', 'pubDate', 'pub_date', 'dateCreated'];

/** The first date of each kind in scripts; a page made by scripts has it nowhere else. */
function inScripts(html: string): string[] {
  if (!LEAST_SOURCE.some((part) => html.includes(part))) return [];
  const found: string[] = [];
  for (const match of html.slice(0, MOST_SOURCE).matchAll(SCRIPT_DATE)) {
    found.push(match[1] ?? match[2] ?? '');
    if (found.length >= 5) break;
  }
  return found;
}

/** `Storm over the bay | 9 October 2020 | Harbour News` */
function inTitle({ metadata }: Source, locale: Locale, isPossible: (date: string) => boolean): string | null {
  const told = `${metadata.title ?? ''}\n${metadata.values.get('description')?.[0] ?? ''}`.slice(0, 1000);
  const days = new Set(datesIn(told, 0, told.length, locale, 5).map(({ day }) => day));
  const [day] = days;
  return days.size === 1 && day !== undefined && isPossible(day) ? day : null;
}

/** The country that the page or its address states. */
function localeOf({ metadata, language, url }: Source): Locale {
  const [spoken = '', region] = (metadata.lang ?? '').split(/[-_]/);
  const domain = /^[a-z]+:\/\/[^/:?#]+\.([a-z]{2})(?:[/:?#]|$)/i.exec(url)?.[1]?.toUpperCase();
  const country = domain === 'UK' ? 'GB' : (domain ?? (region?.length === 2 ? region.toUpperCase() : null));
  const own = language ?? (/^[a-z]{2,3}$/i.test(spoken) ? spoken.toLowerCase() : null);
  return { language: own, country };
}
