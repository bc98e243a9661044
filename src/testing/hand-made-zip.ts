/** ZIPs made by hand, for tests: they may lie about everything. */
import { crc32 } from 'node:zlib';

export interface HandMade {
  readonly name: string | Uint8Array;
  /** As it lies in the archive. */
  readonly content?: Uint8Array;
  /** 0: stored, 8: deflated. */
  readonly method?: number;
  /** Unpacked, as is claimed. */
  readonly length?: number;
  readonly checksum?: number;
  readonly flags?: number;
}

export function handMadeZip(entries: readonly HandMade[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const content = Buffer.from(entry.content ?? []);
    const shared = header(entry, name, content);
    const local = Buffer.concat([signature(0x04034b50), shared, name, content]);
    directory.push(centralEntry(shared, name, at));
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...locals, central, endRecord(entries.length, central.length, at)]);
}

/** What both headers of an entry have, from the version needed to the length of the extra field. */
function header(entry: HandMade, name: Uint8Array, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(entry.flags ?? 0, 2);
  bytes.writeUInt16LE(entry.method ?? 0, 4);
  bytes.writeUInt32LE(entry.checksum ?? crc32(content), 10);
  bytes.writeUInt32LE(content.length, 14);
  bytes.writeUInt32LE(entry.length ?? content.length, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function centralEntry(shared: Buffer, name: Uint8Array, localAt: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(localAt, 10);
  return Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), shared, rest, name]);
}

function endRecord(count: number, size: number, at: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
