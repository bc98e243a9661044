import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { orderOf } from '../../../frontier/queue/index.js';
import { type Rows, type StreamWorld, streamsContract } from '../../../store/streams/streams.contract.js';
import { sampleRows } from '../../../testing/streams/sample-rows.js';
import { asInteger } from '../commit.js';
import { openForReading, openForWriting, type Sqlite } from '../database.js';
import { LogPacker } from '../frontier-log.js';
import { STATES } from '../schema.js';
import { FETCHES, REJECTIONS, RESOURCES, RUNS, SEGMENTS, SITES } from './crawl-tables.js';
import { BODIES, DOCUMENTS, VERSIONS } from './document-tables.js';
import { sqliteStreams } from './index.js';
import { expressionOf } from './sql.js';
import type { Column } from './table.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-streams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;

const TABLES = [RUNS, SITES, RESOURCES, REJECTIONS, FETCHES, SEGMENTS, DOCUMENTS, VERSIONS, BODIES] as const;

async function open(): Promise<StreamWorld & { readonly writing: Sqlite }> {
  const path = join(folder, `${made++}.db`);
  const writing = openForWriting(path);
  const reading = openForReading(path);
  return {
    writing,
    streams: sqliteStreams(reading),
    put: async (rows) => writing.transaction(() => put(writing, rows))(),
    removeFetch: async (id) => void writing.prepare('DELETE FROM fetch WHERE id = ?').run(id),
    close: async () => {
      reading.close();
      writing.close();
    },
  };
}

streamsContract('in SQLite', open);

it('ends a batch that has grown large', async () => {
  const world = await open();
  const long = 'x'.repeat(3_000_000);
  await world.put({ bodies: sampleRows().bodies.map((body, at) => (at < 4 ? { ...body, text: long } : body)) });
  const read: number[] = [];
  for await (const part of world.streams.bodies.each({ columns: ['text'] })) read.push(part.length);
  expect(read).toEqual([2, sampleRows().bodies.length - 2]);
  await world.close();
});

it('lets the writer fold its log while somebody reads', async () => {
  const world = await open();
  await world.put(sampleRows());
  const { fetches, bodies } = world.streams;
  for await (const _part of fetches.each({ batch: 10, order: 'started' }))
    for await (const _body of bodies.each({ batch: 10, columns: ['text'] })) {
      world.writing.prepare('UPDATE run SET pages = pages + 1').run();
      expect(world.writing.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
      break;
    }
  await world.close();
});

/** Each column of a stream that is one of its own table is written there; what is joined comes with the other streams. */
function put(db: Sqlite, rows: Partial<Rows>): void {
  const found = new Map<string, Record<string, unknown>>();
  for (const { name, from, columns } of TABLES) {
    const [table = '', alias = ''] = from.split(' ');
    for (const row of (rows[name as keyof Rows] ?? []) as readonly object[]) {
      const own = ownColumns(columns, alias, row);
      const key = `${table} ${String(Object.values(own)[0])}`;
      found.set(key, { ...found.get(key), ...own });
    }
  }
  for (const [key, columns] of found) insert(db, key.split(' ')[0] ?? '', columns);
  putBeside(db, rows);
}

function ownColumns(columns: Readonly<Record<string, Column>>, alias: string, row: object): Record<string, unknown> {
  const own = Object.entries(columns).flatMap(([name, column]) => {
    const [, column_] = new RegExp(`^(?:CAST\\()?${alias}\\.(\\w+)(?: AS TEXT\\))?$`).exec(expressionOf(column)) ?? [];
    return column_ === undefined ? [] : [[column_, storedOf((row as Readonly<Record<string, unknown>>)[name])] as const];
  });
  return Object.fromEntries(own);
}

function storedOf(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return asInteger(value as unknown as readonly [number, number]);
  return value;
}

function insert(db: Sqlite, table: string, columns: Readonly<Record<string, unknown>>): void {
  const must = (db.pragma(`table_info(${table})`) as { name: string; type: string; notnull: number; dflt_value: unknown; pk: number }[])
    .filter(({ name, notnull, dflt_value, pk }) => notnull && dflt_value === null && !pk && !(name in columns))
    .map(({ name, type }) => [name, type === 'TEXT' ? '' : 0]);
  const all: Readonly<Record<string, unknown>> = { ...Object.fromEntries(must), ...columns };
  const state = table === 'resource' ? { state: STATES[all['state'] as keyof typeof STATES] } : {};
  const values = { ...all, ...state };
  const names = Object.keys(values);
  db.prepare(`INSERT INTO ${table} (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => '?').join()})`).run(
    ...Object.values(values),
  );
}

/** What stands in tables that no stream goes through. */
function putBeside(db: Sqlite, { sites = [], documents = [], queue = [] }: Partial<Rows>): void {
  for (const { id, queued, pages } of sites) db.prepare('INSERT INTO queue (site, queued, pages) VALUES (?, ?, ?)').run(id, queued, pages);
  for (const { id, version, duplicateOf, similarity, signature } of documents)
    insert(db, 'sketch', { version, document: id, duplicate_of: duplicateOf, similarity, signature });
  const log = new LogPacker();
  for (const { resource: id, site, kind, depth, immediate, score, due } of queue) {
    const entry = { kind: kind as Parameters<typeof orderOf>[0]['kind'], immediate, turn: 0, depth, site, id, high: 0, low: 0 };
    log.add({ operation: 'queued', ...entry, value: score ?? Number.NaN });
    if (due !== null) log.add({ operation: 'retry', ...entry, value: due });
  }
  const records = log.take();
  if (records) db.prepare('INSERT INTO frontier_log (records) VALUES (?)').run(records);
}
