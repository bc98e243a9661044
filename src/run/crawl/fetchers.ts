/** The fetchers of a definition by URL scheme: its own before the built-in ones. Opened at the first URL that needs them. */
import type { Definition } from '../../definition/crawl/index.js';
import { FetchError } from '../../fetch/index.js';
import type { Exchange } from '../../model/index.js';
import type { Fetcher, FetcherPlugin, FetchRequest, Registry, Use } from '../../plugins/index.js';

/** What speaks RDF before what only shows it. */
const RDF_FIRST =
  'application/rdf+xml,text/turtle,application/ld+json,application/n-triples,application/trig;q=0.9,application/n-quads;q=0.9,text/n3;q=0.8,application/xhtml+xml;q=0.6,text/html;q=0.5,*/*;q=0.1';

export class FetcherSet implements Fetcher {
  readonly #open = new Map<string, Promise<Fetcher>>();
  readonly #choose: (scheme: string) => { plugin: FetcherPlugin; options: unknown } | null;

  /** `ownSites` are those that secret headers go to; `partialFolder` is where files wait of which a part has come. */
  constructor(definition: Definition, registry: Registry, ownSites: readonly string[], spoolFolder: string, partialFolder: string) {
    const named = definition.fetchers.map((use) => registry.choose('fetcher', use as Use));
    this.#choose = (scheme) => {
      const own = named.find(({ plugin }) => plugin.schemes.includes(scheme));
      if (own) return own;
      const plugin = registry.all('fetcher').find(({ schemes }) => schemes.includes(scheme));
      return plugin
        ? {
            plugin,
            options: plugin.options.parse({
              ...definition.fetch,
              ...(definition.rdf.accept ? { accept: RDF_FIRST } : {}),
              ownSites,
              spoolFolder,
              partialFolder,
            }),
          }
        : null;
    };
  }

  async fetch(request: FetchRequest): Promise<Exchange> {
    const scheme = request.url.slice(0, request.url.indexOf(':'));
    return (await this.#fetcherFor(scheme, request.url)).fetch(request);
  }

  async addressOf(url: string, signal?: AbortSignal): Promise<string | null> {
    const scheme = url.slice(0, url.indexOf(':'));
    try {
      return await (await this.#fetcherFor(scheme, url)).addressOf(url, signal);
    } catch {
      return null; // the fetch itself will say what is wrong
    }
  }

  /** A jar belongs to whoever was asked with it, whatever the scheme. */
  async forget(jar: string): Promise<void> {
    const opened = await Promise.allSettled(new Set(this.#open.values()));
    for (const fetcher of opened) if (fetcher.status === 'fulfilled') await fetcher.value.forget(jar); // one that never opened has no jars
  }

  async close(): Promise<void> {
    for (const fetcher of new Set(this.#open.values())) await (await fetcher).close();
  }

  #fetcherFor(scheme: string, url: string): Promise<Fetcher> {
    const open = this.#open.get(scheme);
    if (open) return open;
    const chosen = this.#choose(scheme);
    if (!chosen) throw new FetchError('FETCH_SCHEME_UNKNOWN', url, `no fetcher takes ${scheme}: URLs; list one under fetchers`);
    const fetcher = chosen.plugin.open(chosen.options as never);
    for (const other of chosen.plugin.schemes) if (!this.#open.has(other)) this.#open.set(other, fetcher);
    return fetcher;
  }
}
