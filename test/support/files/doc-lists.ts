/** Word documents before 2007 with lists: just the tables that say which paragraph is in which list, and how that is numbered. */
import { compoundFile } from './compound-file.js';

export interface DocLevel {
  readonly start?: number;
  /** 0 digits, 1 and 2 Roman, 3 and 4 letters, 23 a dot. */
  readonly format?: number;
  /** `%1.%2)`, the numbers of the levels from 1. */
  readonly pattern: string;
  readonly isLegal?: boolean;
  readonly restartAfter?: number;
}

export interface DocParagraph {
  readonly text: string;
  /** From 1. */
  readonly list?: number;
  readonly level?: number;
  readonly style?: number;
}

export interface DocListTables {
  /** Levels of each list. */
  readonly lists: readonly (readonly DocLevel[])[];
  /** Which list each number is, from 0, and where its first level begins instead. */
  readonly named: readonly { readonly list: number; readonly start?: number }[];
  /** List of each style of paragraphs, from 0; `base` is the style it comes from. */
  readonly styles: readonly { readonly list?: number; readonly base?: number }[];
}

const TEXT = 0x400;
const PAGE = 512;

export function docWithLists(paragraphs: readonly DocParagraph[], tables: DocListTables): Buffer {
  const text = paragraphs.map((paragraph) => `${paragraph.text}\r`).join('');
  const pageAt = Math.ceil((TEXT + text.length * 2) / PAGE);
  const main = Buffer.alloc((pageAt + 1) * PAGE);
  const parts: [at: number, bytes: Buffer][] = [
    [0x01a2, Buffer.concat([Buffer.from([2]), int32(16), pieces(text.length)])],
    [0x00a2, styleTable(tables.styles)],
    [0x0102, Buffer.concat([int32(TEXT, TEXT + text.length * 2), int32(pageAt)])],
    [0x02e2, Buffer.concat([int16(tables.lists.length), ...tables.lists.map((levels, at) => listHead(at + 1, levels))])],
    [0, Buffer.concat(tables.lists.flat().map(levelOf))], // stands behind the heads, and counts for none of them
    [0x02ea, namedTable(tables.named)],
  ];
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(0x0200, 0x0a);
  main.write(text, TEXT, 'utf16le');
  let at = 0;
  for (const [place, bytes] of parts) {
    if (place > 0) {
      main.writeUInt32LE(at, place);
      main.writeUInt32LE(bytes.length, place + 4);
    }
    at += bytes.length;
  }
  pageOf(paragraphs).copy(main, pageAt * PAGE);
  return compoundFile({ WordDocument: main, '1Table': Buffer.concat(parts.map(([, bytes]) => bytes)) });
}

function pieces(length: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(length, 4);
  bytes.writeUInt32LE(TEXT, 10);
  return bytes;
}

/** Places of all paragraphs, then where in the page the properties of each are. */
function pageOf(paragraphs: readonly DocParagraph[]): Buffer {
  const page = Buffer.alloc(PAGE);
  page[PAGE - 1] = paragraphs.length;
  let [place, free] = [TEXT, PAGE - 2];
  paragraphs.forEach(({ text, list, level, style = 0 }, index) => {
    page.writeUInt32LE(place, index * 4);
    place += (text.length + 1) * 2;
    page.writeUInt32LE(place, index * 4 + 4);
    const properties = Buffer.concat([int16(style), wishOf(list, level)]);
    const even = Buffer.concat([Buffer.from([0, Math.ceil(properties.length / 2)]), properties, Buffer.alloc(properties.length & 1)]);
    free -= even.length;
    even.copy(page, free);
    page[(paragraphs.length + 1) * 4 + index * 13] = free / 2;
  });
  return page;
}

/** Behind a property of tabs, which is as long as it says. */
const wishOf = (list: number | undefined, level: number | undefined): Buffer =>
  Buffer.concat([
    Buffer.from([0x15, 0xc6, 2, 0, 0]),
    ...(level === undefined ? [] : [Buffer.from([0x0a, 0x26, level])]),
    ...(list === undefined ? [] : [Buffer.concat([Buffer.from([0x0b, 0x46]), int16(list)])]),
  ]);

function styleTable(styles: DocListTables['styles']): Buffer {
  const head = Buffer.alloc(18);
  head.writeUInt16LE(styles.length, 0);
  head.writeUInt16LE(10, 2);
  const all = styles.map(({ list, base = 0xfff }, index) => {
    const run = Buffer.concat([int16(index), wishOf(list, undefined)]);
    const style = Buffer.concat([int16(0, 1 | (base << 4), 1, 0, 0), int16(1), Buffer.from('S\0\0\0', 'latin1'), int16(run.length), run]);
    return Buffer.concat([int16(style.length), style, Buffer.alloc(style.length & 1)]);
  });
  return Buffer.concat([int16(head.length), head, ...all]);
}

function listHead(id: number, levels: readonly DocLevel[]): Buffer {
  const head = Buffer.alloc(28);
  head.writeInt32LE(id, 0);
  head[26] = levels.length === 1 ? 1 : 0;
  return head;
}

function levelOf({ start = 1, format = 0, pattern, isLegal = false, restartAfter }: DocLevel): Buffer {
  const head = Buffer.alloc(28);
  head.writeInt32LE(start, 0);
  head[4] = format;
  head[5] = (isLegal ? 4 : 0) | (restartAfter === undefined ? 0 : 8);
  head[24] = 3; // bytes of properties that stand before the text
  head[26] = restartAfter ?? 0;
  const text = pattern.replace(/%(\d)/g, (_, digit: string) => String.fromCharCode(Number(digit) - 1));
  return Buffer.concat([head, Buffer.from([0xff, 0xff, 0xff]), int16(text.length), Buffer.from(text, 'utf16le')]);
}

function namedTable(named: DocListTables['named']): Buffer {
  const heads = named.map(({ list, start }) => Buffer.concat([int32(list + 1, 0, 0), Buffer.from([start === undefined ? 0 : 1, 0, 0, 0])]));
  const changes = named.map(({ start }) => Buffer.concat([int32(-1), ...(start === undefined ? [] : [int32(start, 0x10)])]));
  return Buffer.concat([int32(named.length), ...heads, ...changes]);
}

function int32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeInt32LE(value, index * 4));
  return bytes;
}

function int16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2));
  return bytes;
}
