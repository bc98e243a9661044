/** Knowledge of a workspace: fed by the journal, traced to the archive, gone with what is taken down, published to others. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { DataFactory } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchUp, catchUpKnowledge, forgetAll } from '../../src/assembly/index.js';
import { openToOwn } from '../../src/backends/embedded/database.js';
import { backUp, openWorkspaceKnowledge, readKnowledge, readWorkspace } from '../../src/backends/index.js';
import { type GraphScope, parseQuery, type TriplePattern, vocabulary } from '../../src/store/index.js';
import { type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { query } from '../../src/views/sparql/index.js';
import { until } from '../support/until.js';
import { startWebhookReceiver } from '../support/webhook-receiver.js';

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><title>${title}</title>${head}<p>${body}</p></html>`;
const post = (title: string, author: string, day: string): string =>
  page(
    title,
    `A long enough text about ${title}, written down on a quiet day, so that it counts as the content of a page.`,
    `<meta name="author" content="${author}"><meta property="article:published_time" content="${day}">`,
  );

const pages: Record<string, string> = {
  '/': page('Home', ['one', 'two', 'three'].map((name) => `<a href="/${name}">${name}</a>`).join(' ')),
  '/one': post('First post', 'Ann Author', '2024-05-17'),
  '/two': post('Second post', 'Ben Writer', '2025-01-02'),
  '/three': page('No post', 'Nobody says who wrote this and when, which is quite usual on pages of this kind.'),
};

let web: FixtureWeb;
let ws: TestWorkspace;
const url = (path: string): string => `http://site.test${path}`;
const crawl = (more: object = {}) => ws.crawl({ seeds: [url('/')], fetch: web.fetch, ...more } as Parameters<TestWorkspace['crawl']>[0]);

beforeAll(async () => {
  const answers = Object.keys(pages).map((path) => [
    path,
    () => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: pages[path] ?? '' }),
  ]);
  web = await startFixtureWeb({ 'site.test': Object.fromEntries(answers) });
  ws = makeTestWorkspace();
  await crawl();
});

afterAll(async () => {
  await web.close();
  ws.remove();
});

/** What the reader leaves in core.db with a version. */
function say(path: string, nquads: string): void {
  const db = openToOwn(join(ws.workspace, 'core.db'));
  db.exec(
    'CREATE TABLE IF NOT EXISTS triples (version INTEGER PRIMARY KEY, syntax TEXT NOT NULL, count INTEGER NOT NULL, quads BLOB NOT NULL, problems TEXT NOT NULL)',
  );
  db.prepare("INSERT OR REPLACE INTO triples SELECT version, 'text/turtle', 1, ?, '[]' FROM document WHERE identifier = ?").run(
    deflateRawSync(nquads),
    url(path),
  );
  db.close();
}

const ALL: GraphScope = { kind: 'merged', graphs: null };
const EACH: GraphScope = { kind: 'each', variable: 'g', graphs: null };

const term = (text: string): TriplePattern['object'] =>
  (text.startsWith('?') ? DataFactory.variable(text.slice(1)) : DataFactory.namedNode(text)) as unknown as TriplePattern['object'];

function ask(patterns: readonly (readonly [string, string, string])[], scope: GraphScope = ALL): Record<string, string>[] {
  const source = readKnowledge(ws.workspace);
  try {
    const { variables, rows } = source.solve(
      patterns.map(([s, p, o]) => ({ subject: term(s), predicate: term(p), object: term(o) })),
      scope,
    );
    return [...rows].map((row) => Object.fromEntries(variables.map((name, index) => [name, row[index]?.value ?? ''])));
  } finally {
    source.close();
  }
}

function askSparql(text: string): (string | undefined)[][] {
  const source = readKnowledge(ws.workspace);
  try {
    const result = query(source, text);
    if (result.kind !== 'bindings') throw new Error(`${text} selects nothing`);
    return [...result.rows].map((row) => result.variables.map((name) => row[name]?.value));
  } finally {
    source.close();
  }
}

const values = (rows: Record<string, string>[], name: string): string[] => rows.map((row) => row[name] ?? '').toSorted();
const { dcterms, prov, sioc, winnow, TYPE } = vocabulary;

describe('knowledge of a workspace', () => {
  it('A-61 lists posts with author and date', async () => {
    await catchUpKnowledge(ws.workspace);
    const listed = askSparql(`PREFIX dcterms: <http://purl.org/dc/terms/> PREFIX sioc: <http://rdfs.org/sioc/ns#>
      SELECT ?post ?title ?author ?day WHERE { ?post a sioc:Post ; dcterms:title ?title ; dcterms:creator ?author ; dcterms:issued ?day }
      ORDER BY ?post`);
    expect(listed).toEqual([
      [url('/one'), 'First post', 'Ann Author', '2024-05-17'],
      [url('/two'), 'Second post', 'Ben Writer', '2025-01-02'],
    ]);
    expect(values(ask([['?page', dcterms.format, '?type']]), 'page')).toEqual(['/', '/one', '/three', '/two'].map(url));
  });

  it('S-09 S-31 statements of a document are in its graph, after a restart too, and lead to its record', async () => {
    say('/one', '<http://x.test/a> <http://x.test/knows> _:b .\n_:b <http://x.test/name> "Bea" <http://x.test/inner> .');
    rmSync(join(ws.workspace, 'knowledge.db'));
    await catchUpKnowledge(ws.workspace);
    const [traced] = ask(
      [
        ['?who', 'http://x.test/knows', '?b'],
        ['?b', 'http://x.test/name', '?name'],
      ],
      EACH,
    );
    expect(traced).toMatchObject({ g: url('/one'), name: 'Bea', who: 'http://x.test/a' });
    const [origin] = ask([
      [url('/one'), prov.wasDerivedFrom, '?record'],
      [url('/one'), winnow.version, '?version'],
      [url('/one'), prov.wasGeneratedBy, '?run'],
    ]);
    const entry = ws.read(({ journal }) => journal.slice(0, 100).items.find(({ identifier }) => identifier === url('/one')));
    expect(origin).toEqual({ record: entry?.version.record?.id, version: String(entry?.version.id), run: 'urn:winnow:run:1' });
    expect(origin?.['record']).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  });

  it('one record id leads from a statement to the journal, the search and the archive', async () => {
    await catchUp(ws.workspace);
    const [{ record } = { record: '' }] = ask([[url('/one'), prov.wasDerivedFrom, '?record']]) as { record: string }[];
    const reading = readWorkspace(ws.workspace);
    try {
      const [hit] = reading.search().search({ node: parseQuery('"First post"'), limit: 1 }).hits;
      expect(hit?.record).toBe(record);
    } finally {
      reading.close();
    }
    const files = ws.read(({ journal }) => journal.slice(0, 100).items.flatMap(({ version }) => version.record ?? []));
    expect(files.map(({ id }) => id)).toContain(record);
  });

  it('S-32 a document that changed has its graph replaced; one that says nothing has none', async () => {
    pages['/one'] = post('First post, changed', 'Ann Author', '2024-05-18');
    await crawl();
    say('/one', '<http://x.test/a> <http://x.test/name> "Anna" .');
    rmSync(join(ws.workspace, 'knowledge.db'));
    await catchUpKnowledge(ws.workspace);
    expect(ask([['?who', 'http://x.test/knows', '?b']])).toEqual([]);
    expect(ask([['?who', 'http://x.test/name', '?name']], EACH)).toEqual([{ g: url('/one'), who: 'http://x.test/a', name: 'Anna' }]);
    expect(values(ask([[url('/one'), dcterms.issued, '?day']]), 'day')).toEqual(['2024-05-18']);
    pages['/one'] = post('First post, once more', 'Ann Author', '2024-05-19');
    await crawl();
    await catchUpKnowledge(ws.workspace);
    expect(ask([['?who', 'http://x.test/name', '?name']])).toEqual([]);
    expect(values(ask([[url('/one'), dcterms.issued, '?day']]), 'day')).toEqual(['2024-05-19']);
  });

  it('statements that cannot be read are told of and hold up nobody', async () => {
    say('/two', 'this is no statement');
    say('/one', '<http://x.test/a> <http://x.test/name> "Anna" .');
    rmSync(join(ws.workspace, 'knowledge.db'));
    const remarks: string[] = [];
    await catchUpKnowledge(ws.workspace, { onRemark: (remark) => void remarks.push(remark) });
    expect(remarks.join(' ')).toContain(`The statements kept of ${url('/two')} cannot be read`);
    expect(ask([['?who', 'http://x.test/name', '?name']])).toHaveLength(1);
  });

  it('is made anew in a restored workspace, from another workspace, and when it is damaged', async () => {
    const copy = join(ws.folder, 'restored');
    await backUp({ workspace: ws.workspace, target: copy });
    expect(existsSync(join(copy, 'knowledge.db'))).toBe(false);
    const sizeIn = async (folder: string): Promise<number> => {
      await catchUpKnowledge(folder);
      const { store, close } = openWorkspaceKnowledge(folder);
      const size = store.size();
      close();
      return size;
    };
    const size = await sizeIn(copy);
    expect(size).toBe(await sizeIn(ws.workspace));
    writeFileSync(join(copy, 'knowledge.db'), 'not a database at all, but long enough to be looked at. '.repeat(100));
    expect(await sizeIn(copy)).toBe(size);
    const db = new Database(join(copy, 'knowledge.db'));
    db.exec("UPDATE feed SET cursor = '9999 1.1'");
    db.close();
    expect(await sizeIn(copy)).toBe(size);
    const older = new Database(join(copy, 'knowledge.db'));
    older.pragma('user_version = 77');
    older.close();
    expect(await sizeIn(copy)).toBe(size);
  });

  it('S-55 a remote store receives the statements, with credentials, and again when it was away', async () => {
    const receiver = await startWebhookReceiver();
    const publish = [{ to: `${receiver.origin}/update`, user: 'crawler', password: 'sesame', name: 'elsewhere' }];
    try {
      receiver.answer = { status: 503 };
      const crawling = crawl({ publish });
      await until(() => receiver.posts.length > 0);
      receiver.answer = { status: 204 };
      await crawling;
      const taken = receiver.posts.filter(({ status }) => status === 204);
      expect(taken).toHaveLength(2); // of the other nothing could be read: it is told to have no statements
      const first = taken.find(({ body }) => body.includes(url('/one')));
      expect(first?.path).toBe('/update');
      expect(first?.headers['content-type']).toContain('application/sparql-update');
      expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('crawler:sesame').toString('base64')}`);
      expect(first?.body).toContain(`DROP SILENT GRAPH <${url('/one')}>`);
      expect(first?.body).toContain('<http://x.test/a> <http://x.test/name> "Anna" .');
      const sent = receiver.posts.length;
      await crawl({ publish });
      expect(receiver.posts).toHaveLength(sent);
    } finally {
      await receiver.close();
    }
  });

  it('a takedown leaves nothing of it', async () => {
    await catchUpKnowledge(ws.workspace);
    expect(readFileSync(join(ws.workspace, 'knowledge.db')).includes('Anna')).toBe(true);
    await forgetAll({ workspace: ws.workspace, urls: [url('/one')] }, {});
    expect(existsSync(join(ws.workspace, 'knowledge.db'))).toBe(false);
    await catchUpKnowledge(ws.workspace);
    expect(readFileSync(join(ws.workspace, 'knowledge.db')).includes('Anna')).toBe(false);
    expect(ask([[url('/one'), '?p', '?o']])).toEqual([]);
    expect(values(ask([['?post', TYPE, sioc.post]]), 'post')).toEqual([url('/two')]);
  });
});
