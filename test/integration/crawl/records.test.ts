/** What a crawl leaves behind: archive records, repository rows, nothing temporary. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { catRecord, checkArchive, type ListedRecord, listRecords } from '../../../src/formats/warc/index.js';
import { type FixtureAnswer, linking, type TestWorkspace } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { storedReading } from '../../support/stored-reading.js';

const { workspace, fixture, demo } = crawling();

const HOME = 'http://a.test/';

const archiveOf = (to: TestWorkspace): string[] =>
  readdirSync(join(to.workspace, 'archive'))
    .filter((file) => file.endsWith('.warc.gz'))
    .map((file) => join(to.workspace, 'archive', file));

type Found = ListedRecord & { readonly file: string };

async function recordsOf(to: TestWorkspace, url: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const file of archiveOf(to)) for await (const record of listRecords(file)) if (record.url === url) found.push({ ...record, file });
  return found;
}

async function textOf({ file, offset }: { file: string; offset: number }, part: 'block' | 'payload'): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of catRecord(file, offset, part)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

const PAGE = `<!doctype html><html lang="en"><head><title>The harbour office</title><meta name="author" content="The desk"><meta name="date" content="2026-11-15">
<link rel="stylesheet" href="/style.css"><script src="/app.js"></script></head><body>
<p>The harbour office is open on every working day, and the tide tables of the week are pinned to its <a href="/door#inside" rel="next">green door</a>.</p>
<p><img src="/boat.png" alt="A boat"> <a href="http://elsewhere.test/">Elsewhere</a> <a href="/shy" rel="nofollow">Shy</a></p>
<iframe src="/frame"></iframe></body></html>`;

it('A-36 one resource traced: fetched, typed, archived with what was derived, its links filtered', async () => {
  const image = { headers: { 'Content-Type': 'image/png' }, body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') };
  const web = await fixture({
    'a.test': {
      '/': linking('/office'),
      '/office': { headers: { 'Content-Type': 'application/octet-stream' }, body: PAGE },
      '/boat.png': image,
      '/door': 'door',
      '/frame': 'frame',
    },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], capture: { requisites: true }, archive: { metadata: 'links', except: ['image/*'] }, fetch: web.fetch });

  const url = 'http://a.test/office';
  expect(to.rows('fetches').filter((fetch) => fetch['url'] === url)).toMatchObject([
    { status: 200, type: 'text/html', declared_type: 'application/octet-stream', error: null },
  ]);
  expect(to.rows('pages').find((page) => page['url'] === url)).toMatchObject({
    title: 'The harbour office',
    language: 'en',
    type: 'text/html',
    depth: 1,
  });

  const records = await recordsOf(to, url);
  expect(records.map(({ type }) => type).toSorted()).toEqual(['metadata', 'request', 'response']);
  const [response] = records.filter(({ type }) => type === 'response');
  const [metadata] = records.filter(({ type }) => type === 'metadata');
  expect(await textOf(response as Found, 'payload')).toBe(PAGE);
  const derived = await textOf(metadata as Found, 'block');
  expect(derived).toContain(`via: ${HOME}`);
  expect(derived).toContain('title: The harbour office');
  expect(derived).toContain('language: en');
  expect(derived).toContain('outlink: http://a.test/door');

  // The image was fetched, but the settings keep images out of the archive.
  expect(web.asked()).toContain('/boat.png');
  const [kept] = (await recordsOf(to, 'http://a.test/boat.png')).filter(({ type }) => type === 'response');
  expect(kept ? await textOf(kept, 'payload') : '').toBe('');
  expect(
    to
      .rows('resources')
      .filter(({ via }) => via === url)
      .map((row) => row['url']),
  ).toEqual(expect.arrayContaining(['http://a.test/door', 'http://a.test/frame']));
  expect(
    to
      .rows('rejections')
      .filter(({ found_on }) => found_on === url)
      .map((row) => row['url']),
  ).toEqual(expect.arrayContaining(['http://elsewhere.test/', 'http://a.test/shy']));
});

it('A-44 the link table of a page: kind, anchor text, rel; title and meta tags', async () => {
  const web = await fixture({ 'a.test': { '/': PAGE } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  const links = to.rows('links').filter(({ from_url }) => from_url === HOME);
  const table = Object.fromEntries(links.map(({ to_url, kind, anchor, rel, nofollow }) => [to_url, { kind, anchor, rel, nofollow }]));
  expect(table).toEqual({
    'http://a.test/style.css': { kind: 'css', anchor: '', rel: 'stylesheet', nofollow: 0 },
    'http://a.test/app.js': { kind: 'script', anchor: '', rel: '', nofollow: 0 },
    'http://a.test/door#inside': { kind: 'a', anchor: 'green door', rel: 'next', nofollow: 0 },
    'http://a.test/boat.png': { kind: 'img', anchor: 'A boat', rel: '', nofollow: 0 },
    'http://elsewhere.test/': { kind: 'a', anchor: 'Elsewhere', rel: '', nofollow: 0 },
    'http://a.test/shy': { kind: 'a', anchor: 'Shy', rel: 'nofollow', nofollow: 1 },
    'http://a.test/frame': { kind: 'iframe', anchor: '', rel: '', nofollow: 0 },
  });
  expect(links.find(({ to_url }) => to_url === 'http://a.test/door#inside')?.['paragraph']).toMatch(
    /^The harbour office is open .* green door\.$/,
  );
  const [page] = to.rows('pages');
  expect(page).toMatchObject({ title: 'The harbour office' });
  expect(JSON.parse(String(page?.['metadata']))).toMatchObject({ author: ['The desk'], date: ['2026-11-15'] });
});

it('A-39 the archive of a crawl is read whole by another reader, and by our own check', async () => {
  const web = await demo({ sites: ['bakery', 'chess-club', 'e-services'] });
  const to = workspace();
  const seeds = web.sites.flatMap((site) => [...site.seeds]);
  await to.crawl({
    seeds,
    archive: { metadata: 'links', rotate: '60KB' },
    fetch: { resolve: { ...web.resolve }, allowAddresses: [...web.allowAddresses] },
  });
  // A second run adds revisit records.
  await to.crawl({
    seeds,
    archive: { metadata: 'links' },
    fetch: { resolve: { ...web.resolve }, allowAddresses: [...web.allowAddresses] },
  });
  const files = archiveOf(to);
  expect(files.length).toBeGreaterThan(2);
  const types: Record<string, number> = {};
  for (const file of files) {
    const check = await checkArchive(file);
    expect(check.problems, file).toEqual([]);
    let records = 0;
    for await (const record of new WARCParser([readFileSync(file)])) {
      await record.readFully(true);
      records++;
      const type = String(record.warcType);
      types[type] = (types[type] ?? 0) + 1;
    }
    expect(records, file).toBe(check.records);
  }
  expect(Object.keys(types).toSorted()).toEqual(['metadata', 'request', 'response', 'revisit', 'warcinfo']);
  expect(types['warcinfo']).toBe(files.length);
  const fetched = to.rows('fetches').filter(({ error }) => error === null);
  expect((types['response'] ?? 0) + (types['revisit'] ?? 0)).toBe(fetched.length);
});

it('M-13 a page is read back by its key; links and temporary files are gone after the session', async () => {
  const large = `<title>Large</title><p>${'A long story of the sea and of those who went to it. '.repeat(60_000)}`;
  const web = await fixture({ 'a.test': { '/': linking('/large'), '/large': large } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  expect(readdirSync(to.workspace).toSorted()).toEqual(['archive', 'core.db', 'core.db.sums']);
  const stored = storedReading(to.workspace, 'http://a.test/large');
  expect(stored).toMatchObject({ title: 'Large', url: 'http://a.test/large' });
  expect(String(stored?.['text'])).toContain('those who went to it');
  expect(storedReading(to.workspace, 'http://a.test/nothing')).toBeNull();
  const [response] = (await recordsOf(to, 'http://a.test/large')).filter(({ type }) => type === 'response');
  expect((await textOf(response as Found, 'payload')).length).toBe(large.length);
  expect(to.rows('resources').filter(({ state }) => state === 'queued')).toEqual([]);
});

it('a second run in the same workspace asks conditionally, writes revisits, and journals only what changed', async () => {
  let day = 1;
  const validated =
    (tag: string, body: string) =>
    ({ headers }: IncomingMessage): FixtureAnswer =>
      headers['if-none-match'] === tag
        ? { status: 304, headers: { ETag: tag } }
        : { headers: { ETag: tag, 'Content-Type': 'text/html' }, body };
  const web = await fixture({
    'a.test': {
      '/': validated('"home"', linking('/same', '/dated', '/changing')),
      '/same': '<title>Same</title><p>No validators, the same bytes.',
      '/dated': (request) =>
        request.headers['if-modified-since']
          ? { status: 304 }
          : { headers: { 'Last-Modified': 'Sun, 15 Nov 2026 08:00:00 GMT', 'Content-Type': 'text/html' }, body: '<title>Dated</title>' },
      '/changing': () => `<title>Changing</title><p>Day ${day}`,
    },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], fetch: web.fetch });
  expect(to.rows('journal').map(({ operation }) => operation)).toEqual(['Add', 'Add', 'Add', 'Add']);
  day = 2;
  const before = web.requests.length;
  const end = await to.crawl({ seeds: [HOME], fetch: web.fetch });
  const second = web.requests.slice(before);
  expect(end.run).toBe(2);
  expect(second.find(({ path }) => path === '/')?.headers['if-none-match']).toBe('"home"');
  expect(second.find(({ path }) => path === '/dated')?.headers['if-modified-since']).toBe('Sun, 15 Nov 2026 08:00:00 GMT');
  const fetches = to.rows('fetches').filter(({ run, url }) => run === 2 && !String(url).endsWith('.txt') && !String(url).endsWith('.xml'));
  expect(Object.fromEntries(fetches.map(({ url, status, revisit }) => [new URL(String(url)).pathname, [status, revisit]]))).toEqual({
    '/': [304, 1],
    '/same': [200, 1],
    '/dated': [304, 1],
    '/changing': [200, 0],
  });
  const journal = to.rows('journal').filter(({ run }) => run === 2);
  expect(journal).toMatchObject([{ operation: 'Upd', url: 'http://a.test/changing' }]);
  expect(JSON.parse(String(journal[0]?.['changed']))).toContain('text');
  expect(to.read((repository) => repository.summary(2).operations)).toEqual({ Add: 0, Upd: 1, Del: 0, None: 3 });
  for (const file of archiveOf(to)) expect((await checkArchive(file)).problems).toEqual([]);
});

it('a revisit names the record that holds the body, in the third run as in the second', async () => {
  const web = await fixture({
    'a.test': {
      '/': ({ headers }) =>
        headers['if-none-match'] ? { status: 304, headers: { ETag: '"1"' } } : { headers: { ETag: '"1"' }, body: linking('/same') },
      '/same': '<title>Same</title><p>No validators, the same bytes.',
    },
  });
  const to = workspace();
  for (const _run of [1, 2, 3]) await to.crawl({ seeds: [HOME], fetch: web.fetch });
  for (const url of [HOME, `${HOME}same`]) {
    const records = (await recordsOf(to, url)).filter(({ type }) => type === 'response' || type === 'revisit');
    expect(records.map(({ type }) => type).sort()).toEqual(['response', 'revisit', 'revisit']);
    const original = records.find(({ type }) => type === 'response')?.id;
    expect(await Promise.all(records.filter(({ type }) => type === 'revisit').map(refersTo))).toEqual([original, original]);
  }
});

async function refersTo({ file, offset }: Found): Promise<string | undefined> {
  const record = await new WARCParser(createReadStream(file, { start: offset })).parse();
  return record?.warcHeader('WARC-Refers-To')?.slice(1, -1);
}
