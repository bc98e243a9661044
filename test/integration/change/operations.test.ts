/** Add, Upd, Del and None over several runs of one crawl, and what stays of the versions before. */
import { expect, it } from 'vitest';
import { article, changingWeb, HOST, listOf, tagged } from '../../support/changing.js';
import { crawling } from '../../support/crawling.js';
import { storedReading } from '../../support/stored-reading.js';

const open = crawling();

const FILES = Array.from({ length: 9 }, (_, index) => `/file/${index + 1}`);
it('E-37 E-38 E-41 the first run adds all, the second tells new, changed, gone and equal apart, the third writes nothing', async () => {
  const site = await changingWeb(open, { '/': listOf(...FILES) });
  for (const path of FILES) site.pages[path] = article(`file ${path.slice(6)}`);
  expect(await site.run()).toEqual(['/', ...FILES].map((path) => `Add ${path}`).sort());
  expect(site.made.rows('documents').every(({ md5 }) => /^[0-9a-f]{32}$/.test(String(md5)))).toBe(true);

  // 1 new, 1 changed, 1 gone, 7 equal; the list says so too, and is a document of its own.
  site.pages['/file/10'] = article('file 10');
  site.pages['/file/2'] = article('file 2', 'With an amendment.');
  delete site.pages['/file/3'];
  site.pages['/'] = listOf(...FILES.filter((path) => path !== '/file/3'), '/file/10');
  expect(await site.run()).toEqual(['Add /file/10', 'Del /file/3', 'Upd /', 'Upd /file/2']);
  expect(site.operations()).toEqual({ Add: 1, Upd: 2, Del: 1, None: 7 });

  expect(await site.run()).toEqual([]);
  expect(site.operations()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 10 });
});

it('E-38 with validators the equal ones cost no body, and the result is the same', async () => {
  const site = await changingWeb(open, { '/': tagged(listOf(...FILES), '"list"') });
  for (const path of FILES) site.pages[path] = tagged(article(`file ${path.slice(6)}`), `"${path}"`);
  await site.run();
  site.pages['/file/2'] = tagged(article('file 2', 'With an amendment.'), '"2b"');
  expect(await site.run()).toEqual(['Upd /file/2']);
  expect(site.operations()).toMatchObject({ Upd: 1, None: 9 });
  const withBody = site.made.rows('fetches').filter(({ run, length, status }) => run === 2 && status === 200 && Number(length) > 0);
  expect(withBody.map(({ url }) => url)).toEqual([`http://${HOST}/file/2`]);
});

it.each([
  ['that repeats its validator', true],
  ['without a validator', false],
])('S-23 the second and third crawl of an unchanged web are all 304 and have no body: a 304 %s', async (_name, withTag) => {
  const site = await changingWeb(open, {
    '/': tagged(listOf('/a', '/b'), '"list"', withTag),
    '/a': tagged(article('a'), '"a"', withTag),
    '/b': tagged(article('b'), '"b"', withTag),
    '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: '' },
    '/sitemap.xml': { status: 404, body: '' },
  });
  await site.run();
  for (const run of [2, 3]) {
    expect(await site.run()).toEqual([]);
    const pages = site.made.rows('fetches').filter((row) => row['run'] === run && !/robots|sitemap/.test(String(row['url'])));
    expect(pages.map(({ status, length }) => [status, length])).toEqual([
      [304, 0],
      [304, 0],
      [304, 0],
    ]);
    expect(site.operations()).toEqual({ Add: 0, Upd: 0, Del: 0, None: 3 });
  }
});

it('A-18 E-35 the newest version is the current one; older ones, both lives and the tombstone stay in the history', async () => {
  const site = await changingWeb(open, {
    '/': listOf('/post', '/b', '/c', '/d'),
    '/b': article('b'),
    '/c': article('c'),
    '/d': article('d'),
  });
  site.pages['/post'] = article('The post', 'It is raining in the mountains.');
  await site.run();
  site.pages['/post'] = article('The post', 'It has stopped raining in the mountains.');
  expect(await site.run()).toEqual(['Upd /post']);
  const url = `http://${HOST}/post`;
  expect(storedReading(site.made.workspace, url)?.['text']).toContain('It has stopped raining');
  site.pages['/post'] = { status: 410 };
  site.pages['/'] = listOf('/b', '/c', '/d');
  expect(await site.run()).toEqual(['Del /post', 'Upd /']);
  site.pages['/post'] = article('The post', 'It is snowing now.');
  site.pages['/'] = listOf('/post', '/b', '/c', '/d');
  expect(await site.run()).toEqual(['Add /post', 'Upd /']);

  site.made.read(({ changes }) => {
    const history = changes.history(url);
    expect(history).toMatchObject({ url, state: 'present' });
    expect(history?.entries.map(({ operation, number, run }) => [operation, number, run])).toEqual([
      ['Add', 1, 1],
      ['Upd', 2, 2],
      ['Del', 2, 3],
      ['Add', 3, 4],
    ]);
    expect(history?.entries[2]?.evidence.map(({ kind }) => kind)).toEqual(['gone', 'unlisted']);
    const texts = history?.entries.map(({ version }) => changes.textOf(version.id)) ?? [];
    expect(texts[0]).toContain('It is raining in');
    expect(texts[1]).toContain('It has stopped raining');
    expect(texts[3]).toContain('It is snowing');
    expect(history?.entries.every(({ archived }) => archived !== null)).toBe(true);
  });
});
