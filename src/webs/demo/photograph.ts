/** A photograph as a camera leaves it: a grey JPEG of eight by eight pixels with EXIF that tells when and where. */

export interface Photograph {
  /** `2024:05:01 10:20:30`, as EXIF writes it. */
  readonly taken: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly make: string;
  readonly model: string;
  readonly artist: string;
  readonly description: string;
}

export function photograph(spec: Photograph): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifTables(spec)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe1, exif), PIXELS]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

type Value = string | readonly (readonly [number, number])[] | number;

/** Three tables, each followed by the values that do not fit into four bytes. */
function exifTables(spec: Photograph): Buffer {
  const cameraTable = (at: number): Buffer => table(at, [[0x9003, spec.taken]]);
  const placeTable = (at: number): Buffer =>
    table(at, [
      [1, spec.latitude < 0 ? 'S' : 'N'],
      [2, degrees(spec.latitude)],
      [3, spec.longitude < 0 ? 'W' : 'E'],
      [4, degrees(spec.longitude)],
    ]);
  const mainTable = (camera: number, place: number): Buffer =>
    table(8, [
      [0x010e, spec.description],
      [0x010f, spec.make],
      [0x0110, spec.model],
      [0x013b, spec.artist],
      [0x8769, camera],
      [0x8825, place],
    ]);
  const camera = 8 + mainTable(0, 0).length;
  const place = camera + cameraTable(camera).length;
  const head = Buffer.from('II*\0\b\0\0\0', 'latin1');
  return Buffer.concat([head, mainTable(camera, place), cameraTable(camera), placeTable(place)]);
}

function table(at: number, fields: readonly (readonly [tag: number, value: Value])[]): Buffer {
  const rows: Buffer[] = [];
  const values: Buffer[] = [];
  let next = at + 2 + fields.length * 12 + 4;
  for (const [tag, value] of fields) {
    const { type, count, bytes } = encoded(value);
    const row = Buffer.alloc(12);
    row.writeUInt16LE(tag, 0);
    row.writeUInt16LE(type, 2);
    row.writeUInt32LE(count, 4);
    if (bytes.length <= 4) bytes.copy(row, 8);
    else {
      row.writeUInt32LE(next, 8);
      values.push(bytes);
      next += bytes.length;
    }
    rows.push(row);
  }
  const count = Buffer.alloc(2);
  count.writeUInt16LE(fields.length, 0);
  return Buffer.concat([count, ...rows, Buffer.alloc(4), ...values]);
}

function encoded(value: Value): { type: number; count: number; bytes: Buffer } {
  if (typeof value === 'string') return { type: 2, count: Buffer.byteLength(value) + 1, bytes: Buffer.from(`${value}\0`) };
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value, 0);
    return { type: 4, count: 1, bytes };
  }
  const bytes = Buffer.alloc(value.length * 8);
  value.forEach(([above, below], i) => {
    bytes.writeUInt32LE(above, i * 8);
    bytes.writeUInt32LE(below, i * 8 + 4);
  });
  return { type: 5, count: value.length, bytes };
}

function degrees(value: number): [number, number][] {
  const size = Math.abs(value);
  const minutes = (size % 1) * 60;
  return [
    [Math.floor(size), 1],
    [Math.floor(minutes), 1],
    [Math.round((minutes % 1) * 60 * 10_000), 10_000],
  ];
}

/** Quantisation, frame (8 × 8, one component), the two smallest Huffman tables, one grey block. */
const PIXELS = Buffer.concat([
  segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
  segment(0xc4, Buffer.from([0x00, 1, ...Array.from({ length: 15 }, () => 0), 0])),
  segment(0xc4, Buffer.from([0x10, 1, ...Array.from({ length: 15 }, () => 0), 0])),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x3f, 0xff, 0xd9]),
]);
