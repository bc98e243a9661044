/** WACZ as others see it: opened in ReplayWeb.page's own player, read by warcio, imported again. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { readZip } from '../support/read-zip.js';
import { type ReplayServer, startReplayServer } from '../support/replay-server.js';
import { runCli } from '../support/run-cli.js';

/** The font and the background come by an imported style, from another host. */
const STYLE = '@import "http://styles.test/more.css"; h1 { color: rgb(12, 120, 90) }';
const MORE = "@font-face { font-family: Law; src: url(/law.ttf) } h1 { font-family: Law, serif; background: url('dot.png') }";
const FONT = 'the bytes of a font';
const IMAGE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const page = (title: string, more = ''): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/style.css"><h1>${title}</h1><img src="/dot.png" alt="">${more}`;

/** The law has an ETag, so its second visit is a 304; the home page is sent again and found the same. */
const SITE = {
  '/': page('Home of the laws', '<a href="/law">law</a> <a href="/news">news</a>'),
  '/law': (request: { headers: Record<string, unknown> }) =>
    request.headers['if-none-match'] === '"v1"'
      ? { status: 304, headers: { ETag: '"v1"' } }
      : { headers: { 'Content-Type': 'text/html', ETag: '"v1"' }, body: page('Law of the sea') },
  '/news': (_request: unknown, earlier: number) => page(`Edition ${earlier}`),
  '/style.css': { headers: { 'Content-Type': 'text/css' }, body: STYLE },
  '/dot.png': { headers: { 'Content-Type': 'image/png' }, body: IMAGE },
};

const STYLES = {
  '/more.css': { headers: { 'Content-Type': 'text/css' }, body: MORE },
  '/dot.png': { headers: { 'Content-Type': 'image/png' }, body: IMAGE },
  '/law.ttf': { headers: { 'Content-Type': 'font/ttf' }, body: FONT },
};

let web: FixtureWeb;
let ws: TestWorkspace;
let server: ReplayServer;
let browser: TestBrowser;
const files = { all: '', second: '' };

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/fetch-player.mjs']);
  web = await startFixtureWeb({ 'site.test': SITE as never, 'styles.test': STYLES });
  ws = makeTestWorkspace();
  const definition = { seeds: ['http://site.test/'], fetch: web.fetch, capture: { requisites: true } };
  await ws.crawl(definition);
  // Indexes count in seconds: two captures of a page within one are the same capture to a player.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await ws.crawl(definition);
  files.all = join(ws.folder, 'all.wacz');
  files.second = join(ws.folder, 'second.wacz');
  await winnow('export', 'wacz', '-w', ws.workspace, '-o', files.all, '--text', '--title', 'Laws & "news"');
  await winnow('export', 'wacz', '-w', ws.workspace, '-o', files.second, '--run', '2');
  server = await startReplayServer({ 'all.wacz': files.all, 'second.wacz': files.second });
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await web.close();
  ws.remove();
});

async function winnow(...args: string[]): Promise<string> {
  const { code, out, err } = await runCli(args, ws.folder);
  if (code !== 0) throw new Error(err);
  return out + err;
}

/** When a page was captured in a run, as players write it. */
const captured = (url: string, run: number): string =>
  String(ws.rows('fetches').find((fetch) => fetch['url'] === url && fetch['run'] === run)?.['started'])
    .replace(/[-:T]/g, '')
    .slice(0, 14);

interface Shown {
  readonly heading: string;
  readonly colour: string;
  readonly image: number;
  /** Width of the background's image, and the font as the player gives it to the page. */
  readonly background: number;
  readonly font: string;
}

/** What the player shows of a page. Its service worker does not always take over the first tab: then another is opened. */
async function replayed(wacz: string, url: string, at: string): Promise<Shown> {
  for (let left = TABS; ; left--) {
    try {
      return await replayedOnce(wacz, url, at);
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

const TABS = 5;
const SHOWN_WITHIN = 12_000;

async function replayedOnce(wacz: string, url: string, at: string): Promise<Shown> {
  const context = await browser.browser.newContext();
  try {
    const tab = await context.newPage();
    await tab.goto(server.pageFor(wacz, url, at));
    const frame = await until(async () => {
      for (const each of tab.frames().filter((known) => known.url().includes('mp_/'))) if (await isLoaded(each)) return each;
      return null;
    });
    return await frame.evaluate(LOOK);
  } finally {
    await context.close();
  }
}

const isLoaded = (frame: Frame): Promise<boolean> =>
  frame.evaluate("document.readyState === 'complete' && document.querySelector('h1') !== null").then(Boolean, () => false);

const LOOK = `(async () => {
  const heading = document.querySelector('h1');
  const imageBehind = async () => {
    const image = new Image();
    image.src = /url\\("(.*)"\\)/.exec(getComputedStyle(heading).backgroundImage)?.[1] ?? 'none';
    await image.decode().catch(() => {});
    return image.naturalWidth;
  };
  let background = 0;
  for (let looks = 0; looks < 100 && background === 0; looks++) { // an imported style may come late
    if (looks > 0) await new Promise((resolve) => setTimeout(resolve, 200));
    background = await imageBehind();
  }
  const font = await fetch('http://styles.test/law.ttf').then((answer) => answer.text(), String);
  return { heading: heading.textContent, colour: getComputedStyle(heading).color, image: document.querySelector('img').naturalWidth, background, font };
})()` as unknown as () => Promise<Shown>;

const LOOKS = { colour: 'rgb(12, 120, 90)', image: 1, background: 1, font: FONT };

async function until<T>(look: () => Promise<T | null>, ms = SHOWN_WITHIN): Promise<T> {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error('The player showed nothing.');
}

describe('in the player', () => {
  it('a page replays with its text and image, its style and what that asks for', async () => {
    const shown = await replayed('all.wacz', 'http://site.test/', captured('http://site.test/', 1));
    expect(shown).toEqual({ heading: 'Home of the laws', ...LOOKS });
  });

  it.each([
    ['found the same', 'http://site.test/', 'Home of the laws'],
    ['answered 304', 'http://site.test/law', 'Law of the sea'],
    ['changed', 'http://site.test/news', 'Edition 1'],
  ])('a page that was %s replays from an export of the second run alone', async (_case, url, heading) => {
    const shown = await replayed('second.wacz', url, captured(url, 2));
    expect(shown).toEqual({ heading, ...LOOKS });
  });
});

describe('as a file', () => {
  it('every file in it has the length and digest it says', async () => {
    const zip = await readZip(files.all);
    const datapackage = zip.get('datapackage.json') as Buffer;
    const { resources, title, wacz_version, mainPageUrl } = JSON.parse(datapackage.toString());
    expect({ title, wacz_version, mainPageUrl }).toEqual({
      title: 'Laws & "news"',
      wacz_version: '1.1.1',
      mainPageUrl: 'http://site.test/',
    });
    for (const { path, hash, bytes } of resources) expect([hash, bytes]).toEqual([sha256(zip.get(path)), zip.get(path)?.length]);
    expect(JSON.parse(String(zip.get('datapackage-digest.json')))).toEqual({ path: 'datapackage.json', hash: sha256(datapackage) });
    expect([...zip.keys()].filter((name) => !name.startsWith('datapackage')).sort()).toEqual(
      resources.map(({ path }: { path: string }) => path).sort(),
    );
  });

  it('the index names each record where warcio finds it, and every revisit has its original', async () => {
    for (const file of [files.all, files.second]) {
      const zip = await readZip(file);
      const warc = zip.get('archive/data.warc.gz') as Buffer;
      const lines = gunzipSync(zip.get('indexes/index.cdx.gz') as Buffer)
        .toString()
        .trimEnd()
        .split('\n');
      expect(lines).toEqual([...lines].sort());
      const places = new Map(lines.map((line) => JSON.parse(line.slice(line.indexOf('{')))).map((entry) => [Number(entry.offset), entry]));
      const records = await recordsOf(warc);
      const captures = records.filter(({ type }) => type === 'response' || type === 'revisit');
      expect(new Set(captures.map(({ offset }) => offset))).toEqual(new Set(places.keys()));
      for (const { offset, url, digest } of captures) expect(places.get(offset)).toMatchObject({ url, digest });
      const originals = new Set(records.filter(({ type }) => type === 'response').map(({ id }) => id));
      const revisits = records.filter(({ type }) => type === 'revisit');
      expect(revisits.length).toBeGreaterThanOrEqual(4);
      for (const { refersTo } of revisits) expect(originals).toContain(refersTo);
    }
  });

  it('is the same file each time', async () => {
    const again = join(ws.folder, 'again.wacz');
    await winnow('export', 'wacz', '-w', ws.workspace, '-o', again, '--run', '2');
    expect(sha256(readFileSync(again))).toBe(sha256(readFileSync(files.second)));
  });

  it('lists seeds first and the rest besides, with text when asked for', async () => {
    const zip = await readZip(files.all);
    const [head, ...pages] = linesOf(zip.get('pages/pages.jsonl'));
    expect(head).toMatchObject({ format: 'json-pages-1.0', hasText: true });
    expect(pages).toEqual([expect.objectContaining({ url: 'http://site.test/', title: 'Home of the laws' })]);
    const others = linesOf(zip.get('pages/extraPages.jsonl')).slice(1);
    expect(others.map(({ url }) => String(url)).sort()).toEqual(['http://site.test/law', 'http://site.test/news', 'http://site.test/news']);
    expect(others.find(({ url }) => url === 'http://site.test/law')?.['text']).toContain('Law of the sea');
  });

  it('is cut into files that each bring what they need', async () => {
    const parts = JSON.parse(
      await winnow('export', 'wacz', '-w', ws.workspace, '-o', join(ws.folder, 'cut.wacz'), '--split', '3KB', '--json'),
    );
    expect(parts.files.length).toBeGreaterThan(2);
    for (const { path } of parts.files) {
      const records = await recordsOf((await readZip(path)).get('archive/data.warc.gz') as Buffer);
      const originals = new Set(records.filter(({ type }) => type === 'response').map(({ id }) => id));
      for (const { refersTo } of records.filter(({ type }) => type === 'revisit')) expect(originals).toContain(refersTo);
    }
  });

  it('says so when nothing fits, and refuses what is no file', async () => {
    const none = await runCli(['export', 'wacz', '-w', ws.workspace, '-o', join(ws.folder, 'no.wacz'), '--site', 'other.test'], ws.folder);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('No capture matches')]);
    const piped = await runCli(['export', 'wacz', '-w', ws.workspace], ws.folder);
    expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('-o FILE.wacz')]);
  });
});

describe('import', () => {
  it('of a WACZ gives the documents and captures it was made from', async () => {
    const copy = join(ws.folder, 'copy');
    const counts = JSON.parse(await winnow('import', files.all, '-w', copy, '--quiet', '--json'));
    expect(counts).toMatchObject({ failed: 0, skipped: 0 });
    const urls = async (of: string): Promise<string[]> =>
      (await winnow('export', 'documents', '-w', of))
        .trim()
        .split('\n')
        .map((line) => String(JSON.parse(line).url))
        .sort();
    const pages = (await urls(ws.workspace)).filter((url) => !/\.(css|png)$/.test(url));
    expect(await urls(copy)).toEqual(expect.arrayContaining(pages));
    const again = JSON.parse(await winnow('import', files.all, '-w', copy, '--quiet', '--json'));
    expect(again).toMatchObject({ imported: 0, known: counts.imported });
  });
});

const sha256 = (bytes: Buffer | undefined): string =>
  `sha256:${createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')}`;

const linesOf = (bytes: Buffer | undefined): Record<string, unknown>[] =>
  String(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

interface Seen {
  readonly offset: number;
  readonly type: string;
  readonly id: string | null;
  readonly url: string | null;
  readonly digest: string | null;
  readonly refersTo: string | null;
}

async function recordsOf(warc: Buffer): Promise<Seen[]> {
  const parser = new WARCParser([new Uint8Array(warc)] as never);
  const seen: Seen[] = [];
  for await (const record of parser) {
    await record.skipFully();
    seen.push({
      offset: parser.offset,
      type: record.warcType ?? '',
      id: record.warcHeader('WARC-Record-ID'),
      url: record.warcTargetURI ?? null,
      digest: record.warcPayloadDigest ?? null,
      refersTo: record.warcHeader('WARC-Refers-To'),
    } as Seen);
  }
  return seen;
}
