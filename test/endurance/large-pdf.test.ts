/** PDF files with very many objects: each ends with its text or a note, in bounded memory, and the crawl goes on. */
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linking, makeTestWorkspace, type TestWorkspace } from '../../src/testing/index.js';
import { startCli } from '../support/run-cli.js';

const OBJECTS = 300_000;
/** So many that the file is larger than what is read. */
const TOO_MANY = 700_000;
const TEXT = 'The harbour master keeps the books of a million ships';
/** What the readers of files may use, and the rest of a crawl. */
const PEAK_MB = 1800;

interface Shape {
  readonly objects: number;
  /** What each of them is; `number` is its own. */
  readonly object: (number: number) => string;
  /** What the catalogue calls its pages. */
  readonly kids: () => string;
  /** Without it, whoever reads the file has to look for its objects. */
  readonly listed: boolean;
}

const FIRST = 6; // before it: catalogue, pages, a page, its text, its font
const SHAPES: Readonly<Record<string, Shape>> = {
  listed: { objects: OBJECTS, object: (number) => `<< /Number ${number} >>`, kids: () => '3 0 R', listed: true },
  unlisted: { objects: OBJECTS, object: (number) => `<< /Number ${number} >>`, kids: () => '3 0 R', listed: false },
  huge: {
    objects: TOO_MANY,
    object: () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>',
    kids: () => Array.from({ length: TOO_MANY }, (_, at) => `${FIRST + at} 0 R`).join(' '),
    listed: true,
  },
};

function* objectsOf({ objects, object, kids }: Shape): Generator<string> {
  const drawn = `BT /F1 12 Tf 50 700 Td (${TEXT}) Tj ET`;
  yield '<< /Type /Catalog /Pages 2 0 R >>';
  const list = kids();
  yield `<< /Type /Pages /Kids [${list}] /Count ${list.split(' R').length - 1} >>`;
  yield '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>';
  yield `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
  yield '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  for (let at = 0; at < objects; at++) yield object(FIRST + at);
}

/** In pieces: the file is never in memory as a whole. */
function* pdfOf(shape: Shape): Generator<string> {
  const offsets = new Uint32Array(shape.objects + FIRST);
  let [length, number] = [0, 0];
  let piece = '%PDF-1.4\n';
  for (const object of objectsOf(shape)) {
    offsets[++number] = length + piece.length;
    piece += `${number} 0 obj\n${object}\nendobj\n`;
    if (piece.length < 65_536) continue;
    length += piece.length;
    yield piece;
    piece = '';
  }
  yield piece;
  if (shape.listed) yield* listOf(offsets.subarray(1, number + 1), length + piece.length);
}

function* listOf(offsets: Uint32Array, at: number): Generator<string> {
  yield `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`;
  for (let from = 0; from < offsets.length; from += 4096)
    yield Array.from(offsets.subarray(from, from + 4096), (offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  yield `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
}

let to: TestWorkspace;
let server: Server;

beforeAll(async () => {
  to = makeTestWorkspace();
  for (const [name, shape] of Object.entries(SHAPES))
    await pipeline(Readable.from(pdfOf(shape)), createWriteStream(join(to.folder, `${name}.pdf`)));
  const names = Object.keys(SHAPES).map((name) => `/${name}.pdf`);
  const others = Array.from({ length: 20 }, (_, at) => `/page-${at}`);
  server = createServer(({ url = '/' }, response) => {
    if (names.includes(url)) {
      const file = join(to.folder, url);
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': statSync(file).size });
      return void createReadStream(file).pipe(response);
    }
    response.writeHead(url === '/robots.txt' ? 404 : 200, { 'Content-Type': 'text/html' });
    response.end(url === '/' ? linking(...names, ...others) : `<!doctype html><title>${url}</title><p>A page like any other.`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  to.remove();
});

/** The most memory a process ever held, in megabytes. */
const peakOf = (id: number | undefined): number => {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // it has ended
  }
};

const GIVEN_UP = /^the content was not read: .*(?:memory|more than \d+ s)/;

/** Which of them depends on the machine; that nothing is said would be a fault. */
const textOrNote = (note: RegExp) =>
  expect.toSatisfy(({ text, notes }: { text: string; notes: string }) => note.test(notes) || (text === TEXT && notes === '')) as unknown;

it('G-26 a PDF with hundreds of thousands of objects gives its text or a note, in bounded memory, and the crawl goes on', async () => {
  const { port } = server.address() as AddressInfo;
  const definition = to.define({
    seeds: [`http://127.0.0.1:${port}/`],
    politeness: { delay: '0s' },
    fetch: { allowAddresses: ['127.0.0.1'] },
  });
  const { child, said, ended } = startCli(['crawl', definition, '--workspace', to.workspace], to.folder);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  });
  expect(await ended, said.err).toBe(0);
  clearInterval(watch);
  const db = new Database(join(to.workspace, 'core.db'), { readonly: true });
  const rows = db
    .prepare('SELECT d.identifier AS url, v.type, v.text, v.notes FROM document d JOIN version v ON v.id = d.version')
    .all() as { url: string; type: string; text: string; notes: string }[];
  db.close();
  const files = rows.filter(({ url }) => url.endsWith('.pdf'));
  expect(files.map(({ type }) => type)).toEqual(Object.keys(SHAPES).map(() => 'application/pdf'));
  const found = Object.fromEntries(files.map(({ url, text, notes }) => [url.slice(url.lastIndexOf('/') + 1, -4), { text, notes }]));
  expect(found).toEqual({
    listed: textOrNote(GIVEN_UP),
    unlisted: textOrNote(new RegExp(`${GIVEN_UP.source}|^the PDF file is damaged: `)),
    huge: { text: '', notes: 'the content was not read: it has 70 MB; what has more than 64 MB is only archived' },
  });
  expect(rows.length - files.length).toBe(21);
  expect(peak).toBeLessThan(PEAK_MB);
});
