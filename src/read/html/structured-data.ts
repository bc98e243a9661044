/**
 * What the structured data of a page (JSON-LD) say about its document: the first object that describes one.
 *
 * Pages put several objects into one script, nested in lists and in `@graph`; objects about the site and the breadcrumb
 * are skipped. Broken JSON is ignored. Depth and number of objects are bounded.
 */
export interface Structured {
  readonly title: string | null;
  readonly author: string | null;
  readonly description: string | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly siteName: string | null;
  readonly image: string | null;
}

type Thing = Readonly<Record<string, unknown>>;

const MOST_SCRIPTS = 8;
const MOST_THINGS = 200;
const MOST_AUTHORS = 10;
const DOCUMENT =
  /Article|Posting|Report|Review|Recipe|Legislation|Thesis|Book|Event|Product|CreativeWork|QAPage|FAQPage|Course|Dataset|VideoObject/;
const ARTICLE = /Article|Posting|Report/;
const PAGE = /WebPage|AboutPage|ItemPage|CollectionPage/;

export function structuredData(scripts: readonly string[]): Structured | null {
  const things: Thing[] = [];
  for (const script of scripts.slice(0, MOST_SCRIPTS)) collect(parsed(script), things, 0);
  const ofKind = (kind: RegExp): Thing | undefined => things.find((thing) => kind.test(typeOf(thing)));
  const found = ofKind(ARTICLE) ?? ofKind(DOCUMENT) ?? ofKind(PAGE);
  if (!found) return fromBroken(scripts);
  const site = things.find((thing) => typeOf(thing) === 'WebSite');
  return {
    title: text(found['headline']) ?? text(found['name']),
    author: names(found['author'] ?? found['creator'], things),
    description: text(found['description']),
    published:
      text(found['datePublished']) ??
      publishedElsewhere(things) ??
      fromBroken(scripts)?.published ??
      text(found['dateCreated']) ??
      text(found['uploadDate']),
    modified: text(found['dateModified']),
    siteName: names(found['publisher'], things) ?? (site ? text(site['name']) : null),
    image: imageOf(found['image'] ?? found['thumbnailUrl']),
  };
}

const BROKEN_DATE = /"datePublished"\s*:\s*"([^"]{8,40})"/;

/** A script with one comma too many still has a valid date. */
function fromBroken(scripts: readonly string[]): Structured | null {
  for (const script of scripts.slice(0, MOST_SCRIPTS)) {
    const published = BROKEN_DATE.exec(script)?.[1];
    if (published !== undefined) return { ...NOTHING, published };
  }
  return null;
}

const NOTHING: Structured = {
  title: null,
  author: null,
  description: null,
  published: null,
  modified: null,
  siteName: null,
  image: null,
};

/** The page object often has what its article object leaves out. */
function publishedElsewhere(things: readonly Thing[]): string | null {
  for (const thing of things) {
    const date = DOCUMENT.test(typeOf(thing)) || PAGE.test(typeOf(thing)) ? text(thing['datePublished']) : null;
    if (date !== null) return date;
  }
  return null;
}

/** Remains of XHTML. */
const CDATA = /^\s*<!\[CDATA\[|\]\]>\s*$/g;

function parsed(script: string): unknown {
  try {
    return JSON.parse(script.replace(CDATA, ''));
  } catch {
    return null;
  }
}

function collect(value: unknown, things: Thing[], depth: number): void {
  if (things.length >= MOST_THINGS || depth > 3) return;
  if (Array.isArray(value)) for (const item of value) collect(item, things, depth + 1);
  else if (isThing(value)) {
    if (typeOf(value) !== '') things.push(value);
    if (value['@graph'] !== undefined) collect(value['@graph'], things, depth + 1);
    if (isThing(value['mainEntity'])) collect(value['mainEntity'], things, depth + 1);
  }
}

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(thing: Thing): string {
  const type = thing['@type'];
  return typeof type === 'string' ? type : Array.isArray(type) ? type.filter((one) => typeof one === 'string').join(' ') : '';
}

function text(value: unknown): string | null {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one === 'string') return one.trim() === '' ? null : one.trim();
  return isThing(one) && typeof one['@value'] === 'string' ? text(one['@value']) : null;
}

/** A name, an object with a name, a reference to such an object, or a list of these. */
function names(value: unknown, things: readonly Thing[]): string | null {
  const list = Array.isArray(value) ? value.slice(0, MOST_AUTHORS) : [value];
  const found = list.flatMap((one) => nameOf(one, things) ?? []);
  return found.length === 0 ? null : [...new Set(found)].join(', ');
}

function nameOf(value: unknown, things: readonly Thing[]): string | null {
  if (typeof value === 'string') return /^https?:/.test(value) ? null : text(value);
  if (!isThing(value)) return null;
  const referred =
    value['name'] === undefined ? things.find((thing) => thing['@id'] === value['@id'] && thing['name'] !== undefined) : value;
  return referred ? text(referred['name']) : null;
}

function imageOf(value: unknown): string | null {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return isThing(one) ? text(one['url']) : text(one);
}
