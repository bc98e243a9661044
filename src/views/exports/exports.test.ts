import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv } from './csv.js';
import { jsonl } from './jsonl.js';
import { writeOut } from './output.js';
import type { Records } from './records.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name = 'out') => path.join(folder, name);

async function asCsv(records: Records, options: object = {}): Promise<string> {
  await csv.write(records, csv.options.parse({ path: file(), ...options }));
  return readFileSync(file(), 'utf8');
}

async function asJsonl(records: Records): Promise<string> {
  await jsonl.write(records, jsonl.options.parse({ path: file() }));
  return readFileSync(file(), 'utf8');
}

/** A reader after RFC 4180 that shares nothing with the writer. Rows of fields; a field without quotes that is empty is null. */
function parseCsv(text: string, delimiter = ','): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (let at = 0; at < text.length; ) {
    let field: string | null = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (at >= text.length) throw new Error('quote not closed');
        if (text[at] === '"') at++;
        field += text[at];
      }
      at++;
    } else {
      while (at < text.length && text[at] !== delimiter && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') throw new Error(`stray character at ${at}`);
        field += text[at++];
      }
      field ||= null;
    }
    row.push(field);
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`row not ended at ${at}`);
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('csv', () => {
  it.each<[name: string, value: unknown, field: string]>([
    ['plain', 'abc', 'abc'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "a"', '"say ""a"""'],
    ['a line feed', 'a\nb', '"a\nb"'],
    ['a carriage return', 'a\rb', '"a\rb"'],
    ['spaces around', ' a ', '" a "'],
    ['semicolon, not the delimiter', 'a;b', 'a;b'],
    ['null', null, ''],
    ['left out', undefined, ''],
    ['empty text', '', '""'],
    ['a number', -1.5, '-1.5'],
    ['a large integer', 2n ** 64n, '18446744073709551616'],
    ['true', true, 'true'],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a list', ['a', 'b'], '"[""a"",""b""]"'],
    ['an object', { a: 1n }, '"{""a"":1}"'],
    ['bytes', Buffer.from('hi'), 'aGk='],
  ])('writes %s', async (_name, value, field) => expect(await asCsv([{ x: 1, y: value }])).toBe(`x,y\r\n1,${field}\r\n`));

  it.each<[name: string, options: object, expected: string]>([
    ['another delimiter', { delimiter: ';' }, 'a;b\r\n1,5;"x;y"\r\n'],
    ['a tab', { delimiter: '\t' }, 'a\tb\r\n1,5\tx;y\r\n'],
    ['chosen columns in their order, unknown ones empty', { columns: ['b', 'none'] }, 'b,none\r\nx;y,\r\n'],
    ['no header', { header: false }, '"1,5",x;y\r\n'],
    ['a mark for Excel', { bom: true }, '\uFEFFa,b\r\n"1,5",x;y\r\n'],
  ])('takes %s', async (_name, options, expected) => expect(await asCsv([{ a: '1,5', b: 'x;y' }], options)).toBe(expected));

  it.each<[value: unknown, field: string]>([
    ['=HYPERLINK("http://evil.test")', `"'=HYPERLINK(""http://evil.test"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['\uFF1D1', "'\uFF1D1"],
    ['a=1', 'a=1'],
    [-1, '-1'],
  ])('guards spreadsheets against %j', async (value, field) => {
    expect(await asCsv([{ x: value, y: 1 }], { header: false })).toBe(`${field},1\r\n`);
  });

  it('writes text as it is when asked to', async () =>
    expect(await asCsv([{ x: '=1+1', y: '-' }], { raw: true })).toBe('x,y\r\n=1+1,-\r\n'));

  it('writes a header even when there is nothing else, where the columns are known', async () => {
    expect(await asCsv([], { columns: ['a', 'b'] })).toBe('a,b\r\n');
    expect(await asCsv([])).toBe('');
  });

  it('gives a row of one empty field a line of its own', async () => expect(await asCsv([{ a: null }, { a: 1 }])).toBe('a\r\n""\r\n1\r\n'));

  it('loses no column silently', async () => {
    await expect(asCsv([{ a: 1 }, { a: 1, b: 2 }])).rejects.toThrow('record 2 has a column "b" that the first one lacks');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not mistake inherited properties for columns', async () => {
    expect(await asCsv([{ a: 1 }], { columns: ['a', 'constructor', 'toString'] })).toBe('a,constructor,toString\r\n1,,\r\n');
  });

  it.each([',', ';', '\t', '|'])('reads back what any text was, delimiter %j', async (delimiter) => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '|', '\r', '\n', ' ', '=', "'", 'č', '😀'), maxLength: 12 });
    const table = fc.array(fc.tuple(text, fc.option(text)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const written = await asCsv(
          rows.map(([a, b]) => ({ a, b })),
          { delimiter, columns: ['a', 'b'], raw: true },
        );
        expect(parseCsv(written, delimiter).slice(1)).toEqual(rows);
      }),
      { numRuns: 30 },
    );
  });
});

describe('jsonl', () => {
  it.each<[name: string, value: unknown, back: unknown]>([
    ['text', 'a\n"b"\u2028', 'a\n"b"\u2028'],
    ['half a surrogate pair', '\ud800', '\ud800'],
    ['null', null, null],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a small integer', 5n, 5],
    ['a large integer', 2n ** 64n, '18446744073709551616'],
    ['bytes', Buffer.from('hi'), 'aGk='],
    ['bytes inside', { a: [new Uint8Array([104, 105])] }, { a: ['aGk='] }],
  ])('writes %s', async (_name, value, back) => {
    const text = await asJsonl([{ value }]);
    expect(text.split('\n')).toHaveLength(2);
    expect(JSON.parse(text)).toEqual({ value: back });
  });

  it('counts', async () => {
    const write = (records: Records) => jsonl.write(records, { path: file() });
    expect(await write([])).toBe(0);
    expect(await write([{ a: 1 }, { a: 2 }])).toBe(2);
  });
});

const HOSTILE = path.resolve('../shared/conformance/hostile');

describe.skipIf(!existsSync(HOSTILE))('hostile strings come back as they went', () => {
  const names = existsSync(HOSTILE) ? readdirSync(HOSTILE) : []; // the body runs even where the tests are skipped
  const strings = names.flatMap((name) => readFileSync(path.join(HOSTILE, name), 'utf8').split('\n'));
  const records = strings.map((text, n) => ({ n, text }));

  it('as CSV', async () => {
    const rows = parseCsv(await asCsv(records, { raw: true })).slice(1);
    expect(rows.map(([, text]) => text)).toEqual(strings);
    expect(strings.length).toBeGreaterThan(1800);
  });
  it('as CSV, as names of columns', async () => {
    const columns = [...new Set(strings)];
    const record = Object.fromEntries(columns.map((name) => [name, name]));
    expect(parseCsv(await asCsv([record], { columns, raw: true }))).toEqual([columns, columns]);
  });
  it('as JSON lines', async () => {
    const lines = (await asJsonl(records)).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(strings);
  });
});

describe('the file', () => {
  async function* failing(): AsyncGenerator<Record<string, unknown>> {
    yield { a: 'x'.repeat(200_000) };
    throw new Error('the source broke');
  }

  it('is replaced only when the export is whole', async () => {
    writeFileSync(file(), 'former');
    await expect(asJsonl(failing())).rejects.toThrow('the source broke');
    expect(readFileSync(file(), 'utf8')).toBe('former');
    expect(readdirSync(folder)).toEqual(['out']);
    expect(await asJsonl([{ a: 1 }])).toBe('{"a":1}\n');
  });
  it('keeps its permissions', async () => {
    writeFileSync(file(), 'former');
    chmodSync(file(), 0o600);
    await asJsonl([{ a: 1 }]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });
  it('is never a folder', async () => {
    await expect(jsonl.write([{ a: 1 }], { path: folder })).rejects.toThrow(`cannot write to ${folder}: it is a folder`);
  });
  it('says which folder is missing', async () => {
    await expect(jsonl.write([{ a: 1 }], { path: file('none/out') })).rejects.toThrow(/cannot write to .*none\/out: ENOENT/);
  });
  it('is written through when it is a device', async () => {
    expect(await jsonl.write([{ a: 1 }], { path: '/dev/null' })).toBe(1);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
  it('takes records that come asynchronously', async () => {
    async function* slowly() {
      for (let a = 0; a < 3; a++) yield await Promise.resolve({ a });
    }
    expect(await asCsv(slowly())).toBe('a\r\n0\r\n1\r\n2\r\n');
  });
});

describe('a stream', () => {
  async function* pieces(made: { count: number }, limit: number): AsyncGenerator<string> {
    for (; made.count < limit; made.count++) yield 'x'.repeat(1000);
  }

  it('gets everything and stays open', async () => {
    const stream = new PassThrough();
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    await writeOut(pieces({ count: 0 }, 200), stream);
    expect(Buffer.concat(chunks)).toHaveLength(200_000);
    expect(stream.writableEnded).toBe(false);
    expect(stream.listenerCount('error')).toBe(0);
  });

  it('that takes nothing holds the source back', async () => {
    const made = { count: 0 };
    const waiting: (() => void)[] = [];
    const stream = new Writable({ write: (_chunk, _encoding, done) => void waiting.push(done) });
    const done = writeOut(pieces(made, 1000), stream);
    await new Promise((resolve) => setImmediate(resolve));
    expect(made.count).toBeLessThan(100);
    const take = setInterval(() => waiting.shift()?.(), 1);
    await done;
    clearInterval(take);
    expect(made.count).toBe(1000);
  });

  it('whose reader leaves ends the export quietly', async () => {
    const made = { count: 0 };
    const head = spawn(process.execPath, ['-e', 'process.stdin.once("data", () => process.exit(0))'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await writeOut(pieces(made, 100_000), head.stdin);
    expect(made.count).toBeLessThan(100_000);
  });

  it('that fails otherwise says so', async () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
    await expect(writeOut(pieces({ count: 0 }, 10), stream)).rejects.toThrow('disk full');
  });
});
