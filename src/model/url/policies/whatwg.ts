/**
 * The policy `whatwg`: exactly the URL Standard's own form. Two URLs are one resource when a browser would send the same
 * request for both. A string the Standard rejects keeps its spelling, apart from slashes and junk, so that it has one
 * key too.
 */
import { isSpecial, withoutJunk } from '../loose-url.js';

export function whatwgKey(input: string, keepFragment = false): string {
  return standardForm(input, keepFragment) ?? rejectedForm(plainText(input, keepFragment), keepFragment);
}

/** The native form; null when the Standard rejects the string. */
export function standardForm(input: string, keepFragment = false): string | null {
  // `http://a #b` is rejected only because of the space before its fragment.
  const href = nativeForm(input) ?? nativeForm(plainText(input, keepFragment));
  return href === null || keepFragment ? href : withoutFragment(href);
}

function nativeForm(text: string): string | null {
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
}

/** A string that may be no URL, without the parts that no key contains. */
export function plainText(input: string, keepFragment = false): string {
  const text = withoutJunk(input);
  return keepFragment ? text : withoutJunk(withoutFragment(text));
}

export function withoutFragment(href: string): string {
  const hash = href.indexOf('#');
  // `data:x #y` without its fragment ends in a space, which would be lost when it is parsed again.
  return hash < 0 ? href : href.slice(0, hash).trimEnd();
}

function rejectedForm(kept: string, keepFragment: boolean): string {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(kept)?.[0];
  if (scheme === undefined || !isSpecial(scheme.toLowerCase())) return kept;
  const [, authority = '', rest = ''] = /^[/\\]*([^/\\?#]*)(.*)$/s.exec(kept.slice(scheme.length + 1)) ?? [];
  const path = /^[/\\]/.test(rest) ? rest : `/${rest}`;
  const form = `${scheme.toLowerCase()}://${authority}${path}`;
  return standardForm(form, keepFragment) ?? form;
}
