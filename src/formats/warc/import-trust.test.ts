/** What an archive says of its records is held against their bytes before anything is taken in. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunked } from '../../../test/support/sample-exchange.js';
import { type ImportProblem, importWarc } from './import.js';
import { disposeExchange } from './records.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trust-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.UTC(2024, 5, 1);
const PAYLOAD = Buffer.from('Grüße, '.repeat(4000));

const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};
const sum = (algorithm: string, bytes: Uint8Array): Buffer => createHash(algorithm).update(bytes).digest();
const sha1 = (bytes: Uint8Array): string => `sha1:${base32(sum('sha1', bytes))}`;

let serial = 0;
interface Given {
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly head?: string;
  readonly body?: Uint8Array;
}

const blockOf = ({ head = '', body = PAYLOAD }: Given): Buffer => Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n`), body]);

function record(given: Given): Buffer {
  serial += 1;
  const { type = 'response', fields = {} } = given;
  const block = blockOf(given);
  const all = {
    'WARC-Type': type,
    'WARC-Record-ID': `<urn:x:${serial}>`,
    'WARC-Date': '2020-02-03T04:05:06Z',
    'WARC-Target-URI': `http://example.org/${serial}`,
    'Content-Type': `application/http;msgtype=${type}`,
    ...fields,
    'Content-Length': String(block.length),
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

async function imported(records: readonly Buffer[], spoolOver?: number) {
  const file = join(folder, 'a.warc');
  writeFileSync(file, Buffer.concat(records));
  const taken: { url: string; length: number; status: number; request: number; startedAt: number; unchecked: number }[] = [];
  const problems: ImportProblem[] = [];
  const options = { spoolFolder: folder, spoolOver, now: () => NOW, onProblem: (problem: ImportProblem) => void problems.push(problem) };
  for await (const { exchange, uncheckedDigests: unchecked } of importWarc(file, options)) {
    const { url, body, status, requestHead, startedAt } = exchange;
    taken.push({ url, length: body.length, status, request: requestHead.length, startedAt, unchecked });
    disposeExchange(exchange);
  }
  expect(readdirSync(folder)).toEqual(['a.warc']);
  return { taken, problems };
}

describe.each([
  ['in memory', undefined],
  ['spooled', 100],
])('digests, bodies %s', (_where, spoolOver) => {
  it.each(['WARC-Payload-Digest', 'WARC-Block-Digest'])('refuses a record whose %s is of other bytes, and names both', async (field) => {
    const fine = record({});
    const wrong = sha1(Buffer.from('other'));
    const bad = record({ fields: { [field]: wrong } });
    const last = record({ body: Buffer.from('WARC/1.1\r\nnot a record') });
    const { taken, problems } = await imported([fine, bad, last], spoolOver);
    expect(taken.map(({ url }) => url)).toEqual([`http://example.org/${serial - 2}`, `http://example.org/${serial}`]);
    const right = sha1(field === 'WARC-Payload-Digest' ? PAYLOAD : blockOf({}));
    expect(problems).toEqual([{ kind: 'digest', offset: fine.length, problem: expect.any(String) }]);
    for (const part of [field, wrong, right, `http://example.org/${serial - 1}`]) expect(problems[0]?.problem).toContain(part);
  });

  it.each(['md5', 'sha1', 'sha256'])('compares %s in either spelling', async (algorithm) => {
    const spellings = (bytes: Uint8Array) => [base32(sum(algorithm, bytes)), sum(algorithm, bytes).toString('hex')];
    const labelled = (bytes: Uint8Array) => spellings(bytes).flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
    const records = (bytes: Uint8Array) =>
      labelled(bytes).map((text) => record({ fields: { 'WARC-Payload-Digest': `${algorithm}:${text}` } }));
    const good = records(PAYLOAD);
    const { taken, problems } = await imported([...good, ...records(Buffer.from('other'))], spoolOver);
    expect([taken.length, problems.length]).toEqual([6, 6]);
  });

  const packed = gzipSync(PAYLOAD);
  it.each<[string, Given, Uint8Array]>([
    ['chunks taken away', { head: 'Transfer-Encoding: chunked\r\n', body: chunked(PAYLOAD, 999) }, PAYLOAD],
    ['chunks left', { head: 'Transfer-Encoding: chunked\r\n', body: chunked(PAYLOAD, 999) }, chunked(PAYLOAD, 999)],
    ['gzip left', { head: 'Content-Encoding: gzip\r\n', body: packed }, packed],
    ['gzip taken away', { head: 'Content-Encoding: gzip\r\n', body: packed }, PAYLOAD],
    ['deflate taken away', { head: 'content-encoding: deflate\r\n', body: deflateSync(PAYLOAD) }, PAYLOAD],
    ['brotli taken away', { head: 'Content-Encoding: br\r\n', body: brotliCompressSync(PAYLOAD) }, PAYLOAD],
    ['both taken away', { head: 'Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n', body: chunked(packed, 20) }, PAYLOAD],
    ['the whole block', {}, blockOf({})],
  ])('takes a payload digest made with %s', async (_reading, given, bytes) => {
    const good = record({ ...given, fields: { 'WARC-Payload-Digest': sha1(bytes), 'WARC-Block-Digest': sha1(blockOf(given)) } });
    const bad = record({ ...given, fields: { 'WARC-Payload-Digest': sha1(Buffer.from('other')) } });
    const { taken, problems } = await imported([good, bad], spoolOver);
    expect([taken.length, taken[0]?.unchecked, problems.length]).toEqual([1, 0, 1]);
  });

  it('leaves alone and counts what it cannot compare', async () => {
    const { taken, problems } = await imported(
      [
        record({ fields: { 'WARC-Payload-Digest': 'blake3:abcdef', 'WARC-Block-Digest': 'crc32:1234' } }),
        record({ fields: { 'WARC-Payload-Digest': 'sha1:X' } }),
        record({ fields: { 'WARC-Payload-Digest': sha1(Buffer.from('the whole')), 'WARC-Truncated': 'length' } }),
      ],
      spoolOver,
    );
    expect([taken.map(({ unchecked }) => unchecked), problems]).toEqual([[2, 1, 1], []]);
  });

  it('asks of a revisit no payload of its own, and takes no body from an original that is refused', async () => {
    const revisit = (original: string, digest: string) =>
      record({
        type: 'revisit',
        body: Buffer.alloc(0),
        fields: { 'Content-Type': 'application/http;msgtype=response', 'WARC-Refers-To': original, 'WARC-Payload-Digest': digest },
      });
    const wrong = sha1(Buffer.from('other'));
    const { taken, problems } = await imported(
      [
        record({ fields: { 'WARC-Record-ID': '<urn:good>', 'WARC-Payload-Digest': sha1(PAYLOAD) } }),
        record({ fields: { 'WARC-Record-ID': '<urn:bad>', 'WARC-Payload-Digest': wrong } }),
        revisit('<urn:good>', sha1(PAYLOAD)),
        revisit('<urn:bad>', wrong),
      ],
      spoolOver,
    );
    expect(taken.map(({ length }) => length)).toEqual([PAYLOAD.length, PAYLOAD.length, 0]);
    expect(problems).toHaveLength(1);
  });

  it('takes a capture without the request that does not fit its digest', async () => {
    const fields = { 'WARC-Target-URI': 'http://example.org/asked' };
    const request = (digest: string) =>
      record({ type: 'request', body: Buffer.alloc(0), fields: { ...fields, 'WARC-Block-Digest': digest } });
    const good = await imported([request(sha1(blockOf({ body: Buffer.alloc(0) }))), record({ fields })], spoolOver);
    const bad = await imported([request(sha1(PAYLOAD)), record({ fields })], spoolOver);
    expect([good.taken[0]?.request, good.problems.length]).toEqual([19, 0]);
    expect([bad.taken[0]?.request, bad.problems.map(({ kind, offset }) => [kind, offset])]).toEqual([0, [['digest', 0]]]);
  });
});

describe('dates', () => {
  const DAY = 86_400_000;
  const iso = (at: number) => new Date(at).toISOString();

  it.each<[string, string | null]>([
    ['missing', null],
    ['empty', ''],
    ['in words', 'yesterday'],
    ['in a form that depends on where one is', '02/03/2020'],
    ['of a day that never was', '2023-02-30T00:00:00Z'],
    ['of an hour that never was', '2020-01-01T25:00:00Z'],
    ['before the Web', '1989-12-31T23:59:59Z'],
    ['of an unset clock', '1970-01-01T00:00:00Z'],
    ['more than a day ahead', iso(NOW + DAY + 1000)],
  ])('refuses a date that is %s', async (_what, date) => {
    const first = record({});
    const { taken, problems } = await imported([first, record({ fields: { 'WARC-Date': date } }), record({})]);
    expect(taken.map(({ url }) => url)).toEqual([`http://example.org/${serial - 2}`, `http://example.org/${serial}`]);
    expect(problems).toEqual([
      { kind: 'date', offset: first.length, problem: expect.stringContaining(`http://example.org/${serial - 1}`) },
    ]);
    if (date) expect(problems[0]?.problem).toContain(date);
  });

  it.each<[string, number]>([
    ['2020-02-03T04:05:06Z', Date.UTC(2020, 1, 3, 4, 5, 6)],
    ['2020-02-03T04:05:06.789123456Z', Date.UTC(2020, 1, 3, 4, 5, 6, 789)],
    ['2020-02-03T04:05:06+02:00', Date.UTC(2020, 1, 3, 2, 5, 6)],
    ['2020-02-03T04:05:06', Date.UTC(2020, 1, 3, 4, 5, 6)],
    ['2020-02-03T04:05Z', Date.UTC(2020, 1, 3, 4, 5)],
    ['2020-02-29', Date.UTC(2020, 1, 29)],
    ['2020-02', Date.UTC(2020, 1)],
    ['2020', Date.UTC(2020, 0)],
    ['1990-01-01T00:00:00Z', Date.UTC(1990, 0)],
    [iso(NOW + DAY), NOW + DAY],
  ])('takes %s', async (date, startedAt) => {
    const { taken, problems } = await imported([record({ fields: { 'WARC-Date': date } })]);
    expect([taken.map((one) => one.startedAt), problems]).toEqual([[startedAt], []]);
  });

  it('says nothing of a user name in the address', async () => {
    const { problems } = await imported([record({ fields: { 'WARC-Date': '', 'WARC-Target-URI': 'http://me:secret@example.org/x' } })]);
    expect(problems[0]?.problem).toContain('http://example.org/x');
    expect(problems[0]?.problem).not.toContain('secret');
  });
});
