/**
 * One spelling for each host, however it is written: escapes decoded, numbers read as addresses, stray dots dropped,
 * names in punycode. Text that cannot be a host name stays readable but escaped, so that reading the result again gives
 * the same host.
 */
import { domainToASCII } from 'node:url';
import { formatIpv4, parseIpv4 } from './ipv4.js';
import { decodeRepeatedly, encodeBytes, fromBytes, unsafeAnd } from './percent.js';

/** Also escapes everything that would end the host when it is read again. */
const HOST_ESCAPED = unsafeAnd('#%/:?@[\\]');

/** Characters no name contains; the native function would cut the name there instead of refusing it. */
const NEVER_IN_NAMES = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** A cache: the links of a page name few hosts, and normalising one is costly. */
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
  // Punycode may produce dots and digits from other scripts, so normalise up to three times.
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
