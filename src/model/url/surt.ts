/**
 * SURT: a URL turned round so that pages of one domain sort together, `com,example)/path?query`.
 *
 * `surtOf` is the urlkey of CDXJ indexes, as pywb and warcio write it: `www.` left out, all in lower
 * case, query parts sorted. The older long forms, which keep everything, are in long-surt.ts.
 */
export function surtOf(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url;
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',');
  const query = search === '' ? '' : `?${search.slice(1).toLowerCase().split('&').sort().join('&')}`;
  return `${host}${port && `:${port}`})${pathname.toLowerCase()}${query}`;
}
