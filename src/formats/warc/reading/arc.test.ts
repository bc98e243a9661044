/** ARC files, versions 1 and 2, plain and gzip: read as the WARC records they would be today. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { checkArchive } from '../check.js';
import { importWarc } from '../import.js';
import { catRecord, listRecords } from '../list.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-arc-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BODY = '<title>A</title>\n\n<p>Hello';
const PAGE = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${BODY}`;
const V1 = '1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n';
const V2 = '2 0 Test\nURL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length\n';
const one = (head: string, block: string): string => `${head} ${Buffer.byteLength(block)}\n${block}\n`;

const VERSION_1 = [
  one('filedesc://a.arc 0.0.0.0 20080430204825 text/plain', V1),
  one('dns:example.org 192.0.2.1 20080430204825 text/dns', '20080430204825\nexample.org. A 192.0.2.1\n'),
  one('http://example.org/a b 192.0.2.1 20080430204826 text/html', PAGE),
];
const VERSION_2 = [
  one('filedesc://a.arc 0.0.0.0 20080430204825 text/plain 200 - - 0 a.arc', V2),
  one('http://example.org/a%20b 192.0.2.1 20080430204826 text/html 200 sum - 77 a.arc', PAGE),
];

const FILES: [string, Buffer][] = [
  ['version 1', Buffer.from(VERSION_1.join(''))],
  ['version 2', Buffer.from(VERSION_2.join(''))],
  ['version 1, gzip by record', Buffer.concat(VERSION_1.map((record) => gzipSync(record)))],
  ['version 2, gzip as a whole', gzipSync(VERSION_2.join(''))],
];

function put(bytes: Uint8Array): string {
  const path = join(folder, 'a.arc');
  writeFileSync(path, bytes);
  return path;
}

it.each(FILES)('lists, checks and imports ARC: %s', async (_, bytes) => {
  const file = put(bytes);
  const { problems } = await checkArchive(file);
  expect(problems.filter(({ problem }) => !problem.includes('no URI'))).toEqual([]);
  const listed = [];
  for await (const record of listRecords(file)) if ('type' in record) listed.push(record);
  expect(listed.at(-1)).toMatchObject({ type: 'response', status: 200, date: '2008-04-30T20:48:26Z', contentType: 'text/html' });
  const taken = [];
  for await (const { exchange, record } of importWarc(file, { spoolFolder: folder }))
    taken.push([exchange.url, exchange.status, record.type]);
  expect(taken).toEqual([['http://example.org/a%20b', 200, 'response']]);
});

it('gives the payload of an ARC record by its offset', async () => {
  const file = put(Buffer.from(VERSION_1.join('')));
  const offset = Buffer.byteLength(VERSION_1.slice(0, 2).join(''));
  const pieces: Uint8Array[] = [];
  for await (const piece of catRecord(file, offset, 'payload')) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe(BODY);
});

it('tells of an ARC file that is cut off', async () => {
  const { problems } = await checkArchive(put(Buffer.from(VERSION_1.join('').slice(0, -10))));
  expect(problems.map(({ problem }) => problem).join()).toMatch(/before its Content-Length/);
});
