/**
 * What one reader thread does with an answer, all stages together: ms of CPU per page, warm.
 *
 *   npm run bench:reader -- FOLDER [rounds]
 *
 * FOLDER holds a generated site: `blob.bin` with all bodies and `index.tsv` with path, status, type, offset and length.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRegistry } from '../src/assembly/index.js';
import { definitionFromInput } from '../src/definition/crawl/index.js';
import { ExchangeReader, makePipeline, type ReadTask } from '../src/run/crawl/index.js';
import { GENERATED_SITE, neededFolder } from './needed-folder.js';

const [, rounds = '8'] = process.argv.slice(2);
const folder = neededFolder('npm run bench:reader --', GENERATED_SITE, ['blob.bin', 'index.tsv']);

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: "ff3f135a598ab60b"\r\n\r\n';

function tasks(from: string): ReadTask[] {
  const blob = readFileSync(join(from, 'blob.bin'));
  const rows = readFileSync(join(from, 'index.tsv'), 'utf8').trim().split('\n');
  return rows
    .map((row) => row.split('\t'))
    .filter(([, , status, type, , , , , length]) => status === '200' && type?.startsWith('text/html') && Number(length) > 8000)
    .slice(0, 1500)
    .map(([, path = '/', , , , , , offset, length]) => taskOf(path, blob.subarray(Number(offset), Number(offset) + Number(length))));
}

function taskOf(path: string, body: Uint8Array): ReadTask {
  const exchange: ReadTask['exchange'] = {
    url: `http://127.0.0.2:8100${path}`,
    method: 'GET',
    startedAt: 1_760_000_000_000,
    durationMs: 2,
    firstByteMs: 1,
    status: 200,
    statusText: 'OK',
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['ETag', '"ff3f135a598ab60b"'],
    ],
    remoteAddress: '127.0.0.2',
    protocol: 'http/1.1',
    tls: null,
    requestHead: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.2:8100\r\n\r\n`),
    requestBody: null,
    responseHead: Buffer.from(HEAD),
    wire: body,
    body,
    truncated: null,
  };
  return {
    exchange,
    kind: 'page',
    depth: 1,
    redirects: 0,
    link: 'a',
    trail: null,
    via: 'http://127.0.0.2:8100/',
    previous: null,
    notFound: [],
  };
}

const { definition } = await definitionFromInput({ seeds: ['http://127.0.0.2:8100/'], fetch: { allowAddresses: ['127.0.0.0/8'] } });
const registry = await loadRegistry([], '.');
const reader = new ExchangeReader(
  definition,
  makePipeline({ definition, registry, secret: new Uint8Array(16), seedHosts: ['127.0.0.2'] }),
  false,
);
const samples = tasks(folder);
const costs: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const before = process.cpuUsage();
  for (const task of samples) await reader.read(task);
  const { user, system } = process.cpuUsage(before);
  costs.push((user + system) / 1000 / samples.length);
}
console.log(
  `${samples.length} pages: ${costs.map((cost) => cost.toFixed(3)).join(' ')} ms of CPU a page; best ${Math.min(...costs).toFixed(3)}`,
);
