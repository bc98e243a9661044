/** Reads the life of documents and the anomalies from core.db. Looking up one document's history goes through the journal once. */
import type { Anomaly, ChangeReader, DocumentHistory, HeldChange, HistoryEntry } from '../../store/index.js';
import type { Sqlite } from './database.js';

export class SqliteChangeReader implements ChangeReader {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  history(url: string): DocumentHistory | null {
    const row = this.#db.prepare(DOCUMENT).get({ url }) as { id: number; first: number; last: number } & Omit<DocumentHistory, 'entries'>;
    if (!row) return null;
    const { id, first, last, ...facts } = row;
    return { ...facts, firstSeen: iso(first), lastChecked: iso(last), entries: this.#entriesOf(id) };
  }

  textOf(version: number): string | null {
    return (this.#db.prepare('SELECT text FROM version WHERE id = ?').pluck().get(version) as string | undefined) ?? null;
  }

  anomalies(): Anomaly[] {
    const rows = this.#db.prepare(ANOMALIES).all() as (Omit<Anomaly, 'at' | 'decided'> & { at: number; decided: number | null })[];
    return rows.map((row) => ({ ...row, at: iso(row.at), decided: row.decided === null ? null : iso(row.decided) }));
  }

  heldBy(anomaly: number, max: number): HeldChange[] {
    const rows = this.#db.prepare(HELD).all(anomaly, max) as (Omit<HeldChange, 'at'> & { at: number })[];
    return rows.map((row) => ({ ...row, at: iso(row.at) }));
  }

  #entriesOf(document: number): HistoryEntry[] {
    const rows = this.#db.prepare(ENTRIES).all(document) as EntryRow[];
    const numbers = new Map<number, number>();
    for (const { version } of rows) if (!numbers.has(version)) numbers.set(version, numbers.size + 1);
    return rows.map((row) => entryOf(row, numbers.get(row.version) as number));
  }
}

interface EntryRow extends Pick<HistoryEntry, 'sequence' | 'operation' | 'suspicion' | 'run' | 'reason'> {
  readonly at: number;
  readonly changed: string;
  readonly evidence: string;
  readonly version: number;
  readonly title: string | null;
  readonly type: string;
  readonly md5: string;
  readonly sha256: string;
  readonly file: string | null;
  readonly offset: number | null;
  readonly recordId: string | null;
}

function entryOf(row: EntryRow, number: number): HistoryEntry {
  const { sequence, operation, suspicion, run, reason, version: id, title, type, md5, sha256, file, offset, recordId } = row;
  return {
    sequence,
    operation,
    suspicion,
    at: iso(row.at),
    run,
    reason,
    changed: JSON.parse(row.changed) as string[],
    evidence: (JSON.parse(row.evidence) as HistoryEntry['evidence']).map((piece) => ({
      kind: piece.kind,
      detail: piece.detail,
      run: piece.run,
    })),
    number,
    version: { id, title, type, md5, sha256 },
    archived: file === null || offset === null || recordId === null ? null : { file, offset, recordId },
  };
}

const iso = (at: number): string => new Date(at).toISOString();

const DOCUMENT = `SELECT d.id, d.identifier AS url, d.state, d.first_seen AS first, d.last_checked AS last, d.checks
  FROM document d JOIN resource r ON r.id = d.resource WHERE r.url = @url OR d.identifier = @url
    OR d.id IN (SELECT document FROM deposit WHERE identifier = @url OR key = @url)`;

const ENTRIES = `SELECT j.sequence, j.operation, j.suspicion, j.at, j.run, j.reason, j.changed, j.evidence, j.version, v.title, v.type, v.md5, v.sha256,
    f.warc AS file, f.offset, f.record_id AS recordId
  FROM journal j JOIN version v ON v.id = j.version LEFT JOIN fetch f ON f.id = j.fetch WHERE j.document = ? ORDER BY j.sequence`;

const ANOMALIES = `SELECT a.id, a.run, s.origin AS site, a.kind, a.detail, a.documents, a.at, a.state, a.decided
  FROM anomaly a JOIN site s ON s.id = a.site ORDER BY a.id DESC`;

const HELD = `SELECT d.identifier AS url, p.operation, p.reason, p.run, p.at FROM pending p JOIN document d ON d.id = p.document
  WHERE p.anomaly = ? ORDER BY p.at, p.document LIMIT ?`;
