import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CDXIndexer } from 'warcio';
import { sampleExchange } from '../../../test/support/sample-exchange.js';
import { type CdxjEntry, cdxjLine, writeCdxj } from './cdxj.js';
import { buildRecords } from './records.js';
import { buildWarcinfo } from './warcinfo.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdxj-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = (url: string, startedAt = Date.UTC(2026, 10, 15, 1, 2, 3, 999)): CdxjEntry => ({
  url,
  startedAt,
  status: 200,
  mime: 'text/html',
  digest: 'sha256:00ff',
  length: 123,
  offset: 456,
  filename: 'a.warc.gz',
});

it('writes a line as replay tools expect it', () => {
  expect(cdxjLine(entry('https://www.Example.org/A?b=2&a=1'))).toBe(
    'org,example)/a?a=1&b=2 20261115010203 {"url":"https://www.Example.org/A?b=2&a=1","mime":"text/html","status":"200","digest":"sha256:00ff","length":"123","offset":"456","filename":"a.warc.gz"}',
  );
});

it('agrees with the index another tool makes by reading the file', async () => {
  const exchange = sampleExchange();
  const info = buildWarcinfo({ filename: 'a.warc.gz', createdAt: 0, software: 'x' });
  const set = await buildRecords(
    exchange,
    { warcinfoId: null, identifiedType: null },
    { gzip: 1, requests: true, metadata: 'short', except: [] },
  );
  const bytes = Buffer.concat([info.bytes as Uint8Array, set.bytes as Uint8Array]);
  const indexer = new CDXIndexer({ format: 'cdxj' });
  const lines: string[] = [];
  const reader = (async function* () {
    yield bytes;
  })();
  for await (const result of indexer.iterIndex([{ filename: 'a.warc.gz', reader }])) lines.push(indexer.serializeCDXJ(result));
  const [record] = set.records;
  const ours = cdxjLine({
    ...entry(exchange.url, exchange.startedAt),
    digest: record?.payloadDigest?.replace('sha256:', '') ?? null,
    length: record?.length ?? 0,
    offset: info.bytes.length,
  });
  expect(lines).toEqual([`${ours}\n`]);
});

it('sorts by bytes in bounded memory, and leaves one file', async () => {
  const urls = Array.from(
    { length: 2000 },
    (_, at) => `https://example.org/${((at * 7919) % 2000).toString(36)}${at % 50 === 0 ? '?\u{1f600}' : ''}`,
  );
  const path = join(folder, 'index.cdxj');
  expect(
    await writeCdxj(
      path,
      urls.map((url) => entry(url)),
      300,
    ),
  ).toBe(2000);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toEqual([...lines].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  expect(new Set(lines).size).toBe(2000);
  expect(readdirSync(folder)).toEqual(['index.cdxj']);
});

it('writes an empty index for an empty archive', async () => {
  const path = join(folder, 'index.cdxj');
  expect(await writeCdxj(path, [])).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe('');
});
