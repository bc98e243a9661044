/**
 * The compose file and the admin page. There is no container engine here: its services are started as processes, with the
 * commands, variables and checks that stand in the file, and PostgreSQL is a real one.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { linking } from '../../src/testing/index.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { checkHealth, ROOT, readCompose, startDatabase, startService } from '../support/compose.js';
import { crawling } from '../support/crawling.js';
import type { TestPostgres } from '../support/postgres.js';
import { type CliRun, runCli, startCli } from '../support/run-cli.js';
import { json } from '../support/serving.js';
import { until } from '../support/until.js';

const { fixture, workspace } = crawling();
const SECRETS = { WINNOW_DATABASE_PASSWORD: 'a password of the test', WINNOW_TOKEN: '0123456789abcdef0123456789abcdef' };
const AUTHORIZATION = { authorization: `Bearer ${SECRETS.WINNOW_TOKEN}` };

const running: CliRun[] = [];
let database: TestPostgres | null = null;
const started = (run: CliRun): CliRun => {
  running.push(run);
  return run;
};
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  await database?.stop();
  database = null;
});

const COUNT = 70;
const paths = Array.from({ length: COUNT }, (_, index) => `/page/${index}`);
const PAGES = {
  '/': linking(...paths),
  ...Object.fromEntries(paths.map((path, index) => [path, `<title>Page ${index} <script>alert(1)</script></title><p>text ${index}`])),
};

interface Listed {
  readonly name: string;
  readonly rows: number;
}

interface Databases {
  readonly items: readonly {
    readonly name: string;
    readonly state?: object;
    readonly tables?: readonly Listed[];
    readonly error?: object;
  }[];
}

async function portOf({ said }: CliRun): Promise<number> {
  await until(() => said.out.includes('live page') || said.err.includes('rror'));
  return Number(/live page\s+http:\/\/[\d.]+:(\d+)\//.exec(said.out)?.[1]);
}

describe('compose.yaml', () => {
  const compose = readCompose(SECRETS);
  const { database: store, admin, tables } = compose.services;

  it('G-39 keeps the database on a mounted volume, and tells nobody a password of its own', () => {
    expect(store.image).toBe('postgres:17');
    expect(store.volumes).toEqual(['database:/var/lib/postgresql/data']);
    const named = [store, admin, tables].flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0]));
    expect(Object.keys(compose.volumes).sort()).toEqual([...new Set(named)].sort());
    expect([admin, tables].map(({ image, build }) => [image, build])).toEqual(Array(2).fill(['winnow', '.'])); // else it would be looked for elsewhere
    expect(admin.ports).toEqual(['127.0.0.1:7700:7700']); // for this machine, at the port that the server listens on
    expect(admin.command.join(' ')).toContain('--host 0.0.0.0 --port 7700');
    expect(() => readCompose({ WINNOW_TOKEN: 'x' })).toThrow('WINNOW_DATABASE_PASSWORD is missing');
    expect(() => readCompose({ WINNOW_DATABASE_PASSWORD: 'x' })).toThrow('WINNOW_TOKEN is missing');
  });

  it('G-39 its image holds what the commands need, at the places they are told', () => {
    const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    const [, entry = 'none'] = /^ENTRYPOINT \["\/winnow\/(.+)"\]$/m.exec(lines) ?? [];
    accessSync(join(ROOT, entry), constants.X_OK); // it is started by its own first line
    expect(
      lines
        .trim()
        .split('\n')
        .findLast((line) => line.startsWith('WORKDIR')),
    ).toBe('WORKDIR /data');
    expect([admin, tables].map(({ volumes }) => volumes)).toEqual([['data:/data'], ['data:/data']]);
    expect(lines).toContain('postgresql-client'); // psql, which the export writes with
    expect([...lines.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(['node:20-bookworm', 'node:20-bookworm-slim']);
    const left = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    for (const needed of ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts', 'src', 'connectors']) {
      expect(existsSync(join(ROOT, needed))).toBe(true);
      expect(left).not.toContain(needed);
    }
    expect(readFileSync(join(ROOT, 'scripts', 'setup.mjs'), 'utf8')).toContain('export function setUp()');
  });

  it('G-39 starts the database and the admin page, which shows tables and status while a crawl runs', async () => {
    const { folder: data, define } = workspace();
    const to = join(data, 'crawls', 'map');
    mkdirSync(join(data, 'crawls'));
    database = await startDatabase(store);
    expect(checkHealth(store, database.port)).toBe(0);
    const page = started(startService(admin, data, database));
    const port = await portOf(page);
    const url = `http://127.0.0.1:${port}`;
    expect(checkHealth(admin, port)).toBe(0);
    expect((await fetch(`${url}/tables`)).status).toBe(401); // the token of the file is asked for
    const shown = async (): Promise<string> => (await fetch(`${url}/tables`, { headers: AUTHORIZATION })).text();
    expect(await shown()).toMatch(/No crawl is here yet[^]*PostgreSQL \d+[^]*It has no tables yet/);

    const { said } = started(startService(tables, data, database));
    await until(() => said.err.includes('There is no crawl yet: waiting for one.'));
    const web = await fixture({ 'a.test': PAGES });
    const definition = define({ seeds: ['http://a.test/'], politeness: { delay: '150ms', responseFactor: 0 }, fetch: web.fetch });
    const crawl = startCli(['crawl', definition, '--workspace', to], data, { WINNOW_STATE: join(data, 'state') });
    const pages = async (): Promise<number> => {
      const { items } = await json<Databases>(`${url}/api/v1/databases`, { headers: AUTHORIZATION });
      return items[0]?.tables?.find(({ name }) => name === 'crawldb.page')?.rows ?? 0;
    };
    await expect.poll(pages, { timeout: 30_000, interval: 200 }).toBeGreaterThan(0);
    const during = await shown();
    expect(during).toMatch(/map, run 1: running/);
    expect(during).toContain('http-equiv="refresh"');
    for (const table of ['crawldb.page', 'crawldb.link', 'crawldb.site', 'fetch', 'document', 'journal'])
      expect(during).toContain(`>${table}</a>`);
    expect(crawl.child.exitCode).toBe(null); // it was still at work

    expect(await crawl.ended).toBe(0);
    const visited = `SELECT count(*) FROM crawldb.page WHERE page_type_code IN ('HTML', 'DUPLICATE')`;
    await expect.poll(() => database?.query(visited, 'maps'), { timeout: 30_000, interval: 300 }).toEqual([String(COUNT + 1)]);
    expect(await shown()).toMatch(/map, run 1: finished/);

    await database.kill();
    expect(await shown()).toMatch(/run 1: finished[^]*The database maps cannot be read now/);
    await database.start(); // on the same data
    expect(await pages()).toBeGreaterThan(COUNT);
  });
});

describe('the admin page', () => {
  let test: TestBrowser;
  beforeAll(async () => {
    test = await startBrowser();
  });
  afterAll(() => test?.close());

  /** A finished crawl in an environment that has nothing of PostgreSQL. */
  async function embedded(): Promise<string> {
    const web = await fixture({ 'a.test': PAGES });
    const made = workspace();
    await made.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
    const server = started(startCli(['serve', '-w', made.workspace, '--port', '0'], made.folder, { PATH: '/nowhere' }));
    return `http://127.0.0.1:${await portOf(server)}`;
  }

  it('G-39 needs neither container nor database: embedded, it shows the tables of the workspace', async () => {
    const url = await embedded();
    expect(await json(`${url}/api/v1/databases`)).toEqual({ items: [] });
    const { items } = await json<{ items: Listed[] }>(`${url}/api/v1/crawls/crawl/tables`);
    const rows = Object.fromEntries(items.map(({ name, rows: count }) => [name, count]));
    expect(rows).toMatchObject({ run: 1, document: COUNT + 1, journal: COUNT + 1, site: 1 });
    expect(rows).not.toHaveProperty('meta'); // the key of the workspace is nobody's business
    expect((await fetch(`${url}/api/v1/crawls/crawl/tables/meta`)).status).toBe(404);
    expect((await fetch(`${url}/tables/rows?crawl=crawl&table=meta`)).status).toBe(404);
  });

  it.each([1280, 400])('leads from a table to its rows, in a window %s wide', async (width) => {
    const url = await embedded();
    const context = await test.browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    const scrolls = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    await page.goto(`${url}/`);
    await page.getByRole('link', { name: 'Tables' }).click();
    expect(await page.textContent('.state')).toBe('crawl, run 1: finished, the frontier is empty');
    expect(await page.evaluate(scrolls)).toBe(false);
    await page.getByRole('link', { name: 'version', exact: true }).click();
    expect(await page.textContent('.state')).toBe('Workspace crawl, rows 1 to 50');
    expect(await page.textContent('table')).toContain('<script>alert(1)</script>'); // as text
    expect(await page.evaluate(scrolls)).toBe(false);
    await page.getByRole('link', { name: 'Further rows' }).click();
    expect(await page.textContent('.state')).toBe(`Workspace crawl, rows 51 to ${COUNT + 1}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says at once what is no database', async () => {
    const { code, err } = await runCli(['serve', '--database', 'mysql://a/b'], workspace().folder);
    expect([code, err]).toEqual([2, expect.stringContaining('--database mysql://a/b is no database. Write postgres://user@host/name.')]);
    const followed = await runCli(['export', 'crawldb', '--follow', '-o', 'map.sqlite'], workspace().folder);
    expect([followed.code, followed.err]).toEqual([2, expect.stringContaining('--follow keeps a PostgreSQL up to date')]);
  });
});
