/** One document from the web, by the rules of a definition for requests: guard of addresses, limits, user agent. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Definition } from '../../definition/crawl/index.js';
import { decodeBody, followRedirects, httpFetcher } from '../../fetch/index.js';
import { disposeExchange } from '../../formats/warc/index.js';
import { headerListOf, headerOf, isSpooled } from '../../model/index.js';
import { type Fetched } from './mapping/load-rdf.js';
import { ScutterError } from './read-fragment.js';

const ACCEPT =
  'application/rdf+xml, text/turtle, application/n-triples, application/trig, application/n-quads, application/ld+json;q=0.9, */*;q=0.1';

/** Throws ScutterError for any answer but a good one, FetchError when there is none. */
export async function fetchOne(url: string, definition: Definition): Promise<Fetched> {
  const fetcher = await httpFetcher.open(httpFetcher.options.parse({ ...definition.fetch, spoolFolder: tmpdir() }));
  try {
    const chain = await followRedirects(fetcher, { url, accept: ACCEPT }, { maxRedirects: definition.fetch.maxRedirects });
    const last = chain.at(-1);
    try {
      if (last?.status !== 200) throw new ScutterError(`${url} cannot be read: it answered ${last?.status}.`);
      const sent = isSpooled(last.body) ? readFileSync(last.body.path) : last.body;
      const limits = { maxBytes: definition.fetch.maxDecodedSize, maxRatio: 1000 };
      const bytes = decodeBody(sent, headerListOf(last.headers, 'content-encoding'), limits, url);
      return { bytes, contentType: headerOf(last.headers, 'content-type') };
    } finally {
      for (const exchange of chain) disposeExchange(exchange);
    }
  } finally {
    await fetcher.close();
  }
}
