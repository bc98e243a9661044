import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { WARCParser, type WARCRecord } from 'warcio';
import { chunked, sampleExchange } from '../../../test/support/sample-exchange.js';
import type { Exchange } from '../../model/index.js';
import { checkArchive } from './check.js';
import type { RecordInfo, RecordOptions } from './drafts.js';
import { newRecordId } from './header.js';
import type { RecordSet } from './record-set.js';
import { buildRecords, disposeExchange, packRecords } from './records.js';
import { buildWarcinfo } from './warcinfo.js';

const OPTIONS: RecordOptions = { gzip: 1, requests: true, metadata: 'short', except: [] };
const WARCINFO = 'urn:uuid:00000000-0000-4000-8000-000000000001';
const INFO: RecordInfo = { warcinfoId: WARCINFO, identifiedType: 'text/html' };
const PNG = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919 + (at >> 3)) & 255);
const PAGE = Buffer.from('<html><title>Żółw</title>'.repeat(900));
const ZIPPED = gzipSync(PAGE);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'records-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const bytesOf = ({ bytes }: RecordSet): Uint8Array => (bytes instanceof Uint8Array ? bytes : readFileSync(bytes.path));

/** A whole file: warcinfo and the sets. */
function fileOf(...sets: RecordSet[]): string {
  const path = join(folder, `${newRecordId().slice(9)}.warc.gz`);
  const info = buildWarcinfo({
    id: WARCINFO,
    filename: 'x.warc.gz',
    createdAt: Date.now(),
    software: 'winnow/0.1',
    operator: 'a@example.org',
  });
  writeFileSync(path, Buffer.concat([info, ...sets].map(bytesOf)));
  return path;
}

interface Read {
  type: string;
  fields: Map<string, string>;
  block: Buffer;
}

/** Everything npm warcio makes of a file; whatever it has to complain about is a failure. */
async function readByWarcio(path: string): Promise<Read[]> {
  const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error'), vi.spyOn(console, 'log')];
  const records: Read[] = [];
  const read = async (record: WARCRecord): Promise<Read> => ({
    type: record.warcType,
    fields: new Map([...record.warcHeaders.headers.entries()].map(([name, value]) => [name.toLowerCase(), value])),
    block: Buffer.from(await record.readFully(false)),
  });
  for await (const record of new WARCParser([readFileSync(path)], { parseHttp: false })) records.push(await read(record));
  for await (const record of new WARCParser([readFileSync(path)])) await record.readFully(true);
  for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled();
  return records;
}

const sha256 = (...parts: Uint8Array[]): string => `sha256:${createHash('sha256').update(Buffer.concat(parts)).digest('hex')}`;
const inMemory = (bytes: Exchange['body']): Uint8Array => (bytes instanceof Uint8Array ? bytes : readFileSync(bytes.path));

const AS_SENT: [string, Exchange][] = [
  ['a plain page', sampleExchange()],
  ['a chunked page', sampleExchange({ headers: [['Transfer-Encoding', 'chunked']], body: PAGE, wire: chunked(PAGE, 1000) })],
  [
    'a gzip page in chunks',
    sampleExchange({
      headers: [
        ['Content-Encoding', 'gzip'],
        ['transfer-encoding', 'Chunked'],
      ],
      body: ZIPPED,
      wire: chunked(ZIPPED, 7),
    }),
  ],
  ['a brotli page', sampleExchange({ headers: [['Content-Encoding', 'br']], body: brotliCompressSync(PAGE) })],
  ['a picture', sampleExchange({ headers: [['Content-Type', 'image/png']], body: PNG })],
  ['an empty body', sampleExchange({ body: '' })],
  ['a redirect', sampleExchange({ status: 302, headers: [['Location', 'https://example.org/ü']], body: '' })],
  ['a 304 with nothing to refer to', sampleExchange({ status: 304, body: '' })],
  [
    'HTTP/2 over TLS',
    sampleExchange({
      protocol: 'h2',
      remoteAddress: '2001:db8::1',
      tls: {
        protocol: 'TLSv1.3',
        cipher: 'TLS_AES_128_GCM_SHA256',
        authorized: true,
        problem: null,
        subject: null,
        issuer: null,
        validTo: null,
      },
    }),
  ],
  [
    'a body cut short in a chunk',
    sampleExchange({ headers: [['Transfer-Encoding', 'chunked']], body: 'abc', wire: '10\r\nabc', truncated: 'disconnect' }),
  ],
  ['a form that was posted', sampleExchange({ method: 'POST', requestBody: Buffer.from('q=1&r=2') })],
  ['a head with bare line feeds', sampleExchange({ responseHead: Buffer.from('HTTP/1.0 200 OK\nServer: x\n\n'), body: 'x' })],
  [
    'a body that looks like a record',
    sampleExchange({ body: 'WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n' }),
  ],
];

it.each(AS_SENT)('A-39 keeps %s byte for byte, and warcio reads it', async (_case, exchange) => {
  const path = fileOf(await buildRecords(exchange, INFO, OPTIONS));
  const [warcinfo, response, request, metadata] = await readByWarcio(path);
  expect([warcinfo, response, request, metadata].map((record) => record?.type)).toEqual(['warcinfo', 'response', 'request', 'metadata']);
  const wire = inMemory(exchange.wire);
  expect(response?.block).toEqual(Buffer.concat([exchange.responseHead, wire]));
  expect(response?.fields.get('warc-block-digest')).toBe(sha256(exchange.responseHead, wire));
  expect(response?.fields.get('warc-payload-digest')).toBe(sha256(inMemory(exchange.body)));
  expect(request?.block).toEqual(Buffer.concat([exchange.requestHead, exchange.requestBody ?? Buffer.alloc(0)]));
  expect(request?.fields.get('warc-concurrent-to')).toBe(response?.fields.get('warc-record-id'));
  expect(metadata?.fields.get('warc-concurrent-to')).toBe(response?.fields.get('warc-record-id'));
  expect(await checkArchive(path)).toMatchObject({ records: 4, problems: [] });
});

it('A-39 says where and how a capture was made', async () => {
  const tls = {
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    authorized: false,
    problem: 'CERT_HAS_EXPIRED',
    subject: null,
    issuer: null,
    validTo: null,
  };
  const set = await buildRecords(
    sampleExchange({ protocol: 'h2', tls, truncated: 'length' }),
    { ...INFO, metadata: { via: 'https://example.org/', hopsFromSeed: 'LE', charset: 'utf-8', language: 'pl', title: 'A\r\nB: c' } },
    OPTIONS,
  );
  const [, response, , metadata] = await readByWarcio(fileOf(set));
  expect(Object.fromEntries(response?.fields ?? [])).toMatchObject({
    'warc-target-uri': 'https://example.org/a?b=c',
    'warc-date': '2026-11-15T12:30:45.678Z',
    'warc-ip-address': '192.0.2.7',
    'warc-protocol': 'h2, tls/1.3',
    'warc-cipher-suite': 'TLS_AES_128_GCM_SHA256',
    'warc-identified-payload-type': 'text/html',
    'warc-truncated': 'length',
    'warc-warcinfo-id': `<${WARCINFO}>`,
    'content-type': 'application/http;msgtype=response',
  });
  expect(metadata?.block.toString()).toBe(
    'via: https://example.org/\r\nhopsFromSeed: LE\r\nfetchTimeMs: 13\r\ncharset: utf-8\r\nlanguage: pl\r\ntitle: A B: c\r\ntlsProblem: CERT_HAS_EXPIRED\r\n',
  );
});

const PREVIOUS = { recordId: newRecordId(), url: 'http://example.org/old', startedAt: Date.UTC(2026, 0, 2), payloadDigest: sha256(PAGE) };

it.each([
  ['an unchanged payload', sampleExchange({ body: PAGE }), 'identical-payload-digest', 'length'],
  ['a 304', sampleExchange({ status: 304, body: '' }), 'server-not-modified', undefined],
])('A-39 writes %s as a revisit that names its original', async (_case, exchange, profile, truncated) => {
  const set = await buildRecords(exchange, { ...INFO, previous: PREVIOUS }, OPTIONS);
  const path = fileOf(set);
  const [, revisit] = await readByWarcio(path);
  expect(revisit?.type).toBe('revisit');
  expect(revisit?.block).toEqual(exchange.responseHead);
  expect(Object.fromEntries(revisit?.fields ?? [])).toMatchObject({
    'warc-profile': `http://netpreserve.org/warc/1.1/revisit/${profile}`,
    'warc-refers-to': `<${PREVIOUS.recordId}>`,
    'warc-refers-to-target-uri': PREVIOUS.url,
    'warc-refers-to-date': '2026-01-02T00:00:00.000Z',
    'warc-payload-digest': PREVIOUS.payloadDigest,
  });
  expect(revisit?.fields.get('warc-truncated')).toBe(truncated);
  expect(set.records[0]).toMatchObject({ type: 'revisit', payloadDigest: PREVIOUS.payloadDigest });
  expect((await checkArchive(path)).problems).toEqual([]);
});

it.each([
  ['a changed payload', sampleExchange({ body: 'new' })],
  ['an empty payload', sampleExchange({ body: '' })],
  ['a payload cut short', sampleExchange({ body: PAGE, truncated: 'time' })],
])('writes %s as a response although a previous capture is known', async (_case, exchange) => {
  const previous = { ...PREVIOUS, payloadDigest: sha256(inMemory(exchange.body)) };
  const given = exchange.truncated || exchange.body.length === 0 ? previous : PREVIOUS;
  const { records } = await buildRecords(exchange, { ...INFO, previous: given }, OPTIONS);
  expect(records[0]?.type).toBe('response');
});

it('A-36 writes by the settings of the definition', async () => {
  const video = sampleExchange({ headers: [['Content-Type', 'video/mp4']], body: PNG });
  const settings: RecordOptions = { gzip: 6, requests: false, metadata: 'links', except: ['video/*'] };
  const outlinks = [{ url: 'https://example.org/b', kind: 'a' }];
  const set = await buildRecords(video, { warcinfoId: null, identifiedType: null, metadata: { outlinks } }, settings);
  const path = fileOf(set);
  const [, response, metadata] = await readByWarcio(path);
  expect(set.records.map(({ type }) => type)).toEqual(['response', 'metadata']);
  expect(response?.block).toEqual(Buffer.from(video.responseHead));
  expect(response?.fields.get('warc-truncated')).toBe('unspecified');
  expect(response?.fields.has('warc-payload-digest')).toBe(false);
  expect(set.records[0]?.payloadDigest).toBe(sha256(PNG));
  expect(metadata?.block.toString()).toContain('outlink: https://example.org/b a\r\n');
  expect((await checkArchive(path)).problems).toEqual([]);
});

it('keeps what came without an HTTP head as a resource', async () => {
  const exchange = sampleExchange({
    url: 'ftp://example.org/a.txt',
    protocol: 'ftp',
    requestHead: new Uint8Array(0),
    responseHead: new Uint8Array(0),
    headers: [],
    body: 'text',
  });
  const path = fileOf(await buildRecords(exchange, { ...INFO, identifiedType: 'text/plain' }, OPTIONS));
  const [, resource] = await readByWarcio(path);
  expect(resource).toMatchObject({ type: 'resource', block: Buffer.from('text') });
  expect(resource?.fields.get('content-type')).toBe('text/plain');
  expect(await checkArchive(path)).toMatchObject({ problems: [], types: { warcinfo: 1, resource: 1, metadata: 1 } });
});

it('lets no value end its field and begin another', async () => {
  const exchange = sampleExchange({ url: 'https://example.org/\r\nWARC-Type: warcinfo', remoteAddress: '1\r\n\r\nx' });
  const path = fileOf(await buildRecords(exchange, { ...INFO, identifiedType: 'a\nb', metadata: { via: 'x\r\ntitle: y' } }, OPTIONS));
  const { problems, types } = await checkArchive(path);
  // What they say is nonsense, and stays within its field.
  expect(problems.filter(({ problem }) => !/^warc-[a-z-]+ is no /.test(problem))).toEqual([]);
  expect(types).toEqual({ warcinfo: 1, response: 1, request: 1, metadata: 1 });
});

it('gives bytes that can change threads', async () => {
  const { bytes } = await buildRecords(sampleExchange({ body: 'x' }), INFO, OPTIONS);
  const view = bytes as Uint8Array;
  expect(view.byteLength).toBe(view.buffer.byteLength);
  expect(structuredClone(view, { transfer: [view.buffer as ArrayBuffer] }).byteLength).toBeGreaterThan(0);
});

it('describes each record of the set where it is', async () => {
  const set = await buildRecords(sampleExchange({ body: PAGE }), INFO, OPTIONS);
  for (const { offset, length, id, type } of set.records) {
    const path = join(folder, 'one.warc.gz');
    writeFileSync(path, bytesOf(set).subarray(offset, offset + length));
    const [record] = await readByWarcio(path);
    expect(record).toMatchObject({ type });
    expect(record?.fields.get('warc-record-id')).toBe(`<${id}>`);
  }
});

it('A-42 builds the same records from files, and leaves none behind', async () => {
  const spool = mkdtempSync(join(folder, 'spool-'));
  const body = { path: join(spool, 'body'), length: PAGE.length };
  const wire = { path: join(spool, 'wire'), length: chunked(PAGE, 999).length };
  writeFileSync(body.path, PAGE);
  writeFileSync(wire.path, chunked(PAGE, 999));
  const exchange = sampleExchange({ headers: [['Transfer-Encoding', 'chunked']], body, wire });
  const set = await buildRecords(exchange, INFO, OPTIONS);
  expect(set.bytes).toHaveProperty('path');
  const path = fileOf(set);
  const [, response] = await readByWarcio(path);
  expect(response?.block).toEqual(Buffer.concat([exchange.responseHead, chunked(PAGE, 999)]));
  expect(await checkArchive(path)).toMatchObject({ records: 4, problems: [] });
  disposeExchange(exchange);
  disposeExchange(exchange);
  expect(readdirSync(spool)).toHaveLength(1);
});

it.each([
  ['compresses what is text', Buffer.alloc(400_000, 'a table of numbers, '), 0.1],
  ['only stores what is compressed inside', randomBytes(400_000), 1.01],
])('of spooled bodies, %s', async (_name, content, share) => {
  const path = join(mkdtempSync(join(folder, 'spool-')), 'body');
  writeFileSync(path, content);
  const info = { ...INFO, identifiedType: 'application/octet-stream' };
  const set = await buildRecords(sampleExchange({ body: { path, length: content.length } }), info, OPTIONS);
  const [response] = set.records;
  expect(response?.length).toBeLessThan(share * content.length);
  expect(response?.length).toBeGreaterThan(share > 1 ? content.length : 0);
  expect((await checkArchive(fileOf(set))).problems).toEqual([]);
});

it('says so when a spooled body has got shorter, and leaves no file', async () => {
  const spool = mkdtempSync(join(folder, 'spool-'));
  writeFileSync(join(spool, 'body'), 'short');
  const build = buildRecords(sampleExchange({ body: { path: join(spool, 'body'), length: 10 } }), INFO, OPTIONS);
  await expect(build).rejects.toThrow(/ARCHIVE_READ_FAILED.*it ends after 5 of 10 bytes/);
  expect(readdirSync(spool)).toEqual(['body']);
});

const fieldName = fc.stringMatching(/^[A-Za-z][A-Za-z\d-]{0,12}$/).filter((name) => !/^(transfer-encoding|content-encoding)$/i.test(name));
const fieldValue = fc.string({ maxLength: 60, unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) });

it('keeps any head, body and chunking, whoever compresses', async () => {
  const sample = fc.record({
    headers: fc.array(fc.tuple(fieldName, fieldValue), { maxLength: 8 }),
    body: fc.uint8Array({ maxLength: 3000 }),
    chunk: fc.option(fc.integer({ min: 1, max: 500 })),
    gzip: fc.integer({ min: 0, max: 9 }),
    packs: fc.boolean(),
    identifiedType: fc.constantFrom('text/html', 'image/png', 'application/octet-stream', null),
  });
  await fc.assert(
    fc.asyncProperty(sample, async ({ headers, body, chunk, gzip, packs, identifiedType }) => {
      const all: [string, string][] = chunk === null ? headers : [...headers, ['Transfer-Encoding', 'chunked']];
      const exchange = sampleExchange({ headers: all, body, wire: chunk === null ? undefined : chunked(body, chunk) });
      const set = await buildRecords(exchange, { ...INFO, identifiedType }, { ...OPTIONS, gzip }, packs);
      const path = fileOf(packs ? set : packRecords(set));
      expect((await checkArchive(path)).problems).toEqual([]);
      const [, response] = await readByWarcio(path);
      expect(response?.block).toEqual(Buffer.concat([exchange.responseHead, inMemory(exchange.wire)]));
      rmSync(path);
    }),
    { numRuns: 150 },
  );
});
