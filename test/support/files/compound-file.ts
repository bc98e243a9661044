/** Files of the older office programs, just as large as their readers need. */

const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;

/** A compound file with these streams. `loop`: the chain of every stream leads back to its beginning. */
export function compoundFile(streams: Readonly<Record<string, Buffer>>, { loop = false } = {}): Buffer {
  const fat: number[] = [0xfffffffd];
  const body: Buffer[] = [];
  const place = (content: Buffer): number => {
    const count = Math.max(1, Math.ceil(content.length / SECTOR));
    const start = fat.length;
    for (let i = 0; i < count; i++) fat.push(i < count - 1 ? start + i + 1 : loop ? start : END_OF_CHAIN);
    body.push(Buffer.concat([content, Buffer.alloc(count * SECTOR - content.length)]));
    return start;
  };
  const names = Object.keys(streams);
  const entries = names.map((name, i) => {
    const content = streams[name] as Buffer;
    return directoryEntry(name, 2, place(content), content.length, i + 2 <= names.length ? i + 2 : FREE, FREE);
  });
  const directory = place(Buffer.concat([directoryEntry('Root Entry', 5, END_OF_CHAIN, 0, FREE, 1), ...entries]));
  const table = Buffer.alloc(SECTOR, 0xff);
  fat.slice(0, 128).forEach((next, i) => table.writeUInt32LE(next, i * 4));
  return Buffer.concat([header(directory), table, ...body]);
}

function header(directory: number): Buffer {
  const head = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.fill(0, 8, 76);
  head.writeUInt16LE(3, 26);
  head.writeUInt16LE(0xfffe, 28);
  head.writeUInt16LE(9, 30);
  head.writeUInt16LE(6, 32);
  head.writeUInt32LE(1, 44);
  head.writeUInt32LE(directory, 48);
  head.writeUInt32LE(END_OF_CHAIN, 60);
  head.writeUInt32LE(END_OF_CHAIN, 68);
  head.writeUInt32LE(0, 76); // the table of sectors is the first
  return head; // no stream is small: the bound for those is 0
}

function directoryEntry(name: string, kind: number, start: number, size: number, right: number, child: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE(name.length * 2 + 2, 64);
  entry[66] = kind;
  entry.writeUInt32LE(FREE, 68);
  entry.writeUInt32LE(right, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

/** `text` with Word's own marks: \r ends a paragraph, \x07 a cell. */
export function doc(text: string, more: { encrypted?: boolean; loop?: boolean } = {}): Buffer {
  const main = Buffer.alloc(0x400 + text.length * 2);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(more.encrypted ? 0x0300 : 0x0200, 0x0a);
  main.writeUInt32LE(0, 0x01a2);
  main.writeUInt32LE(21, 0x01a6);
  main.write(text, 0x400, 'utf16le');
  const table = Buffer.alloc(21);
  table[0] = 2;
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(0x400, 15);
  return compoundFile({ WordDocument: main, '1Table': table, '\x05SummaryInformation': summary('Summary title', 'Ana Novak') }, more);
}

function summary(title: string, author: string): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.alloc(8 + Math.ceil((value.length + 1) / 4) * 4);
    bytes.writeUInt32LE(0x1e, 0);
    bytes.writeUInt32LE(value.length + 1, 4);
    bytes.write(value, 8, 'latin1');
    return bytes;
  };
  const [first, second] = [text(title), text(author)];
  const head = Buffer.alloc(48 + 24);
  head.writeUInt32LE(48, 44);
  head.writeUInt32LE(2, 48 + 4);
  head.writeUInt32LE(2, 48 + 8);
  head.writeUInt32LE(24, 48 + 12);
  head.writeUInt32LE(4, 48 + 16);
  head.writeUInt32LE(24 + first.length, 48 + 20);
  return Buffer.concat([head, first, second]);
}

const record = (type: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
};

/** One sheet of texts; the table of texts is cut in two in the middle of one. */
export function xls(sheet: string, rows: readonly (readonly string[])[], { encrypted = false } = {}): Buffer {
  const texts = rows.flat();
  const table = Buffer.concat([
    words(texts.length, texts.length),
    ...texts.map((text) => Buffer.concat([Buffer.from([text.length, 0, 1]), Buffer.from(text, 'utf16le')])),
  ]);
  const cut = 8 + 3 + 2; // behind the first character of the first text
  const begin = record(0x0809, Buffer.from([0, 6, 5, 0, 0, 0, 0, 0]));
  const front = (at: number): Buffer =>
    Buffer.concat([
      begin,
      ...(encrypted ? [record(0x2f, Buffer.alloc(6))] : []),
      record(0x85, Buffer.concat([words(at), Buffer.from([0, 0, sheet.length, 0]), Buffer.from(sheet, 'latin1')])),
      record(0xfc, table.subarray(0, cut)),
      record(0x3c, Buffer.concat([Buffer.from([1]), table.subarray(cut)])),
      record(0x0a, Buffer.alloc(0)),
    ]);
  let index = 0;
  const cells = rows.flatMap((row, y) => row.map((_, x) => record(0xfd, Buffer.concat([Buffer.from([y, 0, x, 0, 0, 0]), words(index++)]))));
  return compoundFile({ Workbook: Buffer.concat([front(front(0).length), begin, ...cells, record(0x0a, Buffer.alloc(0))]) });
}

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
  return bytes;
};

const pptRecord = (type: number, content: Buffer, container = false): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(container ? 15 : 0, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};

export function ppt(title: string, lines: readonly string[], depth = 1): Buffer {
  let content: Buffer = Buffer.concat([
    pptRecord(0x0f9f, words(0)),
    pptRecord(0x0fa0, Buffer.from(title, 'utf16le')),
    pptRecord(0x0f9f, words(1)),
    pptRecord(0x0fa8, Buffer.from(lines.join('\r'), 'latin1')),
  ]);
  for (let i = 0; i < depth; i++) content = pptRecord(0x0ff0, content, true);
  return compoundFile({ 'PowerPoint Document': pptRecord(0x03e8, content, true) });
}

/** One sheet with one row: numbers by style, then a truth value and a mistake; `styles` are numbers of formats. */
export function xlsWith(
  formats: Readonly<Record<number, string>>,
  styles: readonly number[],
  numbers: readonly (readonly [style: number, value: number])[],
  more: { truth: boolean; mistake: number; header: string },
): Buffer {
  const begin = record(0x0809, Buffer.from([0, 6, 5, 0, 0, 0, 0, 0]));
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length, 0, 0]), Buffer.from(value, 'latin1')]);
  const cell = (column: number, style: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0, 0, column, 0, style, 0]), content]);
  const front = (at: number): Buffer =>
    Buffer.concat([
      begin,
      ...Object.entries(formats).map(([number, code]) => record(0x041e, Buffer.concat([Buffer.from([Number(number), 0]), text(code)]))),
      ...styles.map((format) => record(0xe0, Buffer.from([0, 0, format, 0]))),
      record(0x85, Buffer.concat([words(at), Buffer.from([0, 0, 4, 0]), Buffer.from('Dues', 'latin1')])),
      record(0x0a, Buffer.alloc(0)),
    ]);
  const double = (value: number): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return bytes;
  };
  const cells = numbers.map(([style, value], column) => record(0x0203, cell(column, style, double(value))));
  const ends = [
    record(0x0205, cell(numbers.length, 0, Buffer.from([more.truth ? 1 : 0, 0]))),
    record(0x0205, cell(numbers.length + 1, 0, Buffer.from([more.mistake, 1]))),
  ];
  return compoundFile({
    Workbook: Buffer.concat([
      front(front(0).length),
      begin,
      record(0x14, text(more.header)),
      ...cells,
      ...ends,
      record(0x0a, Buffer.alloc(0)),
    ]),
  });
}
