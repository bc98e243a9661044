/**
 * URLs against four public suites: web-platform-tests (what is requested), w3lib and urlcanon (what is
 * compared), surt (how it is indexed). Each urlcanon section runs under the policy that claims it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { longSurt, sortableSurt, surtOf, urlKey, urlReader } from '../../src/model/index.js';
import { formatIpv4, parseIpv4 } from '../../src/model/url/ipv4.js';
import { reverseHost, sortableHost } from '../../src/model/url/long-surt.js';
import { parseLooseUrl } from '../../src/model/url/loose-url.js';
import { resolvePathDots } from '../../src/model/url/path-dots.js';
import { decodeRepeatedly } from '../../src/model/url/percent.js';
import { whatwgKey } from '../../src/model/url/policies/whatwg.js';
import { withoutPathSessions } from '../../src/model/url/session-ids.js';
import { type Case, type Score, score } from './score.js';

export async function run(dir: string): Promise<Score[]> {
  const folder = join(dir, 'url');
  return [await webPlatform(folder), await w3lib(folder), ...(await urlcanon(join(folder, 'urlcanon')))];
}

interface WebPlatformCase {
  readonly input: string;
  readonly base: string | null;
  readonly href?: string;
  readonly failure?: boolean;
}

async function webPlatform(folder: string): Promise<Score> {
  const entries: unknown[] = JSON.parse(await readFile(join(folder, 'wpt_urltestdata.json'), 'utf8'));
  const cases = entries.filter((entry): entry is WebPlatformCase => typeof entry === 'object');
  const read = urlReader('whatwg');
  return score(
    'url/wpt',
    cases.map((input) => ({ input, expected: input.failure ? null : withoutFragment(input) })),
    ({ input, base }) => read(input, base ?? undefined)?.url ?? null,
  );
}

/** What we request never has a fragment; everything before it must be equal. */
function withoutFragment({ href = '' }: WebPlatformCase): string {
  const end = href.indexOf('#');
  return end < 0 ? href : href.slice(0, end).trimEnd();
}

type W3libUrl =
  | string
  | { bytes: string }
  | [scheme: string, authority: string, path: string, params: string, query: string, fragment: string];

interface W3libCase {
  readonly fn: string;
  readonly args: [W3libUrl];
  readonly kwargs: { keep_blank_values?: boolean; keep_fragments?: boolean; query_separator?: string; encoding?: string };
  readonly result: string;
}

async function w3lib(folder: string): Promise<Score> {
  const entries: W3libCase[] = JSON.parse(await readFile(join(folder, 'w3lib_canonicalize_url.json'), 'utf8'));
  const cases = entries.filter(({ fn }) => fn === 'canonicalize_url').map((input) => ({ input, expected: input.result }));
  return score('url/w3lib', cases, ({ args: [url], kwargs }) => {
    const key = urlKey('w3lib', {
      w3lib: {
        keepBlankValues: kwargs.keep_blank_values,
        keepFragments: kwargs.keep_fragments,
        querySeparator: kwargs.query_separator,
        charset: charsetOf(kwargs.encoding),
      },
    });
    return key(textOf(url));
  });
}

function textOf(url: W3libUrl): string {
  if (typeof url === 'string') return url;
  if (!Array.isArray(url)) return url.bytes;
  const [scheme, authority, path, params, query, fragment] = url;
  return `${scheme}://${authority}${path}${params && `;${params}`}${query && `?${query}`}${fragment && `#${fragment}`}`;
}

/** Python's names for character sets the Encoding Standard calls otherwise. */
const charsetOf = (name?: string): string | undefined => (name === 'iso2022jp' ? 'iso-2022-jp' : name);

type Table = Readonly<Record<string, string | null>>;

async function urlcanon(folder: string): Promise<Score[]> {
  // The files hold bytes: each character of their latin-1 reading is one.
  const load = async (name: string) => JSON.parse(await readFile(join(folder, name), 'latin1'));
  const [surt, ssurt, dots] = [await load('surt.json'), await load('ssurt.json'), await load('path_dots.json')];
  return [
    score('url/urlcanon/semantic_precise', texts(await load('semantic_precise.json')), urlKey('semantic-precise')),
    score('url/urlcanon/aggressive', texts(await load('aggressive.json')), urlKey('aggressive')),
    score('url/urlcanon/supplemental_whatwg', texts(await load('supplemental_whatwg.json')), (url) => whatwgKey(url, true)),
    score('url/urlcanon/funky_ipv4', pairs(await load('funky_ipv4.json')), dotted),
    score('url/urlcanon/path_dots', [...pairs(dots.special)], (path) => resolvePathDots(path, true)),
    score('url/urlcanon/path_dots nonspecial', [...pairs(dots.nonspecial)], (path) => resolvePathDots(path, false)),
    score('url/urlcanon/idempotence', idempotenceCases(await load('idempotence.json')), ({ url, policy }) => stable(url, urlKey(policy))),
    score('url/urlcanon/parsing', parsingCases(await load('parsing.json')), parts),
    ...surtScores(surt),
    ...ssurtScores(ssurt),
  ];
}

function surtScores(surt: Record<string, Table>): Score[] {
  const section = (name: string) => texts(surt[name] ?? {});
  const [semantic, aggressive] = [urlKey('semantic'), urlKey('aggressive')];
  const host = (url: string) => aggressive(`http://${url}/`).slice('http://'.length, -1);
  return [
    score('url/urlcanon/surt google', section('google'), semantic),
    score('url/urlcanon/surt googleSupplementalFromSurt', section('googleSupplementalFromSurt'), semantic),
    score('url/urlcanon/surt Canonicalizer.DefaultIA', section('Canonicalizer.DefaultIA'), aggressive),
    score('url/urlcanon/surt Canonicalizer.IA', section('Canonicalizer.IA'), urlKey('default')),
    score('url/urlcanon/surt unescapeRepeatedly', section('unescapeRepeatedly'), decodeRepeatedly),
    score('url/urlcanon/surt alphaReorderQuery', section('alphaRorderQuery'), (query) =>
      semantic(`http://h/?${query}`).slice('http://h/?'.length),
    ),
    score('url/urlcanon/surt stripPathSessionId', section('stripPathSessionId'), withoutPathSessions),
    score('url/urlcanon/surt massageHost', section('massageHost'), host),
    score('url/urlcanon/surt defaultIASurt', section('defaultIASurt'), (url) => surtOf(/^https?:/.test(url) ? aggressive(url) : url)),
  ];
}

function ssurtScores(ssurt: Record<string, Table>): Score[] {
  const section = (name: string) => texts(ssurt[name] ?? {});
  return [
    score('url/urlcanon/ssurt host', section('ssurtHost'), (host) => sortableHost(host)),
    score('url/urlcanon/ssurt reverseHost', section('reverseHost'), reverseHost),
    score('url/urlcanon/ssurt', section('ssurt'), sortableSurt),
    score('url/urlcanon/ssurt surt', section('surt'), (url) => longSurt(url)),
    score('url/urlcanon/ssurt surtWithoutScheme', section('surtWithoutScheme'), (url) => longSurt(url, { scheme: false })),
    score('url/urlcanon/ssurt surtWithoutTrailingComma', section('surtWithoutTrailingComma'), (url) =>
      longSurt(url, { trailingComma: false }),
    ),
  ];
}

const pairs = (table: Table): Case<string, string | null>[] => Object.entries(table).map(([input, expected]) => ({ input, expected }));

const texts = (table: Table): Case<string, string | null>[] =>
  pairs(table).map(({ input, expected }) => ({ input: asText(input), expected }));

/** Bytes as a text; those that are no UTF-8 can stand in a text only as escapes. */
function asText(bytes: string): string {
  return bytes.replace(/[\x80-\xff]+/g, (run) => {
    const buffer = Buffer.from(run, 'latin1');
    const text = buffer.toString('utf8');
    return Buffer.from(text, 'utf8').equals(buffer) ? text : [...buffer].map((byte) => `%${byte.toString(16)}`).join('');
  });
}

function dotted(host: string): string | null {
  const address = parseIpv4(host);
  return address === null ? null : formatIpv4(address);
}

const IDEMPOTENT = ['default', 'whatwg', 'semantic-precise', 'aggressive', 'gov', 'w3lib'] as const;

function idempotenceCases(urls: readonly string[]) {
  return urls.flatMap((url) => IDEMPOTENT.map((policy) => ({ input: { url: asText(url), policy }, expected: true })));
}

function stable(url: string, key: (url: string) => string): boolean {
  const once = key(url);
  return key(once) === once;
}

type Parsed = Readonly<
  Record<'scheme' | 'host' | 'port' | 'path' | 'query' | 'fragment' | 'username' | 'colon_before_password' | 'password', string>
>;

/** Our parser drops tabs and line ends before it starts, and writes schemes in lower case. */
function parsingCases(table: Record<string, Parsed>) {
  const clean = (text: string) => text.replace(/[\t\n\r]/g, '');
  return Object.entries(table).map(([input, fields]) => ({
    input: asText(input),
    expected: {
      scheme: clean(fields.scheme).toLowerCase(),
      userinfo: clean(fields.username + fields.colon_before_password + fields.password),
      host: clean(fields.host),
      port: clean(fields.port),
      path: clean(fields.path),
      query: clean(fields.query),
      fragment: clean(fields.fragment),
    },
  }));
}

function parts(input: string) {
  const { scheme, userinfo, host, port, path, query, fragment } = parseLooseUrl(input);
  return { scheme, userinfo: userinfo ?? '', host, port: port ?? '', path, query: query ?? '', fragment: fragment ?? '' };
}
