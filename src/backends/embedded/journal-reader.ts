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
  /** By the conditions in them. */
  readonly #selects = new Map<string, Statement>();
  readonly #last: Statement;
  readonly #mark: Statement;

  constructor(private readonly db: Sqlite) {
    this.#last = db.prepare('SELECT coalesce(max(sequence), 0) FROM journal').pluck();
    this.#mark = db.prepare("SELECT document || '.' || version FROM journal WHERE sequence = ?").pluck();
  }

  read(after: number, limit: number, filter: JournalFilter = {}): Promise<Slice<JournalEntry>> {
    return Promise.resolve().then(() => this.slice(after, limit, filter));
  }

  slice(after: number, limit: number, filter: JournalFilter = {}): Slice<JournalEntry> {
    // Asked first: what is committed between the two statements is left for the next slice.
    const last = this.last();
    const { conditions, values } = conditionsOf(filter);
    const end = conditions.length ? Math.min(last, after + FILTERED_SPAN) : last;
    const rows = last > after ? (this.#select(conditions).all({ ...values, after, end, limit }) as EntryRow[]) : [];
    const items = rows.map(entryOf);
    const through = items.length < limit ? Math.max(after, end) : (items.at(-1)?.sequence ?? after);
    return { items, through, mark: this.markAt(through) };
  }

  #select(conditions: readonly string[]): Statement {
    const where = conditions.map((condition) => `AND ${condition}`).join(' ');
    const known = this.#selects.get(where) ?? this.db.prepare(`${ENTRIES} ${where} ORDER BY j.sequence LIMIT @limit`).raw();
    this.#selects.set(where, known);
    return known;
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

function conditionsOf({ operations, run, site, since }: JournalFilter): { conditions: string[]; values: Record<string, unknown> } {
  const conditions: string[] = [];
  if (operations) conditions.push('j.operation IN (SELECT value FROM json_each(@operations))');
  if (run !== undefined) conditions.push('j.run = @run');
  if (since !== undefined) conditions.push('j.at >= @since');
  if (site !== undefined) conditions.push(site.includes('://') ? 's.origin = @origin' : AT_HOST);
  const origin = site?.replace(/\/$/, '').toLowerCase();
  const host = origin?.replace(/[\\%_]/g, '\\$&');
  return { conditions, values: { operations: JSON.stringify(operations ?? null), run, since, origin, host } };
}

/** At this host or below it, at any port. */
const AT_HOST = `(${['', '%.'].flatMap((below) => ['', ':%'].map((port) => `s.origin LIKE '%://${below}' || @host || '${port}' ESCAPE '\\'`)).join(' OR ')})`;

type Place = [id: string | null, file: string | null, offset: number, size: number];
type VersionPart = [id: number | null, sha256: string | null, md5: string | null, ...Place];

/** As ENTRIES has them: rows without names cost a quarter of the time. */
type EntryRow = [
  ...[number, JournalEntry['operation'], at: number, run: number, document: number],
  ...[identifier: string, url: string, site: string, state: string],
  ...[title: string | null, type: string | null, language: string | null],
  ...[reason: string, changed: string, evidence: string, suspicion: string | null],
  ...VersionPart,
  ...VersionPart,
  ...Place,
];

function entryOf(row: EntryRow): JournalEntry {
  const [
    sequence,
    operation,
    at,
    run,
    document,
    identifier,
    url,
    site,
    state,
    title,
    type,
    language,
    reason,
    changed,
    evidence,
    suspicion,
  ] = row;
  return {
    sequence,
    operation,
    at: iso(at),
    run,
    document,
    identifier,
    url,
    site,
    state,
    title,
    type,
    language,
    reason,
    changed: listOf(changed) as string[],
    evidence: listOf(evidence),
    suspicion,
    version: versionOf(row.slice(16, 23) as VersionPart) as JournalVersion,
    previous: versionOf(row.slice(23, 30) as VersionPart),
    record: pointerOf(row.slice(30) as Place),
  };
}

function listOf(json: string): unknown[] {
  if (json === '[]') return [];
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [];
}

function versionOf([id, sha256, md5, ...place]: VersionPart): JournalVersion | null {
  return id === null ? null : { id, sha256, md5, record: pointerOf(place) };
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
const ENTRIES = `SELECT j.sequence, j.operation, j.at, j.run, j.document, d.identifier, r.url, s.origin, d.state,
    v.title, v.type, v.language, j.reason, j.changed, j.evidence, j.suspicion,
    j.version, v.sha256, v.md5, ${place('vf')}, j.previous, p.sha256, p.md5, ${place('pf')}, ${place('f')}
  FROM journal j JOIN document d ON d.id = j.document JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site
    LEFT JOIN version v ON v.id = j.version LEFT JOIN fetch vf ON vf.id = v.fetch
    LEFT JOIN version p ON p.id = j.previous LEFT JOIN fetch pf ON pf.id = p.fetch
    LEFT JOIN fetch f ON f.id = coalesce(j.fetch, v.fetch)
  WHERE j.sequence > @after AND j.sequence <= @end`;

const ANOMALIES = `SELECT a.id, a.run, s.origin AS site, a.kind, a.detail, a.documents, a.at, a.state
  FROM anomaly a JOIN site s ON s.id = a.site WHERE a.id > ? ORDER BY a.id LIMIT ?`;

const ENDED_RUNS = `SELECT r.id, r.state, r.reason, r.started, r.ended, r.pages, r.statistics,
    (SELECT count(*) FROM anomaly a WHERE a.run = r.id AND a.state = 'open') AS anomalies
  FROM run r WHERE r.ended > ? ORDER BY r.ended, r.id LIMIT ?`;
