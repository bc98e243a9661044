/**
 * The policy `whatwg`: the URL Standard's own form, no more. Two URLs are one resource when a browser
 * would send the same request for both. Strings the Standard rejects keep their spelling, apart from
 * slashes and junk, so that they too have one key.
 */
import { isSpecial, withoutJunk } from '../loose-url.js';

export function whatwgKey(input: string, keepFragment = false): string {
  return standardForm(input, keepFragment) ?? rejectedForm(withoutJunk(input), keepFragment);
}

/** The native form; null when the Standard rejects the string. */
export function standardForm(input: string, keepFragment = false): string | null {
  if (!URL.canParse(input)) return null;
  const { href } = new URL(input);
  return keepFragment ? href : withoutFragment(href);
}

export function withoutFragment(href: string): string {
  const hash = href.indexOf('#');
  // `data:x #y` without its fragment ends in a space, which would not survive being parsed again.
  return hash < 0 ? href : href.slice(0, hash).trimEnd();
}

function rejectedForm(text: string, keepFragment: boolean): string {
  const kept = keepFragment ? text : withoutFragment(text);
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(kept)?.[0];
  if (scheme === undefined || !isSpecial(scheme.toLowerCase())) return kept;
  const [, authority = '', rest = ''] = /^[/\\]*([^/\\?#]*)(.*)$/s.exec(kept.slice(scheme.length + 1)) ?? [];
  const path = /^[/\\]/.test(rest) ? rest : `/${rest}`;
  const form = `${scheme.toLowerCase()}://${authority}${path}`;
  return standardForm(form, keepFragment) ?? form;
}
