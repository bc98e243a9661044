/** The warcinfo record that opens every file: who made it, with what, and by which rules. */
import { hash } from 'node:crypto';
import { gzipMember } from './gzip.js';
import { bracketed, fieldLines, newRecordId, recordHead, type WarcField, warcDate } from './header.js';
import { WarcDamage } from './reading/damage.js';
import { RecordReader } from './reading/record-reader.js';
import type { RecordSet } from './record-set.js';

export interface WarcinfoFields {
  /** Given for the first file of a run, whose records name it; later files get names of their own. */
  readonly id?: string;
  readonly filename: string;
  readonly createdAt: number;
  /** Name and version: `winnow/0.1.0`. */
  readonly software: string;
  /** Contact of who runs the crawl. */
  readonly operator?: string | null;
  /** `obey`, or what else the definition says about robots.txt. */
  readonly robots?: string | null;
  readonly userAgent?: string | null;
  readonly hostname?: string | null;
  /** Name of the crawl. */
  readonly isPartOf?: string | null;
  readonly description?: string | null;
}

export function buildWarcinfo(info: WarcinfoFields): RecordSet {
  const id = info.id ?? newRecordId();
  const block = Buffer.from(fieldLines(blockFields(info)));
  const head = recordHead([
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', bracketed(id)],
    ['WARC-Filename', info.filename],
    ['WARC-Date', warcDate(info.createdAt)],
    ['Content-Type', 'application/warc-fields'],
    ['WARC-Block-Digest', `sha256:${hash('sha256', block)}`],
    ['Content-Length', block.length],
  ]);
  const bytes = gzipMember([head, block, Buffer.from('\r\n\r\n')], 6);
  return { bytes, records: [{ type: 'warcinfo', id, offset: 0, length: bytes.length, payloadDigest: null }] };
}

const blockFields = (info: WarcinfoFields): WarcField[] => [
  ['software', info.software],
  ['format', 'WARC File Format 1.1'],
  ['conformsTo', 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'],
  ['operator', info.operator],
  ['robots', info.robots],
  ['http-header-user-agent', info.userAgent],
  ['hostname', info.hostname],
  ['isPartOf', info.isPartOf],
  ['description', info.description],
];

/** The record that opens a file, as a gzip member, under another file's name; empty when the file is opened by something else. */
export async function renamedWarcinfo(path: string, filename: string): Promise<Uint8Array> {
  const reader = await RecordReader.open(path);
  try {
    const record = await reader.next();
    if (record?.fields.get('warc-type') !== 'warcinfo') return new Uint8Array(0);
    const fields = record.fields.list.map(([name, value]): WarcField => [name, /^warc-filename$/i.test(name) ? filename : value]);
    const block: Uint8Array[] = [];
    for await (const piece of record.block) block.push(Uint8Array.from(piece));
    return gzipMember([recordHead(fields), ...block, Buffer.from('\r\n\r\n')], 6);
  } catch (error) {
    if (error instanceof WarcDamage) return new Uint8Array(0);
    throw error;
  } finally {
    await reader.close();
  }
}
