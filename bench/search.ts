/**
 * What searching costs: documents indexed a second, size of the index, and how long questions take.
 *
 *   npm run bench:search -- --documents 200000 [--queries 200]
 *
 * Documents are made up (search-corpus.ts) and go through the port as those of a crawl do; the time to make them is not
 * counted. Questions have one to three words from very common to rare, with facets over everything that fits.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSearch, openSearchIndex } from '../src/backends/index.js';
import { type JournalEntry, parseQuery, type Search } from '../src/store/index.js';
import { syntheticDocument, wordOf } from './search-corpus.js';

const { values } = parseArgs({ options: { documents: { type: 'string', default: '20000' }, queries: { type: 'string', default: '200' } } });
const DOCUMENTS = Number(values.documents);
const QUERIES = Number(values.queries);
const BATCH = 5000;

const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-search-'));
const file = join(folder, 'search.db');
const made = { ms: 0, cpu: 0, bytes: 0 };
const source = {
  read(document: number) {
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    const read = syntheticDocument(document);
    made.bytes += Buffer.byteLength(read.text);
    made.ms += performance.now() - started;
    made.cpu += total(process.cpuUsage(cpu));
    return read;
  },
  isThere: () => true,
};

const total = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

function indexAll(): void {
  const index = openSearchIndex(file, source);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  for (let after = 0; after < DOCUMENTS; after += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, DOCUMENTS - after) }, (_, at) => ({ document: after + at + 1 }) as JournalEntry);
    index.apply({ items, after, through: after + items.length, mark: null });
    if ((after / BATCH) % 50 === 49) console.log(`  ${after + BATCH} documents, ${megabytes(process.memoryUsage.rss())} in memory`);
  }
  const [ms, cpuMs] = [performance.now() - started - made.ms, total(process.cpuUsage(cpu)) - made.cpu];
  index.close();
  console.log(
    `indexed ${DOCUMENTS} documents, ${megabytes(made.bytes)} of text: ${((DOCUMENTS / ms) * 1000).toFixed(0)} a second, ${(cpuMs / DOCUMENTS).toFixed(3)} ms of CPU each (${((DOCUMENTS / cpuMs) * 1000).toFixed(0)} a second of CPU)`,
  );
  console.log(`index ${megabytes(statSync(file).size)}: ${(statSync(file).size / made.bytes).toFixed(2)} times the text`);
}

const KINDS: Readonly<Record<string, (number: number) => string>> = {
  'one common word': (n) => wordOf(n % 8, n % 5),
  'common words of four languages': (n) => [0, 1, 2, 3].map((language) => wordOf((language + n) % 8, n % 4)).join(' OR '),
  'one word': (n) => wordOf(n % 8, 20 + n * 7),
  'three words': (n) => [0, 3, 30].map((rank) => wordOf(n % 8, rank + (n % 11))).join(' '),
  'a rare word': (n) => wordOf(n % 8, 5000 + n * 13),
  'a phrase of common words': (n) => `"${wordOf(n % 8, 0)} ${wordOf(n % 8, n % 4)}"`,
  'a beginning': (n) => `${wordOf(n % 8, 300 + n).slice(0, 5)}*`,
  'with filters': (n) => `${wordOf(n % 8, 2)} type:pdf after:2018 -${wordOf(n % 8, 9)}`,
};

function measure(search: Search, name: string, queryOf: (number: number) => string): number[] {
  let most = 0;
  const times = Array.from({ length: Math.ceil(QUERIES / Object.keys(KINDS).length) }, (_, number) => {
    const node = parseQuery(queryOf(number));
    const started = performance.now();
    most = Math.max(most, search.search({ node, limit: 10, facets: true }).total);
    return performance.now() - started;
  }).toSorted((a, b) => a - b);
  console.log(`  ${name.padEnd(32)} p50 ${at(times, 0.5)} ms  p95 ${at(times, 0.95)} ms  up to ${most} hits`);
  return times;
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1).padStart(6);

try {
  indexAll();
  const search = openSearch(file, source);
  const all = Object.entries(KINDS).flatMap(([name, queryOf]) => measure(search, name, queryOf));
  const sorted = all.toSorted((a, b) => a - b);
  console.log(`${all.length} questions with facets: p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms, longest ${at(sorted, 1)} ms`);
  search.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
