/**
 * SURT: a URL turned round so that pages of one domain sort together, `com,example)/path?query`.
 *
 * `surtOf` is the urlkey of CDXJ indexes, as pywb and warcio write it: `www.` left out, all in lower
 * case, query parts sorted. The older long forms, which keep everything, are in long-surt.ts.
 */
export function surtOf(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url;
  const { hostname, port, pathname, search } = new URL(url);
  return `${turned(hostname)}${port && `:${port}`})${pathname.toLowerCase()}${sorted(search)}`;
}

/** The links of a page mostly share one site, so the last one is remembered. */
let last = { site: '', head: '' };

/** The same for URLs known to be in standard form without fragment, given their site: nothing has to be parsed again. */
export function standardSurt(url: string, site: string): string {
  // With a user name in it the URL does not begin with its site.
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
