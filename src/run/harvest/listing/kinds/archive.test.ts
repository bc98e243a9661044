/** Archives as they come, and as somebody who means no good would send them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { tarOf } from '../../../../../test/support/files/tar.js';
import type { Bytes } from '../../../../model/index.js';
import { membersOf } from './archive.js';

interface Head {
  readonly name: string;
  readonly type?: string;
  readonly size?: number | Buffer;
  readonly body?: Buffer;
  /** Wrong sum of the header, or one of signed bytes as old writers had it. */
  readonly sum?: 'wrong' | 'signed';
}

/** One entry of a tar archive, with whatever it claims. */
function entry({ name, type = '0', body = Buffer.from('text'), size = body.length, sum }: Head): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  if (typeof size === 'number') header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else size.copy(header, 124);
  header.write(`        ${type}`, 148);
  header.write('ustar\u000000', 257);
  const total = header.reduce((all, byte) => all + (sum === 'signed' && byte > 127 ? byte - 256 : byte), sum === 'wrong' ? 1 : 0);
  header.write(`${total.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

const END = Buffer.alloc(1024);
const tar = (...heads: Head[]): Buffer => Buffer.concat([...heads.map(entry), END]);
const pax = (...records: string[]): Head => ({ name: 'pax', type: 'x', body: Buffer.from(records.map(paxRecord).join('')) });

function paxRecord(record: string): string {
  for (let length = record.length + 3; ; length++) {
    const written = `${length} ${record}\n`;
    if (Buffer.byteLength(written) === length) return written;
  }
}

interface Had {
  readonly paths: string[];
  readonly texts: string[];
  readonly leftOut: string[];
}

async function had(body: Bytes, wants: (path: string) => boolean = () => true): Promise<Had> {
  const result: Had = { paths: [], texts: [], leftOut: [] };
  for await (const { path, bytes } of membersOf(body, { wants, onLeftOut: (left, why) => result.leftOut.push(`${left}: ${why}`) })) {
    result.paths.push(path);
    result.texts.push(Buffer.from(bytes).toString('utf8'));
  }
  return result;
}

async function zipOf(members: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(members)) file.addBuffer(content, name);
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('what archives hold', () => {
  const long = `${'folder/'.repeat(30)}file.xml`;
  it.each<[string, Head[], string[]]>([
    ['a name of GNU', [{ name: '././@LongLink', type: 'L', body: Buffer.from(`${long}\0`) }, { name: 'short' }], [long]],
    ['a path of PAX', [pax('mtime=1.5', `path=é/${long}`), { name: 'short' }], [`é/${long}`]],
    ['a PAX header for all', [{ name: 'g', type: 'g', body: Buffer.from(paxRecord('path=no')) }, { name: 'a.xml' }], ['a.xml']],
    ['a size in base 256', [{ name: 'a.xml', size: Buffer.from('800000000000000000000004', 'hex') }], ['a.xml']],
    ['a size of PAX', [pax('size=4'), { name: 'a.xml', size: 0, body: Buffer.from('text') }], ['a.xml']],
    ['sums of signed bytes', [{ name: 'ä.xml', sum: 'signed' }], ['ä.xml']],
    ['a folder, then a file', [{ name: 'a/', type: '5', body: Buffer.alloc(0) }, { name: 'a/b.xml' }], ['a/b.xml']],
  ])('reads %s', async (_case, heads, expected) => {
    expect(await had(tar(...heads))).toMatchObject({ paths: expected, texts: expected.map(() => 'text') });
    expect((await had(gzipSync(tar(...heads)))).paths).toEqual(expected);
  });

  it('reads a file on disk as it does memory, and archives inside archives', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-archive-'));
    try {
      const inner = await zipOf({ 'inner.xml': Buffer.from('<a/>') });
      for (const [name, bytes] of Object.entries({
        'a.zip': await zipOf({ 'outer.xml': Buffer.from('x'), 'more.zip': inner }),
        'a.tgz': gzipSync(tarOf({ 'outer.xml': 'x', 'more.zip': inner, 'note.txt': 'no' })),
      })) {
        const path = join(folder, name);
        writeFileSync(path, bytes);
        const { paths } = await had({ path, length: bytes.length }, (each) => each.endsWith('.xml'));
        expect(paths).toEqual(['outer.xml', 'inner.xml']);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('archives that mean no good', () => {
  it('passes over links, devices and paths that lead elsewhere', async () => {
    const { paths, leftOut } = await had(
      tar(
        { name: '../../etc/passwd' },
        { name: '/etc/passwd' },
        { name: 'a/../../b' },
        { name: 'C:\\b' },
        { name: 'line\nbreak' },
        { name: 'link', type: '2', size: 4096, body: Buffer.alloc(0) },
        { name: 'hard', type: '1', size: 0, body: Buffer.alloc(0) },
        { name: 'device', type: '3', size: 99, body: Buffer.alloc(0) },
        { name: 'a..b/good.xml' },
      ),
    );
    expect(paths).toEqual(['a..b/good.xml']);
    expect(leftOut).toHaveLength(5);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a header with a wrong sum', () => tar({ name: 'a', sum: 'wrong' }), /wrong sum/],
    ['no end mark', () => tar({ name: 'a' }).subarray(0, 1024), /without its end mark/],
    ['a member that is cut', () => entry({ name: 'a', size: 5000 }), /ends within a member/],
    ['a size that is none', () => tar({ name: 'a', size: Buffer.from('abcdefgh\0\0\0\0') }), /has no size/],
    ['a negative size', () => tar({ name: 'a', size: Buffer.from('ffffffffffffffffffffffff', 'hex') }), /has no size/],
    [
      'a PAX record longer than its header',
      () => tar({ name: 'x', type: 'x', body: Buffer.from('999999 path=a\n') }, { name: 'a' }),
      /wrong length/,
    ],
    ['a PAX record of no length', () => tar({ name: 'x', type: 'x', body: Buffer.from('0 path=a\n') }, { name: 'a' }), /wrong length/],
    ['a name without end', () => tar({ name: 'l', type: 'L', body: Buffer.alloc(9000, 'a') }, { name: 'a' }), /path of 9000 characters/],
    ['a long name of gigabytes', () => entry({ name: 'l', type: 'L', size: 2 ** 32 }), /more than/],
    ['gzip that is cut', () => gzipSync(tar({ name: 'a' })).subarray(0, -6), /damaged or cut/],
    ['gzip whose sum is wrong, after the end mark', () => flipped(gzipSync(tar({ name: 'a' })), -8), /damaged or cut/],
    ['gzip with a wrong byte inside', () => flipped(gzipSync(tar({ name: 'a', body: Buffer.alloc(3000, 'abc') })), 40), /damaged/],
    [
      'zeros without end',
      () => Buffer.concat([gzipSync(tar({ name: 'a' })), ...Array<Buffer>(14).fill(gzipSync(Buffer.alloc(2 ** 23)))]),
      /times its size/,
    ],
    ['ZIP with a wrong sum', async () => wrongSum(await zipOf({ 'a.xml': Buffer.from('text') })), /wrong sum/],
    ['ZIP that is cut', async () => (await zipOf({ 'a.xml': Buffer.from('text') })).subarray(0, -10), /damaged or cut/],
    ['nothing of the kind', () => Buffer.from('<html>Sorry</html>'), /damaged/],
  ])('takes %s for broken', async (_case, make, expected) => {
    await expect(had(await make(), () => false)).rejects.toThrow(expected);
  });

  it('holds no member that is too large', async () => {
    const large = [entry({ name: 'large.xml', size: 65 * 2 ** 20, body: Buffer.alloc(0) }), Buffer.alloc(65 * 2 ** 20)];
    const { paths, leftOut } = await had(Buffer.concat([...large, tar({ name: 'a.xml' })]));
    expect([paths, leftOut]).toEqual([['a.xml'], [expect.stringContaining('large.xml: it has 68157440 bytes')]]);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] as number) ^ 0xff;
  return bytes;
}

/** In the directory of the archive, where it is read from. */
function wrongSum(zip: Buffer): Buffer {
  return flipped(zip, zip.indexOf(Buffer.from('504b0102', 'hex')) + 16);
}
