/** Rows for reports: see store/repository/report-rows.ts. Each goes through the fetches of a run once at most. */
import type {
  ChangeRow,
  DuplicateCluster,
  FailureKind,
  ReportedAnomaly,
  ReportRows,
  ResponseTimes,
  RunHistoryRow,
  TimeBucket,
  Timeline,
} from '../../store/index.js';
import type { Sqlite } from './database.js';

export class SqliteReportRows implements ReportRows {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  timeline(run: number, buckets: number): Timeline | null {
    const { first, last } = this.#db.prepare('SELECT min(started) AS first, max(started) AS last FROM fetch WHERE run = ?').get(run) as {
      first: number | null;
      last: number | null;
    };
    if (first === null || last === null) return null;
    const width = roundWidth((last - first + 1) / buckets);
    const from = Math.floor(first / width) * width;
    const rows = this.#db.prepare(TIMELINE).all({ run, from, width }) as (TimeBucket & { bucket: number })[];
    const filled = new Map(rows.map((row) => [row.bucket, row]));
    const count = Math.floor((last - from) / width) + 1;
    const list = Array.from({ length: count }, (_, number): TimeBucket => {
      const { fetches = 0, bytes = 0, failures = 0 } = filled.get(number) ?? {};
      return { at: from + number * width, fetches, bytes, failures };
    });
    return { from, to: from + count * width, width, buckets: list };
  }

  responseTimes(run: number): ResponseTimes {
    const rows = this.#db.prepare(RESPONSE_TIMES).all(run) as { step: number; count: number }[];
    const counts = new Map(rows.map(({ step, count }) => [step, count]));
    const steps = [...STEPS, null].map((upTo, index) => ({ upTo, count: counts.get(index) ?? 0 }));
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    return { steps, median: this.#responseTimeAt(run, total * 0.5), slowest95: this.#responseTimeAt(run, total * 0.95) };
  }

  #responseTimeAt(run: number, place: number): number | null {
    const value = this.#db
      .prepare(RESPONSE_TIME_AT)
      .pluck()
      .get(run, Math.max(0, Math.ceil(place) - 1));
    return (value as number | undefined) ?? null;
  }

  failures(run: number, kinds: number, examples: number): FailureKind[] {
    const rows = this.#db.prepare(FAILURES).all({ run, kinds, examples }) as { what: string; count: number; url: string }[];
    const found = new Map<string, { what: string; count: number; examples: string[] }>();
    for (const { what, count, url } of rows) {
      const kind = found.get(what) ?? { what, count, examples: [] };
      kind.examples.push(url);
      found.set(what, kind);
    }
    return [...found.values()];
  }

  changes(run: number, most: number): ChangeRow[] {
    const rows = this.#db.prepare(CHANGES).all(run, most) as (Omit<ChangeRow, 'changed' | 'evidence'> & {
      changed: string;
      evidence: string;
    })[];
    return rows.map((row) => ({ ...row, changed: wordsOf(row.changed), evidence: kindsOf(row.evidence) }));
  }

  anomalies(most: number): ReportedAnomaly[] {
    return this.#db.prepare(ANOMALIES).all(most) as ReportedAnomaly[];
  }

  history(most: number): RunHistoryRow[] {
    return (this.#db.prepare(HISTORY).all(most) as RunHistoryRow[]).reverse();
  }

  duplicates(most: number, examples: number): DuplicateCluster[] {
    const clusters = this.#db.prepare(CLUSTERS).all(most) as Omit<DuplicateCluster, 'examples'>[];
    if (clusters.length === 0) return [];
    const originals = JSON.stringify(clusters.map(({ document }) => document));
    const copies = this.#db.prepare(COPIES).all({ originals, examples }) as (DuplicateCluster['examples'][number] & { of: number })[];
    return clusters.map((cluster) => ({
      ...cluster,
      examples: copies.filter(({ of }) => of === cluster.document).map(({ document, url, similarity }) => ({ document, url, similarity })),
    }));
  }
}

/** Widths people can read off an axis: 1, 2, 5 of a power of ten up to seconds, then minutes, hours and days. */
const WIDTHS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000,
];
const HOURS = [1, 2, 3, 6, 12, 24, 48, 96, 168].map((hours) => hours * 3_600_000);

function roundWidth(wanted: number): number {
  return [...WIDTHS, ...HOURS].find((width) => width >= wanted) ?? Math.ceil(wanted / 604_800_000) * 604_800_000;
}

/** Milliseconds to the first byte. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

function wordsOf(json: string): string[] {
  const value: unknown = parsed(json);
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string').slice(0, 20) : [];
}

function kindsOf(json: string): string[] {
  const value: unknown = parsed(json);
  return Array.isArray(value) ? value.slice(0, 10).map((piece) => String((piece as { kind?: unknown })?.kind ?? '')) : [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const IS_FAILURE = '(error IS NOT NULL OR status >= 400)';

const TIMELINE = `SELECT CAST((started - @from) / @width AS INTEGER) AS bucket, count(*) AS fetches, sum(length) AS bytes, sum(${IS_FAILURE}) AS failures
  FROM fetch WHERE run = @run GROUP BY bucket`;

const RESPONSE_TIMES = `SELECT CASE ${STEPS.map((step, index) => `WHEN first_byte <= ${step} THEN ${index}`).join(' ')} ELSE ${STEPS.length} END AS step,
  count(*) AS count FROM fetch WHERE run = ? AND error IS NULL GROUP BY step`;

const RESPONSE_TIME_AT = 'SELECT first_byte FROM fetch WHERE run = ? AND error IS NULL ORDER BY first_byte LIMIT 1 OFFSET ?';

/** That a site has no robots.txt or sitemap is no failure. */
const FAILURES = `WITH failed AS (
    SELECT coalesce(f.error, CAST(f.status AS TEXT)) AS what, f.url, count(*) AS times, min(f.id) AS first
    FROM fetch f JOIN resource r ON r.id = f.resource
    WHERE f.run = @run AND (f.error IS NOT NULL OR f.status >= 500 OR (f.status >= 400 AND r.kind NOT IN ('robots', 'sitemap'))) GROUP BY what, f.url),
  kinds AS (SELECT what, sum(times) AS count FROM failed GROUP BY what ORDER BY count DESC, what LIMIT @kinds),
  placed AS (SELECT what, url, row_number() OVER (PARTITION BY what ORDER BY first) AS place FROM failed)
  SELECT k.what, k.count, p.url FROM kinds k JOIN placed p ON p.what = k.what WHERE p.place <= @examples ORDER BY k.count DESC, k.what, p.place`;

const CHANGES = `SELECT j.sequence, j.operation, j.suspicion, d.identifier AS url, v.title, j.at, j.reason, j.changed, j.evidence
  FROM journal j JOIN document d ON d.id = j.document LEFT JOIN version v ON v.id = j.version WHERE j.run = ? ORDER BY j.sequence DESC LIMIT ?`;

const ANOMALIES = `SELECT a.id, a.run, s.origin AS site, a.kind, a.detail, a.documents, a.at, a.state FROM anomaly a JOIN site s ON s.id = a.site
  ORDER BY a.state <> 'open', a.id DESC LIMIT ?`;

/** Of each document the newest version counts; what is deleted is no copy any more. */
const IS_COPY = "k.duplicate_of IS NOT NULL AND d.state <> 'deleted'";
const COPY = `sketch k JOIN document d ON d.version = k.version AND d.id = k.document`;

const CLUSTERS = `WITH cluster AS (SELECT k.duplicate_of AS original, count(*) AS copies, coalesce(sum(k.similarity = 1), 0) AS exact
    FROM ${COPY} WHERE ${IS_COPY} GROUP BY k.duplicate_of ORDER BY copies DESC, original LIMIT ?)
  SELECT o.id AS document, o.identifier AS url, v.title, o.state, c.copies, c.exact
  FROM cluster c JOIN document o ON o.id = c.original LEFT JOIN version v ON v.id = o.version ORDER BY c.copies DESC, o.id`;

const COPIES = `WITH placed AS (SELECT k.duplicate_of AS "of", d.id AS document, d.identifier AS url, k.similarity,
    row_number() OVER (PARTITION BY k.duplicate_of ORDER BY d.id) AS place
    FROM ${COPY} WHERE ${IS_COPY} AND k.duplicate_of IN (SELECT value FROM json_each(@originals)))
  SELECT "of", document, url, similarity FROM placed WHERE place <= @examples ORDER BY document`;

const HISTORY = `WITH last AS (SELECT * FROM run ORDER BY id DESC LIMIT ?),
  asked AS (SELECT run, count(*) AS fetches, sum(length) AS bytes FROM fetch WHERE run IN (SELECT id FROM last) GROUP BY run),
  changed AS (SELECT run, sum(operation = 'Add') AS "Add", sum(operation = 'Upd') AS Upd, sum(operation = 'Del') AS Del
    FROM journal WHERE run IN (SELECT id FROM last) GROUP BY run)
  SELECT l.id AS run, l.started AS startedAt, l.state, l.pages, coalesce(a.fetches, 0) AS fetches, coalesce(a.bytes, 0) AS bytes,
    coalesce(c."Add", 0) AS "Add", coalesce(c.Upd, 0) AS Upd, coalesce(c.Del, 0) AS Del
  FROM last l LEFT JOIN asked a ON a.run = l.id LEFT JOIN changed c ON c.run = l.id ORDER BY l.id DESC`;
