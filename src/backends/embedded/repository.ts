/** Reads core.db for reports, exports and look-ups, through a connection of its own that never blocks the writer. */

import type { KnownResource, KnownVisit } from '../../frontier/revisit/index.js';
import { storedMainText } from '../../model/index.js';
import type {
  ChangeReader,
  Collection,
  DuplicateSummary,
  JournalReader,
  KnownSiteRow,
  LearnedRendering,
  MapPlace,
  Operation,
  PageVisit,
  Repository,
  Row,
  RunRow,
  RunSummary,
  SentRequest,
  Streams,
  TrapRow,
} from '../../store/index.js';
import { SqliteCaptures } from './capture-rows.js';
import { SqliteChangeReader } from './change-reader.js';
import { SqliteCompletenessRows } from './completeness-rows.js';
import type { Sqlite, Statement } from './database.js';
import { SqliteDepositRows } from './deposit-rows.js';
import { SqliteExplainRows } from './explain-rows.js';
import { SqliteGraphRows } from './graph-rows.js';
import { SqliteJournalReader } from './journal-reader.js';
import { SqliteMemoryRows } from './memory-rows.js';
import { queueRows } from './queue-rows.js';
import { learnedRendering } from './rendering-rows.js';
import { SqliteReplayRows } from './replay-rows.js';
import { SqliteReportRows } from './report-rows.js';
import { knownResources, knownVisits } from './revisit-rows.js';
import { RUNS, runOf, runsOf } from './runs.js';
import { sqliteStreams } from './streams/index.js';
import { trapsOf } from './trap-rows.js';
import { setAsideIn } from './trouble-rows.js';
import { unchangedIn } from './unchanged.js';
import { SqliteWebMap } from './web-map/index.js';

/** What a user gets when exporting a collection. Times come as ISO 8601. */
const COLLECTION_SQL: Record<Exclude<Collection, 'queue'>, string> = {
  documents: `SELECT d.id, d.identifier AS url, v.type, v.title, v.language, v.md5, v.sha256, o.identifier AS duplicate_of, k.similarity,
    ${iso('d.first_seen')} AS first_seen,
    ${iso('d.last_changed')} AS last_changed, ${iso('d.last_checked')} AS last_checked, d.state
    FROM document d JOIN version v ON v.id = d.version LEFT JOIN sketch k ON k.version = d.version LEFT JOIN document o ON o.id = k.duplicate_of ORDER BY d.id`,
  pages: `SELECT p.url, p.title, p.language, p.type, p.charset, p.status, p.depth, p.found_by, p.site, ${iso('p.fetched')} AS fetched, p.length, p.md5, p.sha256,
    p.score, p.metadata, v.facts, v.content AS text, p.text AS visibleText, p.warc, p.offset, p.size, p.duplicate_of, p.similarity, p.lsh_hash
    FROM page p JOIN document d ON d.id = p.id JOIN version v ON v.id = d.version ORDER BY p.id`,
  links: 'SELECT from_url, to_url, kind, anchor, rel, nofollow, path, paragraph FROM link',
  fetches: `SELECT id, url, method, ${iso('started')} AS started, duration, first_byte, status, type, declared_type, length, etag, last_modified, location, address,
    protocol, tls, truncated, error, detail, payload_digest, record_id, revisit, warc, offset, size, run FROM fetch ORDER BY id`,
  resources: `SELECT r.id, r.url, s.origin AS site, r.kind, r.depth, r.link AS found_by, v.url AS via,
    CASE WHEN r.state = 5 AND r.link = 'deposit' THEN 'deposited' WHEN r.state = 0 THEN 'queued' WHEN r.state = 1 THEN 'done' WHEN r.state = 2 THEN 'failed' WHEN r.state = 3 THEN 'excluded' WHEN r.state = 4 THEN 'redirected' ELSE 'alias' END AS state, r.reason, r.attempts
    FROM resource r JOIN site s ON s.id = r.site LEFT JOIN resource v ON v.id = r.via ORDER BY r.id`,
  sites: `SELECT origin, domain, address, robots_state, robots_reason, CAST(robots AS TEXT) AS robots, ${iso('robots_fetched')} AS robots_fetched, crawl_delay FROM site ORDER BY id`,
  journal: `SELECT j.sequence, j.operation, d.identifier AS url, j.version, ${iso('j.at')} AS at, j.reason, j.changed, j.run, j.previous, j.evidence, j.suspicion
    FROM journal j JOIN document d ON d.id = j.document ORDER BY j.sequence`,
  rejections: 'SELECT x.url, x.filter, x.reason, r.url AS found_on, x.run FROM rejection x LEFT JOIN resource r ON r.id = x.found_on',
  runs: `SELECT id, ${iso('started')} AS started, ${iso('ended')} AS ended, state, reason, statistics FROM run ORDER BY id`,
};

const SILENT_JSON_LD = `SELECT d.identifier AS url, f.warc AS file, f.offset FROM triples t JOIN version v ON v.id = t.version
  JOIN document d ON d.version = t.version JOIN fetch f ON f.id = v.fetch
  WHERE t.count = 0 AND t.syntax = 'application/ld+json' AND d.state <> 'deleted' AND f.warc IS NOT NULL ORDER BY t.version DESC LIMIT ?`;

function iso(column: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
}

const URLS_KEPT = 4096;

export class SqliteRepository implements Repository {
  readonly changes: ChangeReader;
  readonly captures: SqliteCaptures;
  readonly reports: SqliteReportRows;
  readonly deposits: SqliteDepositRows;
  readonly explain: SqliteExplainRows;
  readonly completeness: SqliteCompletenessRows;
  readonly replay: SqliteReplayRows;
  readonly graph: SqliteGraphRows;
  readonly journal: JournalReader;
  readonly memory: SqliteMemoryRows;
  readonly webMap: SqliteWebMap;
  readonly streams: Streams;
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
    this.changes = new SqliteChangeReader(db);
    this.captures = new SqliteCaptures(db);
    this.reports = new SqliteReportRows(db);
    this.deposits = new SqliteDepositRows(db);
    this.explain = new SqliteExplainRows(db);
    this.completeness = new SqliteCompletenessRows(db);
    this.replay = new SqliteReplayRows(db);
    this.graph = new SqliteGraphRows(db);
    this.journal = new SqliteJournalReader(db);
    this.memory = new SqliteMemoryRows(db);
    this.webMap = new SqliteWebMap(db);
    this.streams = sqliteStreams(db);
  }

  knownResources(): IterableIterator<KnownResource> {
    return knownResources(this.#db);
  }

  knownVisits(): IterableIterator<KnownVisit> {
    return knownVisits(this.#db);
  }

  learnedRendering(): IterableIterator<LearnedRendering & { site: string }> {
    return learnedRendering(this.#db);
  }

  runs(): RunRow[] {
    return runsOf(this.#db);
  }

  #selectLastRun: Statement | undefined;

  lastRun(): RunRow | null {
    this.#selectLastRun ??= this.#db.prepare(`${RUNS} DESC LIMIT 1`);
    const row = this.#selectLastRun.get();
    return row ? runOf(row) : null;
  }

  sites(): KnownSiteRow[] {
    return this.#db
      .prepare(
        `SELECT id, origin, domain, address, robots_state AS robotsState, robots_reason AS robotsReason, robots, robots_expires AS robotsExpiresAt,
           crawl_delay AS crawlDelay FROM site ORDER BY id`,
      )
      .all() as KnownSiteRow[];
  }

  *rows(collection: Collection): IterableIterator<Row> {
    if (collection === 'queue') return yield* queueRows(this.#db);
    const rows = this.#db.prepare(COLLECTION_SQL[collection]).iterate() as IterableIterator<Row>;
    if (collection !== 'pages') return yield* rows;
    for (const row of rows) yield { ...row, text: storedMainText(String(row['visibleText']), row['text'] as string | null) };
  }

  silentJsonLd(most: number): MapPlace[] {
    return this.#db.prepare(SILENT_JSON_LD).all(most) as MapPlace[];
  }

  #selectUrl: Statement | undefined;
  /** Every visit asks for the page that led to it, and most of a page's links are visited one after the other. */
  readonly #urls = new Map<number, string>();

  #selectAbove: Statement | undefined;

  requisitesAbove(resource: number): number {
    this.#selectAbove ??= this.#db.prepare(REQUISITES_ABOVE).pluck();
    return this.#selectAbove.get(resource) as number;
  }

  urlOf(resource: number): string | null {
    const known = this.#urls.get(resource);
    if (known !== undefined) return known;
    this.#selectUrl ??= this.#db.prepare('SELECT url FROM resource WHERE id = ?').pluck();
    const url = (this.#selectUrl.get(resource) as string | undefined) ?? null;
    if (this.#urls.size >= URLS_KEPT) this.#urls.clear();
    if (url !== null) this.#urls.set(resource, url);
    return url;
  }

  traps(how: { readonly counted: boolean } = { counted: false }): TrapRow[] {
    return trapsOf(this.#db, how);
  }

  *requests(): IterableIterator<SentRequest> {
    yield* this.#db.prepare(REQUESTS).iterate() as IterableIterator<SentRequest>;
  }

  archiveFiles(): { file: string; length: number; closed: boolean }[] {
    const rows = this.#db.prepare('SELECT file, length, closed FROM warc ORDER BY file').all() as {
      file: string;
      length: number;
      closed: number;
    }[];
    return rows.map((row) => ({ ...row, closed: row.closed === 1 }));
  }

  summary(run: number): RunSummary {
    const list = <T>(sql: string): T[] => this.#db.prepare(sql).all({ run }) as T[];
    const one = <T>(sql: string): T => this.#db.prepare(sql).get({ run }) as T;
    const totals = one<{ fetches: number; failures: number; bytes: number; documents: number }>(TOTALS);
    return {
      ...totals,
      requisites: one(REQUISITES),
      operations: this.#operations(run),
      ...one<Pick<RunSummary, 'suspected' | 'heldBack'>>(DOUBTS),
      duplicates: { ...one<DuplicateSummary>(DUPLICATES), ...(one<Partial<DuplicateSummary> | undefined>(COMPARED) ?? NOT_COMPARED) },
      traps: this.#pausedTraps(),
      setAside: setAsideIn(this.#db, run),
      statuses: list('SELECT status, count(*) AS count FROM fetch WHERE run = @run AND error IS NULL GROUP BY status ORDER BY count DESC'),
      types: list(
        "SELECT coalesce(type, 'unknown') AS type, count(*) AS count, sum(length) AS bytes FROM fetch WHERE run = @run AND error IS NULL AND status = 200 GROUP BY type ORDER BY count DESC, type LIMIT 20",
      ),
      languages: list(
        "SELECT coalesce(v.language, 'unknown') AS language, count(*) AS count FROM document d JOIN version v ON v.id = d.version WHERE @run > 0 GROUP BY v.language ORDER BY count DESC, language LIMIT 30",
      ),
      errors: list(
        'SELECT error, count(*) AS count, min(url) AS example FROM fetch WHERE run = @run AND error IS NOT NULL GROUP BY error ORDER BY count DESC',
      ),
      rejections: list(
        'SELECT filter, count(*) AS count, min(url) AS example FROM rejection WHERE run = @run GROUP BY filter ORDER BY count DESC',
      ),
      sites: list(SITES),
      archive: one('SELECT count(*) AS files, coalesce(sum(length), 0) AS bytes FROM warc WHERE @run > 0'),
    };
  }

  pageVisits(run: number, most: number): PageVisit[] {
    const rows = this.#db.prepare(PAGE_VISITS).all({ run, most }) as (Omit<PageVisit, 'isSeed'> & { isSeed: number })[];
    return rows.map((row) => ({ ...row, isSeed: row.isSeed === 1 }));
  }

  #pausedTraps(): RunSummary['traps'] {
    const paused = this.traps({ counted: true }).filter(({ state }) => state === 'paused');
    return { paused: paused.length, leftOut: paused.reduce((sum, { leftOut }) => sum + leftOut, 0) };
  }

  /** Documents seen again without a change are counted, not listed: see docs/architecture.md on None. */
  #operations(run: number): Record<Operation, number> {
    const operations = { Add: 0, Upd: 0, Del: 0, None: 0 };
    const rows = this.#db.prepare('SELECT operation, count(*) AS count FROM journal WHERE run = ? GROUP BY operation').all(run);
    for (const { operation, count } of rows as { operation: Operation; count: number }[]) operations[operation] = count;
    operations.None = unchangedIn(this.#db, run);
    return operations;
  }
}

/** By start: fetches are stored in the order they were settled, which is not quite the same. What was received was no request. */
const REQUESTS = `SELECT s.origin AS site, s.domain, f.address, f.url, f.started AS startedAt, f.started + f.duration AS endedAt, f.owed, f.run
  FROM fetch f JOIN resource r ON r.id = f.resource JOIN site s ON s.id = r.site
  WHERE f.method <> 'RECEIVED' ORDER BY f.started, f.id`;

const REQUISITES_ABOVE = `WITH RECURSIVE up(id, via, steps) AS (SELECT id, via, 0 FROM resource WHERE id = ?
    UNION ALL SELECT r.id, r.via, steps + 1 FROM up JOIN resource r ON r.id = up.via WHERE r.kind = 'requisite' AND steps < 50)
  SELECT coalesce(max(steps), 0) FROM up`;

const TOTALS = `SELECT count(*) AS fetches, coalesce(sum(error IS NOT NULL OR status >= 400), 0) AS failures, coalesce(sum(length), 0) AS bytes,
  (SELECT count(*) FROM document WHERE state <> 'deleted') AS documents FROM fetch WHERE run = @run`;

const REQUISITES = `SELECT count(*) AS fetches, coalesce(sum(f.error IS NOT NULL OR f.status >= 400), 0) AS failures, coalesce(sum(f.length), 0) AS bytes
  FROM fetch f JOIN resource r ON r.id = f.resource WHERE f.run = @run AND r.kind = 'requisite' AND r.link <> 'file'`;

const DOUBTS = `SELECT (SELECT count(*) FROM journal WHERE run = @run AND suspicion = 'suspected') AS suspected,
  (SELECT count(*) FROM pending WHERE anomaly IS NOT NULL AND @run > 0) AS heldBack`;

const DUPLICATES = `SELECT count(*) AS documents, coalesce(sum(k.similarity = 1), 0) AS exact FROM sketch k JOIN document d ON d.version = k.version AND d.id = k.document
  WHERE k.duplicate_of IS NOT NULL AND d.state <> 'deleted' AND @run > 0`;

const PAGE_VISITS = `SELECT r.url, r.link IN ('seed', 'added') AS isSeed, f.status, f.location, f.error, r.reason, v.notes
  FROM resource r LEFT JOIN fetch f ON f.id = r.last_fetch LEFT JOIN document d ON d.resource = r.id LEFT JOIN version v ON v.id = d.version
  WHERE r.run = @run AND r.kind = 'page' ORDER BY r.id LIMIT @most`;

const COMPARED = `SELECT texts, candidates, duplicates AS trueDuplicates, false_candidates AS falseCandidates, saved, unsettled FROM duplicate_count WHERE run = @run`;
const NOT_COMPARED = { texts: 0, candidates: 0, trueDuplicates: 0, falseCandidates: 0, saved: 0, unsettled: 0 };

/** Each table is gone through once, whatever the number of sites. */
const SITES = `WITH held AS (SELECT r.site, count(*) AS documents FROM document d JOIN resource r ON r.id = d.resource WHERE d.state <> 'deleted' GROUP BY r.site),
    asked AS (SELECT r.site, count(*) AS fetches, sum(f.error IS NOT NULL OR f.status >= 400) AS failures, sum(f.length) AS bytes
      FROM fetch f JOIN resource r ON r.id = f.resource WHERE f.run = @run GROUP BY r.site)
  SELECT s.origin AS site, coalesce(h.documents, 0) AS documents, coalesce(a.fetches, 0) AS fetches, coalesce(a.failures, 0) AS failures,
    coalesce(a.bytes, 0) AS bytes, coalesce(q.queued, 0) AS queued, coalesce(s.robots_reason, '') AS robots
  FROM site s LEFT JOIN held h ON h.site = s.id LEFT JOIN asked a ON a.site = s.id LEFT JOIN queue q ON q.site = s.id
  ORDER BY documents DESC, site`;
