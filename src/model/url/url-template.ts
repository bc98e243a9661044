/**
 * The shape of a URL: which of a site's kinds of page it belongs to.
 *
 * /news/2026/03/14/harbour-opens-again.html → /news/#/#/#/~.html
 * /law?id=7&lang=de → /law?id&lang
 *
 * Numbers, dates and identifiers become `#`, titles `~`; of a query only the names stay. One program makes all pages of
 * one shape, so they tend to change alike, and a page with little history borrows from the others.
 */
const LONGEST_PATH = 12;
const LONGEST_QUERY = 8;

export function urlTemplate(url: string): string {
  const { pathname, search } = partsOf(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const folded = segments.slice(0, LONGEST_PATH).map((segment, index) => foldSegment(segment, index === segments.length - 1));
  const path = `/${folded.join('/')}${segments.length > LONGEST_PATH ? '/…' : ''}${pathname.endsWith('/') && folded.length ? '/' : ''}`;
  return `${path}${foldQuery(search)}`;
}

/** Written by hand because millions of stored URLs, all in WHATWG form, pass through here. */
function partsOf(url: string): { pathname: string; search: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return { pathname: '/', search: '' };
  const hash = url.indexOf('#', start);
  const rest = hash < 0 ? url.slice(start) : url.slice(start, hash);
  const question = rest.indexOf('?');
  return question < 0 ? { pathname: rest, search: '' } : { pathname: rest.slice(0, question), search: rest.slice(question + 1) };
}

function foldSegment(segment: string, isLast: boolean): string {
  const dot = isLast ? segment.lastIndexOf('.') : -1;
  const hasEnding = dot > 0 && segment.length - dot <= 6 && /^\.[a-z]\w*$/i.test(segment.slice(dot));
  const name = hasEnding ? segment.slice(0, dot) : segment;
  return foldName(name) + (hasEnding ? segment.slice(dot).toLowerCase() : '');
}

const IDENTIFIER = /^(?=.*\d)[\da-f]{8,}$|^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const LONG_NAME = 24;

function foldName(name: string): string {
  if (/^[._,-]*\d[\d._,-]*$/.test(name) || IDENTIFIER.test(name)) return '#';
  if (name.length > LONG_NAME || (name.match(/[-_+]|%20/g)?.length ?? 0) >= 2) return '~';
  return name.replace(/\d+/g, '#');
}

function foldQuery(search: string): string {
  if (search === '') return '';
  const names = search.split('&', 64).map((pair) => pair.split('=', 1)[0]?.slice(0, 40) ?? '');
  return `?${[...new Set(names)].sort().slice(0, LONGEST_QUERY).join('&')}`;
}
