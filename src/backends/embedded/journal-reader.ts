/**
 * Reads the journal of core.db in slices. Each question is a statement of its own, over before it returns: a reader that
 * stayed open would keep the writer from folding its log into the database.
 */
import type {
  AnomalyNote,
  ArchivePointer,
  JournalEntry,
  JournalFilter,
  JournalReader,
  JournalVersion,
  Operation,
  RunNote,
  Slice,
} from '../../store/index.js';
import type { Sqlite, Statement } from './database.js';

/** Entries looked at for one slice when most of them may be left out: some milliseconds of work. */
const FILTERED_SPAN = 20_000;

export class SqliteJournalReader implements JournalReader {
  readonly #select: Statement;
  readonly #last: Statement;
  readonly #mark: Statement;

  constructor(private readonly db: Sqlite) {
    this.#select = db.prepare(ENTRIES);
    this.#last = db.prepare('SELECT coalesce(max(sequence), 0) FROM journal').pluck();
    this.#mark = db.prepare("SELECT document || '.' || version FROM journal WHERE sequence = ?").pluck();
  }

  slice(after: number, limit: number, filter: JournalFilter = {}): Slice<JournalEntry> {
    // Asked first: what is committed between the two statements is left for the next slice.
    const last = this.last();
    const end = isEmpty(filter) ? last : Math.min(last, after + FILTERED_SPAN);
    const rows = last > after ? (this.#select.all({ after, end, limit, ...parametersOf(filter) }) as EntryRow[]) : [];
    const items = rows.map(entryOf);
    const through = items.length < limit ? Math.max(after, end) : (items.at(-1)?.sequence ?? after);
    return { items, through, mark: this.markAt(through) };
  }

  last(): number {
    return this.#last.get() as number;
  }

  markAt(sequence: number): string | null {
    return (this.#mark.get(sequence) as string | undefined) ?? null;
  }

  anomalies(after: number, limit: number): Slice<AnomalyNote> {
    const rows = this.db.prepare(ANOMALIES).all(after, limit) as (Omit<AnomalyNote, 'at'> & { at: number })[];
    return sliceOf(
      rows.map((row) => ({ ...row, at: iso(row.at) })),
      rows.at(-1)?.id ?? after,
    );
  }

  endedRuns(after: number, limit: number): Slice<RunNote> {
    const rows = this.db.prepare(ENDED_RUNS).all(after, limit) as EndedRow[];
    return sliceOf(
      rows.map((row) => this.#noteOf(row)),
      rows.at(-1)?.ended ?? after,
    );
  }

  #noteOf({ started, ended, ...row }: EndedRow): RunNote {
    const operations = { Add: 0, Upd: 0, Del: 0, None: 0 };
    const counts = this.db.prepare('SELECT operation, count(*) AS count FROM journal WHERE run = ? GROUP BY operation').all(row.id);
    for (const { operation, count } of counts as { operation: Operation; count: number }[]) operations[operation] = count;
    return { ...row, startedAt: iso(started), endedAt: iso(ended), operations };
  }
}

const sliceOf = <Item>(items: readonly Item[], through: number): Slice<Item> => ({ items, through, mark: null });

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

function isEmpty({ operations, run, site, since }: JournalFilter): boolean {
  return operations === undefined && run === undefined && site === undefined && since === undefined;
}

function parametersOf({ operations, run, site, since }: JournalFilter): Record<string, unknown> {
  return {
    operations: operations ? JSON.stringify(operations) : null,
    run: run ?? null,
    origin: site ? site.replace(/\/$/, '').toLowerCase() : null,
    host: site && !site.includes('://') ? site.toLowerCase().replace(/[\\%_]/g, '\\$&') : null,
    since: since ?? null,
  };
}

interface EntryRow extends Omit<JournalEntry, 'at' | 'changed' | 'evidence' | 'version' | 'previous' | 'record'> {
  readonly at: number;
  readonly changed: string;
  readonly evidence: string;
  readonly version: string;
  readonly previous: string | null;
  readonly record: string;
}

function entryOf({ at, changed, evidence, version, previous, record, ...row }: EntryRow): JournalEntry {
  return {
    ...row,
    at: iso(at),
    changed: listOf(changed) as string[],
    evidence: listOf(evidence),
    version: versionOf(version),
    previous: previous === null ? null : versionOf(previous),
    record: pointerOf(JSON.parse(record) as Place),
  };
}

function listOf(json: string): unknown[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [];
}

type Place = [id: string | null, file: string | null, offset: number, size: number];

function versionOf(json: string): JournalVersion {
  const [id, sha256, md5, ...place] = JSON.parse(json) as [number, string | null, string | null, ...Place];
  return { id, sha256, md5, record: pointerOf(place) };
}

function pointerOf([id, file, offset, size]: Place): ArchivePointer | null {
  return file === null ? null : { id, file, offset, size };
}

interface EndedRow extends Omit<RunNote, 'startedAt' | 'endedAt' | 'operations'> {
  readonly started: number;
  readonly ended: number;
}

const place = (fetch: string): string => `${fetch}.record_id, ${fetch}.warc, ${fetch}.offset, ${fetch}.size`;

/** Of a version only what stands before its text: the pages with the text are not read. */
const ENTRIES = `SELECT j.sequence, j.operation, j.at, j.run, j.document, d.identifier, r.url, s.origin AS site, d.state,
    v.title, v.type, v.language, j.reason, j.changed, j.evidence, j.suspicion,
    json_array(j.version, v.sha256, v.md5, ${place('vf')}) AS version,
    CASE WHEN j.previous IS NOT NULL THEN json_array(j.previous, p.sha256, p.md5, ${place('pf')}) END AS previous,
    json_array(${place('f')}) AS record
  FROM journal j JOIN document d ON d.id = j.document JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site
    LEFT JOIN version v ON v.id = j.version LEFT JOIN fetch vf ON vf.id = v.fetch
    LEFT JOIN version p ON p.id = j.previous LEFT JOIN fetch pf ON pf.id = p.fetch
    LEFT JOIN fetch f ON f.id = coalesce(j.fetch, v.fetch)
  WHERE j.sequence > @after AND j.sequence <= @end
    AND (@operations IS NULL OR j.operation IN (SELECT value FROM json_each(@operations)))
    AND (@run IS NULL OR j.run = @run) AND (@since IS NULL OR j.at >= @since)
    AND (@origin IS NULL OR s.origin = @origin OR (@host IS NOT NULL AND (
      s.origin LIKE '%://' || @host ESCAPE '\\' OR s.origin LIKE '%://' || @host || ':%' ESCAPE '\\'
      OR s.origin LIKE '%://%.' || @host ESCAPE '\\' OR s.origin LIKE '%://%.' || @host || ':%' ESCAPE '\\')))
  ORDER BY j.sequence LIMIT @limit`;

const ANOMALIES = `SELECT a.id, a.run, s.origin AS site, a.kind, a.detail, a.documents, a.at, a.state
  FROM anomaly a JOIN site s ON s.id = a.site WHERE a.id > ? ORDER BY a.id LIMIT ?`;

const ENDED_RUNS = `SELECT r.id, r.state, r.reason, r.started, r.ended, r.pages, r.statistics,
    (SELECT count(*) FROM anomaly a WHERE a.run = r.id AND a.state = 'open') AS anomalies
  FROM run r WHERE r.ended > ? ORDER BY r.ended, r.id LIMIT ?`;
