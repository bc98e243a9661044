/** ZIP archives as text, so that what is inside can be changed and the archive still be sound: `== name ==` before each part. */
import { inflateRawSync } from 'node:zlib';
import { handMadeZip } from '../../src/testing/hand-made-zip.js';

const [LOCAL, HEADER] = [0x04034b50, 30];

/** The parts of an archive whose entries say how long they are. */
export function partsOf(zip: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; zip.readUInt32LE(at) === LOCAL; ) {
    const [method, packed, name] = [zip.readUInt16LE(at + 8), zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)];
    const start = at + HEADER + name + zip.readUInt16LE(at + 28);
    const content = zip.subarray(start, start + packed);
    parts.push(
      Buffer.from(`== ${zip.toString('utf8', at + HEADER, at + HEADER + name)} ==\n`),
      method === 8 ? inflateRawSync(content) : content,
      NEW_LINE,
    );
    at = start + packed;
  }
  return Buffer.concat(parts);
}

const NEW_LINE = Buffer.from('\n');

export function zipOf(parts: Buffer): Buffer {
  const pieces = parts.toString('latin1').split(/^== (.{0,200}?) ==\n/m);
  const entries = [];
  for (let at = 1; at < pieces.length; at += 2)
    entries.push({
      name: Buffer.from(pieces[at] as string, 'latin1'),
      content: Buffer.from((pieces[at + 1] as string).replace(/\n$/, ''), 'latin1'),
    });
  return Buffer.from(handMadeZip(entries));
}
