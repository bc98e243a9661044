import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARCRecord, WARCSerializer } from 'warcio';
import { sampleExchange } from '../../../test/support/sample-exchange.js';
import { checkArchive } from './check.js';
import { catRecord, listRecords } from './list.js';
import { buildRecords } from './records.js';
import { repairArchive } from './repair.js';
import { buildWarcinfo } from './warcinfo.js';

let folder: string;
let path: string;
/** A small whole file, and where its records end. */
let whole: Buffer;
let ends: number[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-'));
  path = join(folder, 'a.warc.gz');
  const sets = [
    buildWarcinfo({ filename: 'a.warc.gz', createdAt: 0, software: 'winnow/0.1' }),
    await buildRecords(
      sampleExchange(),
      { warcinfoId: null, identifiedType: null },
      { gzip: 1, requests: true, metadata: 'none', except: [] },
    ),
    await buildRecords(
      sampleExchange({ url: 'https://example.org/b', body: 'b'.repeat(50) }),
      { warcinfoId: null, identifiedType: null },
      { gzip: 0, requests: false, metadata: 'none', except: [] },
    ),
  ];
  whole = Buffer.concat(sets.map(({ bytes }) => bytes as Uint8Array));
  ends = [];
  let at = 0;
  for (const { records } of sets) for (const { length } of records) ends.push((at += length));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (bytes: Uint8Array): string => {
  writeFileSync(path, bytes);
  return path;
};

const warc = (fields: string, block: string): string =>
  `WARC/1.1\r\n${fields}Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`;
const RESPONSE =
  'WARC-Type: response\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: http://example.org/\r\n';
const problemsOf = async (text: string): Promise<string[]> =>
  (await checkArchive(put(Buffer.from(text)))).problems.map(({ problem }) => problem);

it('finds nothing wrong in a whole file', async () => {
  expect(await checkArchive(put(whole))).toEqual({
    file: path,
    records: 4,
    types: { warcinfo: 1, response: 2, request: 1 },
    digests: 6,
    problems: [],
    remarks: [],
    unlisted: 0,
  });
});

it('A-39 finds every flipped bit that changes anything', async () => {
  const content = gunzipSync(whole);
  for (let at = 0; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ (1 << (at % 8));
    const found = await checkArchive(put(damaged)).then(
      ({ problems }) => problems.length > 0,
      () => true,
    );
    // The time in a gzip header and the padding of a stored block mean nothing: there the content is the same.
    if (!found) expect(gunzipSync(damaged), `bit at ${at}`).toEqual(content);
  }
});

it('cuts a torn tail wherever it is torn, keeps what it cut, and the rest is whole', async () => {
  const tornAt = async (length: number): Promise<void> => {
    const file = join(folder, `torn-${length}.warc.gz`);
    writeFileSync(file, whole.subarray(0, length));
    const lastEnd = Math.max(0, ...ends.filter((end) => end <= length));
    const repair = await repairArchive(file);
    expect(repair).toMatchObject({ length: lastEnd, cut: length - lastEnd, damaged: [] });
    expect(readFileSync(file)).toEqual(whole.subarray(0, lastEnd));
    expect(repair.keptIn && readFileSync(repair.keptIn)).toEqual(length > lastEnd ? whole.subarray(lastEnd, length) : null);
    if (lastEnd > 0) expect((await checkArchive(file)).problems).toEqual([]);
    rmSync(file);
    if (repair.keptIn) rmSync(repair.keptIn);
  };
  // Every byte near the ends of records, where it matters; every seventh elsewhere: each tear is a file written and synced.
  const nearEnd = (at: number) => ends.some((end) => Math.abs(at - end) <= 24);
  const lengths = Array.from({ length: whole.length - 3 }, (_, at) => at + 3).filter((at) => at % 7 === 0 || nearEnd(at));
  while (lengths.length > 0) await Promise.all(lengths.splice(0, 64).map(tornAt));
});

it('reports garbage at the end and cuts it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (garbage) => {
      const file = put(Buffer.concat([whole, garbage]));
      expect((await checkArchive(file)).problems.length).toBeGreaterThan(0);
      const { keptIn, records } = await repairArchive(file);
      expect(records).toBe(4);
      expect(readFileSync(file)).toEqual(whole);
      rmSync(keptIn as string);
    }),
    { numRuns: 60 },
  );
});

it('goes on behind damage in the middle, and repair leaves it there', async () => {
  const damaged = Buffer.from(whole);
  damaged.fill(0xaa, (ends[0] as number) + 30, (ends[0] as number) + 60);
  const check = await checkArchive(put(damaged));
  expect(check.types).toMatchObject({ warcinfo: 1, request: 1, response: 1 });
  expect(check.problems[0]?.offset).toBe(ends[0]);
  const repair = await repairArchive(path);
  expect(repair).toMatchObject({ cut: 0, keptIn: null, damaged: [{ offset: ends[0] }] });
  expect(readdirSync(folder)).toEqual(['a.warc.gz']);
});

it('looks at the committed length only', async () => {
  const file = put(Buffer.concat([whole, Buffer.from('not yet written')]));
  expect(await checkArchive(file, { length: whole.length })).toMatchObject({ records: 4, problems: [] });
});

it.each([
  ['a missing record id', RESPONSE.replace(/WARC-Record-ID.*\r\n/, ''), 'warc-record-id is missing'],
  ['a missing target', RESPONSE.replace(/WARC-Target-URI.*\r\n/, ''), 'warc-target-uri is missing'],
  ['a missing date', RESPONSE.replace(/WARC-Date.*\r\n/, ''), 'warc-date is missing'],
  ['a wrong date', RESPONSE.replace(/WARC-Date.*\r\n/, 'WARC-Date: yesterday\r\n'), 'WARC-Date is no date: yesterday'],
  ['a revisit without profile', RESPONSE.replace('response', 'revisit'), 'warc-profile is missing'],
  ['a bare record id', RESPONSE.replace(/<|>/g, ''), 'WARC-Record-ID is no URI in angle brackets'],
  ['a field given twice', `${RESPONSE}WARC-Date: 2026-01-01T00:00:00Z\r\n`, 'warc-date stands more than once'],
  [
    'a wrong block digest',
    `${RESPONSE}WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n`,
    'the block digest does not fit the block',
  ],
  ['a digest that is none', `${RESPONSE}WARC-Block-Digest: sha1:8\r\n`, 'warc-block-digest is no digest'],
  ['a field of another type', `${RESPONSE}WARC-Filename: x\r\n`, 'warc-filename must not stand on a response record'],
])('says what is wrong: %s', async (_case, fields, problem) => {
  expect(await problemsOf(warc(fields, 'HTTP/1.1 200 OK\r\n\r\n'))).toContain(problem);
});

it.each([
  [
    'a block shorter than announced',
    warc(RESPONSE, 'abc').replace('Length: 3', 'Length: 30'),
    /the block ends \d+ bytes before its Content-Length/,
  ],
  ['a block longer than announced', warc(RESPONSE, 'abcdef').replace('Length: 6', 'Length: 3'), /something else than a record stands here/],
  ['no line ends at the end', warc(RESPONSE, 'abc').trimEnd(), /the two line ends after the block are missing/],
  ['the same record twice', warc(RESPONSE, 'abc') + warc(RESPONSE, 'abc'), /another record has the same WARC-Record-ID/],
  ['no length at all', `WARC/1.1\r\n${RESPONSE}\r\nabc\r\n\r\n`, /the record has no Content-Length/],
])('says what is wrong: %s', async (_case, text, problem) => {
  expect((await problemsOf(text)).join('\n')).toMatch(problem);
});

const HTTP = 'Content-Type: application/http; msgtype=response\r\n';
const typed = (type: string): string => RESPONSE.replace('response', type);

it.each([
  ['a version nobody has heard of', warc(RESPONSE, '').replace('1.1', '1.7'), /WARC\/1\.7 is no version/],
  ['line feeds alone', warc(RESPONSE, '').replaceAll('\r', ''), /LF alone/],
  ['a line that is no field', warc(`${RESPONSE}hello\r\n`, ''), /no field: hello/],
  ['a name with a space', warc(`${RESPONSE}WARC Date: 1\r\n`, ''), /no name of a field/],
  ['an empty field', warc(`${RESPONSE}WARC-IP-Address:\r\n`, ''), /warc-ip-address is empty/],
  ['no address', warc(`${RESPONSE}WARC-IP-Address: 300.1.1.1\r\n`, ''), /warc-ip-address is no IP address/],
  ['no media type', warc(`${RESPONSE}Content-Type: text\r\n`, ''), /content-type is no media type/],
  ['a space in an address', warc(RESPONSE.replace('org/', 'org/a b'), ''), /warc-target-uri is no URI/],
  ['a bare reference', warc(`${typed('metadata')}WARC-Refers-To: urn:x:2\r\n`, ''), /warc-refers-to is no URI in angle/],
  ['a day that is not in the calendar', warc(RESPONSE.replace('01-01T', '02-30T'), ''), /WARC-Date is no date/],
  ['fractions of a second before 1.1', warc(RESPONSE.replace('00Z', '00.5Z'), '').replace('1.1', '1.0'), /WARC-Date is no date/],
  [
    'a continuation numbered 1',
    warc(`${typed('continuation')}WARC-Segment-Origin-ID: <urn:x:2>\r\nWARC-Segment-Number: 1\r\n`, ''),
    /2 or more/,
  ],
  [
    'a second segment that is no continuation',
    warc(`${RESPONSE}WARC-Segment-Number: 2\r\n`, ''),
    /segment number of a response record is 1/,
  ],
  ['a total length on the first segment', warc(`${RESPONSE}WARC-Segment-Total-Length: 9\r\n`, ''), /warc-segment-total-length must not/],
  ['a message that is none', warc(RESPONSE + HTTP, 'hello'), /HTTP message and is none/],
  ['bytes that are not UTF-8', Buffer.from(warc(`${RESPONSE}X: \xff\r\n`, ''), 'latin1'), /not UTF-8/],
])('says what is wrong: %s', async (_case, text, problem) => {
  const { problems } = await checkArchive(put(Buffer.from(text as string)));
  expect(problems.map((each) => each.problem).join('\n')).toMatch(problem);
});

it.each([
  ['no warcinfo first', warc(RESPONSE, ''), /does not begin with a warcinfo/],
  ['a draft', warc(RESPONSE, '').replace('1.1', '0.17'), /draft/],
  ['the other draft', warc(RESPONSE, '').replace('1.1', '0.18'), /draft/],
  ['capitals and small letters', warc(RESPONSE, '').toLowerCase(), /warcinfo/],
  ['folded lines', warc(RESPONSE.replace('WARC-Date: ', 'WARC-Date:\r\n '), ''), /warcinfo/],
  ['letters of other languages', warc(RESPONSE.replace('org/', 'org/žaba'), ''), /warcinfo/],
  ['a record of another file', warc(`${RESPONSE}WARC-Concurrent-To: <urn:x:9>\r\n`, ''), /which is not in this file/],
  ['a type of the future', warc(typed('screenshot'), ''), /type screenshot is unknown/],
  ['no Content-Type', warc(RESPONSE, 'abc'), /no Content-Type/],
  ['a field of somebody else twice', warc(`${RESPONSE}X-Mark: 1\r\nX-Mark: 2\r\n`, ''), /x-mark stands more than once/],
  ['a digest of tomorrow', warc(`${RESPONSE}WARC-Block-Digest: blake9:abc\r\n`, ''), /algorithm we do not know/],
  ['an unknown profile', warc(`${typed('revisit')}WARC-Profile: http://example.org/p\r\n`, ''), /profile .* is unknown/],
  ['a continuation', warc(`${typed('continuation')}WARC-Segment-Origin-ID: <urn:x:2>\r\nWARC-Segment-Number: 2\r\n`, 'abc'), /warcinfo/],
])('says what is unusual, and leaves the file valid: %s', async (_case, text, remark) => {
  const { problems, remarks } = await checkArchive(put(Buffer.from(text)));
  expect(problems).toEqual([]);
  expect(remarks.map(({ problem }) => problem).join('\n')).toMatch(remark);
});

describe.each(['0.17', '0.18', '1.0', '1.1'])('WARC/%s without a leading warcinfo is valid', (version) => {
  const text = warc(RESPONSE, '').replace('1.1', version);
  it.each([
    ['plain', Buffer.from(text)],
    ['gzip', gzipSync(text)],
  ])('%s', async (_how, bytes) => {
    const { problems, remarks, records } = await checkArchive(put(bytes));
    expect([problems, records]).toEqual([[], 1]);
    expect(remarks.some(({ problem }) => /draft/.test(problem))).toBe(version.startsWith('0.'));
    expect(remarks.some(({ problem }) => /does not begin with a warcinfo/.test(problem))).toBe(true);
  });
});

it('tells of records that share a gzip member', async () => {
  const check = await checkArchive(put(gzipSync(gunzipSync(whole))));
  expect(check.records).toBe(4);
  expect([check.problems, check.remarks.length]).toEqual([[], 3]);
  expect(check.remarks[0]?.problem).toMatch(/shares a gzip member/);
});

it('finds a wrong length inside a gzip member', async () => {
  const check = await checkArchive(put(gzipSync(warc(RESPONSE, 'abcdef').replace('Length: 6', 'Length: 3'))));
  expect(check.problems.map(({ problem }) => problem)).toContain('bytes that belong to no record follow; its Content-Length may be wrong');
});

it.each(['sha-1', 'sha-256'])('agrees with the %s digests of another writer', async (algo) => {
  const record = WARCRecord.create(
    { url: 'http://example.org/', type: 'response', httpHeaders: { 'Content-Type': 'text/plain' }, statusline: 'HTTP/1.1 200 OK' },
    [Buffer.from('hello')],
  );
  const digest = algo === 'sha-1' ? { algo, prefix: 'sha1:', base32: true } : { algo, prefix: 'SHA-256:' };
  const check = await checkArchive(put(await WARCSerializer.serialize(record, { gzip: true, digest })));
  expect(check.problems).toEqual([]);
  expect(check.remarks.map(({ problem }) => problem)).toEqual(['the file does not begin with a warcinfo record']);
  expect(check.digests).toBe(2);
});

it('refuses what is no WARC file, and finds an empty one wrong', async () => {
  await expect(checkArchive(put(Buffer.from('<html>')))).rejects.toThrow(/ARCHIVE_NOT_A_WARC/);
  const empty = await checkArchive(put(Buffer.alloc(0)));
  expect(empty.problems.map(({ problem }) => problem)).toEqual(['the file is empty: a WARC file has one record at least']);
  expect(await checkArchive(put(whole), { length: 0 })).toMatchObject({ records: 0, problems: [] }); // nothing is committed yet
});

it('survives any bytes behind a magic number', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('WARC/1.1\r\n', '\x1f\x8b\x08\x00'), fc.uint8Array({ maxLength: 400 }), async (start, rest) => {
      const { problems } = await checkArchive(put(Buffer.concat([Buffer.from(start, 'latin1'), rest])));
      expect(problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});

it('lists records and gives their bytes', async () => {
  put(whole);
  const listed = [];
  for await (const record of listRecords(path)) listed.push(record);
  expect(listed.map(({ type, url, status, contentType, offset, length }) => [type, url, status, contentType, offset + length])).toEqual([
    ['warcinfo', null, null, 'application/warc-fields', ends[0]],
    ['response', 'https://example.org/a?b=c', 200, 'text/html', ends[1]],
    ['request', 'https://example.org/a?b=c', null, 'application/http;msgtype=request', ends[2]],
    ['response', 'https://example.org/b', 200, 'text/html', ends[3]],
  ]);
  const text = async (offset: number, part: 'head' | 'block' | 'payload') => {
    const pieces: Uint8Array[] = [];
    for await (const piece of catRecord(path, offset, part)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  expect(await text(ends[0] as number, 'payload')).toBe('<p>Guten Tag</p>');
  expect(await text(ends[0] as number, 'block')).toBe('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Guten Tag</p>');
  expect(await text(ends[2] as number, 'head')).toMatch(/^WARC\/1\.1\r\nWARC-Type: response\r\n/);
  await expect(text(5, 'block')).rejects.toThrow(/ARCHIVE_NO_RECORD.*offset 5/);
});
