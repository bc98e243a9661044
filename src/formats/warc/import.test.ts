import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chunked, sampleExchange } from '../../../test/support/sample-exchange.js';
import type { Exchange } from '../../model/index.js';
import type { RecordOptions } from './drafts.js';
import { type ImportedCapture, importWarc } from './import.js';
import { buildRecords, disposeExchange } from './records.js';
import { buildWarcinfo } from './warcinfo.js';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  path = join(folder, 'a.warc');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS: RecordOptions = { gzip: 1, requests: true, metadata: 'short', except: [] };

async function imported(bytes: Uint8Array | string, spoolOver?: number): Promise<{ captures: ImportedCapture[]; problems: string[] }> {
  writeFileSync(path, bytes);
  const captures: ImportedCapture[] = [];
  const problems: string[] = [];
  const options = { spoolFolder: folder, spoolOver, onProblem: ({ problem }: { problem: string }) => void problems.push(problem) };
  for await (const capture of importWarc(path, options)) captures.push(capture);
  return { captures, problems };
}

let serial = 0;
function record(type: string, fields: Record<string, string>, block: string, version = '1.0'): string {
  serial += 1;
  const all = {
    'WARC-Type': type,
    'WARC-Record-ID': `<urn:x:${serial}>`,
    'WARC-Date': '2020-02-03T04:05:06Z',
    ...fields,
    'Content-Length': String(Buffer.byteLength(block)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `WARC/${version}\r\n${lines.join('')}\r\n${block}\r\n\r\n`;
}

const HTTP = { 'Content-Type': 'application/http;msgtype=response' };
const ASK = { 'Content-Type': 'application/http;msgtype=request' };
const GET = 'GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-A: 1\r\nX-A: 2\r\n\r\nhello';
const URI = { 'WARC-Target-URI': 'http://example.org/a' };

/** What no field of a response record holds. */
const NOT_ARCHIVED = new Set(['durationMs', 'firstByteMs', 'tls']);

it('gives back the exchanges that were archived', async () => {
  const body = Buffer.from('Grüße'.repeat(100));
  const sent = [
    sampleExchange(),
    sampleExchange({
      url: 'https://example.org/b',
      headers: [['Transfer-Encoding', 'chunked']],
      body,
      wire: chunked(body, 64),
      truncated: 'time',
    }),
    sampleExchange({
      url: 'https://example.org/c',
      method: 'POST',
      requestHead: Buffer.from('POST /c HTTP/1.1\r\n\r\n'),
      requestBody: Buffer.from('q=1'),
      protocol: 'h2',
    }),
  ];
  const sets = await Promise.all(
    sent.map((exchange) => buildRecords(exchange, { warcinfoId: null, identifiedType: 'text/html' }, OPTIONS)),
  );
  const file = Buffer.concat(
    [buildWarcinfo({ filename: 'a', createdAt: 0, software: 'x' }), ...sets].map(({ bytes }) => bytes as Uint8Array),
  );
  const { captures, problems } = await imported(file);
  expect(problems).toEqual([]);
  expect(captures.map(({ identifiedType, record }) => [identifiedType, record.type])).toEqual(sent.map(() => ['text/html', 'response']));
  for (const [index, { exchange }] of captures.entries()) {
    for (const [name, value] of Object.entries(sent[index] as Exchange)) {
      if (NOT_ARCHIVED.has(name)) continue;
      const got = exchange[name as keyof Exchange];
      expect(value instanceof Uint8Array ? Buffer.from(got as Uint8Array) : got, name).toEqual(
        value instanceof Uint8Array ? Buffer.from(value) : value,
      );
    }
  }
});

it.each([
  ['before', record('request', { ...URI, ...ASK }, GET) + record('response', { ...URI, ...HTTP }, OK)],
  ['behind', record('response', { ...URI, ...HTTP }, OK) + record('request', { ...URI, ...ASK }, GET)],
  [
    'far away, by name',
    record('request', { ...URI, ...ASK, 'WARC-Record-ID': '<urn:r>' }, GET) +
      record('response', { 'WARC-Target-URI': 'http://example.org/other', ...HTTP }, OK) +
      record('response', { ...URI, ...HTTP, 'WARC-Concurrent-To': '<urn:r>' }, OK),
  ],
])('finds the request %s', async (_case, text) => {
  for (const bytes of [Buffer.from(text), Buffer.concat(text.split(/(?=WARC\/1\.0\r\n)/).map((one) => gzipSync(one)))]) {
    const { captures } = await imported(bytes);
    const capture = captures.find(({ exchange }) => exchange.url === 'http://example.org/a');
    expect(Buffer.from(capture?.exchange.requestHead ?? []).toString()).toBe(GET);
    expect(Buffer.from(capture?.exchange.body as Uint8Array).toString()).toBe('hello');
    expect(capture?.exchange.headers).toEqual([
      ['Content-Type', 'text/plain'],
      ['X-A', '1'],
      ['X-A', '2'],
    ]);
    expect(capture?.exchange.startedAt).toBe(Date.UTC(2020, 1, 3, 4, 5, 6));
  }
});

it('reads a file that was compressed as a whole, without its requests', async () => {
  const { captures } = await imported(
    gzipSync(
      record('response', { ...URI, ...HTTP }, OK) + record('response', { 'WARC-Target-URI': '<http://example.org/b#top>', ...HTTP }, OK),
    ),
  );
  expect(captures.map(({ exchange }) => [exchange.url, exchange.body.length])).toEqual([
    ['http://example.org/a', 5],
    ['http://example.org/b', 5],
  ]);
});

it('resolves revisits by name, by address and date, and by digest', async () => {
  const revisit = (fields: Record<string, string>) =>
    record(
      'revisit',
      {
        'WARC-Target-URI': 'http://example.org/again',
        ...HTTP,
        'WARC-Profile': 'http://netpreserve.org/warc/1.0/revisit/identical-payload-digest',
        'WARC-Truncated': 'length',
        ...fields,
      },
      'HTTP/1.1 203 Again\r\n\r\n',
    );
  const { captures } = await imported(
    record('response', { ...URI, ...HTTP, 'WARC-Record-ID': '<urn:o>', 'WARC-Payload-Digest': 'sha1:X' }, OK) +
      revisit({ 'WARC-Refers-To': '<urn:o>' }) +
      revisit({ 'WARC-Refers-To-Target-URI': 'http://example.org/a', 'WARC-Refers-To-Date': '2020-02-03T04:05:06Z' }) +
      revisit({ 'WARC-Payload-Digest': 'sha1:X' }) +
      revisit({ 'WARC-Refers-To-Target-URI': 'http://elsewhere.example/', 'WARC-Payload-Digest': 'sha1:Y' }),
  );
  expect(captures.map(({ exchange, original }) => [exchange.status, exchange.body.length, original?.resolved, exchange.truncated])).toEqual(
    [
      [200, 5, undefined, null],
      [203, 5, true, null],
      [203, 5, true, null],
      [203, 5, true, null],
      [203, 0, false, 'length'],
    ],
  );
});

it('takes a not-modified revisit as the 304 it was', async () => {
  const { captures } = await imported(
    record(
      'revisit',
      {
        ...URI,
        ...HTTP,
        'WARC-Profile': 'http://netpreserve.org/warc/1.1/revisit/server-not-modified',
        'WARC-Refers-To-Date': '2019-01-01T00:00:00Z',
      },
      'HTTP/1.1 304 Not Modified\r\n\r\n',
      '1.1',
    ),
  );
  expect(captures).toMatchObject([{ exchange: { status: 304 }, original: { date: '2019-01-01T00:00:00Z', resolved: false } }]);
});

it('takes resources, and leaves what is no part of the Web', async () => {
  const { captures } = await imported(
    record('warcinfo', { 'Content-Type': 'application/warc-fields' }, 'software: x\r\n') +
      record('resource', { 'WARC-Target-URI': 'dns:example.org', 'Content-Type': 'text/dns' }, 'x') +
      record('resource', { 'WARC-Target-URI': 'urn:pageinfo:x', 'Content-Type': 'application/json' }, '{}') +
      record('resource', { ...URI, 'Content-Type': 'text/css' }, 'a{}') +
      record('metadata', { ...URI, 'Content-Type': 'application/warc-fields' }, 'via: x\r\n'),
  );
  expect(captures).toHaveLength(1);
  expect(captures[0]?.exchange).toMatchObject({
    status: 200,
    headers: [
      ['Content-Type', 'text/css'],
      ['Content-Length', '3'],
    ],
  });
});

it('passes over damage and tells of it', async () => {
  const members = ['a', 'b', 'c'].map((name) =>
    gzipSync(record('response', { 'WARC-Target-URI': `http://example.org/${name}`, ...HTTP }, OK)),
  );
  members[1]?.fill(0, 40, 60);
  const { captures, problems } = await imported(Buffer.concat(members));
  expect(captures.map(({ exchange }) => exchange.url)).toEqual(['http://example.org/a', 'http://example.org/c']);
  expect(problems).toHaveLength(1);
});

it('A-42 spools large bodies, in both forms', async () => {
  const body = Buffer.alloc(300_000, 'x');
  const set = await buildRecords(
    sampleExchange({ headers: [['Transfer-Encoding', 'chunked']], body, wire: chunked(body, 50_000) }),
    { warcinfoId: null, identifiedType: null },
    OPTIONS,
  );
  const { captures } = await imported(set.bytes as Uint8Array, 100_000);
  const [capture] = captures as [ImportedCapture];
  const { wire, body: got } = capture.exchange as unknown as Record<'wire' | 'body', { path: string; length: number }>;
  expect(readFileSync(got.path)).toEqual(body);
  expect(readFileSync(wire.path)).toEqual(chunked(body, 50_000));
  disposeExchange(capture.exchange);
  expect(readdirSync(folder)).toEqual(['a.warc']);
});
