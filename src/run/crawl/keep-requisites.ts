/**
 * What was fetched while a page was rendered: archived under its own address, and known from then on, so that it is not
 * fetched again as a requisite of some page.
 *
 * A whole document that a script fetched ahead is left out: should it be linked, it is visited as a page.
 */

import { plainBytes } from '../../fetch/browser/index.js';
import { disposeExchange } from '../../formats/warc/index.js';
import type { Entry, NewEntry } from '../../frontier/queue/index.js';
import { type Exchange, headerOf } from '../../model/index.js';
import type { NewFetch, Workspace } from '../../store/index.js';
import type { FoundEntry } from './found-links.js';
import type { Identify } from './identify.js';
import { type ReaderPool, ReadFailed } from './reader-pool.js';
import { linksOf } from './settler.js';

export interface RequisiteParts {
  readonly workspace: Workspace;
  readonly readers: ReaderPool;
  readonly identify: Identify;
}

/** Returns the fetches that were kept. */
export async function keepRequisites(parts: RequisiteParts, page: Entry, exchanges: readonly Exchange[]): Promise<NewFetch[]> {
  const kept: Kept[] = [];
  for (const exchange of exchanges) {
    const one = isDocument(exchange) ? null : await keepOne(parts, page, exchange);
    if (one) kept.push(one);
    else disposeExchange(exchange);
  }
  // At last: what a style asks for may have been fetched while the page was rendered, too.
  for (const { entry, found } of kept) if (found.length > 0) await parts.workspace.addLinks(entry.id, linksOf(entry, found), []);
  return kept.map(({ fetch }) => fetch);
}

interface Kept {
  readonly entry: Entry;
  readonly fetch: NewFetch;
  readonly found: readonly FoundEntry[];
}

async function keepOne({ workspace, readers, identify }: RequisiteParts, page: Entry, exchange: Exchange): Promise<Kept | null> {
  const identity = identify(exchange.url);
  if (!identity) return null;
  const { url, fingerprint, site } = identity;
  const { depth, id: via, seed } = page;
  const wanted: NewEntry = {
    url,
    fingerprint,
    site,
    kind: 'requisite',
    depth,
    redirects: 0,
    via,
    seed: seed ?? via,
    link: 'script',
    trail: null,
  };
  const entry = await entered(workspace, wanted);
  if (!entry) return null;
  if (entry.kind !== 'requisite') {
    await workspace.settle({ ...NOTHING, entry, outcome: { state: 'returned', reason: 'it is to be visited as a page' } });
    return null;
  }
  try {
    const { previous, link } = entry;
    const reading = await readers.read({ exchange, kind: 'requisite', depth, redirects: 0, link, trail: null, via: page.url, previous });
    const outcome = { state: 'done', reason: `answered ${exchange.status} while ${page.url} was rendered` } as const;
    await workspace.settle({ ...NOTHING, entry, outcome, fetches: [reading.fetch], rejected: reading.rejected });
    // The browser went where redirects led.
    return { entry, fetch: reading.fetch, found: reading.found.filter(({ link: by }) => by !== 'redirect') };
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    await workspace.settle({ ...NOTHING, entry, outcome: { state: 'failed', reason: `READ_FAILED: ${error.message}` } });
    return null;
  }
}

/** Null when somebody visits it this moment, and so brings it anyway. */
async function entered(workspace: Workspace, wanted: NewEntry): Promise<Entry | null> {
  try {
    return await workspace.enter(wanted);
  } catch (error) {
    if (workspace.lost.aborted || workspace.isDiskFull(error)) throw error;
    return null;
  }
}

const NOTHING = { fetches: [], version: null, found: [], aliases: [], rejected: [], site: null } as const;

const DOCUMENT = /^\s*(?:<!--[^>]{0,500}-->\s*)?(?:<!doctype html|<html)\b/i;
const LARGEST_FRAGMENT = 4 * 1024 * 1024;

function isDocument(exchange: Exchange): boolean {
  if (!/html/i.test(headerOf(exchange.headers, 'content-type') ?? '')) return false;
  const bytes = plainBytes(exchange, LARGEST_FRAGMENT);
  return bytes === null || DOCUMENT.test(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'));
}
