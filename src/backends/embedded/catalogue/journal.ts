/** The journal, read from a place on. */
import type { JournalRow, Operation, Part } from '../../../store/index.js';
import type { Sqlite } from '../database.js';

/** Entries looked at for one page of a filtered journal. */
const SPAN = 100_000;

const SELECT = `SELECT j.sequence, j.operation, j.document, d.identifier AS url, s.origin AS site, v.title, j.version, j.previous, j.run, j.at,
  j.reason, j.changed, j.evidence, j.suspicion, j.fetch
  FROM journal j JOIN document d ON d.id = j.document JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site
  LEFT JOIN version v ON v.id = j.version`;

type StoredRow = Omit<JournalRow, 'changed' | 'evidence'> & { changed: string; evidence: string };

const asEntry = (row: StoredRow): JournalRow => ({
  ...row,
  changed: JSON.parse(row.changed) as string[],
  evidence: JSON.parse(row.evidence) as unknown[],
});

export function journalAfter(db: Sqlite, after: number, limit: number, operation: Operation | null): Part<JournalRow> {
  const upTo = after + SPAN;
  const rows = db
    .prepare(
      `${SELECT} WHERE j.sequence > @after AND j.sequence <= @upTo AND (@operation IS NULL OR j.operation = @operation) ORDER BY j.sequence LIMIT @limit`,
    )
    .all({ after, upTo, operation, limit }) as StoredRow[];
  const reached = rows.length === limit ? (rows.at(-1)?.sequence ?? upTo) : upTo;
  return { items: rows.map(asEntry), next: reached < lastSequence(db) ? reached : null };
}

export const newestEntries = (db: Sqlite, limit: number): JournalRow[] =>
  (db.prepare(`${SELECT} ORDER BY j.sequence DESC LIMIT ?`).all(limit) as StoredRow[]).map(asEntry);

export const historyOf = (db: Sqlite, document: number): JournalRow[] =>
  (db.prepare(`${SELECT} WHERE j.document = ? ORDER BY j.sequence`).all(document) as StoredRow[]).map(asEntry);

export const lastSequence = (db: Sqlite): number => db.prepare('SELECT coalesce(max(sequence), 0) FROM journal').pluck().get() as number;
