/**
 * Format 1 to 2: the queue moves from an index on `resource` into `frontier_log`.
 *
 * In format 1 the state 0 meant that a resource is queued, and a new run set it for everything, so how the visit before
 * had ended was forgotten. What can still be told is told: from the last fetch and the last good one. What was queued
 * is queued afterwards, what waited for a retry waits, and everything else is known.
 */
import type { EntryKind } from '../../../frontier/queue/index.js';
import type { Sqlite } from '../database.js';
import { LogPacker } from '../frontier-log.js';
import type { Migration, MigrationContext } from './migration.js';

const SLICE = 16_384;
/** States of format 1 and 2: the numbers are the same. */
const QUEUED = 0;

export const queueLeavesTheTables: Migration = {
  to: 2,
  title: 'writing the queue anew',
  migrate(db, context) {
    db.exec(PREPARE);
    const last = db.prepare('SELECT coalesce(max(id), 0) FROM run').pluck().get() as number;
    copyResources(db, last, context);
    db.prepare(COUNT_QUEUED).run();
    db.prepare(COUNT_SEEDS).run({ last });
    db.prepare(COUNT_RUNS).run();
    db.prepare(COUNT_SIZE).run({ last });
    db.exec(FINISH);
  },
};

const PREPARE = `
DROP VIEW page;
DROP VIEW link;
DROP INDEX resource_queue;
ALTER TABLE resource RENAME TO former_resource;
CREATE TABLE resource (
  id INTEGER PRIMARY KEY, site INTEGER NOT NULL, url TEXT NOT NULL, fingerprint INTEGER NOT NULL, kind TEXT NOT NULL,
  depth INTEGER NOT NULL, redirects INTEGER NOT NULL, via INTEGER, seed INTEGER, link TEXT NOT NULL, trail TEXT, score REAL,
  found INTEGER NOT NULL, state INTEGER NOT NULL, run INTEGER, attempts INTEGER, reason TEXT, last_fetch INTEGER, last_good INTEGER
);
CREATE TABLE frontier_log (id INTEGER PRIMARY KEY, records BLOB NOT NULL);
CREATE TABLE queue (site INTEGER PRIMARY KEY, queued INTEGER NOT NULL, pages INTEGER NOT NULL DEFAULT 0);
CREATE TABLE seed (resource INTEGER PRIMARY KEY, pages INTEGER NOT NULL);
ALTER TABLE run ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN elapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN size_before INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fetch ADD COLUMN owed INTEGER;
`;

/** A run in format 1 began by setting all states to 0: every other state, and every attempt counted, is of the last run. */
const COPY_SLICE = `
INSERT INTO resource
SELECT r.id, r.site, r.url, r.fingerprint, r.kind, r.depth, r.redirects, r.via, r.id, r.link, r.trail, NULL, r.found,
  CASE WHEN r.state <> 0 THEN r.state
       WHEN r.last_good IS NOT NULL THEN 1
       WHEN f.run IS NULL OR f.run = @last THEN 0
       WHEN f.status BETWEEN 300 AND 399 THEN 4 ELSE 2 END,
  CASE WHEN r.state = 5 THEN NULL WHEN r.state <> 0 OR r.attempts > 0 THEN @last ELSE f.run END,
  r.attempts, r.reason, r.last_fetch, r.last_good
FROM former_resource r LEFT JOIN fetch f ON f.id = r.last_fetch
WHERE r.id > @after AND r.id <= @upTo`;

const READ_SLICE = `
SELECT id, site, (fingerprint >> 32) & 4294967295, fingerprint & 4294967295, kind, depth, via, state, due
FROM former_resource WHERE id > ? AND id <= ? ORDER BY id`;

type FormerRow = [
  id: number,
  site: number,
  high: number,
  low: number,
  kind: EntryKind,
  depth: number,
  via: number | null,
  state: number,
  due: number,
];

function copyResources(db: Sqlite, last: number, { step }: MigrationContext): void {
  const end = db.prepare('SELECT coalesce(max(id), 0) FROM former_resource').pluck().get() as number;
  const copy = db.prepare(COPY_SLICE);
  const read = db.prepare(READ_SLICE).raw();
  const setSeed = db.prepare('UPDATE resource SET seed = ? WHERE id = ?');
  const addLog = db.prepare('INSERT INTO frontier_log (records) VALUES (?)');
  const packer = new LogPacker(2 * SLICE);
  const seedOf = new Uint32Array(end + 1);
  for (let after = 0; after < end; after += SLICE) {
    const upTo = Math.min(end, after + SLICE);
    copy.run({ last, after, upTo });
    for (const row of read.all(after, upTo) as FormerRow[]) {
      log(row, packer);
      // Whoever led here is older, so its seed is known.
      const seed = (seedOf[row[0]] = row[6] === null ? row[0] : seedOf[row[6]] || row[0]);
      if (seed !== row[0]) setSeed.run(seed, row[0]);
    }
    const records = packer.take();
    if (records) addLog.run(records);
    step(upTo, end);
  }
}

function log([id, site, high, low, kind, depth, , state, due]: FormerRow, packer: LogPacker): void {
  const record = { kind, immediate: false, turn: 0, depth, site, id, high, low } as const;
  packer.add({ ...record, operation: state === QUEUED ? 'queued' : 'known', value: Number.NaN });
  if (state === QUEUED && due > 0) packer.add({ ...record, operation: 'retry', value: due });
}

const COUNT_QUEUED = `
INSERT INTO queue (site, queued, pages)
SELECT r.site, sum(r.state = 0), sum(r.state = 1 AND d.id IS NOT NULL)
FROM former_resource r LEFT JOIN document d ON d.resource = r.id GROUP BY r.site`;

const COUNT_SEEDS = `
INSERT INTO seed (resource, pages)
SELECT r.seed, count(*) FROM resource r JOIN former_resource b ON b.id = r.id JOIN document d ON d.resource = r.id
WHERE b.state = 1 AND r.run = @last GROUP BY r.seed`;

/** The last run may go on, so it is counted; of those before it the statistics tell. */
const COUNT_RUNS = `
UPDATE run SET
  pages = CASE WHEN id = (SELECT max(id) FROM run) THEN (SELECT coalesce(sum(pages), 0) FROM queue) ELSE coalesce(statistics ->> 'succeeded', 0) END,
  elapsed = coalesce(statistics ->> 'elapsedMs', max(0, coalesce(ended, (SELECT max(started + duration) FROM fetch WHERE fetch.run = run.id), started) - started))`;

const COUNT_SIZE = `UPDATE run SET size_before = (SELECT coalesce(sum(size), 0) FROM fetch WHERE run < @last) WHERE id = @last`;

const FINISH = `
DROP TABLE former_resource;

CREATE VIEW page AS
  SELECT d.id, d.identifier AS url, v.title, v.language, v.type, v.charset, v.text, v.metadata, v.md5, v.sha256, v.score,
         r.depth, r.link AS found_by, s.origin AS site, f.status, f.started AS fetched, f.length, f.warc, f.offset, f.size, d.first_seen, d.last_changed, d.last_checked
  FROM document d JOIN version v ON v.id = d.version JOIN resource r ON r.id = d.resource JOIN site s ON s.id = r.site JOIN fetch f ON f.id = v.fetch;

CREATE VIEW link AS
  SELECT d.identifier AS from_url, l.value ->> 0 AS to_url, l.value ->> 1 AS kind, l.value ->> 2 AS anchor, l.value ->> 3 AS rel,
         l.value ->> 4 AS nofollow, l.value ->> 5 AS path,
         CASE WHEN l.value ->> 6 IS NOT NULL THEN substr(v.text, (l.value ->> 6) + 1, (l.value ->> 7) - (l.value ->> 6)) END AS paragraph
  FROM document d JOIN version v ON v.id = d.version JOIN json_each(v.links) l;
`;
