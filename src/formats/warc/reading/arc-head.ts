/**
 * ARC, what crawlers wrote before WARC: one line before each record, in version 1 with five words and in version 2 with
 * ten. A record is handed on as the WARC record it would be today, so nobody else need know.
 */
import { createHash } from 'node:crypto';
import { RecordFields } from './record-fields.js';

/** Longest line we take for one: addresses can be long. */
export const LONGEST_ARC_LINE = 1 << 16;
const LF = 10;

/** Of a record that was an ARC record, in the place of a version of WARC. */
export const ARC = 'ARC';

interface ArcHead {
  readonly url: string;
  readonly address: string;
  /** 14 digits, or 12 of old. */
  readonly date: string;
  readonly type: string;
  readonly length: number;
}

/** Words behind the date: type and length; in version 2 also status, checksum, location, offset and file. */
const AFTER_DATE = [2, 7];

/** An address may hold spaces, so the line is read from its end. */
export function arcHead(line: string): ArcHead | null {
  const words = line.trimEnd().split(' ');
  const length = words.at(-1) ?? '';
  if (!/^[a-z][a-z\d+.-]*:/i.test(line) || !/^\d{1,15}$/.test(length)) return null;
  for (const after of AFTER_DATE) {
    const at = words.length - 1 - after;
    const [address, date, type] = words.slice(at - 1, at + 2);
    if (at > 1 && date && /^\d{12}(?:\d\d)?$/.test(date))
      return { url: words.slice(0, at - 1).join(' '), address: address ?? '', date, type: type ?? '', length: Number(length) };
  }
  return null;
}

/** Index behind the first line; -1 when it has not come to its end. */
export const endOfLine = (bytes: Uint8Array): number => bytes.indexOf(LF) + 1 || -1;

export function beginsAsArc(bytes: Uint8Array): boolean {
  const end = endOfLine(bytes);
  return end > 0 && end <= LONGEST_ARC_LINE && arcHead(Buffer.from(bytes.subarray(0, end)).toString('latin1')) !== null;
}

/** `isMessage`: the block begins as an HTTP response does. */
export function fieldsOfArc(head: ArcHead, offset: number, isMessage: boolean): RecordFields {
  const { url, address, date, type, length } = head;
  const isFile = url.startsWith('filedesc:');
  const target: [string, string][] = isFile ? [['WARC-Filename', url.replace(/^filedesc:\/*/, '')]] : [['WARC-Target-URI', url]];
  const ip: [string, string][] = isFile || address === '0.0.0.0' ? [] : [['WARC-IP-Address', address]];
  return new RecordFields([
    ['WARC-Type', isFile ? 'warcinfo' : isMessage ? 'response' : 'resource'],
    ['WARC-Record-ID', `<urn:uuid:${idOf(`${url} ${date} ${offset}`)}>`],
    ['WARC-Date', isoOf(date)],
    ...target,
    ...ip,
    ['Content-Type', isMessage ? 'application/http; msgtype=response' : type],
    ['Content-Length', String(length)],
  ]);
}

const isoOf = (digits: string): string => digits.padEnd(14, '0').replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');

/** ARC records have none: the same record has the same one each time it is read. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
