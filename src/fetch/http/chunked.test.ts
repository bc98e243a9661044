import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkedError, ChunkedReader } from './chunked.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** Feeds `wire` in pieces of `size`; returns the data, how many bytes were used and whether the end was seen. */
function read(wire: string, size = wire.length): { data: string; used: number; done: boolean } {
  const reader = new ChunkedReader();
  const data: number[] = [];
  let used = 0;
  for (let at = 0; at < wire.length && !reader.done; at += size) {
    used += reader.feed(bytes(wire.slice(at, at + size)), 0, (piece) => data.push(...piece) && piece.length);
  }
  return { data: Buffer.from(data).toString('latin1'), used, done: reader.done };
}

describe('ChunkedReader', () => {
  it.each([
    ['plain', '2\r\nhi\r\n3\r\n!!!\r\n0\r\n\r\n', 'hi!!!'],
    ['upper-case digits', 'A\r\n0123456789\r\n0\r\n\r\n', '0123456789'],
    ['leading zeros', '0002\r\nhi\r\n000\r\n\r\n', 'hi'],
    ['extension', '2;a=b;c="d"\r\nhi\r\n0;z\r\n\r\n', 'hi'],
    ['blanks around the size', ' 2  \r\nhi\r\n0\r\n\r\n', 'hi'],
    ['bare line feeds', '2\nhi\n0\n\n', 'hi'],
    ['trailers', '2\r\nhi\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n', 'hi'],
    ['nothing', '0\r\n\r\n', ''],
    ['CRLF inside the data', '4\r\n\r\n\r\n\r\n0\r\n\r\n', '\r\n\r\n'],
  ])('%s, in one piece and byte by byte', (_name, wire, data) => {
    expect(read(wire)).toEqual({ data, used: wire.length, done: true });
    expect(read(wire, 1)).toEqual({ data, used: wire.length, done: true });
  });

  it('stops at the end of the coded body', () => {
    expect(read('2\r\nhi\r\n0\r\n\r\nHTTP/1.1 200')).toMatchObject({ used: 12, done: true });
  });

  it.each([
    ['no size', '\r\nhi'],
    ['no hex', 'xyz\r\n'],
    ['negative', '-2\r\nhi'],
    ['longer than its size', '2\r\nhiho\r\n'],
    ['14 digits', '11111111111111\r\n'],
    ['endless extension', `2;${'x'.repeat(9_000)}`],
    ['endless trailers', `0\r\n${'x: y\r\n'.repeat(12_000)}`],
  ])('refuses: %s', (_name, wire) => expect(() => read(wire)).toThrow(ChunkedError));

  it('stops where the taker has had enough', () => {
    const reader = new ChunkedReader();
    expect(reader.feed(bytes('5\r\nhello\r\n0\r\n\r\n'), 0, () => 3)).toBe(6);
    expect(reader.done).toBe(false);
  });

  it('gives back any data, however it is chunked and delivered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: 'binary-ascii' }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        (chunks, size) => {
          const wire = `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
          expect(read(wire, size)).toEqual({ data: chunks.join(''), used: wire.length, done: true });
        },
      ),
    );
  });
});
