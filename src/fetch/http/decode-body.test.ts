import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody } from './decode-body.js';
import type { FetchError } from './errors.js';

const LIMITS = { maxBytes: 64 * 1_048_576, maxRatio: 200 };
const MB = 1_048_576;
const page = Buffer.from('<p>Winnow keeps a faithful copy.</p>\n'.repeat(300));

/** Zstandard frames by hand, as no encoder makes them: raw and run-length blocks are enough. */
function zstd(blocks: readonly (Buffer | { byte: number; count: number })[], window = 0x38): Buffer {
  const parts: Uint8Array[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, window])];
  for (const [at, block] of blocks.entries()) {
    const last = Number(at === blocks.length - 1);
    const [size, type, data] = Buffer.isBuffer(block) ? [block.length, 0, block] : [block.count, 1, Buffer.from([block.byte])];
    const header = Buffer.alloc(3);
    header.writeUIntLE((size << 3) | (type << 1) | last, 0, 3);
    parts.push(header, data);
  }
  return Buffer.concat(parts);
}

/** Sixty numbered lines, compressed at level 19 by the reference encoder: Huffman literals, sequences and a check sum. */
const LINES = Array.from({ length: 60 }, (_unused, at) => `${at} winnow keeps ${at * at} pages of the web`).join('\n');
const COMPRESSED_ZSTD = Buffer.from(
  'KLUv/QRovQgAhpMsFaAbOoDd/M73QxUccm+ZUko8arRaATAAIwAhAF7ROnvcuM1mK2UqZUKl8zRXzQ0wIDwChIMjUFgEGgSDgBGYQINBICQCj4VCgXgEJnMpupDCIiEkQsSTTiI3iy9dTM4eZzwctWa2rArJ6KSd/KgWtJF8Dm9qzS6X1WQ0baaNv6pX2pFyVO7d3Fk7Y0e1ztQ0K27d1JaXWXLqSj+nP63o1xT2HkJ+Q9xnzvnGLHvK4hqSOHaoEXCszPu/AcAzKm0R/IkhkcMB6/fqVW1dq9ar2rpWrReYGu05jlbG9HPdBWMwvyQw/DYnJq9NUPiqXIaCIlF4E8UAdktCGNpKEQhfUg1A7cFIh6ef4+ag4YBd2MC6wrUqc2wm1Q==',
  'base64',
);

const wrongSum = (frame: Buffer): Buffer => Buffer.concat([frame.subarray(0, -4), frame.subarray(-4).map((byte) => byte ^ 1)]);

const CODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  'x-gzip': (bytes) => zlib.gzipSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (bytes) => zstd([bytes.subarray(0, 5_000), bytes.subarray(5_000)]),
};

const failure = (act: () => unknown): FetchError => {
  try {
    act();
  } catch (error) {
    return error as FetchError;
  }
  throw new Error('no failure');
};

describe('decodeBody', () => {
  it.each(Object.keys(CODERS))('decodes %s', (coding) => {
    expect(Buffer.from(decodeBody(CODERS[coding]?.(page) as Buffer, coding, LIMITS)).equals(page)).toBe(true);
  });

  it.each([
    ['raw deflate', zlib.deflateRawSync(page), 'deflate'],
    ['upper case and blanks', zlib.gzipSync(page), ' GZIP '],
    ['two codings', zlib.brotliCompressSync(zlib.gzipSync(page)), 'gzip, br'],
    ['several gzip members', Buffer.concat([zlib.gzipSync(page.subarray(0, 99)), zlib.gzipSync(page.subarray(99))]), 'gzip'],
    ['gzip with garbage behind', Buffer.concat([zlib.gzipSync(page), Buffer.from('garbage')]), 'gzip'],
    ['gzip with a wrong check sum', Buffer.concat([zlib.gzipSync(page).subarray(0, -8), Buffer.alloc(8, 7)]), 'gzip'],
    ['identity', page, 'identity'],
    ['no coding', page, null],
    ['a charset by mistake', page, 'utf-8'],
    ['zstd with a skippable frame', Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]), zstd([page])]), 'zstd'],
    ['zstd with a wrong check sum', wrongSum(zlib.zstdCompressSync(page, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } })), 'zstd'],
    ['two zstd frames', Buffer.concat([zstd([page.subarray(0, 10)]), zstd([page.subarray(10)])]), 'zstd'],
  ])('reads %s', (_name, bytes, coding) => expect(Buffer.from(decodeBody(bytes, coding, LIMITS)).equals(page)).toBe(true));

  it('decodes compressed zstd blocks', () => {
    expect(Buffer.from(decodeBody(COMPRESSED_ZSTD, 'zstd', LIMITS)).toString()).toBe(LINES);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('gives plain bytes back when the server only says %s', (coding) => {
    expect(Buffer.from(decodeBody(page, coding, LIMITS)).equals(page)).toBe(true);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('yields what a truncated %s stream holds', (coding) => {
    const whole = Buffer.concat(
      Array.from({ length: 400 }, (_unused, at) => Buffer.from(`${at} ${Math.sin(at)} ${page.toString('utf8', 0, 40)}`)),
    );
    const coded = CODERS[coding]?.(whole) as Buffer;
    const decoded = Buffer.from(decodeBody(coded.subarray(0, coded.length - 2_000), coding, LIMITS));
    expect(decoded.length).toBeGreaterThan(1_000);
    expect(whole.subarray(0, decoded.length).equals(decoded)).toBe(true);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('leaves an empty body empty: %s', (coding) => {
    expect(decodeBody(new Uint8Array(0), coding, LIMITS)).toHaveLength(0);
  });

  it.each([
    ['unknown coding', page, 'compress'],
    ['a name of the object prototype', page, 'constructor'],
    ['too many codings', page, 'gzip, gzip, gzip, gzip, gzip'],
    ['broken gzip', Buffer.concat([zlib.gzipSync(page).subarray(0, 20), Buffer.alloc(500, 255)]), 'gzip'],
    ['binary that is no brotli', Buffer.alloc(500, 255).fill(1, 3), 'br'],
    ['zstd with a huge window', zstd([page], 0xa0), 'zstd'],
    ['zstd with a huge window in its second frame', Buffer.concat([zstd([page]), zstd([page], 0xa0)]), 'zstd'],
    ['zstd frames without end', Buffer.alloc(200_000, zstd([Buffer.from('a')])), 'zstd'],
  ])('fails on %s', (_name, bytes, coding) =>
    expect(failure(() => decodeBody(bytes, coding, LIMITS, 'http://a.test/'))).toMatchObject({
      code: 'FETCH_DECODE_FAILED',
      url: 'http://a.test/',
    }),
  );
});

describe('bombs stop at the bound', () => {
  const zeros = Buffer.alloc(100 * MB);
  const bombs: [string, Buffer][] = [
    ['gzip', zlib.gzipSync(zeros)],
    ['deflate', zlib.deflateSync(zeros)],
    ['br', zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', zstd(Array.from({ length: 800 }, () => ({ byte: 0, count: 131_072 })))],
    ['zstd', Buffer.concat(Array.from({ length: 800 }, () => zstd([{ byte: 0, count: 131_072 }])))],
  ];

  it.each(bombs)('%s, by ratio (%#)', (coding, bomb) => {
    expect(zeros.length / bomb.length).toBeGreaterThan(900);
    expect(failure(() => decodeBody(bomb, coding, { maxBytes: 1024 * MB, maxRatio: 200 }))).toMatchObject({
      code: 'FETCH_DECODED_TOO_LARGE',
    });
  });

  it.each(bombs)('%s, by size (%#)', (coding, bomb) => {
    expect(failure(() => decodeBody(bomb, coding, { maxBytes: MB, maxRatio: 10_000 }))).toMatchObject({ code: 'FETCH_DECODED_TOO_LARGE' });
  });

  it('inside another coding', () => {
    const nested = zlib.gzipSync(zlib.gzipSync(zeros));
    expect(failure(() => decodeBody(nested, 'gzip, gzip', { maxBytes: 1024 * MB, maxRatio: 200 }))).toMatchObject({
      code: 'FETCH_DECODED_TOO_LARGE',
    });
  });

  it('of endless tiny zstd blocks, without moving a large window for each', () => {
    const blocks = zstd(Array.from({ length: 20_000 }, () => ({ byte: 65, count: 1 })));
    expect(decodeBody(blocks, 'zstd', LIMITS)).toHaveLength(20_000);
  });

  it('of zstd matches that run far beyond their block', () => {
    // One literal, then 50,000 matches of 131,074 bytes each: 6 GB of copying out of 100 KB.
    const count = 50_000;
    const sequences = Buffer.from([0xff, (count - 0x7f00) & 255, (count - 0x7f00) >> 8, 0b01010100, 0, 0, 52]);
    const block = Buffer.concat([Buffer.from([0b00001001, 65]), sequences, Buffer.alloc(count * 2, 255), Buffer.from([1])]);
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (2 << 1) | 1, 0, 3);
    const bomb = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]), header, block]);
    const { code } = failure(() => decodeBody(bomb, 'zstd', { maxBytes: MB, maxRatio: 200 }));
    expect(['FETCH_DECODE_FAILED', 'FETCH_DECODED_TOO_LARGE']).toContain(code);
  });

  it('does not mind a small page that repeats itself', () => {
    expect(decodeBody(zlib.gzipSync(Buffer.alloc(10 * MB)), 'gzip', LIMITS)).toHaveLength(10 * MB);
  });
});
