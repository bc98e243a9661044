/** Documents and their versions, read from core.db piece by piece. */

import { storedMainText } from '../../../model/index.js';
import type {
  Capture,
  DocumentDetail,
  DocumentState,
  DocumentWish,
  DuplicateRow,
  ListedDocument,
  ListedVersion,
  Part,
  VersionDetail,
  VersionLink,
} from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { keptStatement } from '../kept-statement.js';

/** Documents looked at for one page of a search. */
const SPAN = 20_000;

const COLUMNS = `d.id, d.identifier AS url, s.origin AS site, d.state, v.title, v.language, v.type, v.score, d.version,
  d.first_seen AS firstSeen, d.last_changed AS lastChanged, d.last_checked AS lastChecked, d.deleted AS deletedAt, d.checks, d.changes`;

const JOINS = `document d JOIN version v ON v.id = d.version JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site`;

const SEARCH = `SELECT ${COLUMNS} FROM ${JOINS}
  WHERE d.id > @after AND d.id <= @upTo AND (@site IS NULL OR s.origin = @site) AND (@state IS NULL OR d.state = @state)
    AND (@language IS NULL OR v.language = @language) AND (@type IS NULL OR substr(v.type, 1, length(@type)) = @type)
    AND (@q IS NULL OR instr(lower(d.identifier), @q) OR instr(lower(coalesce(v.title, '')), @q))
  ORDER BY d.id LIMIT @limit`;

export function searchDocuments(db: Sqlite, filter: DocumentWish, after: number, limit: number): Part<ListedDocument> {
  const { site = null, state = null, language = null, type = null, q = null } = filter;
  const upTo = after + SPAN;
  const wanted = { site, state, language, type, q: q?.toLowerCase() ?? null };
  const items = keptStatement(db, SEARCH).all({ ...wanted, after, upTo, limit }) as ListedDocument[];
  const reached = items.length === limit ? (items.at(-1)?.id ?? upTo) : upTo;
  return { items, next: reached < lastDocument(db) ? reached : null };
}

const lastDocument = (db: Sqlite): number => keptStatement(db, 'SELECT coalesce(max(id), 0) FROM document').pluck().get() as number;

const DUPLICATES = `SELECT d.id AS document, d.identifier AS url, v.title, k.similarity, o.id AS ofDocument, o.identifier AS ofUrl, o.state AS ofState
  FROM document d JOIN sketch k ON k.version = d.version JOIN version v ON v.id = d.version JOIN document o ON o.id = k.duplicate_of
  WHERE d.id > @after AND d.id <= @upTo AND d.state <> 'deleted' ORDER BY d.id LIMIT @limit`;

type StoredDuplicate = Omit<DuplicateRow, 'of'> & { ofDocument: number; ofUrl: string; ofState: DocumentState };

export function duplicateDocuments(db: Sqlite, after: number, limit: number): Part<DuplicateRow> {
  const upTo = after + SPAN;
  const rows = keptStatement(db, DUPLICATES).all({ after, upTo, limit }) as StoredDuplicate[];
  const reached = rows.length === limit ? (rows.at(-1)?.document ?? upTo) : upTo;
  const items = rows.map(({ ofDocument, ofUrl, ofState, ...row }) => ({
    ...row,
    of: { document: ofDocument, url: ofUrl, state: ofState },
  }));
  return { items, next: reached < lastDocument(db) ? reached : null };
}

const ONE = `SELECT ${COLUMNS}, r.depth, r.link AS foundBy, (SELECT url FROM resource WHERE id = r.via) AS via, d.evidence FROM ${JOINS} WHERE d.id = ?`;

export function documentDetail(db: Sqlite, id: number): DocumentDetail | null {
  const row = keptStatement(db, ONE).get(id) as (Omit<DocumentDetail, 'evidence'> & { evidence: string }) | undefined;
  if (!row) return null;
  const entries = entriesOf(db, id);
  const evidence = JSON.parse(row.evidence) as unknown[];
  return { ...row, evidence, versions: versionsOf(db, row, entries), entries: entries.map(([sequence]) => sequence) };
}

type Entry = [sequence: number, version: number, previous: number | null];
const MOST_ENTRIES = 500;

const entriesOf = (db: Sqlite, document: number): Entry[] =>
  (
    keptStatement(db, 'SELECT sequence, version, previous FROM journal WHERE document = ? ORDER BY sequence DESC LIMIT ?')
      .raw()
      .all(document, MOST_ENTRIES) as Entry[]
  ).toReversed();

const VERSION_COLUMNS = `v.id AS version, f.started AS fetchedAt, f.status, f.length, v.type, v.title, v.language, v.md5, v.sha256`;

/** The journal names them all; a table of versions by document would cost at every commit. */
function versionsOf(db: Sqlite, { version: newest }: { version: number }, entries: readonly Entry[]): ListedVersion[] {
  const ids = new Set([newest, ...entries.flatMap(([, version, previous]) => [version, previous ?? version])]);
  const select = keptStatement(db, `SELECT ${VERSION_COLUMNS} FROM version v JOIN fetch f ON f.id = v.fetch WHERE v.id = ?`);
  return [...ids].toSorted((a, b) => a - b).flatMap((id) => (select.get(id) as ListedVersion | undefined) ?? []);
}

const VERSION = `SELECT ${VERSION_COLUMNS}, v.document, d.identifier AS url, v.charset, v.score, v.text AS visibleText, v.content, v.facts, v.metadata, v.digests, v.links
  FROM version v JOIN document d ON d.id = v.document JOIN fetch f ON f.id = v.fetch WHERE v.id = ? AND v.document = ?`;

type VersionText = Omit<VersionDetail, 'text' | 'facts' | 'metadata' | 'digests' | 'links'> & {
  content: string | null;
  facts: string | null;
  metadata: string;
  digests: string;
  links: string;
};

export function versionDetail(db: Sqlite, document: number, version: number): VersionDetail | null {
  const row = db.prepare(VERSION).get(version, document) as VersionText | undefined;
  if (!row) return null;
  const { content, ...rest } = row;
  const [metadata, digests] = [JSON.parse(row.metadata) as unknown, JSON.parse(row.digests) as unknown];
  const facts = JSON.parse(row.facts ?? 'null') as unknown;
  return { ...rest, text: storedMainText(row.visibleText, content), facts, metadata, digests, links: linksIn(row.links) };
}

const linksIn = (json: string): VersionLink[] =>
  (JSON.parse(json) as [string, string, string?][]).map(([url, kind, anchor]) => ({ url, kind, anchor: anchor ?? '' }));

const CAPTURE = `SELECT f.url, v.type, f.warc AS file, f.offset, f.revisit, f.payload_digest AS digest, f.resource
  FROM version v JOIN fetch f ON f.id = v.fetch WHERE v.document = @document AND v.id = coalesce(@version, (SELECT version FROM document WHERE id = @document))`;
const ORIGINAL = `SELECT warc AS file, offset FROM fetch WHERE resource = ? AND payload_digest = ? AND NOT revisit AND warc IS NOT NULL ORDER BY id DESC LIMIT 1`;

interface CaptureRow extends Capture {
  readonly revisit: number;
  readonly digest: string | null;
  readonly resource: number;
}

export function captureOf(db: Sqlite, document: number, version: number | null): Capture | null {
  const row = db.prepare(CAPTURE).get({ document, version }) as CaptureRow | undefined;
  if (!row?.file) return null;
  const { url, type, file, offset } = row;
  if (!row.revisit) return { url, type, file, offset };
  const original = db.prepare(ORIGINAL).get(row.resource, row.digest) as { file: string; offset: number } | undefined;
  return original ? { url, type, ...original } : null;
}
