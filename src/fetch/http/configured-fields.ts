/**
 * Header fields that a definition adds to requests. They go to every site, except those that look like secrets: a key
 * for one service must not reach another host just because a page embeds its picture.
 */
import { asUrl, type HeaderField } from '../../model/index.js';
import { isSecretName } from './request-head.js';

export class ConfiguredFields {
  readonly #all: readonly HeaderField[];
  readonly #open: readonly HeaderField[];
  readonly #own: ReadonlySet<string> | null;

  /** `ownSites` are the origins that may learn secrets; left out, all may. */
  constructor(headers: Readonly<Record<string, string>>, ownSites?: readonly string[]) {
    this.#all = Object.entries(headers);
    this.#open = this.#all.filter(([name]) => !isSecretName(name));
    this.#own = ownSites === undefined ? null : new Set(ownSites.flatMap(originsOf));
  }

  for(url: URL): readonly HeaderField[] {
    return this.#own === null || this.#own.has(url.origin) ? this.#all : this.#open;
  }
}

/** A site configured with http may have moved to https. The other way round would reveal the secret. */
function originsOf(site: string): string[] {
  const url = asUrl(site);
  if (!url) return [];
  return url.protocol === 'http:' && url.port === '' ? [url.origin, `https://${url.hostname}`] : [url.origin];
}
