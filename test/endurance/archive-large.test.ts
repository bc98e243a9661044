/** Large bodies on their way into and out of the archive, with an eye on memory. Run in a process of its own, so that the reading is ours. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'large-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

const SCRIPT = `
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { buildRecords, catRecord, checkArchive, disposeExchange, importWarc } from ${at('../../src/formats/warc/index.ts')};
import { FileArchive } from ${at('../../src/backends/embedded/archive/index.ts')};
import { sampleExchange } from ${at('../support/sample-exchange.ts')};

const [folder, megabytes] = [process.argv[2], Number(process.argv[3])];
const path = join(folder, 'body');
const sum = createHash('sha256');
const out = openSync(path, 'w');
for (let at = 0; at < megabytes; at += 1) {
  const piece = at % 2 ? randomBytes(1 << 20) : Buffer.alloc(1 << 20, 'text ');
  sum.update(piece);
  writeSync(out, piece);
}
closeSync(out);
const digest = 'sha256:' + sum.digest('hex');

global.gc();
const before = process.memoryUsage().rss;
let peak = before;
const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 20);
const exchange = sampleExchange({ body: { path, length: megabytes * 2 ** 20 } });
const set = await buildRecords(exchange, { warcinfoId: null, identifiedType: 'text/plain' }, { gzip: 1, requests: true, metadata: 'short', except: [] });
disposeExchange(exchange);
const archive = new FileArchive({ folder, prefix: 'large', rotate: 1e9, warcinfo: { software: 'x' } });
const { file, offset } = archive.append(set);
archive.close();
const whole = join(folder, file);
const check = await checkArchive(whole);
const payload = createHash('sha256');
for await (const piece of catRecord(whole, offset, 'payload')) payload.update(piece);
for await (const capture of importWarc(whole, { spoolFolder: folder })) disposeExchange(capture.exchange);
clearInterval(timer);
peak = Math.max(peak, process.memoryUsage().rss);
console.log(JSON.stringify({
  recorded: set.records[0].payloadDigest === digest,
  read: 'sha256:' + payload.digest('hex') === digest,
  problems: check.problems, records: check.records, left: readdirSync(folder).filter((name) => name !== file && !name.endsWith('.mts')),
  extraMegabytes: Math.round((peak - before) / 2 ** 20),
}));
`;

it('A-42 a 300 MB body is archived, checked and imported in bounded memory', () => {
  const script = join(folder, 'large.mts');
  writeFileSync(script, SCRIPT);
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--import', 'tsx', script, folder, '300'], {
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url).pathname,
  });
  expect(stdout, stderr).not.toBe('');
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ recorded: true, read: true, problems: [], records: 4, left: [] });
  expect(result.extraMegabytes).toBeLessThan(150);
});
