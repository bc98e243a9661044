/** One crawl of two small hosts under the profile gov, and every form its crawldb takes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetAll } from '../../../src/assembly/index.js';
import { readWorkspace } from '../../../src/backends/index.js';
import {
  type FixturePages,
  type FixtureWeb,
  linking,
  makeTestWorkspace,
  startFixtureWeb,
  type TestWorkspace,
} from '../../../src/testing/index.js';
import { mapAccess, truncateCrawldb, writeCrawldb } from '../../../src/views/exports/index.js';
import { fullReport, type MapReport, reportHtml } from '../../../src/views/reports/index.js';
import { GOV_PAGES, LONG_PATH, ROBOTS, SITEMAP } from '../../support/gov-web.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';
import { runCli } from '../../support/run-cli.js';
import { until } from '../../support/until.js';

let web: FixtureWeb;
let ws: TestWorkspace;
let db: Database.Database;

/** As `winnow export crawldb` does it, without the time a process takes. */
const exported = (to: string, how: Partial<Parameters<typeof writeCrawldb>[1]> = {}) => {
  const reading = readWorkspace(ws.workspace);
  const target = { form: 'sqlite', to, content: true, replace: false, csv: {}, environment: process.env, ...how } as const;
  return writeCrawldb(reading.repository.webMap, target, mapAccess(reading)).finally(reading.close);
};

const crawl = () =>
  ws.crawl({
    extends: 'gov',
    seeds: ['http://a.gov.test/'],
    scope: { domains: ['gov.test'] },
    politeness: { delay: '0s', perAddress: 8 },
    sites: [{ for: 'b.gov.test', budget: { pages: 1 } }],
    fetch: web.fetch,
  });

beforeAll(async () => {
  web = await startFixtureWeb(GOV_PAGES);
  ws = makeTestWorkspace();
  await crawl();
  const { code, err } = await runCli(['export', 'crawldb', '-w', 'crawl', '-o', 'crawldb.sqlite'], ws.folder);
  if (code !== 0) throw new Error(err);
  db = new Database(join(ws.folder, 'crawldb.sqlite'), { readonly: true });
});

afterAll(async () => {
  db?.close();
  await web?.close();
  ws?.remove();
});

const all = (sql: string): unknown[][] => db.prepare(sql).raw().all() as unknown[][];
const pageTypes = () => Object.fromEntries(all('SELECT page_type_code, count(*) FROM page GROUP BY 1')) as Record<string, number>;
const LINKS = [
  ...['/b', '/letter', '/moved', '/old', '/one', '/pictures', '/report.pdf', '/slides.ppt', '/two'].map((to) => ['/', to]),
  ['/b', '/b/waiting'],
  ['/b', '/b/waiting-too'],
  ['/moved', '/one'],
  ['/pictures', '/'],
  ['/two', '/one'],
];
const PAGES_OF_A = GOV_PAGES['a.gov.test'] as FixturePages;
const short = (url: unknown): string =>
  String(url)
    .replace(/^http:\/\/b\.gov\.test\/?/, '/b/')
    .replace('http://a.gov.test', '')
    .replace(/(.)\/$/, '$1');

describe('live views of core.db', () => {
  const plain = (workspace: string) => new Database(join(workspace, 'core.db'), { readonly: true });
  const rows = (from: Database.Database, sql: string) => from.prepare(sql).raw().all() as unknown[][];

  it('G-23 show what the export holds, column by column, but for what is in the archive; nothing is too long for them', async () => {
    const live = plain(ws.workspace);
    try {
      const named = rows(live, "SELECT name FROM sqlite_schema WHERE name GLOB 'crawldb_*' ORDER BY 1").flat();
      const tables = ['data_type', 'image', 'link', 'page', 'page_data', 'page_type', 'site'];
      expect(named).toEqual(tables.map((table) => `crawldb_${table}`));
      for (const table of tables) {
        const columns = (from: Database.Database, name: string) => rows(from, `SELECT name FROM pragma_table_info('${name}')`).flat();
        expect(columns(live, `crawldb_${table}`)).toEqual(columns(db, table));
      }
      const same = (sql: (prefix: string) => string) => expect(rows(live, sql('crawldb_'))).toEqual(rows(db, sql('')));
      const page = 'id, site_id, page_type_code, lsh_hash, url, http_status_code, accessed_time';
      same((prefix) => `SELECT ${page} FROM ${prefix}page WHERE length(url) <= 3000 ORDER BY id`);
      same((prefix) => `SELECT id, domain, robots_content FROM ${prefix}site ORDER BY id`);
      same((prefix) => `SELECT page_id, data_type_code FROM ${prefix}page_data ORDER BY 1`);
      same((prefix) => `SELECT page_id, content_type, accessed_time FROM ${prefix}image ORDER BY 1, 2, 3`);
      same((prefix) => `SELECT code FROM ${prefix}page_type ORDER BY 1`);
      same((prefix) => `SELECT code FROM ${prefix}data_type ORDER BY 1`);
      const long = Number(rows(live, 'SELECT id FROM crawldb_page WHERE length(url) = 4000').flat()[0]);
      expect(rows(live, `SELECT * FROM crawldb_link WHERE ${long} NOT IN (from_page, to_page) ORDER BY 1, 2`)).toEqual(
        rows(db, 'SELECT from_page, to_page FROM link ORDER BY 1, 2'),
      );
      expect(rows(live, `SELECT * FROM crawldb_link WHERE from_page = ${long}`)).toHaveLength(1);
      const [place] = rows(live, "SELECT data FROM crawldb_page_data WHERE data_type_code = 'PDF'").flat();
      const { out } = await runCli(['archive', 'cat', String(place), '-w', 'crawl'], ws.folder);
      expect(out).toContain('%PDF-1.4\nreport');
    } finally {
      live.close();
    }
  });

  it('G-23 have the names of the contract for whoever asks for them', async () => {
    const { out } = await runCli(['export', 'crawldb', '--views'], ws.folder);
    const live = plain(ws.workspace);
    try {
      live.exec(out);
      expect(Object.fromEntries(rows(live, 'SELECT page_type_code, count(*) FROM page GROUP BY 1') as [string, number][])).toEqual({
        ...pageTypes(),
        HTML: Number(pageTypes()['HTML']) + 1, // the one that is too long for the export
      });
      const joined = 'SELECT s.domain, count(*) FROM page p JOIN site s ON s.id = p.site_id GROUP BY 1 ORDER BY 1';
      expect(rows(live, joined).map(([domain]) => domain)).toEqual(['a.gov.test', 'b.gov.test']);
    } finally {
      live.close();
    }
    expect((await runCli(['export', 'pages', '--views'], ws.folder)).code).toBe(2);
  });

  it('G-23 follow a crawl while it goes on, through a connection of their own', async () => {
    const pages = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/${at}`, `<!doctype html><title>${at}</title><p>Page ${at}.`]));
    const other = await startFixtureWeb({ 'c.gov.test': { '/': linking(...Object.keys(pages), '/last'), ...pages, '/last': 'last' } });
    const to = makeTestWorkspace();
    const stop = new AbortController();
    try {
      const running = to.crawl(
        { seeds: ['http://c.gov.test/'], politeness: { delay: '150ms', responseFactor: 0 }, fetch: other.fetch },
        { stop: stop.signal },
      );
      const now = (sql: string) => {
        const live = plain(to.workspace);
        try {
          return rows(live, sql);
        } finally {
          live.close();
        }
      };
      const counts = () => Object.fromEntries(now('SELECT page_type_code, count(*) FROM crawldb_page GROUP BY 1') as [string, number][]);
      const linksNow = () => now('SELECT count(*) FROM crawldb_link').flat()[0];
      await until(() => other.asked().length >= 4);
      const midway = counts();
      expect(midway['FRONTIER']).toBeGreaterThan(0);
      expect(midway['HTML']).toBeGreaterThan(0);
      expect(linksNow()).toBe(10);
      expect(await running).toMatchObject({ state: 'finished' });
      expect(counts()).toEqual({ HTML: 11 });
    } finally {
      stop.abort();
      await other.close();
      to.remove();
    }
  });
});

describe('the crawldb of a crawl', () => {
  it('G-24 has all four types of pages, and the codes of both code tables', () => {
    expect(pageTypes()).toEqual({ HTML: 7, BINARY: 3, DUPLICATE: 1, FRONTIER: 2 });
    expect(all('SELECT code FROM page_type ORDER BY 1').flat()).toEqual(['BINARY', 'DUPLICATE', 'FRONTIER', 'HTML']);
    expect(all('SELECT code FROM data_type ORDER BY 1').flat()).toEqual(['DOC', 'DOCX', 'PDF', 'PPT', 'PPTX']);
    expect(all("SELECT url FROM page WHERE page_type_code = 'FRONTIER' ORDER BY 1").flat().map(short)).toEqual([
      '/b/waiting',
      '/b/waiting-too',
    ]);
  });

  it('G-25 a row for every visited URL: HTML with its content, files and duplicates without; a link row for every link followed', () => {
    const contentOf = (path: string) => db.prepare('SELECT html_content FROM page WHERE url = ?').pluck().get(`http://a.gov.test${path}`);
    expect(contentOf('/pictures')).toBe(PAGES_OF_A['/pictures']);
    expect(contentOf('/only-in-map')).toContain('Nobena stran');
    expect(db.prepare("SELECT html_content FROM page WHERE url = 'http://b.gov.test/'").pluck().get()).toMatch(/Že.*Več strani/s);
    expect(contentOf('/two')).toBeNull();
    expect(all("SELECT count(*) FROM page WHERE page_type_code <> 'HTML' AND html_content IS NOT NULL")).toEqual([[0]]);
    expect(all("SELECT http_status_code FROM page WHERE url LIKE '%/old'")).toEqual([[404]]);
    const links = all('SELECT f.url, t.url FROM link l JOIN page f ON f.id = l.from_page JOIN page t ON t.id = l.to_page');
    expect(links.map((pair) => pair.map(short).join(' → ')).toSorted()).toEqual(LINKS.map((pair) => pair.join(' → ')).toSorted());
  });

  it('G-13 the row of a site shows its robots.txt and its sitemaps', () => {
    const sites = all('SELECT domain, robots_content, sitemap_content FROM site ORDER BY id');
    expect(sites).toEqual([
      ['a.gov.test', ROBOTS, SITEMAP],
      ['b.gov.test', null, null],
    ]);
  });

  it('G-26 images and files lie in the file system after the run, by type and site; two images with one name are both kept', () => {
    const tree = readdirSync(join(ws.workspace, 'files'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.split('/').length === 3,
    );
    expect(tree.toSorted()).toEqual([
      'DOCX/a.gov.test/letter.docx',
      'PDF/a.gov.test/report.pdf',
      'PPT/a.gov.test/slides.ppt',
      'images/a.gov.test/logo-2.png',
      'images/a.gov.test/logo.png',
    ]);
    const data = all('SELECT data_type_code, data FROM page_data ORDER BY 1') as [string, string][];
    expect(data.map(([type]) => type)).toEqual(['DOCX', 'PDF', 'PPT']);
    const images = all('SELECT i.filename, i.content_type, i.data, p.url FROM image i JOIN page p ON p.id = i.page_id ORDER BY 1 DESC');
    expect(images.map(([name, type, , url]) => [name, type, short(url)])).toEqual([
      ['logo.png', 'image/png', '/pictures'],
      ['logo-2.png', 'image/png', '/pictures'],
    ]);
    for (const path of [...data.map(([, path]) => path), ...images.map(([, , path]) => String(path))])
      expect(existsSync(join(ws.workspace, path))).toBe(true);
    expect(readFileSync(join(ws.workspace, 'files/PDF/a.gov.test/report.pdf'), 'utf8')).toBe('%PDF-1.4\nreport');
    expect(readFileSync(join(ws.workspace, 'files/images/a.gov.test/logo-2.png'), 'latin1').endsWith('other')).toBe(true);
    expect(web.asked('a.gov.test')).not.toContain('/z.gif');
  });

  it('G-23 a URL of 4,000 characters is crawled, left out of the export and named in its report', () => {
    expect(web.asked('a.gov.test')).toContain(LONG_PATH);
    const report = JSON.parse(readFileSync(join(ws.folder, 'crawldb.sqlite.report.json'), 'utf8'));
    expect(report.misfits).toMatchObject({
      count: 1,
      listed: [{ table: 'page', column: 'url', length: 4000, limit: 3000, done: 'row left out' }],
    });
    expect(report.misfits.listed[0].value).toBe(`http://a.gov.test${LONG_PATH}`);
    expect(report.tables).toMatchObject({ site: 2, page: 13, link: LINKS.length, page_data: 3, image: 2 });
  });

  it('G-23 SQLite has the same tables and columns, and holds to the same keys', () => {
    const columns = all(
      "SELECT m.name, group_concat(i.name) FROM sqlite_schema m, pragma_table_info(m.name) i WHERE m.type = 'table' GROUP BY 1 ORDER BY 1",
    );
    expect(columns).toEqual([
      ['data_type', 'code'],
      ['image', 'id,page_id,filename,content_type,data,accessed_time'],
      ['link', 'from_page,to_page'],
      ['page', 'id,site_id,page_type_code,lsh_hash,url,html_content,http_status_code,accessed_time'],
      ['page_data', 'id,page_id,data_type_code,data'],
      ['page_type', 'code'],
      ['site', 'id,domain,robots_content,sitemap_content'],
    ]);
    expect(all('PRAGMA foreign_key_check')).toEqual([]);
    expect(all('PRAGMA integrity_check')).toEqual([['ok']]);
  });

  it('G-35 tables as CSV: commas after RFC 4180 by default, semicolons with the option, with and without the content of pages', async () => {
    await exported(join(ws.folder, 'commas'), { form: 'csv' });
    const withSemicolons = ['--format', 'csv', '--delimiter', ';', '--no-content', '-o', 'semicolons'];
    expect((await runCli(['export', 'crawldb', '-w', 'crawl', ...withSemicolons], ws.folder)).code).toBe(0);
    const first = (path: string) => readFileSync(join(ws.folder, path), 'utf8').split('\r\n')[0];
    expect(readdirSync(join(ws.folder, 'commas'))).toHaveLength(7);
    expect(first('commas/page.csv')).toBe('id,site_id,page_type_code,lsh_hash,url,html_content,http_status_code,accessed_time');
    expect(first('semicolons/page.csv')).toBe('id;site_id;page_type_code;lsh_hash;url;http_status_code;accessed_time');
    expect(readFileSync(join(ws.folder, 'commas/page.csv'), 'utf8')).toContain('""/x/logo.png""');
    expect(readFileSync(join(ws.folder, 'semicolons/page.csv'), 'utf8')).not.toContain('logo.png');
    expect(readFileSync(join(ws.folder, 'commas/link.csv'), 'utf8').trim().split('\r\n')).toHaveLength(1 + LINKS.length);
  });

  it('G-35 truncate-all keeps the two code tables, and spares databases that are no crawldb', async () => {
    await exported(join(ws.folder, 'emptied.sqlite'), { content: false });
    expect((await runCli(['export', 'crawldb', '--truncate', 'emptied.sqlite'], ws.folder)).code).toBe(0);
    const emptied = new Database(join(ws.folder, 'emptied.sqlite'), { readonly: true });
    const count = (table: string) => emptied.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect(['site', 'page', 'page_data', 'image', 'link', 'data_type', 'page_type'].map(count)).toEqual([0, 0, 0, 0, 0, 5, 4]);
    emptied.close();
    await expect(truncateCrawldb(join(ws.workspace, 'core.db'), {})).rejects.toThrow('nothing was removed');
  });
});

it('G-34 the report tells pages, images, duplicates, files, sites, images a page, shares of types and bytes, in every form', async () => {
  const { out } = await runCli(['report', '-w', 'crawl', '--json'], ws.folder);
  const { map } = JSON.parse(out) as { map: MapReport };
  expect(map).toMatchObject({
    sites: 2,
    // The page whose URL is too long for the contract is a page all the same.
    pages: { visited: 12, html: 8, binary: 3, duplicates: 1, unanswered: 0, waiting: 2 },
    images: { count: 2, pagesWithImages: 1, meanPerPage: 2, mostOnPage: { url: 'http://a.gov.test/pictures', count: 2 } },
    files: { count: 3 },
  });
  expect(map.files.types.map(({ type, count, share }) => [type, count, share.toFixed(2)])).toEqual([
    ['PDF', 1, '0.33'],
    ['DOC', 0, '0.00'],
    ['DOCX', 1, '0.33'],
    ['PPT', 1, '0.33'],
    ['PPTX', 0, '0.00'],
  ]);
  const bytes = Object.fromEntries(map.bytes.map(({ kind, count, bytes: sum }) => [kind, [count, sum]]));
  const sent = (path: string) => Buffer.byteLength((PAGES_OF_A[path] as { body: string }).body);
  expect(bytes).toMatchObject({
    PDF: [1, sent('/report.pdf')],
    Word: [1, sent('/letter')],
    PowerPoint: [1, 11],
    images: [2, expect.any(Number)],
  });
  const text = (await runCli(['report', '-w', 'crawl'], ws.folder)).out;
  expect(text).toMatch(/images +2 +on 1 page, 2\.00 on average, at most 2: http:\/\/a\.gov\.test\/pictures/);
  expect(text).toMatch(/files +3 +PDF 1 \(33\.3 %\)/);
  const html = ws.read((repository) => reportHtml({ ...fullReport(repository), map }));
  expect(html).toContain('Map of the web');
  expect(html).toMatch(/Duplicates[\s\S]*PowerPoint/);
});

describe('in a real PostgreSQL', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  const count = (table: string) => Number(postgres.query(`SELECT count(*) FROM crawldb.${table}`)[0]);

  it('G-23 the script makes exactly the schema of the contract, with every row', async () => {
    const run = await runCli(['export', 'crawldb', '-w', 'crawl', '-o', postgres.url], ws.folder);
    expect(run.code, run.err).toBe(0);
    const columns = postgres.query(
      `SELECT table_name, column_name, coalesce(character_maximum_length::text, ''), data_type, coalesce(column_default LIKE 'nextval%', false)
       FROM information_schema.columns WHERE table_schema = 'crawldb' ORDER BY table_name, ordinal_position`,
    );
    expect(columns).toEqual(COLUMNS.trim().split('\n'));
    const dump = postgres.dumpSchema('crawldb');
    expect(dump.match(/FOREIGN KEY .* ON DELETE RESTRICT/g)?.toSorted()).toEqual(FOREIGN_KEYS.toSorted());
    expect(
      dump
        .match(/CREATE INDEX .* ON crawldb\.\w+ USING btree \(\w+\)/g)
        ?.map((line) => line.replace(/.* ON crawldb\.(\w+) .*\((\w+)\)/, '$1.$2'))
        .toSorted(),
    ).toEqual([
      'image.page_id',
      'link.from_page',
      'link.to_page',
      'page.page_type_code',
      'page.site_id',
      'page_data.data_type_code',
      'page_data.page_id',
    ]);
    expect(dump.match(/PRIMARY KEY \([^)]*\)|UNIQUE \([^)]*\)/g)?.toSorted()).toEqual(
      [
        'PRIMARY KEY (code)',
        'PRIMARY KEY (code)',
        'PRIMARY KEY (from_page, to_page)',
        'PRIMARY KEY (id)',
        'PRIMARY KEY (id)',
        'PRIMARY KEY (id)',
        'PRIMARY KEY (id)',
        'UNIQUE (url)',
      ].toSorted(),
    );
    for (const table of ['data_type', 'page_type', 'site', 'page', 'page_data', 'image', 'link'])
      expect([table, count(table)]).toEqual([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]);
    expect(postgres.query("SELECT convert_from(data, 'UTF8') FROM crawldb.page_data WHERE data_type_code = 'PDF'")).toEqual([
      'files/PDF/a.gov.test/report.pdf',
    ]);
    const digests = all('SELECT id, html_content FROM page WHERE html_content IS NOT NULL ORDER BY id').map(
      ([id, html]) => `${id}|${createHash('md5').update(String(html)).digest('hex')}`,
    );
    expect(postgres.query('SELECT id, md5(html_content) FROM crawldb.page WHERE html_content IS NOT NULL ORDER BY id')).toEqual(digests);
    expect(postgres.query("INSERT INTO crawldb.site (domain) VALUES ('new') RETURNING id > (SELECT max(id) FROM crawldb.site)")[0]).toBe(
      't',
    );
  });

  it('G-23 G-35 what is there is neither doubled nor dropped unless asked for; truncating keeps the codes', async () => {
    await expect(exported(postgres.url, { form: 'postgres' })).rejects.toThrow(/PostgreSQL did not take it.*already exists/);
    await exported(postgres.url, { form: 'postgres', replace: true });
    expect(count('page')).toBe(13);
    await truncateCrawldb(postgres.url, process.env);
    expect(['site', 'page', 'link', 'image', 'page_data', 'data_type', 'page_type'].map(count)).toEqual([0, 0, 0, 0, 0, 5, 4]);
  });
});

it('G-25 a second run in which nothing changed gives the same rows, with content that only the first run brought', async () => {
  await crawl();
  await exported(join(ws.folder, 'second.sqlite'));
  const second = new Database(join(ws.folder, 'second.sqlite'), { readonly: true });
  const rows = (from: Database.Database) => [
    from.prepare('SELECT id, site_id, page_type_code, url, html_content, http_status_code FROM page ORDER BY id').raw().all(),
    from.prepare('SELECT * FROM link ORDER BY 1, 2').raw().all(),
    from.prepare('SELECT page_id, data FROM page_data UNION ALL SELECT page_id, data FROM image ORDER BY 1, 2').raw().all(),
    from.prepare('SELECT * FROM site ORDER BY id').raw().all(),
  ];
  expect(rows(second)).toEqual(rows(db));
  second.close();
});

it('what is forgotten is gone from the saved files too', async () => {
  await forgetAll({ workspace: ws.workspace, urls: ['http://a.gov.test/report.pdf'] }, {});
  expect(existsSync(join(ws.workspace, 'files/PDF/a.gov.test/report.pdf'))).toBe(false);
  expect(existsSync(join(ws.workspace, 'files/DOCX/a.gov.test/letter.docx'))).toBe(true);
});

const FOREIGN_KEYS = [
  'FOREIGN KEY (site_id) REFERENCES crawldb.site(id) ON DELETE RESTRICT',
  'FOREIGN KEY (page_type_code) REFERENCES crawldb.page_type(code) ON DELETE RESTRICT',
  'FOREIGN KEY (page_id) REFERENCES crawldb.page(id) ON DELETE RESTRICT',
  'FOREIGN KEY (page_id) REFERENCES crawldb.page(id) ON DELETE RESTRICT',
  'FOREIGN KEY (data_type_code) REFERENCES crawldb.data_type(code) ON DELETE RESTRICT',
  'FOREIGN KEY (from_page) REFERENCES crawldb.page(id) ON DELETE RESTRICT',
  'FOREIGN KEY (to_page) REFERENCES crawldb.page(id) ON DELETE RESTRICT',
];

const COLUMNS = `
data_type|code|20|character varying|f
image|id||integer|t
image|page_id||integer|f
image|filename|255|character varying|f
image|content_type|50|character varying|f
image|data||bytea|f
image|accessed_time||timestamp without time zone|f
link|from_page||integer|f
link|to_page||integer|f
page|id||integer|t
page|site_id||integer|f
page|page_type_code|20|character varying|f
page|lsh_hash|200|character varying|f
page|url|3000|character varying|f
page|html_content||text|f
page|http_status_code||integer|f
page|accessed_time||timestamp without time zone|f
page_data|id||integer|t
page_data|page_id||integer|f
page_data|data_type_code|20|character varying|f
page_data|data||bytea|f
page_type|code|20|character varying|f
site|id||integer|t
site|domain|500|character varying|f
site|robots_content||text|f
site|sitemap_content||text|f
`;
