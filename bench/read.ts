/**
 * What reading costs: ms of CPU per page for everything a reader thread does with a body.
 *
 *   npm run bench:read -- FOLDER [rounds]
 *
 * FOLDER holds a generated site: `blob.bin` with all bodies and `index.tsv` with path, status, type, offset and length.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../src/model/index.js';
import { detectLanguage, digests, READERS, read, sniffType, textDigest } from '../src/read/index.js';
import { GENERATED_SITE, neededFolder } from './needed-folder.js';

interface Sample {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

function load(folder: string): Sample[] {
  const blob = readFileSync(join(folder, 'blob.bin'));
  const rows = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n');
  return rows
    .map((row) => row.split('\t'))
    .filter(
      ([, , status, type, , , , , length]) =>
        status === '200' && type?.startsWith('text/html') && Number(length) > 8000 && Number(length) < 100_000,
    )
    .map(([, path = '/', , type = '', , , , offset, length]) => ({
      url: `http://127.0.0.1:8100${path}`,
      bytes: blob.subarray(Number(offset), Number(offset) + Number(length)),
      contentType: type,
    }));
}

function measure(name: string, samples: readonly Sample[], rounds: number, work: (sample: Sample) => unknown): void {
  for (let warm = 0; warm < 3; warm++) for (const sample of samples) work(sample);
  const costs = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    for (const sample of samples) work(sample);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / samples.length;
  });
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / rounds;
  console.log(`${name.padEnd(24)} ${Math.min(...costs).toFixed(3)} ms of CPU per page in the best round, ${mean.toFixed(3)} on average`);
}

const [, rounds = '10'] = process.argv.slice(2);
const folder = neededFolder('npm run bench:read --', GENERATED_SITE, ['blob.bin', 'index.tsv']);
const samples = load(folder);
const bytes = samples.reduce((sum, sample) => sum + sample.bytes.length, 0);
console.log(`${samples.length} pages, ${Math.round(bytes / samples.length / 100) / 10} KB on average, Node ${process.version}`);

/** Pages are; files, which may have to be waited for, are not measured here. */
function readAtOnce(sample: (typeof samples)[number]): Page | null {
  const page = read({ ...sample, headers: [] }, READERS);
  return page instanceof Promise ? null : page;
}

const pages = new Map(samples.map((sample) => [sample, readAtOnce(sample)]));
measure('all of it', samples, Number(rounds), (sample) => {
  const page = readAtOnce(sample);
  return [digests(sample.bytes), textDigest(page?.text ?? '')];
});
measure('  type and charset', samples, Number(rounds), (sample) => sniffType(sample.bytes, sample.contentType));
measure('  read', samples, Number(rounds), (sample) => read({ ...sample, headers: [] }, READERS));
measure('    language', samples, Number(rounds), (sample) => detectLanguage(pages.get(sample)?.text ?? ''));
measure('  digests', samples, Number(rounds), (sample) => [digests(sample.bytes), textDigest(pages.get(sample)?.text ?? '')]);
