/** Looking into the tables of a PostgreSQL: whatever they are called and hold, and whoever writes them meanwhile. */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookIntoTables } from '../../../src/backends/index.js';
import type { TableDatabase } from '../../../src/store/index.js';
import { crawling } from '../../support/crawling.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';
import { json, serving } from '../../support/serving.js';

const serve = serving();
const { workspace } = crawling();

let server: TestPostgres;
let database: TableDatabase;

beforeAll(async () => {
  server = await startPostgres();
  for (const statement of [
    `CREATE TABLE plain (id serial PRIMARY KEY, name text, body bytea, at timestamp)`,
    `INSERT INTO plain (name, body) SELECT '<b>' || n || '</b>' || repeat('x', 500), decode(repeat('00', n), 'hex') FROM generate_series(1, 120) n`,
    `CREATE SCHEMA "odd ""one"""`,
    `CREATE TABLE "odd ""one"""."a.b; DROP TABLE plain" ("col ""umn" int)`,
    `INSERT INTO "odd ""one"""."a.b; DROP TABLE plain" VALUES (7)`,
    'CREATE TABLE many AS SELECT n FROM generate_series(1, 30000) n',
    'ANALYZE many',
  ])
    server.query(statement);
  database = lookIntoTables({ server: server.folder, catalogue: 'postgres', user: 'postgres', password: null });
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

const ODD = 'odd "one".a.b; DROP TABLE plain';

it('G-39 counts small tables, estimates large ones, and tells how the database stands', async () => {
  const { product, bytes, connections, startedAt } = await database.state();
  expect(product).toMatch(/^PostgreSQL \d+/);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(connections).toBeGreaterThan(0);
  expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.now());
  const tables = await database.tables();
  expect(tables.map(({ name, rows, isExact }) => [name, rows, isExact])).toEqual([
    [ODD, 1, true],
    ['many', 30_000, false],
    ['plain', 120, true],
  ]);
  expect(tables.every((table) => (table.bytes ?? 0) > 0)).toBe(true);
});

it('G-39 shows rows part by part: values cut, bytes counted, markup as text', async () => {
  const { url } = await serve([workspace().workspace], { databases: [database] });
  const part = await json<{ columns: string[]; rows: string[][]; next: number }>(`${url}/api/v1/databases/postgres/tables/plain?after=100`);
  expect(part.columns).toEqual(['id', 'name', 'body', 'at']);
  expect(part.rows[0]).toEqual(['101', `<b>101</b>${'x'.repeat(190)}`, '101 bytes', null]);
  expect([part.rows.length, part.next]).toEqual([20, null]);
  const page = await (await fetch(`${url}/tables/rows?database=postgres&table=plain`)).text();
  expect(page).toContain('&lt;b&gt;1&lt;/b&gt;');
  expect(page).not.toContain('<b>1</b>');
  expect(page).toContain('table=plain&amp;after=50" rel="next"');
  const odd = await json<{ rows: string[][] }>(`${url}/api/v1/databases/postgres/tables/${encodeURIComponent(ODD)}`);
  expect(odd.rows).toEqual([['7']]);
});

it.each([
  ['no such table', '/api/v1/databases/postgres/tables/pg_authid', 404],
  ['no such database', '/api/v1/databases/other/tables/plain', 404],
  ['too far', '/api/v1/databases/postgres/tables/plain?after=10001', 400],
  ['nobody’s table', '/tables/rows?table=plain', 400],
])('refuses %s', async (_name, path, status) => {
  const { url } = await serve([workspace().workspace], { databases: [database] });
  expect((await fetch(url + path)).status).toBe(status);
});

it('G-39 waits for nobody who writes: a locked table is told as it was last counted, its rows come later', async () => {
  const writer = postgres({ host: server.folder, database: 'postgres', username: 'postgres', max: 1, onnotice: () => {} });
  try {
    await writer`BEGIN`;
    await writer`LOCK TABLE plain IN ACCESS EXCLUSIVE MODE`;
    const tables = await database.tables(); // while the lock is held, which ends only below
    expect(tables.find(({ name }) => name === 'plain')).toEqual({ name: 'plain', rows: 120, isExact: false, bytes: null });
    expect(tables.find(({ name }) => name === 'many')).toMatchObject({ rows: 30_000 });
    const { url, errors } = await serve([workspace().workspace], { databases: [database] });
    const refused = await fetch(`${url}/api/v1/databases/postgres/tables/plain`);
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'database-not-ready' } }]);
    expect(errors).toEqual([]);
    await writer`ROLLBACK`;
    expect((await database.rows('plain', 0, 10))?.rows).toHaveLength(10);
  } finally {
    await writer.end();
  }
});

it('changes nothing, whatever hides behind a view', async () => {
  server.query("CREATE FUNCTION sneak() RETURNS int LANGUAGE sql AS 'DELETE FROM plain RETURNING 1'");
  server.query('CREATE VIEW trap AS SELECT sneak() AS it');
  expect((await database.tables()).find(({ name }) => name === 'trap')).toMatchObject({ rows: null }); // the others are counted
  await expect(database.rows('trap', 0, 10)).rejects.toThrow('read-only transaction');
  expect(server.query('SELECT count(*) FROM plain')).toEqual(['120']);
});

it('names a database that cannot be reached, without its password, and shows everything else', async () => {
  const away = lookIntoTables({ server: '127.0.0.1:1', catalogue: 'away', user: 'a', password: 'secret words' });
  const { url, errors } = await serve([workspace().workspace], { databases: [away, database] });
  const page = await (await fetch(`${url}/tables`)).text();
  expect(page).toMatch(/Database away[^]*cannot be read now[^]*Database postgres[^]*plain/);
  expect(page).not.toContain('secret words');
  expect(errors).toEqual([]);
  await away.close();
});

it.each([
  ['nobody asked meanwhile', 0],
  ['it was asked in vain', 3],
])('G-39 answers as soon as a database that was killed is back: %s', async (_name, asked) => {
  await Promise.all([database.state(), database.tables()]); // its connections are open
  await server.kill();
  for (let times = 0; times < asked; times++)
    for (const question of await Promise.allSettled([database.state(), database.tables()]))
      expect(question).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseNotReady' } });
  await server.start();
  const [, tables] = await Promise.all([database.state(), database.tables()]);
  expect(tables.find(({ name }) => name === 'plain')).toMatchObject({ rows: 120 });
});
