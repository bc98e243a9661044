/**
 * The numbers of lists in a Word document before 2007. They are not in the text: the tables of lists define them, and
 * the properties of a paragraph or of its style refer to a list by number.
 */
import { ListCounters, type ListLevel, MOST_LEVELS } from './list-labels.js';

/** Where the head of the main stream says where the tables are. */
const STYLES = 0xa2;
const PARAGRAPHS = 0x102;
const LISTS = 0x2e2;
const NAMED_LISTS = 0x2ea;
const SMALLEST_HEAD = 0x2f2;

const PAGE = 512;
const MOST_RUNS = 500_000;
const MOST_LISTS = 20_000;
const MOST_STYLES = 4096;
const LEVEL_HEAD = 28;
const FORMATS: Readonly<Record<number, string>> = {
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  22: 'decimalZero',
  23: 'bullet',
  255: 'none',
};

/** What the properties of a paragraph or of a style say. List 0 removes a paragraph from the list of its style. */
interface ListWish {
  readonly list?: number | undefined;
  readonly level?: number | undefined;
}

interface Style extends ListWish {
  readonly base: number;
}

/** Paragraphs that end between two positions of the main stream. */
interface Run extends ListWish {
  readonly from: number;
  readonly to: number;
  readonly style: number;
}

interface NamedList {
  readonly id: number;
  readonly starts: Map<number, number>;
  readonly levels: Map<number, ListLevel>;
}

export class DocLists {
  readonly #lists: ReadonlyMap<number, readonly ListLevel[]>;
  readonly #named: readonly NamedList[];
  readonly #styles: readonly Style[];
  readonly #runs: readonly Run[];
  readonly #counters = new ListCounters();

  constructor(main: Buffer, table: Buffer) {
    const part = (at: number): Buffer => {
      if (main.length < SMALLEST_HEAD) return Buffer.alloc(0);
      const start = main.readUInt32LE(at);
      return table.subarray(start, start + main.readUInt32LE(at + 4));
    };
    // Levels follow their table, whose length does not include them.
    const lists = main.length < SMALLEST_HEAD ? 0 : main.readUInt32LE(LISTS);
    this.#lists = part(LISTS).length < 2 ? new Map() : readLists(table.subarray(lists));
    this.#named = this.#lists.size === 0 ? [] : readNamed(part(NAMED_LISTS));
    this.#styles = this.#named.length === 0 ? [] : readStyles(part(STYLES));
    this.#runs = this.#named.length === 0 ? [] : readRuns(main, part(PARAGRAPHS));
  }

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  /** The label of the paragraph whose end mark stands at a position; empty for a paragraph in no list. Call it in text order. */
  labelAt(place: number): string {
    const run = this.#runAt(place);
    if (!run) return '';
    const { list = 0, level = 0 } = this.#wish(run);
    const named = this.#named[list - 1];
    const levels = named && this.#lists.get(named.id);
    if (!named || !levels) return '';
    const told = named.levels.size === 0 ? levels : Array.from({ length: MOST_LEVELS }, (_, at) => named.levels.get(at) ?? levels[at]);
    return this.#counters.next({ key: `list ${list}`, base: String(named.id), levels: told, starts: named.starts }, level);
  }

  /** Properties of the paragraph, then of its style, then of the styles that style is based on. */
  #wish({ style, list, level }: Run): ListWish {
    let wish: ListWish = { list, level };
    for (let at = style, depth = 0; depth < 20 && (wish.list === undefined || wish.level === undefined); depth++) {
      const said = this.#styles[at];
      if (!said) break;
      wish = { list: wish.list ?? said.list, level: wish.level ?? said.level };
      at = said.base;
    }
    return wish;
  }

  #runAt(place: number): Run | null {
    let [low, high] = [0, this.#runs.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const run = this.#runs[middle] as Run;
      if (place < run.from) high = middle - 1;
      else if (place >= run.to) low = middle + 1;
      else return run;
    }
    return null;
  }
}

/** All heads of lists, then the levels of all: one for a simple list, nine for any other. */
function readLists(bytes: Buffer): Map<number, ListLevel[]> {
  const lists = new Map<number, ListLevel[]>();
  const count = Math.min(bytes.readUInt16LE(0), MOST_LISTS);
  let at = 2 + count * 28;
  for (let index = 0; index < count && at <= bytes.length; index++) {
    const head = 2 + index * 28;
    const levels: ListLevel[] = [];
    const isSimple = ((bytes[head + 26] ?? 0) & 1) !== 0;
    for (let level = 0; level < (isSimple ? 1 : MOST_LEVELS); level++) {
      const read = readLevel(bytes, at);
      if (!read) return lists;
      levels.push(read.level);
      at = read.end;
    }
    lists.set(bytes.readInt32LE(head), levels);
  }
  return lists;
}

/** A level: its head, two groups of properties, and its text, in which characters below nine stand for the numbers of levels. */
function readLevel(bytes: Buffer, at: number): { level: ListLevel; end: number } | null {
  if (at + LEVEL_HEAD > bytes.length) return null;
  const flags = bytes.readUInt8(at + 5);
  const text = at + LEVEL_HEAD + bytes.readUInt8(at + 24) + bytes.readUInt8(at + 25);
  if (text + 2 > bytes.length) return null;
  const end = text + 2 + bytes.readUInt16LE(text) * 2;
  if (end > bytes.length) return null;
  const pattern = [...bytes.toString('utf16le', text + 2, end)].map((sign) => {
    const code = sign.charCodeAt(0);
    if (code < MOST_LEVELS) return `%${code + 1}`;
    return code < 0x20 ? '' : sign;
  });
  const level = {
    start: Math.max(0, bytes.readInt32LE(at)),
    format: FORMATS[bytes.readUInt8(at + 4)] ?? 'decimal',
    pattern: pattern.join(''),
    isLegal: (flags & 4) !== 0,
    ...((flags & 8) === 0 ? {} : { restartAfter: bytes.readUInt8(at + 26) }),
  };
  return { level, end };
}

/** Lists by the number that paragraphs use; their changed levels follow all of them. */
function readNamed(bytes: Buffer): NamedList[] {
  if (bytes.length < 4) return [];
  const count = Math.min(bytes.readUInt32LE(0), MOST_LISTS, Math.floor((bytes.length - 4) / 16));
  const named: NamedList[] = [];
  let at = 4 + count * 16;
  for (let index = 0; index < count; index++) {
    const head = 4 + index * 16;
    const list: NamedList = { id: bytes.readInt32LE(head), starts: new Map(), levels: new Map() };
    named.push(list);
    at += 4;
    for (let change = bytes.readUInt8(head + 12); change > 0 && at + 8 <= bytes.length; change--) at = readChange(bytes, at, list);
  }
  return named;
}

function readChange(bytes: Buffer, at: number, list: NamedList): number {
  const flags = bytes.readUInt8(at + 4);
  const level = flags & 0x0f;
  const isFormat = (flags & 0x20) !== 0;
  if ((flags & 0x10) !== 0 && !isFormat) list.starts.set(level, Math.max(0, bytes.readInt32LE(at)));
  if (!isFormat) return at + 8;
  const read = readLevel(bytes, at + 8);
  if (!read) return bytes.length;
  list.levels.set(level, read.level);
  if ((flags & 0x10) !== 0) list.starts.set(level, read.level.start);
  return read.end;
}

function readStyles(bytes: Buffer): Style[] {
  if (bytes.length < 6) return [];
  const styles: Style[] = [];
  const count = Math.min(bytes.readUInt16LE(2), MOST_STYLES);
  const headLength = bytes.readUInt16LE(4);
  let at = 2 + bytes.readUInt16LE(0);
  for (let index = 0; index < count && at + 2 <= bytes.length; index++) {
    const length = bytes.readUInt16LE(at);
    styles.push(readStyle(bytes.subarray(at + 2, at + 2 + length), headLength));
    at += 2 + length + (length & 1);
  }
  return styles;
}

/** Only paragraph styles refer to lists, in the first of their groups of properties. */
function readStyle(bytes: Buffer, headLength: number): Style {
  if (bytes.length < Math.max(headLength, 6) + 2 || (bytes.readUInt16LE(2) & 0x0f) !== 1) return { base: MOST_STYLES };
  const base = bytes.readUInt16LE(2) >>> 4;
  const name = headLength + 2 + bytes.readUInt16LE(headLength) * 2 + 2;
  const run = name + (name & 1);
  if (run + 4 > bytes.length) return { base };
  return { base, ...readProperties(bytes.subarray(run + 4, run + 2 + bytes.readUInt16LE(run))) };
}

/** Pages of 512 bytes in the main stream: positions first, then where the properties of each paragraph are. */
function readRuns(main: Buffer, bytes: Buffer): Run[] {
  const runs: Run[] = [];
  const count = Math.floor((bytes.length - 4) / 8);
  for (let index = 0; index < count && runs.length < MOST_RUNS; index++) {
    const start = (bytes.readUInt32LE((count + 1) * 4 + index * 4) & 0x3fffff) * PAGE;
    if (start + PAGE <= main.length) runs.push(...runsOf(main.subarray(start, start + PAGE)));
  }
  return runs.toSorted((a, b) => a.from - b.from);
}

function runsOf(page: Buffer): Run[] {
  const count = Math.min(page.readUInt8(PAGE - 1), 29);
  return Array.from({ length: count }, (_, index) => {
    const place = { from: page.readUInt32LE(index * 4), to: page.readUInt32LE(index * 4 + 4) };
    const at = page.readUInt8((count + 1) * 4 + index * 13) * 2;
    if (at === 0) return { ...place, style: 0 };
    // A first byte of 0 means that the second one has the length, in pairs of bytes.
    const first = page.readUInt8(at);
    const from = first === 0 ? at + 2 : at + 1;
    const length = first === 0 ? page.readUInt8(Math.min(at + 1, PAGE - 1)) * 2 : first * 2 - 1;
    const properties = page.subarray(from, Math.min(from + length, PAGE));
    if (properties.length < 2) return { ...place, style: 0 };
    return { ...place, style: properties.readUInt16LE(0), ...readProperties(properties.subarray(2)) };
  });
}

const LIST = 0x460b;
const LEVEL = 0x260a;
const TABLE = 0xd608;
const TABS = 0xc615;
const SIZES = [1, 1, 2, 4, 2, 2, -1, 3];

/** Reads properties one after the other: a number, of which three bits give the length, and a value. */
function readProperties(bytes: Buffer): ListWish {
  let [list, level]: [number | undefined, number | undefined] = [undefined, undefined];
  for (let at = 0; at + 3 <= bytes.length; ) {
    const property = bytes.readUInt16LE(at);
    const size = sizeOf(property, bytes, at + 2);
    if (size === null || at + 2 + size > bytes.length) break;
    if (property === LIST) list = listOf(bytes.readUInt16LE(at + 2));
    else if (property === LEVEL) level = bytes.readUInt8(at + 2);
    at += 2 + size;
  }
  return { ...(list === undefined ? {} : { list }), ...(level === undefined ? {} : { level }) };
}

function sizeOf(property: number, bytes: Buffer, at: number): number | null {
  const size = SIZES[property >>> 13] as number;
  if (size >= 0) return size;
  if (property === TABLE) return at + 2 > bytes.length ? null : bytes.readUInt16LE(at) + 1;
  const said = bytes.readUInt8(at);
  return property === TABS && said === 255 ? null : said + 1;
}

/** Large numbers stand for lists with other indents; the largest stands for none. */
function listOf(said: number): number {
  if (said < 0x800) return said;
  return said > 0xf801 ? 0x10000 - said : 0;
}
