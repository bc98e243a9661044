/**
 * SURT: a URL with its host reversed so that pages of one domain sort together, `com,example)/path?query`.
 *
 * `surtOf` is the urlkey of CDXJ indexes, as pywb and warcio write it: `www.` left out, all in lower case, query parts
 * sorted. long-surt.ts has the older long forms, which keep everything.
 */
export function surtOf(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url;
  const { hostname, port, pathname, search } = new URL(url);
  return `${turned(hostname)}${port && `:${port}`})${pathname.toLowerCase()}${sorted(search)}`;
}

/** Most links of a page share one site, so the last result is cached. */
let last = { site: '', head: '' };

/** The same for a URL in standard form without fragment, given its site: nothing is parsed again. */
export function standardSurt(url: string, site: string): string {
  // A URL with a user name does not begin with its site.
  if (!site.startsWith('http') || !url.startsWith(site)) return surtOf(url);
  if (last.site !== site) last = { site, head: headOf(site) };
  const mark = url.indexOf('?', site.length);
  const path = mark < 0 ? url.slice(site.length) : url.slice(site.length, mark);
  return `${last.head})${path.toLowerCase()}${mark < 0 ? '' : sorted(url.slice(mark))}`;
}

function headOf(site: string): string {
  const start = site.indexOf('//') + 2;
  const colon = site.endsWith(']') ? -1 : site.lastIndexOf(':');
  return colon < start ? turned(site.slice(start)) : turned(site.slice(start, colon)) + site.slice(colon);
}

const turned = (host: string): string =>
  host
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',');

function sorted(search: string): string {
  if (search.length <= 1) return '';
  const query = search.slice(1).toLowerCase();
  return `?${query.includes('&') ? query.split('&').sort().join('&') : query}`;
}
