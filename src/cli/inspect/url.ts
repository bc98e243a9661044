/** What Winnow makes of a URL: what is requested, compared, asked, grouped and indexed. */
import { parseUrl, URL_POLICIES } from '../../model/index.js';
import { type Input, oneOf, optionalText, textOf } from './fields.js';

export interface UrlView {
  readonly url: string;
  readonly key: string;
  readonly site: string;
  readonly domain: string | null;
  readonly surt: string;
}

export function inspectUrl(input: Input): UrlView {
  const written = textOf(input, 'url');
  const base = optionalText(input, 'base');
  const parsed = parseUrl(written, base, oneOf('policy', optionalText(input, 'policy'), URL_POLICIES));
  if (!parsed) throw new Error(`${JSON.stringify(written.slice(0, 200))} is not a URL${base === undefined ? '' : `, nor a link on ${JSON.stringify(base.slice(0, 200))}`}`);
  const { url, key, site, domain, surt } = parsed;
  return { url, key, site, domain, surt };
}
