/** What a browser needs to show pages: found in every form, fetched once, kept apart from documents, and accounted for. */
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { type FixtureAnswer, type FixturePages, linking, type TestWorkspace } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli } from '../../support/run-cli.js';

const { workspace, fixture, timed } = crawling();
const HOME = 'http://a.test/';
const ON = { requisites: true } as const;
const css = (body: string): FixtureAnswer => ({ headers: { 'Content-Type': 'text/css' }, body });
const png: FixtureAnswer = { headers: { 'Content-Type': 'image/png' }, body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') };

/** Says 304 to whoever has it. */
const unchanged =
  (answer: FixtureAnswer) =>
  ({ headers }: IncomingMessage): FixtureAnswer =>
    headers['if-none-match'] === '"1"'
      ? { status: 304, headers: { ETag: '"1"' } }
      : { ...answer, headers: { ...answer.headers, ETag: '"1"' } };
const html = (body: string): FixtureAnswer => ({ headers: { 'Content-Type': 'text/html' }, body });

const FULL = `<!doctype html><html lang="en"><head><title>All that is shown</title>
<link rel="stylesheet" href="/s/main.css"><link rel="icon" href="/i/icon.ico"><link rel="manifest" href="/m/site.webmanifest">
<link rel="preload" as="style" href="/s/pre.css"><link rel="preload" as="script" href="/j/pre.js"><link rel="preload" as="font" href="/f/pre.woff2">
<link rel="preload" as="image" href="/i/pre.png" imagesrcset="/i/pre-2x.png 2x"><link rel="modulepreload" href="/j/module.mjs">
<script src="/j/app.js"></script><style>@import "/s/inline-import.css"; p { background: url(/i/in-style.png) }</style></head>
<body background="/i/body.png"><p style="background-image: url('/i/in-attribute.png')">Text</p>
<img src="/i/plain.png" srcset="/i/small.png 300w, /i/large.png 900w"><picture><source srcset="/i/picture.avif 1x"><img src="/i/fallback.png"></picture>
<svg><image href="/i/svg.png"/><use href="/i/sprite.svg#arrow"/><image xlink:href="/i/xlink.png"/></svg>
<video poster="/i/poster.jpg" src="/v/film.mp4"><track src="/v/words.vtt"><source src="/v/film.webm"></video><audio src="/v/sound.mp3"></audio>
<embed src="/o/embedded.swf"><object data="/o/object.svg"></object><form><input type="image" src="/i/button.png"></form>
<iframe src="http://shown.test/player"></iframe><a href="/other">other</a></body></html>`;

const SHOWN = [
  '/f/pre.woff2 /i/body.png /i/button.png /i/fallback.png /i/icon.ico /i/in-attribute.png /i/in-style.png /i/large.png /i/picture.avif',
  '/i/plain.png /i/poster.jpg /i/pre-2x.png /i/pre.png /i/small.png /i/sprite.svg /i/svg.png /i/xlink.png /j/app.js /j/module.mjs /j/pre.js',
  '/m/site.webmanifest /o/embedded.swf /o/object.svg /s/inline-import.css /s/main.css /s/pre.css /v/film.mp4 /v/film.webm /v/sound.mp3 /v/words.vtt',
].flatMap((line) => line.split(' '));

const kinds = (to: TestWorkspace, kind: string): string[] =>
  to
    .rows('resources')
    .filter((row) => row['kind'] === kind)
    .map((row) => String(row['url']))
    .toSorted();

it('all that a browser asks for is fetched, from other hosts too, down to the font of an imported style; none of it is a document', async () => {
  const web = await fixture({
    'a.test': {
      '/': FULL,
      '/other': '<title>Other</title><link rel=stylesheet href="/s/main.css"><p>Another page',
      '/s/main.css': css('@import url("http://styles.test/more.css"); body { background: url(../i/from-css.png) }'),
    },
    'styles.test': { '/more.css': css('@font-face { src: url(deep.woff2) }'), '/robots.txt': 'Sitemap: http://styles.test/sitemap.xml' },
    'shown.test': { '/player': '<title>Player</title><img src="/still.png"><a href="/elsewhere">more</a>', '/robots.txt': '' },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], capture: ON, fetch: web.fetch });
  const other = ['http://shown.test/player', 'http://shown.test/still.png', 'http://styles.test/deep.woff2', 'http://styles.test/more.css'];
  const own = [...SHOWN, '/i/from-css.png'].map((path) => `http://a.test${path}`);
  expect(kinds(to, 'requisite')).toEqual([...own, ...other].toSorted());
  expect(to.rows('pages').map((page) => page['url'])).toEqual([HOME, `${HOME}other`]);
  expect(web.requests.filter(({ host, path }) => host !== 'a.test' && path === '/sitemap.xml')).toEqual([]);
  expect(web.asked('a.test').filter((path) => path === '/s/main.css')).toHaveLength(1);
  const { summary } = to.read((repository) => ({ summary: repository.summary(1) }));
  expect(summary).toMatchObject({ documents: 2, operations: { Add: 2 }, requisites: { fetches: own.length + other.length } });
});

it('what is shown by one page and linked to by another is a document, whichever is found first', async () => {
  const web = await fixture({
    'a.test': {
      '/': `${linking('/later')}<embed src="/law.pdf"><img src="/map.png">`,
      '/later': linking('/law.pdf', '/map.png'),
      '/law.pdf': unchanged({ headers: { 'Content-Type': 'text/plain' }, body: 'The law of the sea, in its whole length.' }),
      '/map.png': png,
    },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], capture: ON, fetch: web.fetch });
  const urls = ['', 'later', 'law.pdf', 'map.png'].map((path) => HOME + path);
  expect(to.rows('pages').map((page) => page['url'])).toEqual(expect.arrayContaining(urls));
  expect(kinds(to, 'requisite')).toEqual([]);
  await to.crawl({ seeds: [HOME], capture: ON, fetch: web.fetch });
  expect(to.rows('pages')).toHaveLength(4);
});

it('switched on later, what unchanged pages need is fetched as well, and again with validators', async () => {
  const web = await fixture({
    'a.test': {
      '/': unchanged(html(`${linking('/b')}<link rel=stylesheet href="/s.css"><img src="http://b.test/i.png">`)),
      '/b': unchanged(html('<title>b</title><p>B</p><img src="/b.png">')),
      '/s.css': unchanged(css('@font-face { src: url(/f.woff) }')),
      '/b.png': unchanged(png),
    },
    'b.test': { '/i.png': png, '/robots.txt': '' },
  });
  const to = workspace();
  await to.crawl({ seeds: [HOME], capture: { requisites: false }, fetch: web.fetch });
  expect(kinds(to, 'requisite')).toEqual([]);
  await to.crawl({ seeds: [HOME], capture: ON, fetch: web.fetch });
  const fetched = to.rows('fetches').filter((fetch) => fetch['run'] === 2);
  const at = (url: string) => fetched.filter((fetch) => fetch['url'] === url).map((fetch) => fetch['status']);
  expect([at(HOME), at(`${HOME}b`)]).toEqual([[304], [304]]);
  expect([at(`${HOME}s.css`), at(`${HOME}b.png`), at('http://b.test/i.png'), at(`${HOME}f.woff`)]).toEqual([[200], [200], [200], [404]]);
  await to.crawl({ seeds: [HOME], capture: ON, fetch: web.fetch });
  const third = to.rows('fetches').filter((fetch) => fetch['run'] === 3 && fetch['url'] === `${HOME}s.css`);
  expect(third.map((fetch) => fetch['status'])).toEqual([304]);
  expect(to.read((repository) => repository.summary(3))).toMatchObject({ documents: 2, suspected: 0, operations: { Del: 0 } });
});

it('a gone image is no deletion, and the budget of pages counts pages', async () => {
  const page = (n: number): string => `${linking('/', '/1', '/2', '/3')}<img src="/${n}.png"><img src="/all.png">`;
  const pages: FixturePages = {
    '/': page(0),
    '/1': page(1),
    '/2': page(2),
    '/3': page(3),
    '/all.png': (_request, earlier) => (earlier ? { status: 404 } : png),
  };
  const web = await fixture({ 'a.test': pages });
  const to = workspace();
  const definition = { seeds: [HOME], capture: ON, fetch: web.fetch };
  await to.crawl({ ...definition, budget: { perSite: { pages: 4 } } });
  expect(to.rows('pages')).toHaveLength(4);
  await to.crawl(definition);
  await to.crawl(definition);
  expect(to.rows('pages')).toHaveLength(4);
  expect(to.read((repository) => repository.summary(3))).toMatchObject({ documents: 4, suspected: 0, operations: { Del: 0 } });
});

it('a chain of styles without end, and a page that needs too much, come to an end', async () => {
  const chain = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`/c${n}.css`, css(`@import "/c${n + 1}.css";`)]));
  const many = Array.from({ length: 30 }, (_, n) => `<img src="/m${n}.png">`).join('');
  const { web, time } = await timed({ 'a.test': { '/': `<title>x</title><link rel=stylesheet href="/c0.css">${many}`, ...chain } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], capture: { ...ON, maxRequisites: 20 }, fetch: web.fetch }, { time });
  expect(web.asked().filter((path) => path.startsWith('/c'))).toHaveLength(9);
  expect(web.asked().filter((path) => path.startsWith('/m'))).toHaveLength(19);
});

it('a large film is cut at the size of requisites', async () => {
  const film = { headers: { 'Content-Type': 'video/mp4' }, body: Buffer.alloc(300_000, 7) };
  const web = await fixture({ 'a.test': { '/': '<title>x</title><video src="/film.mp4"></video>', '/film.mp4': film } });
  const to = workspace();
  await to.crawl({ seeds: [HOME], capture: { ...ON, maxRequisiteSize: '100KB' }, fetch: web.fetch });
  expect(to.rows('fetches').find((fetch) => fetch['url'] === `${HOME}film.mp4`)).toMatchObject({ truncated: 'length' });
});

it('they are on unless somebody says otherwise; the report says what they cost', async () => {
  const web = await fixture({ 'a.test': { '/': '<title>x</title><p>Words</p><img src="/i.png">', '/i.png': png } });
  const to = workspace();
  const file = to.write(
    'plain.json',
    JSON.stringify({ seeds: [HOME], politeness: { delay: 0 }, fetch: { ...web.fetch, contact: 'https://w.example/' } }),
  );
  const crawl = await runCli(['crawl', file, '-w', to.workspace], to.folder);
  expect(crawl.out + crawl.err).toMatch(
    /requisites +1 +of these: images, styles, scripts, 16 B, 0 failed; capture\.requisites: false leaves them out/,
  );
  expect((await runCli(['status', '-w', to.workspace], to.folder)).out).toMatch(/requisites +1 of these/);
  const report = JSON.parse((await runCli(['report', '-w', to.workspace, '--json'], to.folder)).out) as {
    summary: { requisites: unknown };
  };
  expect(report.summary.requisites).toEqual({ fetches: 1, failures: 0, bytes: 16 });
  const off = workspace();
  await runCli(['crawl', file, '--no-requisites', '-w', off.workspace], off.folder);
  expect(web.asked().filter((path) => path === '/i.png')).toHaveLength(1);
});
