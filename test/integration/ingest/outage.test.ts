/** A database that goes away and comes back, and the script that makes one. */
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createDatabase, DatabaseExists, openPostgresGroups, type PostgresSettings } from '../../../src/backends/index.js';
import { makeGroup, sendRest, sendText, startIngest } from '../../support/ingesting.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';

let server: TestPostgres;
let settings: PostgresSettings;
beforeAll(async () => {
  server = await startPostgres();
  settings = { server: server.folder, catalogue: 'CrawlerFramework', user: 'postgres', password: null, connections: 3 };
  await createDatabase(settings, { drop: false });
});
afterAll(() => server.stop());

const simple = () => makeGroup('Add', [{ file: 'a.pdf', content: 'a' }]);

it('E-25 E-36 without the database calls fail and are logged in a file; when it is back the file goes into the log, once', async () => {
  const store = openPostgresGroups(settings);
  onTestFinished(() => store.close());
  const service = await startIngest(store, { soap: { includeExceptionDetail: true } });
  const [before, during, again, after] = [await simple(), await simple(), await simple(), await simple()];
  expect(await sendText(service, before)).toBe('OK');
  await server.kill();
  const { answer, code, errorId } = await sendRest(service, during);
  expect([code, answer]).toEqual(['failed', `Error: The service failed. The log has the reason under ${errorId}.`]);
  expect(await sendText(service, again)).toMatch(/^Error: [^\n]+\n[\s\S]+\n\s+at /);
  expect((await sendRest(service, { ...during, metaInfo: '<documentgroup/>' })).code).toBe('description');
  expect(readFileSync(service.fallbackFile, 'utf8').trim().split('\n')).toHaveLength(3);
  await server.start();
  expect(await sendText(service, after)).toBe('OK');
  const rows = await service.log();
  expect(rows.map(({ group, result }) => [group, result]).slice(0, 2)).toEqual([
    [before.group.identifier, 'OK'],
    [after.group.identifier, 'OK'],
  ]);
  expect(rows.slice(2)).toMatchObject([
    { group: during.group.identifier, result: 'Error', errorId, stackTrace: expect.stringContaining('at ') as string },
    { result: 'Error' },
    { result: 'Error' },
  ]);
  expect(readFileSync(service.fallbackFile, 'utf8')).toBe('');
  expect(await sendText(service, during)).toBe('OK');
  expect(await service.log()).toHaveLength(6);
});

it('E-18 a connection that breaks in the middle of a group spoils nothing for those after it', async () => {
  const store = openPostgresGroups(settings);
  onTestFinished(() => store.close());
  const service = await startIngest(store);
  for (let round = 0; round < 3; round++) {
    const broken = await Promise.all([simple(), simple(), simple()]);
    const codes = await whileLocked(async (sql) => {
      const answers = broken.map((group) => sendRest(service, group));
      await until(async () => (await sql<[{ count: string }]>`SELECT count(*) FROM pg_locks WHERE NOT granted`)[0].count === '3');
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`;
      return Promise.all(answers.map(async (answer) => (await answer).code));
    });
    expect(codes).toEqual(['failed', 'failed', 'failed']);
    const sent = await Promise.all(broken.map((group) => sendRest(service, group)));
    expect(sent.map(({ answer }) => answer)).toEqual(['OK', 'OK', 'OK']);
    for (const { group } of broken) expect(await store.state(group.identifier)).toMatchObject({ documents: [{ file: 'a.pdf' }] });
  }
});

/** Nobody else gets at groups meanwhile. */
async function whileLocked<Result>(work: (sql: postgres.ISql) => Promise<Result>): Promise<Result> {
  const sql = postgres({ host: settings.server, port: 5432, database: settings.catalogue, username: settings.user, max: 1 });
  try {
    return (
      await sql.begin(async (locked) => {
        await locked`LOCK TABLE "DocumentGroup"`;
        return [await work(locked)];
      })
    )[0] as Result;
  } finally {
    await sql.end();
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

it('E-34 has the four tables with their columns and foreign keys, and the bytes as they are', async () => {
  const columns = (table: string) =>
    server.query(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${table}' ORDER BY ordinal_position`,
      'CrawlerFramework',
    );
  expect(columns('Crawlers')).toEqual(['Id', 'Name']);
  expect(columns('DocumentGroup')).toEqual(['Id', 'CrawlerId', 'Identifier', 'Date', 'Lang', 'Format', 'FileName', 'Operation', 'Type']);
  expect(columns('Document')).toEqual(['Id', 'DocumentGroupId', 'Identifier', 'Format', 'File', 'Operation', 'Url', 'Md5', 'DataContent']);
  expect(columns('CrawlerLog')).toEqual(['Id', 'Date', 'Crawler', 'GroupIdentifier', 'Operation', 'Result', 'Message', 'StackTrace']);
  const keys = server.query(
    "SELECT conrelid::regclass || ' ' || confrelid::regclass FROM pg_constraint WHERE contype = 'f' ORDER BY 1",
    'CrawlerFramework',
  );
  expect(keys).toEqual(expect.arrayContaining(['"Document" "DocumentGroup"', '"DocumentGroup" "Crawlers"']));
  expect(server.query('SELECT "DataContent" FROM "Document" LIMIT 1', 'CrawlerFramework')).toEqual(['\\x61']);
});

it('E-36 the creation script does not drop a database that nobody told it to drop', async () => {
  await expect(createDatabase(settings, { drop: false })).rejects.toBeInstanceOf(DatabaseExists);
  expect(server.query('SELECT count(*) FROM "DocumentGroup"', 'CrawlerFramework')).not.toEqual(['0']);
  await createDatabase(settings, { drop: true });
  expect(server.query('SELECT count(*) FROM "DocumentGroup"', 'CrawlerFramework')).toEqual(['0']);
});

it('E-35 keeps every version, the tombstone and both lives', async () => {
  const store = openPostgresGroups(settings);
  onTestFinished(() => store.close());
  const service = await startIngest(store);
  const first = await makeGroup('Add', [{ file: 'a.pdf', content: 'first' }]);
  const { identifier } = first.group;
  const document = { file: 'a.pdf', identifier: first.group.documents[0]?.identifier as string };
  for (const sent of [
    first,
    await makeGroup('Upd', [{ ...document, content: 'second' }], { identifier }),
    await makeGroup('Del', [document], { identifier }),
    await makeGroup('Add', [{ ...document, content: 'third' }], { identifier }),
  ])
    expect(await sendText(service, sent)).toBe('OK');
  const history = server.query(
    `SELECT description->>'operation', convert_from(coalesce(past, "DataContent"), 'UTF8') FROM winnow.change c
     LEFT JOIN winnow.version v ON v.change = c.sequence LEFT JOIN "Document" d ON d."Id" = v.document WHERE c.identifier = '${identifier}' ORDER BY sequence`,
    'CrawlerFramework',
  );
  expect(history).toEqual(['Add|first', 'Upd|second', 'Del|', 'Add|third']);
});
