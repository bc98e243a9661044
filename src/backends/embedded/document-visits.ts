/**
 * What a visit means for its document, written in the visit's own transaction.
 *
 * New documents are journalled at once. A change waits in `pending` until it is sure (see decide/site-watch.ts), and so
 * does a sign that the document is gone; until then the document is what it was, and so are the validators and digests
 * of its next visit. What waits at each site is in memory for a bounded number of sites; what is forgotten there is
 * decided at the end of the run.
 */
import { changedPieces, type Evidence, SiteWatch, storedDigests } from '../../decide/index.js';
import type { DocumentSign, NewVersion } from '../../store/index.js';
import type { CommitItem } from './commit.js';
import type { DocumentChanges, KnownDocument, Visit } from './document-changes.js';
import type { PendingRow } from './pending-rows.js';

/** Sites with something waiting that are watched at a time. */
const WATCHED = 1000;
const MOST_EVIDENCE = 8;

export class DocumentVisits {
  readonly #changes: DocumentChanges;
  #watches = new Map<number, SiteWatch>();

  /** What waits from an earlier process waits on. */
  constructor(changes: DocumentChanges) {
    this.#changes = changes;
    for (const row of changes.pending.undecided()) if (row.operation === 'Upd') this.#watch(row);
  }

  /** Returns whether what was fetched is what counts from now on, so that its validators serve the next visit. */
  take(item: CommitItem, fetch: number | null, run: number): boolean {
    const { version, sign, listing } = item;
    if (fetch === null) return true;
    const at = item.fetches.at(-1)?.startedAt ?? 0;
    const visit: Visit = { resource: item.resource, url: item.url, site: item.site, fetch, run, at };
    if (listing) this.#changes.listings.keep(visit, listing);
    if (sign) this.#takeSign(visit, sign);
    if (!version) return !sign;
    this.#visited(item.site, run);
    return this.#takeVersion(visit, version, item.sure);
  }

  #takeVersion(visit: Visit, version: NewVersion, sure: boolean): boolean {
    const known = this.#changes.of(visit.resource);
    if (!known) {
      if (version.operation !== 'None') this.#changes.add(visit, version);
      return true;
    }
    if (version.operation !== 'None' && known.state !== 'deleted') return this.#change(known, visit, version, sure);
    this.#changes.drop(known.id);
    if (known.state === 'deleted') this.#changes.back(known, visit, version);
    else this.#changes.checked(known, visit);
    if (version.renews) this.#changes.versions.renew(known.baseline ?? known.version, version.digests);
    return true;
  }

  #change(known: KnownDocument, visit: Visit, version: NewVersion, sure: boolean): boolean {
    const row = this.#held(known, visit, version);
    this.#changes.pending.put(row);
    if (sure) this.#changes.update(row);
    else this.#watch(row);
    return sure;
  }

  /** The row that waits; when the same change waited before, its version is used again. */
  #held(known: KnownDocument, visit: Visit, version: NewVersion): PendingRow {
    const before = this.#changes.pending.of(known.id);
    const waited = before?.version ?? null;
    const isSame = waited !== null && this.#changes.versions.digestsOf(waited) === version.digests;
    if (waited !== null && !isSame) this.#changes.versions.remove(waited);
    const pieces = this.#piecesOf(known, version);
    return {
      document: known.id,
      site: visit.site,
      operation: 'Upd',
      version: isSame ? waited : this.#changes.versions.add(known.id, visit.fetch, version),
      fetch: visit.fetch,
      run: visit.run,
      at: visit.at,
      reason: version.reason,
      changed: JSON.stringify(version.changed),
      evidence: '[]',
      digest: digestOfText(version),
      pieces: pieces && JSON.stringify(pieces),
      anomaly: null,
    };
  }

  #piecesOf({ baseline, version }: KnownDocument, { title, metadata, digests }: NewVersion): string[] | null {
    const before = this.#changes.versions.comparable(baseline ?? version);
    return before ? changedPieces(before, { title, metadata: decoder.decode(metadata), digests }) : null;
  }

  /** Of a document that is known and not deleted; everything else has nothing to lose. */
  #takeSign(visit: Visit, { kind, detail, target = null }: DocumentSign): void {
    if (kind === 'unusable') return;
    const known = this.#changes.of(visit.resource);
    if (!known || known.state === 'deleted') return;
    const before = this.#changes.pending.of(known.id);
    const earlier = before?.operation === 'Del' ? (JSON.parse(before.evidence) as Evidence[]) : [];
    if (before?.operation === 'Upd') this.#changes.drop(known.id);
    const { run, at, fetch } = visit;
    const piece = { kind, detail, run, at, fetch, ...(target === null ? {} : { target }) };
    this.#changes.pending.put({
      document: known.id,
      site: visit.site,
      operation: 'Del',
      version: null,
      fetch,
      run,
      at,
      reason: detail,
      changed: '[]',
      evidence: JSON.stringify([...earlier, piece].slice(-MOST_EVIDENCE)),
      digest: null,
      pieces: null,
      anomaly: null,
    });
  }

  #watch({ site, document, digest, pieces }: PendingRow): void {
    const watch = this.#watches.get(site) ?? new SiteWatch();
    this.#watches.delete(site);
    this.#watches.set(site, watch);
    watch.hold({ document, digest, pieces: pieces === null ? null : (JSON.parse(pieces) as string[]) });
    if (this.#watches.size > WATCHED) this.#watches.delete(this.#watches.keys().next().value as number);
  }

  #visited(site: number, run: number): void {
    const watch = this.#watches.get(site);
    if (!watch) return;
    for (const document of watch.visited()) {
      const row = this.#changes.pending.of(document);
      if (row?.operation === 'Upd' && row.run === run && row.anomaly === null) this.#changes.update(row);
    }
  }

  /** To be called at the end of each transaction: what was counted on the way. */
  writeCounts(run: number): void {
    this.#changes.versions.sketches.writeCounts(run);
  }

  /** The run is over: everything that waited has been decided. */
  forget(): void {
    this.#watches = new Map();
  }
}

const decoder = new TextDecoder();

/** What several documents may have turned into; null when the text is what it was. */
function digestOfText({ digests, changed }: NewVersion): string | null {
  const { text, content } = storedDigests(digests);
  if (text === null) return content;
  return changed.includes('text') ? text : null;
}
