/** Which URL is requested, and under which identity it is known: the definition's URL policy, keyed by the workspace's secret. */
import type { Definition } from '../../definition/crawl/index.js';
import type { NewEntry } from '../../frontier/queue/index.js';
import { fingerprinter, hostOf, isFetchable, remembering, urlReader, withoutLogin } from '../../model/index.js';

export interface Identity {
  /** What is requested, without a log-in. */
  readonly url: string;
  readonly key: string;
  readonly site: string;
  readonly host: string;
  readonly fingerprint: readonly [high: number, low: number];
}

export type Identify = (url: string) => Identity | null;

const WEB: ReadonlySet<string> = new Set(['http', 'https']);

/** Null for what no fetcher takes: URLs of other schemes than `schemes`. */
export function identifier(urls: Definition['urls'], secret: Uint8Array, schemes: ReadonlySet<string> = WEB): Identify {
  const read = urlReader(urls.policy, { maxSegments: urls.maxSegments, keepWww: urls.keepWww });
  const fingerprint = fingerprinter(secret);
  const identify = (input: string): Identity | null => {
    const linked = read(withoutLogin(input));
    if (!linked || !isFetchable(linked.url, schemes)) return null;
    // The gov profile requests the key itself; everyone else requests what was linked.
    const { url, key, site } = urls.rewrite ? (read(linked.key) ?? linked) : linked;
    return { url, key, site, host: hostOf(url), fingerprint: fingerprint(key) };
  };
  return remembering(REMEMBERED, identify);
}

/** Pages of a site link to the same places over and over; so many of them are remembered at least. */
const REMEMBERED = 8192;

/** An entry at the start of a path: a seed, or what a site offers before any page of it is read. */
export function entryFor(
  { url, fingerprint, site }: Identity,
  start: Pick<NewEntry, 'kind' | 'via' | 'link'> & { depth?: number },
): NewEntry {
  return { url, fingerprint, site, depth: 0, redirects: 0, trail: null, ...start };
}
