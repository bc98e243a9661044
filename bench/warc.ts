/** What archive records cost: `npx tsx bench/warc.ts`. Figures are CPU time of one core. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileArchive } from '../src/backends/embedded/archive/index.js';
import { buildRecords, checkArchive, type RecordOptions } from '../src/formats/warc/index.js';
import { sampleExchange } from '../test/support/sample-exchange.js';

const ROUNDS = 1500;
const OPTIONS: RecordOptions = { gzip: 1, requests: true, metadata: 'short', except: [] };
const INFO = {
  warcinfoId: null,
  identifiedType: 'text/html',
  metadata: { via: 'https://example.org/', hopsFromSeed: 'L', charset: 'utf-8', language: 'en' },
};

/** Sentences of a skewed vocabulary between tags: compresses a little worse than real pages. */
function page(size: number): Buffer {
  let seed = 42;
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  const words = Array.from({ length: 3000 }, (_, at) =>
    Math.floor(random() * 1e9)
      .toString(36)
      .slice(0, 2 + (at % 8)),
  );
  let text = '<html><body>';
  while (text.length < size)
    text +=
      random() < 0.05
        ? `</p><p class="text"><a href="/${Math.floor(random() * 1e6)}">`
        : `${words[Math.floor(random() ** 2 * words.length)]} `;
  return Buffer.from(text);
}

async function measure(name: string, rounds: number, work: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < rounds / 5; round += 1) await work();
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await work();
  const { user, system } = process.cpuUsage(start);
  console.log(`${name.padEnd(48)} ${((user + system) / rounds / 1000).toFixed(3)} ms`);
}

const exchange = sampleExchange({ body: page(23_000), url: 'https://example.org/some/page.html' });
for (const gzip of [0, 1, 3, 6])
  await measure(`23 KB page, 3 records, level ${gzip}`, ROUNDS, () => buildRecords(exchange, INFO, { ...OPTIONS, gzip }));
await measure('23 KB page, response alone, level 1', ROUNDS, () =>
  buildRecords(exchange, INFO, { ...OPTIONS, requests: false, metadata: 'none' }),
);
const picture = sampleExchange({ body: page(23_000), headers: [['Content-Type', 'image/png']] });
await measure('23 KB picture, 3 records', ROUNDS, () => buildRecords(picture, { ...INFO, identifiedType: 'image/png' }, OPTIONS));

const folder = mkdtempSync(join(tmpdir(), 'bench-warc-'));
try {
  const archive = new FileArchive({ folder, prefix: 'bench', rotate: 1e9, warcinfo: { software: 'bench' } });
  const sets = await Promise.all(Array.from({ length: 1000 }, () => buildRecords(exchange, INFO, OPTIONS)));
  const start = process.cpuUsage();
  const { file } = sets.map((set) => archive.append(set)).at(-1) as { file: string };
  archive.close();
  const { user, system } = process.cpuUsage(start);
  console.log(`${'append, per set'.padEnd(48)} ${((user + system) / sets.length / 1000).toFixed(3)} ms`);
  const path = join(folder, file);
  await measure('check, per file', 1, () => checkArchive(path));
  console.log(`${'  of'.padEnd(48)} 3001 records, ${(statSync(path).size / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
