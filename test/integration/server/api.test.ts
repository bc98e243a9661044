/** The API over a workspace that was really crawled: what it gives, and that it gives what its contract says. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openToOwn } from '../../../src/backends/embedded/database.js';
import { consumerFile, openLatestMirror } from '../../../src/follow/consumers/index.js';
import { type FixturePages, linking, type TestWorkspace } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { json, serving } from '../../support/serving.js';

const { fixture, workspace } = crawling();
const serve = serving();

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const EVIL = '<!doctype html><title>Evil & co</title><script>alert(1)</script><p>A page that would run a script if it could.</p>';
const PAGES: FixturePages = {
  '/': linking('/de', '/evil', '/packed', '/notes.txt', '/missing'),
  '/de':
    '<!doctype html><html lang="de"><title>Das Wetter</title><p>Heute scheint die Sonne über der ganzen Stadt, und morgen wird es wieder regnen.</p>',
  '/evil': EVIL,
  '/packed': { headers: { ...HTML, 'Content-Encoding': 'gzip' }, body: gzipSync('<!doctype html><title>Packed</title><p>small</p>') },
  '/notes.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'just some notes' },
};

interface Listed {
  readonly items: readonly Record<string, unknown>[];
  readonly next: number | null;
}

async function crawled(pages: FixturePages = PAGES): Promise<{ api: string; url: string; to: TestWorkspace; errors: readonly unknown[] }> {
  const web = await fixture({ 'a.test': pages });
  const to = workspace();
  await to.crawl({ seeds: ['http://a.test/'], fetch: web.fetch });
  const { url, errors } = await serve([to.workspace]);
  return { api: `${url}/api/v1/crawls/crawl`, url, to, errors };
}

it('tells how each crawl stands, and names a workspace that cannot be read', async () => {
  const { to } = await crawled();
  const { url } = await serve([to.workspace, join(to.folder, 'nowhere')]);
  const { crawls } = await json<{ crawls: Record<string, unknown>[] }>(`${url}/api/v1/status`);
  expect(crawls[0]).toMatchObject({
    name: 'crawl',
    state: 'finished',
    run: 1,
    queued: 0,
    sites: 1,
    sequence: 5,
    statistics: null,
    figures: { documents: { present: 5, suspected: 0, deleted: 0 }, operations: { Add: 5, Upd: 0, Del: 0, None: 0 } },
  });
  expect(crawls[1]).toMatchObject({ name: 'nowhere', error: { code: 'no-workspace' } });
});

it('lists documents by what they are, part after part', async () => {
  const { api } = await crawled();
  const urls = async (query: string) => (await json<Listed>(`${api}/documents?${query}`)).items.map((item) => item['url']);
  expect(await urls('language=de')).toEqual(['http://a.test/de']);
  expect(await urls('type=text/plain')).toEqual(['http://a.test/notes.txt']);
  expect(await urls('q=EVIL')).toEqual(['http://a.test/evil']);
  expect(await urls('q=wetter')).toEqual(['http://a.test/de']);
  expect(await urls('site=http://a.test&state=present')).toHaveLength(5);
  expect(await urls('site=http://b.test')).toEqual([]);
  expect(await urls('state=deleted')).toEqual([]);
  const first = await json<Listed>(`${api}/documents?limit=3`);
  const second = await json<Listed>(`${api}/documents?limit=3&after=${first.next}`);
  expect(second.next).toBeNull();
  expect(new Set([...first.items, ...second.items].map((item) => item['url']))).toHaveProperty('size', 5);
});

it('shows a document with its history, and each of its versions', async () => {
  let day = 1;
  const changing = () =>
    `<!doctype html><title>Day ${day}</title><p>What is written here on day ${day} is not what was written before.</p>`;
  const web = await fixture({ 'a.test': { '/': changing } });
  const to = workspace();
  const definition = { seeds: ['http://a.test/'], fetch: web.fetch };
  await to.crawl(definition);
  day = 2;
  await to.crawl(definition);
  const { url } = await serve([to.workspace]);
  const api = `${url}/api/v1/crawls/crawl`;
  const document = await json<Record<string, Record<string, unknown>[]>>(`${api}/documents/1`);
  expect(document['history']?.map(({ operation }) => operation)).toEqual(['Add', 'Upd']);
  expect(document['history']?.[1]).toMatchObject({ run: 2, url: 'http://a.test/', site: 'http://a.test' });
  const [before, after] = document['versions'] ?? [];
  expect(await json(`${api}/documents/1/versions/${before?.['version']}`)).toMatchObject({
    title: 'Day 1',
    text: expect.stringContaining('on day 1') as string,
  });
  expect(await json(`${api}/documents/1/versions/${after?.['version']}`)).toMatchObject({ title: 'Day 2', url: 'http://a.test/' });
  const content = async (version: unknown) => (await fetch(`${api}/documents/1/content?version=${version}`)).text();
  expect(await content(before?.['version'])).toContain('Day 1');
  expect(await (await fetch(`${api}/documents/1/content`)).text()).toContain('Day 2');
  expect((await json<{ items: unknown[] }>(`${api}/runs`)).items).toHaveLength(2);
  expect(await json(`${api}/reports/1`)).toMatchObject({ run: 1, summary: { operations: { Add: 1, Upd: 0 } } });
  expect(await json(`${api}/reports/latest`)).toMatchObject({ run: 2, summary: { operations: { Add: 0, Upd: 1 } } });
});

it('sends archived bytes as they were, so that nothing in them can run', async () => {
  const { api } = await crawled();
  const idOf = async (q: string) => (await json<Listed>(`${api}/documents?q=${q}`)).items[0]?.['id'];
  const answer = await fetch(`${api}/documents/${await idOf('evil')}/content`);
  expect(await answer.text()).toBe(EVIL);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-disposition': expect.stringMatching(/^attachment; filename="document-\d+"$/) as string,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'x-winnow-url': 'http://a.test/evil',
  });
  expect(await (await fetch(`${api}/documents/${await idOf('packed')}/content`)).text()).toContain('<p>small</p>');
});

it('reads the journal from a place on', async () => {
  const { api } = await crawled();
  const { items, next } = await json<Listed>(`${api}/journal?after=1&limit=3`);
  expect(items.map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
  expect(next).toBe(4);
  expect((await json<Listed>(`${api}/journal?after=4`)).next).toBeNull();
  expect((await json<Listed>(`${api}/journal?operation=Del`)).items).toEqual([]);
  expect((await json<Listed>(`${api}/sites`)).items).toMatchObject([{ site: 'http://a.test', documents: 5, failures: 3 }]);
});

it('lists anomalies', async () => {
  const { api, to } = await crawled();
  const db = openToOwn(join(to.workspace, 'core.db'));
  db.prepare("INSERT INTO anomaly (run, site, kind, detail, documents, at) VALUES (1, 1, 'many-gone', '12 of 15', 12, 1000)").run();
  db.close();
  expect((await json<Listed>(`${api}/anomalies`)).items).toMatchObject([
    { site: 'http://a.test', kind: 'many-gone', documents: 12, state: 'open', at: '1970-01-01T00:00:01.000Z' },
  ]);
});

it('says what is wrong with a request, as JSON', async () => {
  const { api, url, to } = await crawled();
  expect(await json(`${url}/api/v1/crawls/other/journal`)).toMatchObject({ error: { code: 'no-such-crawl' } });
  expect(await json(`${api}/documents/99`)).toMatchObject({ error: { code: 'not-found', message: 'There is no document 99.' } });
  expect(await json(`${api}/reports/7`)).toMatchObject({ error: { code: 'no-such-run' } });
  expect(await json(`${api}/documents?limit=0&state=lost`)).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'state' }, { field: 'limit' }] },
  });
  const nowhere = await fetch(`${url}/crawls/..%2f..%2fetc`);
  expect([nowhere.status, await nowhere.json()]).toMatchObject([404, { error: { code: 'no-such-route' } }]);
  expect((await fetch(`${url}/api/v1/crawls/..%2fcrawl/journal`)).status).toBe(404);
  const db = openToOwn(join(to.workspace, 'core.db'));
  db.pragma('user_version = 1');
  db.close();
  const { url: other } = await serve([to.workspace]);
  const old = await fetch(`${other}/api/v1/crawls/crawl/journal`);
  expect([old.status, await old.json()]).toMatchObject([503, { error: { code: 'workspace-not-ready', message: /winnow migrate/ } }]);
  expect((await fetch(`${other}/readyz`)).status).toBe(503);
  expect((await fetch(`${other}/healthz`)).status).toBe(200);
});

it('serves every workspace below a folder, those made later too', async () => {
  const { to } = await crawled();
  const { url } = await serve([], { below: to.folder });
  const names = async () => (await json<{ crawls: { name: string }[] }>(`${url}/api/v1/status`)).crawls.map(({ name }) => name);
  expect(await names()).toEqual(['crawl']);
  mkdirSync(join(to.folder, 'empty'));
  writeFileSync(join(to.folder, 'empty', 'core.db'), '');
  await expect.poll(names).toEqual(['crawl', 'empty']);
  const [, empty] = (await json<{ crawls: unknown[] }>(`${url}/api/v1/status`)).crawls;
  expect(empty).toMatchObject({ error: { code: 'workspace-not-ready' } });
});

it('leaves no connection open when nobody asks', async () => {
  const { api, to } = await crawled();
  await json(`${api}/journal`);
  const db = openToOwn(join(to.workspace, 'core.db'));
  const held = () => statSync(join(to.workspace, 'core.db-wal'), { throwIfNoEntry: false }) !== undefined;
  db.exec('CREATE TABLE scratch (x)');
  db.close();
  const writeAgain = () => {
    const again = openToOwn(join(to.workspace, 'core.db'));
    again.exec('INSERT INTO scratch VALUES (1)');
    again.close(); // the last one to close folds the log in
    return held();
  };
  await expect.poll(writeAgain, { interval: 500 }).toBe(false);
});

interface Operation {
  readonly responses: Record<string, { content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }> }>;
}

it('has every route in its OpenAPI document, and answers as that says', async () => {
  const { url, errors } = await crawled();
  const document = await json<{ openapi: string; paths: Record<string, Record<string, Operation>> }>(`${url}/openapi.json`);
  expect(document.openapi).toBe('3.1.0');
  const routes = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  const crawl = '/api/v1/crawls/{name}';
  expect(routes.toSorted()).toEqual(
    [
      'get /api/v1/status',
      'get /api/v1/databases',
      'get /api/v1/databases/{name}/tables/{table}',
      `get ${crawl}`,
      ...[
        'anomalies',
        'documents',
        'documents/{id}',
        'documents/{id}/content',
        'documents/{id}/versions/{version}',
        'duplicates',
        'duplicates/clusters',
        'events',
        'journal',
      ].map((path) => `get ${crawl}/${path}`),
      ...['reports', 'reports/{report}', 'reports/{run}', 'runs', 'search', 'sites', 'sparql', 'traps'].map(
        (path) => `get ${crawl}/${path}`,
      ),
      ...['tables', 'tables/{table}'].map((path) => `get ${crawl}/${path}`),
      ...['change', 'go-on', 'pause', 'sparql', 'start', 'stop', 'urls'].map((path) => `post ${crawl}/${path}`),
      ...['get', 'post'].map((method) => `${method} /sparql`),
      ...['healthz', 'metrics', 'openapi.json', 'readyz'].map((path) => `get /${path}`),
    ].toSorted(),
  );
  const concrete = (path: string) =>
    url +
    path
      .replace('{name}', 'crawl')
      .replace('{run}', 'latest')
      .replace('{report}', 'list-errors')
      .replace('{table}', 'document')
      .replace(/\{\w+\}/g, '1');
  let checked = 0;
  for (const [path, { get }] of Object.entries(document.paths)) {
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    if (!schema || path.endsWith('/search')) continue; // nothing is indexed here: see search.test.ts
    if (path.includes('/databases/')) continue; // there is none here: see tables.test.ts
    const answer = await json(concrete(path));
    expect(z.fromJSONSchema(schema).safeParse(answer).error, path).toBeUndefined();
    checked++;
  }
  expect(checked).toBe(19);
  const refused = document.paths[`${crawl}/journal`]?.['get']?.responses['404']?.content?.['application/json']?.schema;
  expect(z.fromJSONSchema(refused ?? {}).safeParse(await json(`${url}/api/v1/crawls/x/journal`)).success).toBe(true);
  expect(errors).toEqual([]);
});

const METRIC = /^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? \d+(\.\d+)?(e-?\d+)?$/;

it('gives metrics that a Prometheus server can read', async () => {
  const { url, to } = await crawled();
  openLatestMirror(consumerFile(to.workspace, 'copy'), 'copy').close();
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).trimEnd().split('\n');
  const samples = lines.filter((line) => !line.startsWith('#'));
  expect(samples.filter((line) => !METRIC.test(line))).toEqual([]);
  expect(samples).toEqual(
    expect.arrayContaining([
      'winnow_crawl_running{crawl="crawl"} 0',
      'winnow_crawl_documents{crawl="crawl",state="present"} 5',
      'winnow_crawl_journal_sequence{crawl="crawl"} 5',
      'winnow_crawl_journal_entries_total{crawl="crawl",operation="Add"} 5',
      'winnow_crawl_fetches_total{crawl="crawl",status="2xx"} 5',
      'winnow_crawl_queue_urls{crawl="crawl"} 0',
      'winnow_consumer_lag_entries{crawl="crawl",consumer="copy"} 5',
      'winnow_consumer_failing{crawl="crawl",consumer="copy"} 0',
    ]),
  );
  const declared = lines.flatMap((line) => /^# TYPE (\S+) /.exec(line)?.[1] ?? []);
  expect(new Set(samples.map((line) => line.replace(/[{ ].*/, '')))).toEqual(new Set(declared));
  const guide = readFileSync('docs/guides/serving.md', 'utf8');
  expect(declared.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
