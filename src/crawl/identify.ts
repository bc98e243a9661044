/** Which URL is requested, and under which identity it is known: the definition's URL policy, keyed by the workspace's secret. */
import type { Definition } from '../definition/index.js';
import { fingerprinter, hostOf, isFetchable, urlReader } from '../model/index.js';

export interface Identity {
  /** What is requested. */
  readonly url: string;
  readonly key: string;
  readonly site: string;
  readonly host: string;
  readonly fingerprint: readonly [high: number, low: number];
}

export type Identify = (url: string) => Identity | null;

export function identifier(urls: Definition['urls'], secret: Uint8Array): Identify {
  const read = urlReader(urls.policy, { maxSegments: urls.maxSegments, keepWww: urls.keepWww });
  const fingerprint = fingerprinter(secret);
  return (input) => {
    const linked = read(input);
    if (!linked || !isFetchable(linked.url)) return null;
    // The gov profile requests the key itself; everyone else requests what was linked.
    const { url, key, site } = urls.rewrite ? (read(linked.key) ?? linked) : linked;
    return { url, key, site, host: hostOf(url), fingerprint: fingerprint(key) };
  };
}
