/** The workspace as a whole: one owner, one transaction, an archive that says what the database says. */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleExchange } from '../../../test/support/sample-exchange.js';
import { sketchedParts, textSketch } from '../../analyse/likeness/index.js';
import { buildRecords, checkArchive } from '../../formats/warc/index.js';
import type { Lease, NewEntry } from '../../frontier/queue/index.js';
import type { NewFetch, NewVersion, Settlement, Workspace } from '../../store/index.js';
import { FormatError, openForWriting } from './database.js';
import { openWorkspace, readWorkspace, WorkspaceInUse } from './index.js';

let folder: string;
const opened: Workspace[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-workspace-'));
});
afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

function open(): Workspace {
  const workspace = openWorkspace({
    folder,
    archive: { prefix: 'test', rotate: 1e9, warcinfo: { software: 'test', isPartOf: 'test', operator: null, robots: 'obey' } },
    frontier: {
      rulesFor: () => ({ pace: { delay: 0, maxDelay: 60_000, perSite: 100, responseFactor: 0, asked: false }, pages: null }),
      limits: { perAddress: 100, exemptAddresses: [], sitesPerDomain: 1000, domainRate: null, rate: null },
      order: 'depth',
      update: 'AVG',
      balance: 1,
      inMemory: 1000,
      addresses: false,
      leaseMs: 1e9,
      turns: null,
      robots: false,
      domainOf: (host) => host,
      identify: () => () => [0, 0],
    },
    keepFree: 0,
  });
  opened.push(workspace);
  return workspace;
}

const entry = (name: string, number: number): NewEntry => ({
  url: `http://a.test/${name}`,
  fingerprint: [7, number],
  site: 'http://a.test',
  kind: 'page',
  depth: 0,
  redirects: 0,
  via: null,
  link: 'seed',
  trail: null,
});

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

const version = (operation: NewVersion['operation'], text: string): NewVersion => ({
  operation,
  reason: 'first seen',
  changed: [],
  type: 'text/html',
  charset: 'utf-8',
  title: text,
  language: 'en',
  languageConfidence: 1,
  md5: 'md5',
  sha256: 'sha',
  digests: '{}',
  text: utf8(text),
  metadata: utf8('{}'),
  links: utf8(JSON.stringify([['http://a.test/next', 'a', 'Next', '', 0, 'html>body>a']])),
  directives: '',
  notes: '',
  score: null,
});

async function fetchOf(url: string, body: string): Promise<NewFetch> {
  const exchange = sampleExchange({ url, body });
  const set = await buildRecords(
    exchange,
    { warcinfoId: null, identifiedType: 'text/html' },
    { gzip: 1, requests: true, metadata: 'short', except: [] },
  );
  return {
    url,
    method: 'GET',
    owed: null,
    startedAt: exchange.startedAt,
    durationMs: 12,
    firstByteMs: 5,
    status: 200,
    type: 'text/html',
    declaredType: 'text/html',
    bodyLength: body.length,
    etag: '"1"',
    lastModified: null,
    location: null,
    address: '192.0.2.7',
    protocol: 'http/1.1',
    tls: null,
    truncated: null,
    error: null,
    detail: null,
    payloadDigest: set.records[0]?.payloadDigest ?? null,
    set,
  };
}

async function settle(workspace: Workspace, lease: Lease, more: Partial<Settlement> = {}): Promise<void> {
  workspace.frontier.release(lease, { visited: true, at: 1, responseMs: 1 });
  const whole = { fetches: [await fetchOf(lease.entry.url, `Page ${lease.entry.url}`)], version: version('Add', 'A page') };
  const settlement: Settlement = {
    entry: lease.entry,
    outcome: { state: 'done', reason: 'answered 200' },
    found: [],
    aliases: [],
    rejected: [],
    site: null,
    ...whole,
    ...more,
  };
  await workspace.settle(settlement);
}

/** A workspace with one page fetched, closed again. */
async function withOnePage(): Promise<void> {
  const workspace = open();
  await workspace.beginRun('{"name":"test"}', 1000);
  await workspace.add([entry('one', 1), entry('two', 2)]);
  await settle(workspace, workspace.frontier.lease(1, 1)[0] as Lease);
  await workspace.close();
  opened.pop();
}

/** Words nobody has heard of, behind signs that begin a file, take several bytes, or are half of one. */
const PROSE = `\ufeffUvod 😀 pol\ud83dpara ${Array.from({ length: 200 }, (_, at) => `beseda${(at * 7919) % 1009}`).join(' ')}\nRob`;

const warcFiles = (): string[] => readdirSync(join(folder, 'archive')).filter((file) => file.endsWith('.warc.gz'));

it('a text whose sketch was left to the writer gets the one its reader would have made', async () => {
  const page = { text: PROSE, content: { text: [1, 60, 80, PROSE.length - 4], tables: [60, 80] } };
  const workspace = open();
  await workspace.beginRun('{"name":"test"}', 1000);
  await workspace.add([entry('left', 1), entry('made', 2)]);
  const [left, made] = workspace.frontier.lease(2, 1) as [Lease, Lease];
  await settle(workspace, left, { version: { ...version('Add', PROSE), sketchParts: sketchedParts(page) } });
  await settle(workspace, made, { version: { ...version('Add', PROSE), sketch: textSketch(page) } });
  const db = new Database(join(folder, 'core.db'), { readonly: true });
  const rows = db.prepare('SELECT hex(sketch) AS sketch, similarity FROM sketch ORDER BY version').all();
  db.close();
  const sketch = Buffer.from(textSketch(page) ?? [])
    .toString('hex')
    .toUpperCase();
  expect(rows).toEqual([
    { sketch, similarity: null },
    { sketch, similarity: 1 },
  ]);
});

describe('the one transaction', () => {
  it('a settlement is there whole: fetch, version, journal, links, rejection, site, the settled entry, the length of the archive', async () => {
    const workspace = open();
    await workspace.beginRun('{"name":"test"}', 1000);
    await workspace.add([entry('one', 1)]);
    const [lease] = workspace.frontier.lease(1, 1) as [Lease];
    await settle(workspace, lease, {
      found: [{ ...entry('next', 3), via: lease.entry.id }],
      rejected: [{ url: 'http://b.test/', fingerprint: [9, 9], filter: 'scope.hosts', reason: 'elsewhere' }],
      site: {
        origin: 'http://a.test',
        address: '192.0.2.7',
        robotsState: 'missing',
        robotsReason: 'answered 404',
        robots: null,
        robotsFetchedAt: 1,
        robotsExpiresAt: 2,
        crawlDelay: null,
      },
    });
    const rows = (collection: Parameters<typeof workspace.repository.rows>[0]) => [...workspace.repository.rows(collection)];
    expect(rows('pages')).toMatchObject([{ url: 'http://a.test/one', title: 'A page', status: 200 }]);
    expect(rows('fetches')).toMatchObject([{ status: 200, etag: '"1"', revisit: 0 }]);
    expect(rows('journal')).toMatchObject([{ operation: 'Add', url: 'http://a.test/one', run: 1 }]);
    expect(rows('links')).toMatchObject([{ from_url: 'http://a.test/one', to_url: 'http://a.test/next', kind: 'a', anchor: 'Next' }]);
    expect(rows('rejections')).toMatchObject([{ url: 'http://b.test/', filter: 'scope.hosts', found_on: 'http://a.test/one' }]);
    expect(rows('sites')).toMatchObject([{ origin: 'http://a.test', robots_state: 'missing', address: '192.0.2.7' }]);
    expect(rows('resources')).toMatchObject([
      { url: 'http://a.test/one', state: 'done' },
      { url: 'http://a.test/next', state: 'queued', via: 'http://a.test/one' },
    ]);
    const [file] = workspace.repository.archiveFiles();
    expect(file?.length).toBe(statSync(join(folder, 'archive', file?.file ?? '')).size);
  });

  it('None moves lastChecked alone: no version, no journal entry', async () => {
    await withOnePage();
    const workspace = open();
    await workspace.beginRun('{"name":"test"}', 1500);
    await workspace.endRun('finished', '', '{}', 2000);
    await workspace.beginRun('{"name":"test"}', 3000);
    const [lease] = workspace.frontier.lease(1, 4000) as [Lease];
    expect(lease.entry).toMatchObject({
      url: 'http://a.test/one',
      previous: { etag: '"1"', digests: '{}', recordId: expect.stringMatching(/^urn:uuid:/) },
    });
    await settle(workspace, lease, { version: version('None', '') });
    expect([...workspace.repository.rows('journal')]).toHaveLength(1);
    expect([...workspace.repository.rows('pages')]).toMatchObject([{ title: 'A page' }]);
  });

  it('a commit that fails leaves nothing of itself and ends the workspace', async () => {
    const workspace = open();
    await workspace.beginRun('{}', 1000);
    await workspace.add([entry('one', 1)]);
    const broken = { ...(await fetchOf('http://a.test/one', 'x')), url: null as unknown as string };
    const [lease] = workspace.frontier.lease(1, 1) as [Lease];
    await expect(settle(workspace, lease, { fetches: [broken], found: [entry('next', 3)] })).rejects.toThrow(/NOT NULL/);
    await expect(workspace.add([entry('later', 5)])).rejects.toThrow(/NOT NULL/);
    await workspace.close();
    opened.pop();
    const after = open();
    expect([...after.repository.rows('resources')]).toMatchObject([{ url: 'http://a.test/one', state: 'queued' }]);
    expect([...after.repository.rows('fetches')]).toEqual([]);
    // What the failed commit had appended to the archive is cut or set aside.
    for (const file of warcFiles())
      expect(statSync(join(folder, 'archive', file)).size).toBe(
        after.repository.archiveFiles().find((known) => known.file === file)?.length,
      );
  });
});

describe('opening again', () => {
  it('cuts the archive to what was committed: torn tails and whole records after it', async () => {
    await withOnePage();
    const [file] = warcFiles() as [string];
    const path = join(folder, 'archive', file);
    const committed = readFileSync(path);
    appendFileSync(path, committed.subarray(0, committed.length / 2));
    writeFileSync(join(folder, 'archive', 'test-20260101000000-00009.warc.gz'), committed);
    open();
    expect(statSync(path).size).toBe(committed.length);
    expect((await checkArchive(path)).problems).toEqual([]);
    expect(warcFiles()).toEqual([file]);
  });

  it('a run that was not ended goes on; a finished one is followed by the next', async () => {
    await withOnePage();
    const workspace = open();
    expect(await workspace.beginRun('{}', 2000)).toMatchObject({ resumed: true, run: { id: 1 } });
    await workspace.endRun('finished', 'done', '{}', 3000);
    expect(await workspace.beginRun('{}', 4000)).toMatchObject({ resumed: false, run: { id: 2 } });
  });

  it('empties the spool', async () => {
    await withOnePage();
    mkdirSync(join(folder, 'spool'));
    writeFileSync(join(folder, 'spool', 'body-1'), 'left by a crash');
    const workspace = open();
    expect(readdirSync(workspace.spoolFolder)).toEqual([]);
    await workspace.close();
    opened.pop();
    expect(existsSync(workspace.spoolFolder)).toBe(false);
  });

  it('keeps its secret, so that keys stay known', async () => {
    const first = open();
    const { secret } = first;
    await first.close();
    opened.pop();
    expect(secret).toHaveLength(16);
    expect(open().secret).toEqual(secret);
  });

  it('refuses a format it does not know, and says so', async () => {
    await withOnePage();
    const db = openForWriting(join(folder, 'core.db'));
    db.pragma('user_version = 999');
    db.close();
    expect(() => open()).toThrow(FormatError);
    expect(() => readWorkspace(folder)).toThrow(/has format 999/);
    expect(existsSync(join(folder, 'owner.json'))).toBe(false);
  });
});

describe('one owner', () => {
  it('a second one is refused while the first is there, and gets in afterwards', async () => {
    const first = open();
    expect(() => open()).toThrow(WorkspaceInUse);
    expect(() => open()).toThrow(`in use by process ${process.pid}`);
    await first.close();
    opened.pop();
    expect(() => open()).not.toThrow();
  });

  it('others may read meanwhile', async () => {
    const workspace = open();
    await workspace.add([entry('one', 1)]);
    const { repository, close } = readWorkspace(folder);
    expect([...repository.rows('resources')]).toHaveLength(1);
    close();
  });

  it('where there is no workspace, reading says what to do', () =>
    expect(() => readWorkspace(join(folder, 'none'))).toThrow(/winnow crawl URL --workspace/));
});

it('closing comes to its end however fast the writer thread is gone', async () => {
  const workspace = open();
  await workspace.add([entry('one', 1)]);
  const closing = workspace.close();
  opened.pop();
  // Busy long enough for the thread to answer and to end: both are waiting when we look again.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  await closing;
  expect(existsSync(join(folder, 'owner.json'))).toBe(false);
});

it('S-53 a page that is settled again without having been queued leaves the count of the queue as it was', async () => {
  const workspace = open();
  await workspace.beginRun('{}', Date.now());
  await workspace.add([entry('waiting', 1)]);
  for (let round = 0; round < 3; round++) {
    const lent = await workspace.enter(entry('known', 2));
    const nothing = { fetches: [], version: null, found: [], aliases: [], rejected: [], site: null };
    expect(await workspace.settle({ ...nothing, entry: lent, outcome: { state: 'done', reason: '' } })).toBe(true);
  }
  const queued = [...workspace.repository.rows('queue')].length;
  const { sites } = workspace.repository.summary(1);
  expect([queued, sites.reduce((sum, site) => sum + site.queued, 0)]).toEqual([1, 1]);
});
