/**
 * What a visit means for its document.
 *
 * New documents are journalled at once. A change waits until it is sure (see decide/anomalies/site-watch.ts), and so does a sign that
 * the document is gone; until then the document is what it was, and so are the validators and digests of its next visit.
 */
import type { DocumentSign, FileState, NewVersion } from '../../store/index.js';
import { changedPieces, storedDigests } from '../index.js';
import { comparableOf, type Documents } from './documents.js';
import type { KnownDocument, Pending, StoredSign } from './known.js';
import { type AnswerFacts, isNews } from './news.js';
import type { WatchAttempt } from './site-watches.js';

/** One settled visit, as far as documents are concerned. */
export interface Visit {
  readonly resource: number;
  readonly url: string;
  readonly site: number;
  readonly run: number;
  /** Its last fetch, and when that began. */
  readonly fetch: number;
  readonly at: number;
  readonly version: NewVersion | null;
  readonly sign: DocumentSign | null;
  /** Fingerprints of all that a list named. */
  readonly listing: Uint8Array | null;
  /** A change is journalled at once. */
  readonly sure: boolean;
  /** The answer, where the visit ended well. */
  readonly answer: AnswerFacts | null;
  /** Files of its document that a page links to; null when that is not known. */
  readonly files: readonly number[] | null;
  /** What a visit to such a file brought. */
  readonly file: FileState | 'gone' | null;
}

/** Signs kept of a document in doubt. */
const MOST_EVIDENCE = 8;

export function decideVisit(visit: Visit, documents: Documents, watches: WatchAttempt): void {
  const { resource, site, run, listing, sign, version } = visit;
  if (listing) documents.changes.push({ do: 'listing', resource, site, run, names: listing });
  if (sign) takeSign(visit, sign, documents);
  if (version) for (const document of watches.visited(site)) settle(document, run, documents);
  const counts = version ? takeVersion(visit, version, documents, watches) : !sign;
  if (counts) takeAnswer(visit, documents);
  takeFiles(visit, documents);
}

/** What follows from files is decided at the end of the run, when all of them are in. */
function takeFiles({ resource, run, fetch, files, file }: Visit, { changes }: Documents): void {
  if (files) changes.push({ do: 'file-list', page: resource, run, files });
  if (file === 'gone') changes.push({ do: 'file-gone', resource, run });
  else if (file) changes.push({ do: 'file-state', resource, fetch, run, state: file });
}

/** A change has waited long enough, if it still waits. */
function settle(document: number, run: number, documents: Documents): void {
  const row = documents.known.pending.get(document);
  if (row?.operation === 'Upd' && row.run === run && row.anomaly === null) documents.update(row);
}

/** Returns whether what was fetched is what counts from now on, so that its validators serve the next visit. */
function takeVersion(visit: Visit, version: NewVersion, documents: Documents, watches: WatchAttempt): boolean {
  const known = documents.known.documentAt(visit.resource);
  if (!known) {
    if (version.operation !== 'None') documents.add(visit, version);
    return true;
  }
  if (version.operation !== 'None' && known.state !== 'deleted') return change(known, { ...visit, version }, documents, watches);
  documents.drop(known.id);
  if (known.state === 'deleted') documents.back(known, visit, version);
  else documents.checked(known, visit);
  if (version.renews) documents.changes.push({ do: 'renew-digests', version: known.baseline ?? known.version, digests: version.digests });
  return true;
}

function change(known: KnownDocument, visit: Changed, documents: Documents, watches: WatchAttempt): boolean {
  const row = heldOf(known, visit, documents);
  documents.hold(row);
  if (visit.sure) documents.update(row);
  else watches.hold(visit.site, row);
  return visit.sure;
}

type Changed = Visit & { readonly version: NewVersion };

/** The row that waits; when the same change waited before, its version is used again. */
function heldOf(known: KnownDocument, visit: Changed, documents: Documents): Pending {
  const { version, site, fetch, run, at } = visit;
  const waited = documents.known.pending.get(known.id)?.version ?? null;
  const isSame = waited !== null && documents.comparable(waited)?.digests === version.digests;
  if (waited !== null && !isSame) documents.dropVersion(waited);
  const before = documents.comparable(known.baseline ?? known.version);
  return {
    document: known.id,
    site,
    operation: 'Upd',
    version: isSame ? waited : documents.newVersion(known.id, fetch, version),
    fetch,
    run,
    at,
    reason: version.reason,
    changed: version.changed,
    evidence: [],
    digest: digestOfText(version),
    pieces: before ? changedPieces(before, comparableOf(version)) : null,
    anomaly: null,
  };
}

/** What several documents may have turned into; null when the text is what it was. */
function digestOfText({ digests, changed }: NewVersion): string | null {
  const { text, content } = storedDigests(digests);
  if (text === null) return content;
  return changed.includes('text') ? text : null;
}

/** Of a document that is known and not deleted; everything else has nothing to lose. */
function takeSign(visit: Visit, { kind, detail, target = null }: DocumentSign, documents: Documents): void {
  if (kind === 'unusable') return;
  const known = documents.known.documentAt(visit.resource);
  if (!known || known.state === 'deleted') return;
  const before = documents.known.pending.get(known.id);
  const earlier = before?.operation === 'Del' ? before.evidence : [];
  if (before?.operation === 'Upd') documents.drop(known.id);
  const { site, run, at, fetch } = visit;
  const piece: StoredSign = { kind, detail, run, at, fetch, ...(target === null ? {} : { target }) };
  const nothing = { version: null, changed: [], digest: null, pieces: null, anomaly: null };
  const evidence = [...earlier, piece].slice(-MOST_EVIDENCE);
  documents.hold({ document: known.id, site, operation: 'Del', fetch, run, at, reason: detail, evidence, ...nothing });
}

function takeAnswer({ resource, answer, fetch }: Visit, { known, changes }: Documents): void {
  if (!answer || !isNews(answer, known.validators.get(resource))) return;
  changes.push({ do: 'good-fetch', resource, fetch });
  known.validators.set(resource, answer);
}
