/** All streams of one core.db. */
import type { Streams } from '../../../store/index.js';
import type { Sqlite } from '../database.js';
import { FETCHES, REJECTIONS, RESOURCES, RUNS, SEGMENTS, SITES } from './crawl-tables.js';
import { BODIES, DOCUMENTS, VERSIONS } from './document-tables.js';
import { queueStream } from './queue-stream.js';
import { SqliteStream } from './sqlite-stream.js';

export const sqliteStreams = (db: Sqlite): Streams => ({
  runs: new SqliteStream(db, RUNS),
  sites: new SqliteStream(db, SITES),
  resources: new SqliteStream(db, RESOURCES),
  queue: queueStream(db),
  rejections: new SqliteStream(db, REJECTIONS),
  fetches: new SqliteStream(db, FETCHES),
  segments: new SqliteStream(db, SEGMENTS),
  documents: new SqliteStream(db, DOCUMENTS),
  versions: new SqliteStream(db, VERSIONS),
  bodies: new SqliteStream(db, BODIES),
});
