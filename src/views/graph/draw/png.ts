/** Writes pixels as PNG: three bytes a pixel, each row with the filter that leaves the least. */
import { crc32, deflateSync } from 'node:zlib';

export function pngOf(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // bits a channel, colour without transparency, the only compression, filters, no interlace
  const data = deflateSync(filtered(pixels, width, height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}

/** Each row as it is, as differences from the pixel before, or from the row above. */
function filtered(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const row = 3 * width;
  const result = new Uint8Array((row + 1) * height);
  const tries = [new Uint8Array(row), new Uint8Array(row), new Uint8Array(row)] as const;
  for (let y = 0; y < height; y++) {
    for (let i = 0, at = y * row; i < row; i++, at++) {
      const value = pixels[at] as number;
      tries[0][i] = value;
      tries[1][i] = value - (i < 3 ? 0 : (pixels[at - 3] as number));
      tries[2][i] = value - (y === 0 ? 0 : (pixels[at - row] as number));
    }
    const sizes = tries.map(sizeOf);
    const best = sizes.indexOf(Math.min(...sizes));
    result[y * (row + 1)] = best;
    result.set(tries[best] as Uint8Array, y * (row + 1) + 1);
  }
  return result;
}

/** Small differences, up or down, compress well. */
function sizeOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte < 128 ? byte : 256 - byte;
  return sum;
}
