/** Entries of scope lists as people write them, brought to the form they are compared in; ScopeError where that fails. */
import { asUrl } from '../../model/index.js';
import { originOf, placeOf, readHost } from './hosts.js';
import { ScopeError } from './scope-rule.js';

/** `.gov.si` and `*.gov.si` are how people write a suffix elsewhere; both mean gov.si here. */
export function domainEntry(text: string, where: string): string {
  if (text === '*') return text;
  const read = readHost(text.trim().replace(/^\*?\./, ''));
  if (!read) throw notAHost(text, where);
  if (read.port !== null) throw new ScopeError(where, `a domain has no port; put ${text} under hosts`);
  return read.host;
}

export function hostEntry(text: string, where: string): string {
  const read = readHost(text);
  if (!read) throw notAHost(text, where);
  return read.port === null ? read.host : `${read.host}:${read.port}`;
}

function notAHost(text: string, where: string): ScopeError {
  const host = placeOf(text.trim()).host;
  return new ScopeError(where, `${JSON.stringify(text)} is no host name${host ? `; write ${host}` : ''}`);
}

export function siteEntry(text: string, where: string): string {
  const place = placeOf(text.trim());
  if (place.host === '')
    throw new ScopeError(where, `${JSON.stringify(text)} is no site; write scheme and host, such as https://example.org`);
  const { pathname, search } = new URL(text.trim());
  if (pathname !== '/' || search) throw new ScopeError(where, `a site ends after host and port; put ${text} under prefix`);
  return originOf(place);
}

/** In the form URLs have: https://example.org becomes https://example.org/, which example.org.evil.com does not begin with. */
export function prefixEntry(text: string, where: string): string[] {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? [text] : [`http://${text}`, `https://${text}`];
  return written.map((prefix) => {
    const url = asUrl(prefix);
    if (!url) throw new ScopeError(where, `${JSON.stringify(text)} is no beginning of a URL; write it like https://example.org/news/`);
    url.hash = '';
    return url.href;
  });
}
