/** Captures for exports that take archive records along: see store/repository/captures.ts. */
import { storedMainText } from '../../model/index.js';
import type { ArchivedCapture, CaptureRows, CaptureSelection, KeptAnswer, RememberedAnswer, SelectedCapture } from '../../store/index.js';
import type { Sqlite } from './database.js';

export class SqliteCaptures implements CaptureRows {
  readonly #db: Sqlite;

  constructor(db: Sqlite) {
    this.#db = db;
  }

  *select({ run, site, since }: CaptureSelection): IterableIterator<SelectedCapture> {
    const db = this.#db;
    db.exec(SPANS);
    this.#chooseSites(site);
    const parameters = { run: run ?? null, since: since ?? null, everySite: Number(site === undefined) };
    db.prepare(CHOSEN).run(parameters);
    db.exec(ORIGINALS);
    const original = db.prepare(ORIGINAL);
    try {
      for (const row of db.prepare(SELECTED).iterate() as IterableIterator<SelectedRow>) {
        const stands = row.original === null ? undefined : (original.get(row.original) as CaptureRow | undefined);
        yield { ...captureOf(row), original: stands ? captureOf(stands) : null, page: pageOf(row) };
      }
    } finally {
      db.exec('DROP TABLE temp.span; DROP TABLE temp.chosen; DROP TABLE temp.original; DROP TABLE temp.chosen_site');
    }
  }

  remembered(answers: readonly RememberedAnswer[]): (KeptAnswer | null)[] {
    const urls = JSON.stringify([...new Set(answers.map(({ url }) => url))]);
    const kept = this.#db.prepare(REMEMBERED).all({ urls }) as KeptAnswer[];
    return answers.map(({ url, startedAt }) => {
      const same = kept.filter((each) => each.url === url);
      return same.find((each) => each.startedAt === Math.round(startedAt)) ?? same.findLast((each) => each.startedAt <= startedAt) ?? null;
    });
  }

  textOf(version: number): string {
    const row = this.#db.prepare('SELECT text, content FROM version WHERE id = ?').get(version) as StoredText | undefined;
    return row ? storedMainText(row.text, row.content) : '';
  }

  #chooseSites(site: string | undefined): void {
    this.#db.exec('CREATE TEMP TABLE chosen_site (site INTEGER PRIMARY KEY)');
    if (site === undefined) return;
    const wanted = site.replace(/(?<!\/)\/+$/, '').toLowerCase();
    const add = this.#db.prepare('INSERT INTO temp.chosen_site VALUES (?)');
    const sites = this.#db.prepare('SELECT id, origin FROM site').all() as { id: number; origin: string }[];
    for (const { id, origin } of sites) if (origin === wanted || (URL.canParse(origin) && new URL(origin).host === wanted)) add.run(id);
  }
}

interface StoredText {
  readonly text: string;
  readonly content: string | null;
}

interface CaptureRow {
  id: number;
  url: string;
  startedAt: number;
  status: number;
  type: string | null;
  payloadDigest: string | null;
  recordId: string;
  revisit: number;
  file: string;
  offset: number;
  length: number;
  end: number;
}

interface SelectedRow extends CaptureRow {
  original: number | null;
  kind: string;
  depth: number;
  version: number | null;
  title: string | null;
}

const captureOf = (row: CaptureRow): ArchivedCapture => ({
  id: row.id,
  url: row.url,
  startedAt: row.startedAt,
  status: row.status,
  type: row.type,
  payloadDigest: row.payloadDigest,
  recordId: row.recordId,
  revisit: row.revisit === 1,
  file: row.file,
  offset: row.offset,
  length: row.length,
  end: row.end,
});

const pageOf = ({ kind, depth, version, title }: SelectedRow): SelectedCapture['page'] =>
  kind === 'page' && version !== null ? { title, depth, version } : null;

const REMEMBERED = `SELECT f.id AS fetch, f.url, f.started AS startedAt, f.status, f.warc AS file, f.offset FROM fetch f
  WHERE f.warc IS NOT NULL AND f.url IN (SELECT value FROM json_each(@urls)) ORDER BY f.id`;

const SPANS = `
CREATE TEMP TABLE span AS SELECT f.id, coalesce(lead(f.offset) OVER (PARTITION BY f.warc ORDER BY f.offset), w.length) AS end
  FROM fetch f JOIN warc w ON w.file = f.warc WHERE f.record_id IS NOT NULL;
CREATE UNIQUE INDEX temp.span_by_id ON span (id);
CREATE TEMP TABLE chosen (id INTEGER PRIMARY KEY, resource INTEGER NOT NULL, revisit INTEGER, digest TEXT);`;

const CHOSEN = `INSERT INTO temp.chosen SELECT f.id, f.resource, f.revisit, f.payload_digest FROM fetch f JOIN resource r ON r.id = f.resource
  WHERE f.warc IS NOT NULL AND (@run IS NULL OR f.run = @run) AND (@since IS NULL OR f.started >= @since)
    AND (@everySite OR r.site IN (SELECT site FROM temp.chosen_site))`;

/** What a revisit stands for: the last answer of its resource that had the same content and came with a body. */
const ORIGINALS = `CREATE TEMP TABLE original AS SELECT c.id AS revisit, max(f.id) AS original FROM temp.chosen c
    JOIN fetch f ON f.resource = c.resource AND f.payload_digest = c.digest AND f.id < c.id
    WHERE c.revisit = 1 AND f.revisit = 0 AND f.warc IS NOT NULL GROUP BY c.id;
  CREATE UNIQUE INDEX temp.original_by_revisit ON original (revisit);`;

const COLUMNS = `f.id, f.url, f.started AS startedAt, f.status, f.type, f.payload_digest AS payloadDigest, f.record_id AS recordId, f.revisit, f.warc AS file,
  f.offset, f.size AS length, s.end`;

const ORIGINAL = `SELECT ${COLUMNS} FROM fetch f JOIN temp.span s ON s.id = f.id WHERE f.id = ?`;

const SELECTED = `SELECT ${COLUMNS}, o.original, r.kind, r.depth, d.version, v.title
  FROM temp.chosen c JOIN fetch f ON f.id = c.id JOIN temp.span s ON s.id = f.id JOIN resource r ON r.id = f.resource
  LEFT JOIN temp.original o ON o.revisit = f.id LEFT JOIN document d ON d.resource = r.id LEFT JOIN version v ON v.id = d.version ORDER BY c.id`;
