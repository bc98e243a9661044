/**
 * The compose file and the admin page. There is no container engine here: its services are started as processes, with the
 * commands, variables and checks that stand in the file, and PostgreSQL is a real one.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', '');
  const stages = dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((stage) => stage.trim().split('\n'));
  const final = stages.at(-1) ?? [];
  const lastOf = (word: string): string[] => final.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

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
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { bin: Record<string, string> };
    expect(lastOf('ENTRYPOINT')).toEqual(['["winnow"]']);
    accessSync(join(ROOT, bin['winnow'] ?? 'none'), constants.X_OK); // it is started by its own first line
    expect(lastOf('WORKDIR')).toEqual(['/data']);
    expect([admin, tables].map(({ volumes }) => volumes)).toEqual([['data:/data'], ['data:/data']]);
    for (const needed of ['postgresql-client', 'chromium']) expect(final.join('\n')).toContain(` ${needed} `); // psql, and what shows pages
    const left = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    for (const needed of [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'bin',
      'scripts',
      'src',
      'connectors',
      'docs',
      'examples',
    ]) {
      expect(existsSync(join(ROOT, needed))).toBe(true);
      expect(left).not.toContain(needed);
    }
  });

  it('its image is of the pinned Node, without the tools of development, for a user without rights, and says how it is', () => {
    const { VERSION } = createRequire(import.meta.url)('../../scripts/with-node.cjs') as { VERSION: string };
    expect(stages.map(([from]) => from)).toEqual([`FROM node:${VERSION}-bookworm-slim AS build`, `FROM node:${VERSION}-bookworm-slim`]);
    expect(final.join('\n')).not.toMatch(/npm (ci|run)|COPY (--from=build )?(\.|\/winnow) |gcc|g\+\+|make/); // the packed program alone
    expect(final.findIndex((line) => line === 'USER node')).toBeGreaterThan(final.findIndex((line) => line.startsWith('RUN npm')));
    expect(lastOf('USER')).toEqual(['node']);
    const [check = ''] = lastOf('HEALTHCHECK');
    const [command = '', ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    expect(command).toBe('node');
    expect(spawnSync(process.execPath, args).status).toBe(0); // the first process here is no server
    expect(args.join(' ')).toContain('http://127.0.0.1:7700/healthz');
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
    expect(await shown()).toMatch(/There is no crawl yet[^]*PostgreSQL \d+[^]*It has no tables yet/);

    const { said } = started(startService(tables, data, database));
    await until(() => said.err.includes('There is no crawl yet: waiting for one.'));
    const web = await fixture({ 'a.test': PAGES });
    const definition = define({ seeds: ['http://a.test/'], politeness: { delay: '150ms', responseFactor: 0 }, fetch: web.fetch });
    const crawl = startCli(['crawl', definition, '--workspace', to], data, { WINNOW_STATE: join(data, 'state') });
    const pages = async (): Promise<number> => {
      const { items } = await json<Databases>(`${url}/api/v1/databases`, { headers: AUTHORIZATION });
      return items[0]?.tables?.find(({ name }) => name === 'crawldb.page')?.rows ?? 0;
    };
    await expect.poll(pages, { interval: 200 }).toBeGreaterThan(0);
    const during = await shown();
    expect(during).toMatch(/map, run 1: running/);
    expect(during).toContain('http-equiv="refresh"');
    for (const table of ['crawldb.page', 'crawldb.link', 'crawldb.site', 'fetch', 'document', 'journal'])
      expect(during).toContain(`>${table}</a>`);
    expect(crawl.child.exitCode).toBe(null); // it was still at work

    expect(await crawl.ended).toBe(0);
    const visited = `SELECT count(*) FROM crawldb.page WHERE page_type_code IN ('HTML', 'DUPLICATE')`;
    await expect.poll(() => database?.query(visited, 'maps'), { interval: 300 }).toEqual([String(COUNT + 1)]);
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
    expect(await page.textContent('.state')).toBe('crawl, run 1: finished, everything was visited');
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
