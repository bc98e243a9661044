/** The edge to the contract for document groups: its tables as views and files, traces and statistics of what was received. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkspace } from '../../src/backends/index.js';
import type { NewLogRow } from '../../src/store/index.js';
import { traceDocuments } from '../../src/views/trace/index.js';
import { answerOf, depositOf, fileOf, NOON, openTestWorkspace, uuidOf } from '../support/depositing.js';
import { readZip } from '../support/read-zip.js';
import { runCli } from '../support/run-cli.js';

/** In the folder of the test, with what was said. */
const winnow = (...args: string[]) => runCli(args, root);

const root = mkdtempSync(join(tmpdir(), 'winnow-framework-'));
const folder = join(root, 'crawl');
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n\u0000\u00ff', 'latin1');

const call = (key: string, operation: string, more: Partial<NewLogRow> = {}): NewLogRow => ({
  at: NOON,
  crawler: 'DE.Law',
  group: uuidOf(key),
  operation,
  result: 'OK',
  message: '',
  stackTrace: null,
  sender: 'anna',
  errorId: null,
  ...more,
});

beforeAll(async () => {
  const workspace = openTestWorkspace(folder);
  await workspace.beginRun('{}', NOON);
  const pdf = { ...fileOf('annex.pdf', PDF, { role: 'part', answer: 1 }), type: 'application/pdf' };
  await workspace.deposit(
    await depositOf('Add', 'bgb', 'Das Gesetz', {
      files: [fileOf('main.html', 'Das Gesetz'), pdf],
      answers: [await answerOf('https://law.test/bgb', 'Das Gesetz'), await answerOf('https://law.test/annex.pdf', PDF)],
      sender: 'anna',
      log: call('bgb', 'Add'),
    }),
  );
  await workspace.deposit(
    await depositOf('Upd', 'bgb', 'Das neue Gesetz', { sender: 'boris', log: call('bgb', 'Upd', { sender: 'boris' }) }),
  );
  await workspace.deposit(await depositOf('Add', 'zpo', 'Die Ordnung', { crawler: 'DE.Other' }));
  await workspace.deposit(await depositOf('Add', 'old', 'Altes'));
  await workspace.deposit(await depositOf('Del', 'old', '', { log: call('old', 'Del') }));
  const refusal = { result: 'Error', message: `There is a document identifier: ${uuidOf('bgb')}. You can't`, errorId: 'e-17' };
  await workspace.logCall(call('bgb', 'Add', refusal));
  await workspace.logCall(call('never', 'Upd', { ...refusal, message: 'No document identifier: x', at: NOON + 86_400_000 }));
  await workspace.endRun('finished', 'done', '{}', NOON);
  await workspace.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function using<T>(file: string, look: (db: Database.Database) => T): T {
  const db = new Database(file, { readonly: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

const columnsOf = (db: Database.Database, name: string): string[] =>
  (db.pragma(`table_info("${name}")`) as { name: string }[]).map((column) => column.name);

const COLUMNS = {
  Crawlers: ['Id', 'Name'],
  DocumentGroup: ['Id', 'CrawlerId', 'Identifier', 'Date', 'Lang', 'Format', 'FileName', 'Operation', 'Type'],
  Document: ['Id', 'DocumentGroupId', 'Identifier', 'Format', 'File', 'Operation', 'Url', 'Md5', 'DataContent'],
  CrawlerLog: ['Id', 'Date', 'Crawler', 'GroupIdentifier', 'Operation', 'Result', 'Message', 'StackTrace'],
};

const GROUPS =
  'SELECT g."Identifier", c."Name", g."Operation", g."Type" FROM "DocumentGroup" g JOIN "Crawlers" c ON c."Id" = g."CrawlerId" ORDER BY g."Id"';
const EXPECTED_GROUPS = [
  [uuidOf('bgb'), 'DE.Law', 'Upd', 1],
  [uuidOf('zpo'), 'DE.Other', 'Add', 1],
];

describe('the tables of the contract', () => {
  it('E-34 are views over the workspace, with their names and columns', async () => {
    const { out } = await winnow('export', 'crawler-framework', '--views');
    using(join(folder, 'core.db'), (db) => {
      db.exec(out);
      for (const [name, columns] of Object.entries(COLUMNS)) expect(columnsOf(db, name)).toEqual(columns);
      expect(db.prepare(GROUPS).raw().all()).toEqual(EXPECTED_GROUPS);
      const documents =
        'SELECT "File", d."Operation" FROM "Document" d JOIN "DocumentGroup" g ON g."Id" = d."DocumentGroupId" ORDER BY d."Id"';
      expect(db.prepare(documents).raw().all()).toEqual([
        ['main.html', 'Upd'],
        ['annex.pdf', 'None'],
        ['main.html', 'Add'],
      ]);
      expect(db.prepare('SELECT count(*) FROM "CrawlerLog"').pluck().get()).toBe(5);
    });
  });

  it('E-34 are a file with foreign keys, in which a stored PDF is byte for byte what was received', async () => {
    const file = join(root, 'framework.sqlite');
    const { code } = await winnow('export', 'crawler-framework', file, '-w', folder);
    expect(code).toBe(0);
    using(file, (db) => {
      for (const [name, columns] of Object.entries(COLUMNS)) expect(columnsOf(db, name)).toEqual(columns);
      const references = ['DocumentGroup', 'Document'].map(
        (name) => (db.pragma(`foreign_key_list("${name}")`) as { table: string }[])[0]?.table,
      );
      expect(references).toEqual(['Crawlers', 'DocumentGroup']);
      expect(db.pragma('foreign_key_check')).toEqual([]);
      expect(db.prepare(GROUPS).raw().all()).toEqual(EXPECTED_GROUPS);
      const [content, md5] = db.prepare('SELECT "DataContent", "Md5" FROM "Document" WHERE "File" = \'annex.pdf\'').raw().get() as [
        Buffer,
        string,
      ];
      expect(content.equals(PDF)).toBe(true);
      expect(createHash('md5').update(content).digest('hex')).toBe(md5);
      expect(db.prepare('SELECT "Result", count(*) FROM "CrawlerLog" GROUP BY 1 ORDER BY 1').raw().all()).toEqual([
        ['Error', 2],
        ['OK', 3],
      ]);
    });
  });

  it('E-43 are there again after the file is deleted, equal to the repository, with packages beside', async () => {
    const target = join(root, 'destination');
    const file = join(target, 'SQLiteData', 'SQLiteCrawlerData.sqlite');
    const write = () => winnow('export', 'crawler-data', target, '-w', folder);
    await write();
    rmSync(file);
    await write();
    using(file, (db) => {
      const [groups, documents] = ['DocumentGroup', 'Document'].map((name) => columnsOf(db, name));
      const members = ['Date', 'Crawler', 'Lang', 'Format', 'FileName', 'Identifier', 'Operation', 'GroupType'];
      expect(groups).toEqual(['Id', ...members, 'SendState', 'LastAnswer']);
      expect(documents).toEqual(
        expect.arrayContaining(['DataContent', 'Format', 'File', 'Identifier', 'Operation', 'Url', 'Md5', 'SendState', 'LastAnswer']),
      );
      expect(db.prepare('SELECT "Identifier", "Operation", "SendState" FROM "DocumentGroup" ORDER BY "Id"').raw().all()).toEqual([
        [uuidOf('bgb'), 'Upd', 'unsent'],
        [uuidOf('zpo'), 'Add', 'unsent'],
        [uuidOf('old'), 'Del', 'unsent'],
      ]);
    });
    const zip = await readZip(join(target, 'DE.Law', 'bgb.zip'));
    expect([...zip.keys()].toSorted()).toEqual(['annex.pdf', 'main.html']);
    expect(existsSync(join(target, 'DE.Law', 'old.zip'))).toBe(false);
  });

  it('E-43 are empty, and there, where nothing was collected', async () => {
    const empty = join(root, 'empty');
    const workspace = openTestWorkspace(empty);
    await workspace.close();
    await winnow('export', 'crawler-data', join(root, 'nothing'), '-w', empty);
    using(join(root, 'nothing', 'SQLiteData', 'SQLiteCrawlerData.sqlite'), (db) =>
      expect(db.prepare('SELECT count(*) FROM "DocumentGroup"').pluck().get()).toBe(0),
    );
  });
});

describe('a trace', () => {
  it('E-70 prints the whole history of a document: senders, versions, records, journal and log', async () => {
    const { out, code } = await winnow('trace', uuidOf('bgb'), '-w', folder);
    expect(code).toBe(0);
    for (const word of ['DE.Law', 'https://law.test/bgb', 'sent by anna', 'sent by boris', 'version 2', '.warc.gz:', 'e-17', 'You can'])
      expect(out).toContain(word);
  });

  it.each([
    ['a key', 'bgb'],
    ['an address', 'https://law.test/bgb'],
    ['the address of a file', 'https://law.test/annex.pdf'],
    ['the identifier of a file', uuidOf('annex.pdf')],
    ['an identifier in capitals', uuidOf('bgb').toUpperCase()],
  ])('is found by %s', (_case, name) => {
    const { repository, close } = readWorkspace(folder);
    const traces = traceDocuments(repository, folder, name);
    close();
    expect(traces.map(({ identifier }) => identifier)).toEqual([uuidOf('bgb')]);
    expect(traces[0]?.journal).toHaveLength(2);
    for (const { files } of traces[0]?.versions ?? []) for (const { fetched } of files) expect(fetched?.record).not.toBeNull();
  });

  it('tells of what was tried and never stored, and of what nobody knows', async () => {
    expect((await winnow('trace', uuidOf('never'), '-w', folder)).out).toContain('No document identifier');
    const unknown = await winnow('trace', 'nobody', '-w', folder);
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('is called nobody');
  });

  it('goes on after a deletion', async () => {
    const { out } = await winnow('trace', 'old', '-w', folder, '--json');
    expect(JSON.parse(out)).toMatchObject([
      { state: 'deleted', journal: [{ operation: 'Add' }, { operation: 'Del' }], log: [{ operation: 'Del' }] },
    ]);
  });
});

it('E-70 the log tells calls by crawler, operation, day and kind of error', async () => {
  const { out } = await winnow('report', 'ingest', '-w', folder, '--json');
  const statistics = JSON.parse(out) as { counts: unknown[] };
  expect(statistics).toMatchObject({ calls: 5, failed: 2, senders: { anna: 4, boris: 1 } });
  const [crawler, day] = ['DE.Law', '2026-01-05'];
  expect(statistics.counts).toEqual([
    { crawler, day, operation: 'Add', error: null, calls: 1 },
    { crawler, day, operation: 'Add', error: 'There is a document identifier', calls: 1 },
    { crawler, day, operation: 'Del', error: null, calls: 1 },
    { crawler, day, operation: 'Upd', error: null, calls: 1 },
    { crawler, day: '2026-01-06', operation: 'Upd', error: 'No document identifier', calls: 1 },
  ]);
  expect((await winnow('report', 'ingest', '-w', folder)).out).toContain('5 calls, 2 refused or failed');
});
