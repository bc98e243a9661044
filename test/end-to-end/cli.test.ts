/** The compiled program as users run it, on a crawl of the demo web. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkspace } from '../../src/backends/index.js';
import { decodeBody } from '../../src/fetch/index.js';
import { catRecord } from '../../src/formats/warc/index.js';
import { storedMainText } from '../../src/model/index.js';
import { COLLECTIONS, type Collection, type Row } from '../../src/store/index.js';
import { type DemoWeb, demoDefinition, startDemoWeb } from '../../src/webs/demo/index.js';
import { storedReading } from '../support/stored-reading.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-cli-'));
const workspace = join(folder, 'crawl');
let web: DemoWeb;

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function winnow(args: readonly string[], input?: string | Buffer): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['dist/cli/main.js', ...args], { maxBuffer: 1 << 28 }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
    child.stdin?.end(input ?? '');
  });
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const archiveOf = (of: string): string[] =>
  readdirSync(join(of, 'archive'))
    .filter((name) => name.endsWith('.warc.gz'))
    .map((name) => join(of, 'archive', name));

function rows(of: string, collection: Collection): Row[] {
  const { repository, close } = readWorkspace(of);
  try {
    return [...repository.rows(collection)];
  } finally {
    close();
  }
}

beforeAll(async () => {
  web = await startDemoWeb({ port: 0, delayFactor: 0.05, sites: ['harbour-news', 'ministry', 'library', 'babel'] });
  const given = demoDefinition(web);
  const definition = join(folder, 'demo.json');
  writeFileSync(definition, JSON.stringify({ ...given, name: 'cli', scope: { domains: (given.scope as { domains: string[] }).domains } }));
  const { code, err } = await winnow(['crawl', definition, '-w', workspace, '--quiet', '--delay', '5ms']);
  if (code !== 0) throw new Error(err);
});

afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('inspect', () => {
  it('page is what the crawl stored, for every page', async () => {
    const stored = rows(workspace, 'pages');
    const fetches = new Map(rows(workspace, 'fetches').map((fetch) => [`${fetch['warc']}:${fetch['offset']}`, fetch]));
    const inputs = await Promise.all(stored.map((page) => inputOf(page, fetches.get(`${page['warc']}:${page['offset']}`) as Row)));
    const { out, code } = await winnow(['inspect', 'page', '--jsonl'], inputs.map((input) => `${JSON.stringify(input)}\n`).join(''));
    expect(code).toBe(0);
    expect(stored.length).toBeGreaterThan(100);
    const inWorkspace = stored.map(({ url }) => storedView(storedReading(workspace, url as string) as Row));
    expect(linesOf(out)).toEqual(inWorkspace);
  });

  it('answers every line, whatever the others hold', async () => {
    const input = Buffer.concat([
      Buffer.from('{"url":"https://a.org/x/../y"}\n\nnonsense\n'),
      Buffer.from([0xff, 0x0a]),
      Buffer.from('{"url":"https://b.org/"}'),
    ]);
    const { out, code } = await winnow(['inspect', 'url', '--jsonl'], input);
    expect(code).toBe(0);
    const lines = linesOf(out);
    expect(lines.map((line) => line['url'] ?? 'error')).toEqual(['https://a.org/y', 'error', 'error', 'error', 'https://b.org/']);
  });

  it('shows a file to people and to programs', async () => {
    const file = join(folder, 'page.html');
    writeFileSync(file, '<title>A page</title><p>Some words. <a href="next">Next</a>');
    const args = ['inspect', 'page', file, '--url', 'https://a.org/b/'];
    expect((await winnow(args)).out).toMatch(/title +A page[\s\S]*Next +https:\/\/a\.org\/b\/next/);
    expect(JSON.parse((await winnow([...args, '--json'])).out)).toMatchObject({
      title: 'A page',
      links: [{ url: 'https://a.org/b/next' }],
    });
  });

  it('tells what is wrong with one input by exit code 4', async () => {
    const { code, err } = await winnow(['inspect', 'url', 'no url']);
    expect([code, err]).toEqual([4, expect.stringContaining('is not a URL')]);
  });
});

/** What `inspect page` is to be given for a stored page: its archived bytes, and the head they came with. */
async function inputOf(page: Row, fetch: Row): Promise<Record<string, unknown>> {
  const file = join(workspace, 'archive', page['warc'] as string);
  const head = (await bytesOf(catRecord(file, page['offset'] as number, 'block'))).toString('latin1').split('\r\n\r\n')[0] ?? '';
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  const coding = headers.find(([name]) => name?.toLowerCase() === 'content-encoding')?.[1] ?? null;
  const body = decodeBody(
    await bytesOf(catRecord(file, page['offset'] as number, 'payload')),
    coding,
    { maxBytes: 1e8, maxRatio: 1000 },
    'x',
  );
  return { html_b64: Buffer.from(body).toString('base64'), url: fetch['url'], contentType: fetch['declared_type'], headers };
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

type StoredLink = [url: string, kind: string, anchor: string, rel: string, nofollow: number, path: string, start?: number, end?: number];

function storedView({ title, text: shown, content, facts, language, charset, metadata, links }: Row): Record<string, unknown> {
  const visibleText = shown as string;
  const text = storedMainText(visibleText, content as string | null);
  const list = (JSON.parse(links as string) as StoredLink[]).map(([url, kind, anchor, rel, nofollow, path, start, end]) => ({
    url,
    kind,
    anchor,
    rel: rel.split(' ').filter(Boolean),
    nofollow: nofollow === 1,
    paragraph: start === undefined ? null : [start, end],
    path,
  })); // prettier-ignore
  const [told, meta] = [facts, metadata].map((json) => (json === null ? null : JSON.parse(json as string)) as unknown);
  return { title, text, visibleText, language, charset, facts: told, metadata: meta, links: list };
}

describe('archive', () => {
  it('check finds nothing in what a crawl wrote, and says so in numbers', async () => {
    const { code, out } = await winnow(['archive', 'check', '-w', workspace, '--json']);
    const { problems, files } = JSON.parse(out) as { problems: number; files: { records: number; digests: number }[] };
    expect([code, problems]).toEqual([0, 0]);
    expect(files[0]?.digests).toBeGreaterThan(files[0]?.records as number);
  });

  it('check finds a changed byte, repair a torn end; the exit code tells', async () => {
    const copy = join(folder, 'torn.warc.gz');
    copyFileSync(archiveOf(workspace)[0] as string, copy);
    truncateSync(copy, statSync(copy).size - 10);
    const found = await winnow(['archive', 'check', copy]);
    expect([found.code, found.out]).toEqual([4, expect.stringContaining('torn.warc.gz:')]);
    expect((await winnow(['archive', 'repair', copy, '--json'])).code).toBe(0);
    expect((await winnow(['archive', 'check', copy])).out).not.toContain('gzip');
    expect(readdirSync(folder).some((name) => name.startsWith('torn.warc.gz.cut-'))).toBe(true);
  });

  it('repair leaves a crawl alone that is in use, however its files are named', async () => {
    const pid = join(workspace, 'owner.pid');
    writeFileSync(pid, `${process.pid}\n`);
    try {
      for (const args of [['-w', workspace], archiveOf(workspace)]) expect((await winnow(['archive', 'repair', ...args])).code).toBe(3);
    } finally {
      rmSync(pid);
    }
  });

  it('list and cat agree: what list prints, cat takes', async () => {
    const { out } = await winnow(['archive', 'list', '-w', workspace, '--type', 'response', '--json']);
    const records = linesOf(out);
    const page = records.find(({ url }) => url === 'http://harbour-news.example/') as { file: string; offset: number };
    const byPlace = await winnow(['archive', 'cat', `${page.file}:${page.offset}`, '-w', workspace, '--payload']);
    const byUrl = await winnow(['archive', 'cat', 'http://harbour-news.example/', '-w', workspace, '--payload']);
    expect(byPlace.out).toMatch(/^<!doctype html>/);
    expect(byUrl.out).toBe(byPlace.out);
    expect((await winnow(['archive', 'cat', 'http://harbour-news.example/', '-w', workspace])).out).toMatch(/^HTTP\/1\.1 200/);
    expect((await winnow(['archive', 'cat', 'http://nowhere.example/', '-w', workspace])).code).toBe(2);
  });

  it('index writes a sorted CDXJ of every committed capture', async () => {
    const { code, out } = await winnow(['archive', 'index', '-w', workspace, '--json']);
    const [index] = JSON.parse(out) as { file: string; captures: number }[];
    const lines = readFileSync(join(workspace, 'archive', index?.file as string), 'utf8')
      .trimEnd()
      .split('\n');
    const archived = rows(workspace, 'fetches').filter(({ warc }) => warc !== null);
    expect([code, index?.captures, lines.length]).toEqual([0, archived.length, archived.length]);
    expect(lines).toEqual([...lines].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });
});

describe.concurrent('export', () => {
  it.each([...COLLECTIONS])('%s as JSON lines, as many as there are', async (collection) => {
    const { code, out } = await winnow(['export', collection, '-w', workspace]);
    expect([code, linesOf(out).length]).toEqual([0, rows(workspace, collection).length]);
  });

  it('writes chosen columns as CSV into a file', async () => {
    const file = join(folder, 'pages.csv');
    const { code, err } = await winnow([
      'export',
      'pages',
      '-w',
      workspace,
      '-f',
      'csv',
      '--delimiter',
      'tab',
      '--columns',
      'url, language',
      '-o',
      file,
    ]);
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect([code, lines[0], lines.length - 2]).toEqual([0, 'url\tlanguage', rows(workspace, 'pages').length]);
    expect(err).toContain(`pages in ${file}`);
  });

  it.each([
    ['an unknown column', ['pages', '--columns', 'titel'], 'Did you mean title?'],
    ['an unknown collection', ['pagess'], 'Allowed choices'],
    ['an unknown sink', ['pages', '-f', 'xml'], 'no sink called "xml"'],
    ['an option the sink lacks', ['pages', '--bom'], 'bom'],
  ])('refuses %s with exit code 2', async (_, args, message) => {
    const { code, err } = await winnow(['export', ...args, '-w', workspace]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('import', () => {
  it('takes a WARC file into a new workspace with the same documents, and nothing the second time', async () => {
    const target = join(folder, 'imported');
    const first = await winnow(['import', ...archiveOf(workspace), '-w', target, '--json']);
    expect([first.code, first.err]).toEqual([0, '']);
    const pages = new Map(rows(target, 'pages').map((page) => [page['url'], page]));
    for (const { url, title, text, language, md5, fetched } of rows(workspace, 'pages'))
      expect(pages.get(url)).toMatchObject({ title, text, language, md5, fetched });
    expect((await winnow(['archive', 'check', '-w', target])).code).toBe(0);
    const again = JSON.parse((await winnow(['import', ...archiveOf(workspace), '-w', target, '--json'])).out) as Record<string, number>;
    expect(again).toMatchObject({ imported: 0, documents: 0, known: again['captures'] });
    expect(rows(target, 'journal')).toHaveLength(pages.size);
  });

  it('imports nothing a crawl has archived itself', async () => {
    const before = rows(workspace, 'fetches').length;
    const { out } = await winnow(['import', ...archiveOf(workspace), '-w', workspace, '--json']);
    expect(JSON.parse(out)).toMatchObject({ imported: 0 });
    expect(rows(workspace, 'fetches')).toHaveLength(before);
  });

  it('takes what is whole from a damaged file and says what is not', async () => {
    const copy = join(folder, 'damaged.warc.gz');
    copyFileSync(archiveOf(workspace)[0] as string, copy);
    const bytes = readFileSync(copy);
    bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 100);
    writeFileSync(copy, bytes);
    const { code, err, out } = await winnow(['import', copy, '-w', join(folder, 'from-damaged'), '--json']);
    expect([code, err]).toEqual([4, expect.stringContaining(basename(copy))]);
    expect((JSON.parse(out) as { imported: number }).imported).toBeGreaterThan(50);
  });

  it('refuses records that are not what they say, names them, and ends with 4', async () => {
    const file = join(folder, 'untrue.warc');
    const record = (name: string, date: string, digest: string) =>
      `WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x:${name}>\r\nWARC-Date: ${date}\r\nWARC-Target-URI: http://example.org/${name}\r\nWARC-Payload-Digest: ${digest}\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: 50\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello\r\n\r\n`;
    const hello = 'md5:5d41402abc4b2a76b9719d911017c592';
    const wrong = hello.replace('5d', '6d');
    const day = '2020-01-01T00:00:00Z';
    const records = [
      record('good', day, hello),
      record('changed', day, wrong),
      record('undated', 'soon', hello),
      record('other', day, 'x9:1'),
    ];
    writeFileSync(file, records.join(''));
    const { code, err, out } = await winnow(['import', file, '-w', join(folder, 'from-untrue'), '--json']);
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ captures: 2, imported: 2, wrongDigests: 1, wrongDates: 1, uncheckedDigests: 1, failed: 0 });
    for (const part of [`untrue.warc:${records[0]?.length}: `, 'http://example.org/changed', wrong, hello]) expect(err).toContain(part);
    expect(err).toContain('http://example.org/undated');
    expect(
      rows(join(folder, 'from-untrue'), 'pages')
        .map(({ url }) => String(url))
        .sort(),
    ).toEqual(['http://example.org/good', 'http://example.org/other']);
  });
});

describe('definition and doctor', () => {
  it('init makes a definition that check calls good, and never overwrites one', async () => {
    const file = join(folder, 'first.yaml');
    expect((await winnow(['definition', 'init', file, 'https://example.org/a'])).code).toBe(0);
    expect((await winnow(['definition', 'check', file])).out).toContain('good');
    expect((await winnow(['definition', 'init', file])).code).toBe(2);
  });

  it('check names every mistake with its line, and ends with 2', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'name: x\nseeds: [https://a.org]\npolitness: { delay: 1s }\nfilters: [nothing]\n');
    const { code, err } = await winnow(['definition', 'check', file]);
    expect([code, err]).toEqual([2, expect.stringMatching(/wrong\.yaml:3:1[\s\S]*politeness/)]);
    const json = JSON.parse((await winnow(['definition', 'check', file, '--json'])).out) as {
      valid: boolean;
      problems: { line: number }[];
    }[];
    expect(json).toMatchObject([{ valid: false, problems: [{ line: 3 }] }]);
  });

  it('explain, schema and reference print what they promise', async () => {
    expect((await winnow(['definition', 'explain', join(folder, 'demo.json')])).out).toMatch(/politeness\.delay +50ms/);
    expect(JSON.parse((await winnow(['definition', 'schema'])).out)).toMatchObject({ title: 'Winnow crawl definition' });
    expect((await winnow(['definition', 'reference'])).out).toContain('| Field |');
  });

  it('doctor finds this machine fit and knows the plug-ins', async () => {
    const { code, out } = await winnow(['doctor', '--json', '-w', join(folder, 'to', 'be', 'made')]);
    const { findings, plugins } = JSON.parse(out) as {
      findings: { state: string; what: string }[];
      plugins: { kind: string; about: string }[];
    };
    expect([code, findings.filter(({ state }) => state === 'missing')]).toEqual([0, []]);
    expect(new Set(plugins.map(({ kind }) => kind)).size).toBe(8);
    expect(plugins.every(({ about }) => about.length > 10)).toBe(true);
  });
});

describe.concurrent('the command line', () => {
  it.each([
    ['no command', []],
    ['an unknown command', ['crwal']],
    ['an unknown option', ['doctor', '--jsno']],
    ['a missing argument', ['export']],
    ['an unknown kind', ['inspect', 'pages']],
    ['nothing to inspect', ['inspect', 'url']],
    ['no such file', ['archive', 'cat', 'nowhere.warc.gz:0']],
    ['a file to import that is not there', ['import', 'nowhere.warc.gz', '-w', 'x']],
  ])('ends with 2 on %s', async (_, args) => {
    expect((await winnow(args)).code).toBe(2);
  });

  it('says where there is no workspace', async () => {
    const { code, err } = await winnow(['export', 'pages', '-w', join(folder, 'nowhere')]);
    expect([code, err]).toEqual([2, expect.stringContaining('There is no workspace')]);
  });
});

it.each([['--help'], ['crawl', '--help'], ['definition', 'schema']])('winnow %s does not mind that nobody reads on', async (...args) => {
  const child = spawn(process.execPath, ['dist/cli/main.js', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect({ code, err }).toEqual({ code: 0, err: '' });
});
