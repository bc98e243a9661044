/** WARC, CDXJ, and what files are packed in. */
import { gzipSync } from 'node:zlib';
import { openPackage } from '../../../src/formats/document-groups/index.js';
import { cdxjLine, writeCdxj } from '../../../src/formats/warc/cdxj.js';
import { checkArchive } from '../../../src/formats/warc/check.js';
import { importWarc } from '../../../src/formats/warc/import.js';
import { catRecord, listRecords } from '../../../src/formats/warc/list.js';
import { readMember } from '../../../src/formats/warc/members.js';
import { readCapture } from '../../../src/formats/warc/read-capture.js';
import { readRequest } from '../../../src/formats/warc/read-request.js';
import { parseFields } from '../../../src/formats/warc/reading/record-fields.js';
import { disposeExchange } from '../../../src/formats/warc/records.js';
import { unpackWacz } from '../../../src/formats/warc/wacz.js';
import { membersOf as unpacked } from '../../../src/run/harvest/document/unpack.js';
import { membersOf } from '../../../src/run/harvest/listing/kinds/archive.js';
import { checkIndexes } from '../../../src/views/exports/cdxj.js';
import { zip } from '../../../src/webs/demo/office-files.js';
import { tarOf } from '../../support/files/tar.js';
import { bytesOf, type Target, text } from '../target.js';
import { workFile, workFolder } from '../work-folder.js';
import { partsOf, zipOf } from '../zip-parts.js';
import { HEAD, WARC_HEAD } from './seeds.js';

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
const ID = 'urn:uuid:00000000-0000-4000-8000-00000000000';

function record(type: string, number: number, block: string, ...more: readonly string[]): string {
  const fields = [
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <${ID}${number}>`,
    'WARC-Date: 2024-05-17T10:00:00Z',
    'WARC-Target-URI: https://page.example/',
    ...more,
    `Content-Length: ${block.length}`,
  ];
  return `WARC/1.1\r\n${fields.join('\r\n')}\r\n\r\n${block}\r\n\r\n`;
}

const RESPONSE = record(
  'response',
  1,
  ANSWER,
  'Content-Type: application/http; msgtype=response',
  'WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N',
);
const REQUEST = record(
  'request',
  2,
  'GET / HTTP/1.1\r\nHost: page.example\r\n\r\n',
  'Content-Type: application/http; msgtype=request',
  `WARC-Concurrent-To: <${ID}1>`,
);
const REVISIT = record(
  'revisit',
  3,
  'HTTP/1.1 304 Not Modified\r\n\r\n',
  'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
  `WARC-Refers-To: <${ID}1>`,
  'Content-Type: application/http; msgtype=response',
);
const INFO = record('warcinfo', 4, 'software: a\r\nformat: WARC File Format 1.1\r\n', 'Content-Type: application/warc-fields');
const RESOURCE = record('resource', 5, '<p>x</p>', 'Content-Type: text/html', 'WARC-Truncated: length', 'WARC-Block-Digest: md5:0');
const WARC = `${INFO}${REQUEST}${RESPONSE}${REVISIT}${RESOURCE}`;

const ENTRY = {
  url: 'https://page.example/folder/a?b=1',
  startedAt: 1_700_000_000_000,
  status: 200,
  mime: 'text/html',
  digest: 'sha256:00',
  length: 10,
  offset: 0,
  filename: 'a.warc.gz',
};
const CDXJ = `${cdxjLine(ENTRY)}\n${cdxjLine({ ...ENTRY, url: 'https://page.example/z', offset: 10 })}\n`;
const archivedAt = (offset: number, url: string) => {
  const { filename: segment, length: size, mime: type, digest: payloadDigest } = ENTRY;
  return { ...ENTRY, url, offset, segment, size, type, payloadDigest, revisit: false };
};
const each = async function* () {
  yield [archivedAt(0, ENTRY.url), archivedAt(10, 'https://page.example/z')];
};

async function readWarc(bytes: Buffer): Promise<void> {
  const file = workFile('a.warc', (bytes[bytes.length >> 1] ?? 0) % 3 === 0 ? gzipSync(bytes, { level: 1 }) : bytes);
  const places: number[] = [];
  for await (const { offset } of listRecords(file, { onDamage: ({ offset: at }) => places.push(at) })) places.push(offset);
  await checkArchive(file);
  for await (const { exchange } of importWarc(file, { spoolFolder: workFolder(), onProblem: () => undefined })) disposeExchange(exchange);
  for (const offset of places.slice(0, 2)) {
    const exchange = await readCapture(file, offset, workFolder());
    if (exchange) disposeExchange(exchange);
    await readRequest(file, offset).catch(mustBeDamage);
    await drained(catRecord(file, offset, 'payload')).catch(mustBeDamage);
  }
}

/** What is read at a place that was said to be damaged. */
function mustBeDamage(error: Error): void {
  if (!['ArchiveError', 'WarcDamage'].includes(error.name)) throw error;
}

async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of stream);
}

const ZIPS = [partsOf(zip({ 'a.xml': '<a/>', 'folder/b.html': '<p>b</p>', 'c.zip': zip({ 'd.txt': 'd' }) }))];

export const ARCHIVES: readonly Target[] = [
  { name: 'WARC heads', seeds: bytesOf(WARC_HEAD), run: (bytes) => parseFields(bytes), throws: ['WarcDamage'] },
  { name: 'WARC files', seeds: bytesOf(WARC, `${REQUEST}${RESPONSE}`, RESOURCE), run: readWarc, throws: ['ArchiveError'] },
  {
    name: 'CDXJ',
    seeds: bytesOf(CDXJ, ENTRY.url, HEAD),
    run: async (bytes) => {
      const written = bytes.toString('utf8');
      await writeCdxj(
        workFile('b.cdxj', bytes),
        written.split('\n').map((url, offset) => ({ ...ENTRY, url, offset, mime: url.slice(9) })),
        3,
      );
      workFile('a.warc.gz.cdxj', bytes);
      return checkIndexes({ fetches: { each } } as never, workFolder());
    },
  },
  {
    name: 'CDXJ lines',
    seeds: bytesOf(ENTRY.url, 'http://[::1]:8080/a;b?c=d&e#f', 'ftp://ä.example/%E4', 'urn:x:y', 'dns:page.example'),
    run: text((written) => JSON.parse(cdxjLine({ ...ENTRY, url: written, mime: written }).replace(/^.*? \d{14} /s, ''))),
  },
  {
    name: 'WACZ',
    seeds: [zip({ 'archive/a.warc': WARC, 'archive/b.warc.gz': gzipSync(RESPONSE), 'datapackage.json': '{}' })],
    run: (bytes) => unpackWacz(workFile('a.wacz', bytes), workFolder()),
    throws: ['ArchiveError'],
  },
  {
    name: 'packages',
    seeds: ZIPS,
    run: async (bytes) => {
      const found = await openPackage(zipOf(bytes), { total: 1 << 20 });
      for (const entry of found.entries.slice(0, 3)) await drained(await found.read(entry));
      found.close();
    },
    throws: ['PackageError'],
  },
  {
    name: 'damaged packages',
    seeds: ZIPS.map(zipOf),
    run: async (bytes) => {
      const found = await openPackage(bytes, { total: 1 << 20 });
      for (const entry of found.entries.slice(0, 3)) await drained(await found.read(entry));
      found.close();
    },
    throws: ['PackageError'],
  },
  {
    name: 'members',
    seeds: [...ZIPS.map(zipOf), zip({ 'a.gz': gzipSync('x'), 'b.tar': tarOf({ 'c.txt': 'c' }) })],
    run: async (bytes) => {
      await drained(unpacked(bytes, 'https://page.example/a.zip', { members: 100, bytes: 1 << 20, ratio: 100 })).catch(mustBeHarvest);
      await drained(membersOf(bytes, { wants: (path) => /\.(txt|xml)$/.test(path) })).catch(mustBeHarvest);
      await readMember(bytes, 'c.zip!d.txt', { bytes: 1 << 20, entries: 100, depth: 3 });
    },
    throws: ['ArchiveError'],
  },
  {
    name: 'tar',
    seeds: [tarOf({ 'a.txt': 'hello', 'b/c.xml': '<a/>' }), gzipSync(tarOf({ 'd.txt': 'd' }))],
    run: (bytes) => drained(membersOf(bytes, { wants: () => true })),
    throws: ['HarvestError'],
  },
];

function mustBeHarvest(error: Error): void {
  if (error.name !== 'HarvestError') throw error;
}
