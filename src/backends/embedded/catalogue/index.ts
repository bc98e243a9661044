/** The catalogue over a reading connection: see the port. Nothing stays open between two calls, so the log can be folded in. */
import type { AnomalyRow, Capture, Catalogue, DocumentWish, Part, SiteListing } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { keptStatement } from '../kept-statement.js';
import { someTraps } from '../trap-rows.js';
import { captureOf, documentDetail, duplicateDocuments, searchDocuments, versionDetail } from './documents.js';
import { fetchCounts, figuresOf, lastFetch, queueOf } from './figures.js';
import { tableFigures, tableRows } from './tables.js';

export function sqliteCatalogue(db: Sqlite): Catalogue {
  return {
    documents: (filter: DocumentWish, after: number, limit: number) => searchDocuments(db, filter, after, limit),
    document: (id) => documentDetail(db, id),
    version: (document, version) => versionDetail(db, document, version),
    capture: (document, version): Capture | null => captureOf(db, document, version ?? null),
    sites: (after, limit) => listed<SiteListing>(db, SITES, after, limit),
    anomalies: (after, limit) => listed<AnomalyRow>(db, ANOMALIES, after, limit),
    duplicates: (after, limit) => duplicateDocuments(db, after, limit),
    traps: (after, limit, state) => part(someTraps(db, after, limit + 1, state), limit),
    figures: () => figuresOf(db),
    queue: () => queueOf(db),
    fetches: (after, upTo) => fetchCounts(db, after, upTo),
    lastFetch: () => lastFetch(db),
    tables: () => tableFigures(db),
    tableRows: (table, after, limit) => tableRows(db, table, after, limit),
  };
}

const SITES = `SELECT s.id, s.origin AS site, s.domain, s.address, coalesce(q.queued, 0) AS queued, s.robots_state AS robotsState,
  s.robots_reason AS robotsReason, s.robots_fetched AS robotsFetchedAt, s.crawl_delay AS crawlDelay
  FROM site s LEFT JOIN queue q ON q.site = s.id WHERE s.id > ? ORDER BY s.id LIMIT ?`;

const ANOMALIES = `SELECT a.id, a.run, s.origin AS site, a.kind, a.detail, a.documents, a.at, a.state, a.decided AS decidedAt
  FROM anomaly a JOIN site s ON s.id = a.site WHERE a.id > ? ORDER BY a.id LIMIT ?`;

function listed<Row extends { readonly id: number }>(db: Sqlite, sql: string, after: number, limit: number): Part<Row> {
  return part(keptStatement(db, sql).all(after, limit + 1) as Row[], limit);
}

/** Of rows of which one more than wanted was asked for. */
function part<Row extends { readonly id: number }>(rows: readonly Row[], limit: number): Part<Row> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
