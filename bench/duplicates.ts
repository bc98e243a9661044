/**
 * How well duplicates are found, and what it costs.
 *
 *   npm run bench:duplicates -- FOLDER [known]
 *
 * FOLDER holds a generated site: `blob.bin`, `index.tsv` and `manifest.json` with the duplicates that were planted. Every
 * page is read and compared as in a crawl. Afterwards the cost of a further page is measured where 10,000 texts are known and
 * where `known` are, a million unless said otherwise.
 *
 * A planted near-duplicate borrows the text of the article before it. Where that article shows another text itself (it
 * is a duplicate of a third one) the two have nothing in common, and the pair counts as none.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textSample, textSketch } from '../src/analyse/likeness/index.js';
import { openForWriting } from '../src/backends/embedded/database.js';
import { SketchRows } from '../src/backends/embedded/sketch-rows.js';
import type { Page } from '../src/model/index.js';
import { READERS, read } from '../src/read/index.js';
import type { NewVersion } from '../src/store/index.js';
import { GENERATED_SITE, neededFolder } from './needed-folder.js';

type Pair = [host: number, copy: string, original: string];

interface SitePage {
  readonly url: string;
  readonly page: Page;
}

const [, known = '1000000'] = process.argv.slice(2);
const folder = neededFolder('npm run bench:duplicates --', `${GENERATED_SITE}\nand manifest.json with the duplicates that were planted.`, [
  'blob.bin',
  'index.tsv',
  'manifest.json',
]);
const place = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
try {
  const pages = loadPages(folder);
  measureMaking(pages);
  judge(pages, folder);
  for (const texts of new Set([10_000, Number(known)])) measureFinding(texts);
} finally {
  rmSync(place, { recursive: true, force: true });
}

function loadPages(from: string): SitePage[] {
  const blob = readFileSync(join(from, 'blob.bin'));
  const rows = readFileSync(join(from, 'index.tsv'), 'utf8').trim().split('\n');
  return rows.flatMap((row) => {
    const [host = '0', path = '/', status, contentType = '', , , , offset, length] = row.split('\t');
    if (status !== '200' || !contentType.startsWith('text/html') || !/^\/s\d+\//.test(path)) return [];
    const bytes = blob.subarray(Number(offset), Number(offset) + Number(length));
    const url = `http://127.0.0.${2 + Number(host)}${path}`;
    const page = read({ url, bytes, contentType, headers: [] }, READERS);
    return page && !(page instanceof Promise) ? [{ url, page }] : [];
  });
}

function measureMaking(pages: readonly SitePage[]): void {
  const sample = pages.slice(0, 500);
  const size = sample.reduce((sum, { page }) => sum + page.text.length, 0) / sample.length;
  console.log(`${pages.length} pages, ${(size / 1000).toFixed(1)} KB of text each, Node ${process.version}`);
  const cost = (work: (page: SitePage) => unknown): string => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 8; round++) {
      const before = process.cpuUsage();
      for (const page of sample) work(page);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000 / sample.length);
    }
    return `${best.toFixed(3)} ms of CPU a page`;
  };
  console.log(`sketch              ${cost(({ page }) => textSketch(page))}`);
  console.log(`sample of the text  ${cost(({ page, url }) => textSample(page, url))}`);
}

function judge(pages: readonly SitePage[], from: string): void {
  const { rows, add, duplicateOf } = openRows('judge');
  for (const { page } of pages) add(textSketch(page));
  rows.writeCounts(1);
  const classOf = truth(from);
  const seen = new Set<string>();
  let [right, wrong, missed] = [0, 0, 0];
  pages.forEach(({ url }, at) => {
    const mine = classOf(url);
    const original = duplicateOf(at + 1);
    if (original !== null && classOf((pages[original - 1] as SitePage).url) === mine) right++;
    else if (original !== null) wrong++;
    else if (seen.has(mine)) missed++;
    seen.add(mine);
  });
  console.log(`planted duplicates  ${right + missed}, found ${right}, missed ${missed}, wrong ${wrong}`);
  console.log(`precision ${(right / Math.max(1, right + wrong)).toFixed(4)}, recall ${(right / Math.max(1, right + missed)).toFixed(4)}`);
}

/** Pages that show the same text have the same name. */
function truth(from: string): (url: string) => string {
  const { nearDuplicates, exactDuplicates } = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as {
    nearDuplicates: Pair[];
    exactDuplicates: Pair[];
  };
  const nameOf = (host: number, path: string): string => `http://127.0.0.${2 + host}${path}`;
  const borrows = new Set([...nearDuplicates, ...exactDuplicates].map(([host, copy]) => nameOf(host, copy)));
  const shown = new Map<string, string>();
  const copies = new Set(exactDuplicates.map(([host, copy]) => nameOf(host, copy)));
  for (const [host, copy, original] of nearDuplicates)
    if (!borrows.has(nameOf(host, original)) && !copies.has(nameOf(host, copy))) shown.set(nameOf(host, copy), nameOf(host, original));
  for (const [host, copy, original] of exactDuplicates) shown.set(nameOf(host, copy), nameOf(host, original));
  return (url) => {
    let name = url;
    for (let step = 0; step < 20 && shown.has(name); step++) name = shown.get(name) as string;
    return name;
  };
}

function measureFinding(texts: number): void {
  const { rows, add, close } = openRows(`find-${texts}`);
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  const made = (): Uint8Array => {
    const bytes = new Uint8Array(156);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < 156; at += 4) view.setUint32(at, Math.imul(random(), 0x9e3779b1) >>> 0, true);
    view.setUint32(24, 2000, true);
    return bytes;
  };
  for (let text = 0; text < texts; text++) add(made());
  const more = Array.from({ length: 5000 }, made);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    for (const sketch of more.slice(round * 1000, (round + 1) * 1000)) add(sketch);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  console.log(
    `${texts.toLocaleString('en')} texts known: ${best.toFixed(2)} µs of CPU a further page, ${(rows.bytes / (texts + 5000)).toFixed(1)} bytes a text in memory`,
  );
  close();
}

/** The rows of a workspace, with as many documents as there are texts. */
function openRows(name: string) {
  const db = openForWriting(join(place, `${name}.db`));
  db.pragma('synchronous = OFF');
  const rows = new SketchRows(db);
  const document = db.prepare(
    'INSERT INTO document (id, resource, identifier, version, first_seen, last_changed, last_checked) VALUES (?, ?, ?, ?, 0, 0, 0)',
  );
  const found = db.prepare('SELECT duplicate_of FROM sketch WHERE version = ?').pluck();
  let number = 0;
  db.exec('BEGIN');
  return {
    rows,
    add: (sketch: Uint8Array | null): void => {
      number++;
      document.run(number, number, String(number), number);
      rows.add(number, number, { sketch, text: new Uint8Array() } as unknown as NewVersion);
    },
    duplicateOf: (version: number): number | null => (found.get(version) as number | null | undefined) ?? null,
    close: (): void => {
      db.exec('COMMIT');
      db.close();
    },
  };
}
