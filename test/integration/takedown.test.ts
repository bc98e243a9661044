/** Takedown and retention on real crawls: what is forgotten is nowhere, and everything else is as it was. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetAll, planForgetting, retain } from '../../src/assembly/index.js';
import { TAKEDOWN_FAILPOINTS } from '../../src/backends/embedded/failpoint.js';
import { takedownsOf } from '../../src/backends/index.js';
import { type DefinitionInput, definitionFromInput } from '../../src/definition/crawl/index.js';
import { catRecord, checkArchive, listRecords } from '../../src/formats/warc/index.js';
import { type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { runCli } from '../support/run-cli.js';
import { tracesOf } from '../support/traces.js';

const WORD = 'quillomene';
const SECRET = 'http://site.test/person';
const PROGRAM = new URL('../../dist/cli/main.js', import.meta.url).pathname;

const open = crawling();

const page = (title: string, body: string): string => `<!doctype html><title>${title}</title><p>${body}</p>`;

const PAGES = {
  '/': page('Home', '<a href="/person">one</a> <a href="/other">two</a> <a href="/third">three</a>'),
  '/person': page(`About ${WORD}`, `The ${WORD} lives here. `.repeat(40)),
  '/other': page('Other', 'Nothing to hide in this place. '.repeat(40)),
  '/third': page('Third', 'A third page with its own words. '.repeat(40)),
};

const definition = (web: FixtureWeb): DefinitionInput => ({ seeds: ['http://site.test/'], fetch: web.fetch });

let web: FixtureWeb;
let first: TestWorkspace;

/** Crawled once for all; each test works on a copy. */
beforeAll(async () => {
  web = await startFixtureWeb({ 'site.test': PAGES });
  first = makeTestWorkspace();
  await first.crawl(definition(web));
  await first.crawl(definition(web));
});

afterAll(async () => {
  await web.close();
  first.remove();
});

function crawledTwice(): TestWorkspace {
  const ws = open.workspace();
  cpSync(first.workspace, ws.workspace, { recursive: true });
  return ws;
}

/** How often a page is asked for from now on. */
function asking(): (path: string) => number {
  const before = web.requests.length;
  return (path) => web.requests.slice(before).filter((request) => request.path === path).length;
}

const warcsOf = (ws: TestWorkspace): string[] =>
  readdirSync(join(ws.workspace, 'archive'))
    .filter((name) => name.endsWith('.warc.gz'))
    .map((name) => join(ws.workspace, 'archive', name));

/** Every row names the record it means, every digest fits, and no file is there that the repository does not know. */
async function mustBeWhole(ws: TestWorkspace): Promise<void> {
  const known = ws.read((repository) => repository.archiveFiles().map(({ file }) => file));
  expect(warcsOf(ws).map((path) => path.split('/').at(-1))).toEqual(known);
  for (const file of warcsOf(ws)) expect((await checkArchive(file)).problems).toEqual([]);
  for (const fetch of ws.rows('fetches').filter(({ warc }) => warc !== null)) {
    const file = join(ws.workspace, 'archive', fetch['warc'] as string);
    const chunks: Uint8Array[] = [];
    for await (const chunk of catRecord(file, fetch['offset'] as number, 'head')) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toContain(fetch['record_id']);
  }
}

const query = (ws: TestWorkspace, sql: string): unknown[] => {
  const db = new Database(join(ws.workspace, 'core.db'), { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
};

describe('takedown', () => {
  it('leaves no trace in any file, and the rest as it was', async () => {
    const ws = crawledTwice();
    expect(tracesOf(WORD, ws.workspace)).not.toEqual([]);
    const others = ws.rows('pages').filter(({ url }) => url !== SECRET);
    const takedown = await forgetAll({ workspace: ws.workspace, urls: [SECRET] }, { reason: 'asked by letter' });
    expect(takedown).toMatchObject({ resources: 1, documents: 1, versions: 1, captures: 2, logRemains: false });
    expect(tracesOf(WORD, ws.workspace)).toEqual([]);
    await mustBeWhole(ws);
    const place = ({ warc: _w, offset: _o, ...row }: Record<string, unknown>) => row;
    expect(
      ws
        .rows('pages')
        .filter(({ title }) => title !== null)
        .map(place),
    ).toEqual(others.map(place));
    expect(existsSync(join(ws.workspace, 'archive', 'orphans'))).toBe(false);
  });

  it('removes the captures from the indexes and the address from the rows', async () => {
    const ws = crawledTwice();
    await forgetAll({ workspace: ws.workspace, urls: [SECRET] }, {});
    const indexes = readdirSync(join(ws.workspace, 'archive')).filter((name) => name.endsWith('.cdxj'));
    expect(indexes.length).toBeGreaterThan(0);
    for (const name of indexes) expect(readFileSync(join(ws.workspace, 'archive', name), 'utf8')).not.toContain('/person');
    for (const collection of ['documents', 'fetches', 'resources'] as const)
      expect(JSON.stringify(ws.rows(collection))).not.toContain('/person');
  });

  it('tells the journal, and keeps a log without the content', async () => {
    const ws = crawledTwice();
    await forgetAll({ workspace: ws.workspace, urls: [SECRET] }, { reason: 'asked by letter' });
    const [last] = query(ws, 'SELECT operation, reason, evidence FROM journal ORDER BY sequence DESC LIMIT 1') as Record<string, string>[];
    expect(last).toMatchObject({ operation: 'Del', reason: 'forgotten' });
    expect(JSON.parse(last?.['evidence'] ?? '')).toEqual([expect.objectContaining({ kind: 'forgotten', detail: 'asked by letter' })]);
    expect(query(ws, "SELECT count(*) AS n FROM document WHERE state = 'deleted'")).toEqual([{ n: 1 }]);
    expect(takedownsOf(ws.workspace)).toEqual([expect.objectContaining({ reason: 'asked by letter', documents: 1, fetches: 2 })]);
  });

  it('is never fetched again, though other pages still link to it', async () => {
    const ws = crawledTwice();
    await forgetAll({ workspace: ws.workspace, urls: ['HTTP://Site.test:80/person#top'] }, {});
    const asked = asking();
    await ws.crawl(definition(web));
    expect([asked('/person'), asked('/other')]).toEqual([0, 1]);
    const told = await runCli(['explain', SECRET, '-w', ws.workspace], ws.folder);
    expect(told.out).toContain('Taken down (winnow forget)');
    expect(tracesOf(WORD, ws.workspace)).toEqual([]);
    expect(await planForgetting({ workspace: ws.workspace, urls: [SECRET] })).toMatchObject({ resources: 0, already: 1 });
  });

  it('is fetched again as something new when that is allowed', async () => {
    const ws = crawledTwice();
    await forgetAll({ workspace: ws.workspace, urls: [SECRET] }, { allowAgain: true });
    expect(tracesOf(WORD, ws.workspace)).toEqual([]);
    const asked = asking();
    await ws.crawl(definition(web));
    expect(asked('/person')).toBe(1);
    expect(ws.rows('pages').find(({ url }) => url === SECRET)?.['title']).toBe(`About ${WORD}`);
  });

  it('takes what is queued out of the queue of a crawl that was stopped', async () => {
    const ws = open.workspace();
    const asked = asking();
    await ws.crawl({ ...definition(web), budget: { pages: 1 } });
    await forgetAll({ workspace: ws.workspace, urls: [SECRET] }, {});
    expect(ws.rows('queue').map(({ url }) => url)).not.toContain(SECRET);
    await ws.crawl(definition(web));
    expect([asked('/person'), asked('/other')]).toEqual([0, 1]);
    const told = await runCli(['explain', SECRET, '-w', ws.workspace], ws.folder);
    expect(told.out).toContain('Taken down (winnow forget)');
  });

  it.each([
    ['a prefix', { prefixes: ['http://site.test/per'] }, 1],
    ['a document by its identifier', { documents: [SECRET] }, 1],
    ['a site by its host name', { sites: ['site.test'] }, 4],
  ])('goes by %s', async (_case, wish, documents) => {
    const ws = crawledTwice();
    expect(await forgetAll({ workspace: ws.workspace, ...wish }, {})).toMatchObject({ documents });
    expect(tracesOf(WORD, ws.workspace)).toEqual([]);
    await mustBeWhole(ws);
  });

  it('dry run shows what would go and changes nothing', async () => {
    const ws = crawledTwice();
    const { code, out } = await runCli(['forget', SECRET, '-w', ws.workspace, '--dry-run'], ws.folder);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/1 +document would be forgotten, with 1 version[\s\S]*2 captures[\s\S]*\/person/),
    ]);
    expect(ws.rows('pages').find(({ url }) => url === SECRET)?.['text']).toContain(WORD);
  });

  it('asks where somebody can answer and demands --yes where nobody can', async () => {
    const ws = crawledTwice();
    const refused = await runCli(['forget', SECRET, '-w', ws.workspace], ws.folder);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--yes')]);
    const done = await runCli(['forget', SECRET, '-w', ws.workspace, '--yes', '--json'], ws.folder);
    expect(JSON.parse(done.out)).toMatchObject({ documents: 1 });
    expect((await runCli(['forget', SECRET, '-w', ws.workspace, '--yes'], ws.folder)).out).toContain('forgotten already');
  });

  it.each(TAKEDOWN_FAILPOINTS)('killed at %s, the workspace opens and the same command finishes', async (point) => {
    const ws = crawledTwice();
    const command = [PROGRAM, 'forget', SECRET, '-w', ws.workspace, '--yes'];
    const killed = spawnSync(process.execPath, command, { env: { ...process.env, WINNOW_FAILPOINT: point } });
    expect(killed.signal).toBe('SIGKILL');
    expect(ws.rows('resources').length).toBeGreaterThan(4);
    for (const { file } of ws.read((repository) => repository.archiveFiles()))
      expect((await checkArchive(join(ws.workspace, 'archive', file))).problems).toEqual([]);
    expect(spawnSync(process.execPath, command).status).toBe(0);
    expect(tracesOf(WORD, ws.workspace)).toEqual([]);
    await mustBeWhole(ws);
  });

  it.each(['takedown-written', 'takedown-committed'])('killed at %s, the next crawl clears up', async (point) => {
    const ws = crawledTwice();
    spawnSync(process.execPath, [PROGRAM, 'forget', SECRET, '-w', ws.workspace, '--yes'], {
      env: { ...process.env, WINNOW_FAILPOINT: point },
    });
    const remarks: string[] = [];
    await ws.crawl(definition(web), { onRemark: (remark) => remarks.push(remark) });
    expect(remarks.join()).toContain('takedown');
    await mustBeWhole(ws);
    expect(existsSync(join(ws.workspace, 'archive', 'orphans'))).toBe(false);
    expect(tracesOf(WORD, ws.workspace).length > 0).toBe(point === 'takedown-written');
  });
});

describe('retention', () => {
  /** A page that is different at each visit, and one that never is. */
  async function crawledOften(times: number, retention: DefinitionInput['retention']): Promise<TestWorkspace> {
    const web = await open.fixture({
      'site.test': {
        '/': page('Home', '<a href="/news">news</a> <a href="/law">law</a>'),
        '/news': (_request, earlier) => page(`News ${earlier}`, `Edition${earlier} of the paper. `.repeat(30)),
        '/law': page('Law', 'The law stays as it is. '.repeat(30)),
      },
    });
    const ws = open.workspace();
    for (let time = 0; time < times; time++)
      await ws.crawl({ seeds: ['http://site.test/'], fetch: web.fetch, ...(retention && { retention }) });
    return ws;
  }

  const texts = (ws: TestWorkspace): unknown[] =>
    query(
      ws,
      "SELECT substr(v.text, 1, 8) AS text FROM version v JOIN document d ON d.id = v.document WHERE d.identifier LIKE '%news' ORDER BY v.id",
    );

  it('keeps everything by default', async () => {
    const ws = await crawledOften(3, undefined);
    expect(texts(ws)).toEqual([{ text: 'Edition0' }, { text: 'Edition1' }, { text: 'Edition2' }]);
  });

  it('empties versions beyond the number when a run has finished, and leaves the journal', async () => {
    const ws = await crawledOften(4, { versions: 2 });
    expect(texts(ws)).toEqual([{ text: '' }, { text: '' }, { text: 'Edition2' }, { text: 'Edition3' }]);
    expect(ws.rows('journal').filter(({ url }) => String(url).endsWith('/news'))).toHaveLength(4);
    expect(query(ws, "SELECT count(*) AS n FROM version WHERE digests = '' OR digests = '{}'")).toEqual([{ n: 0 }]);
    await mustBeWhole(ws);
  });

  it('drops their records from the archive when told so, but no record that a later one stands for', async () => {
    const ws = await crawledOften(3, { versions: 1, archive: 'drop' });
    await mustBeWhole(ws);
    expect(tracesOf('Edition1', join(ws.workspace, 'archive'))).toEqual([]);
    expect(tracesOf('Edition2', join(ws.workspace, 'archive'))).toHaveLength(1);
    const kept = await urlsOfResponses(ws);
    expect(kept.filter((url) => url.endsWith('/law'))).toHaveLength(1);
    expect(kept.filter((url) => url.endsWith('/news'))).toHaveLength(1);
  });

  it('goes by age, and keeps the last version unless told otherwise', async () => {
    const ws = await crawledOften(2, undefined);
    const rule = async (retention: DefinitionInput['retention']) => (await definitionFromInput({ retention })).definition;
    const later = Date.now() + 3_600_000;
    const old = await rule({ age: '30m' });
    expect(await retain(ws.workspace, old, { dryRun: true, now: later })).toMatchObject({ versions: 1, documents: 1 });
    expect(texts(ws)).toEqual([{ text: 'Edition0' }, { text: 'Edition1' }]);
    await retain(ws.workspace, old, { now: later });
    expect(texts(ws)).toEqual([{ text: '' }, { text: 'Edition1' }]);
    expect(await retain(ws.workspace, old, { now: later })).toMatchObject({ versions: 0 });
    await retain(ws.workspace, await rule({ age: '30m', keepLast: false }), { now: later });
    expect(texts(ws)).toEqual([{ text: '' }, { text: '' }]);
  });

  it('can be asked for, and says what it does', async () => {
    const ws = await crawledOften(2, undefined);
    const file = ws.define({ seeds: ['http://site.test/'], retention: { versions: 1 } });
    const dry = await runCli(['retention', 'apply', '-w', ws.workspace, '-d', file, '--dry-run'], ws.folder);
    expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(/1 +older versions? of 1 document would be emptied/)]);
    const none = await runCli(['retention', 'apply', '-w', ws.workspace], ws.folder);
    expect(none.out).toContain('everything is kept');
    await runCli(['retention', 'apply', '-w', ws.workspace, '-d', file], ws.folder);
    expect(texts(ws)).toEqual([{ text: '' }, { text: 'Edition1' }]);
  });
});

async function urlsOfResponses(ws: TestWorkspace): Promise<string[]> {
  const urls: string[] = [];
  for (const file of warcsOf(ws)) for await (const record of listRecords(file)) if (record.type === 'response') urls.push(record.url ?? '');
  return urls;
}
