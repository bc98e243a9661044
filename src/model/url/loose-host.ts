/**
 * One spelling per host, for hosts of any quality: escapes undone, numbers read as addresses, stray
 * dots dropped, names in punycode. What cannot be a host name stays readable but escaped, so that the
 * result, read again, is the same host.
 */
import { domainToASCII } from 'node:url';
import { formatIpv4, parseIpv4 } from './ipv4.js';
import { decodeRepeatedly, encodeBytes, fromBytes, unsafeAnd } from './percent.js';

/** Also everything that would end the host when read again. */
const HOST_ESCAPED = unsafeAnd('#%/:?@[\\]');

/** What no name contains; the native function would cut the name there instead of refusing it. */
const NEVER_IN_NAMES = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** The links of a page name few hosts, and these are costly to work out. */
const known = new Map<string, string>();
const MAX_KNOWN = 10_000;

export function normaliseHost(host: string, special: boolean): string {
  if (!special) return normalForm(host, false);
  const found = known.get(host);
  if (found !== undefined) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const form = normalForm(host, true);
  if (host.length <= 255) known.set(host, form);
  return form;
}

function normalForm(host: string, special: boolean): string {
  let name = decodeRepeatedly(host);
  // Punycode may bring out dots and digits that were written in other scripts, so one look is not enough.
  for (let look = 0; look < 3; look++) {
    const address = readAddress(name) ?? readAddress(withoutStrayDots(name));
    if (address !== null) return address;
    const next = special ? toPunycode(withoutStrayDots(name)) : withoutStrayDots(name);
    if (next === name) break;
    name = next;
  }
  return encodeBytes(name, HOST_ESCAPED);
}

const withoutStrayDots = (host: string): string => host.replace(/\.{2,}/g, '.').replace(/^\.|\.$/g, '');

function readAddress(host: string): string | null {
  if (host.startsWith('[')) {
    const url = `http://${host}/`;
    return /^\[[0-9a-f:.]+\]$/i.test(host) && URL.canParse(url) ? new URL(url).hostname : null;
  }
  const number = parseIpv4(host);
  return number === null ? null : formatIpv4(number);
}

function toPunycode(bytes: string): string {
  const text = fromBytes(bytes);
  const ascii = text === null || NEVER_IN_NAMES.test(text) ? '' : domainToASCII(text);
  return ascii || bytes.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
