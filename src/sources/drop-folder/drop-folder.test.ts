import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DropFolder, type DroppedFile, dropFolder } from './drop-folder.js';
import type { DroppedUrl } from './read-drop-file.js';

let folder: string;
let taken: DroppedUrl[][];
let files: DroppedFile[];
let drop: DropFolder;

const take = async (entries: readonly DroppedUrl[]) => {
  taken.push([...entries]);
  return { accepted: entries.length, updated: 0, blacklisted: 0, refused: 0 };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drop-'));
  [taken, files] = [[], []];
  drop = dropFolder(folder, take, { onFile: (file) => files.push(file) });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Buffer): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** A file is ready when nothing happened to it between two looks. */
async function settle(): Promise<void> {
  await drop.poll();
  await drop.poll();
}

const urls = () => taken.flat().map(({ url }) => url);

describe('A-55 files in a drop folder', () => {
  it('are read when they have been left alone, and move to done', async () => {
    put('urls.txt', 'https://a.example/\nb.example # a comment\n// another\n\n');
    await drop.poll();
    expect(taken).toEqual([]);
    await drop.poll();
    expect(taken).toEqual([
      [
        { url: 'https://a.example/', schemeGuessed: false },
        { url: 'https://b.example/', schemeGuessed: true },
      ],
    ]);
    expect(readdirSync(folder)).toEqual(['done']);
    expect(readdirSync(join(folder, 'done'))).toEqual(['urls.txt']);
    expect(drop.counts).toEqual({ accepted: 2, updated: 0, blacklisted: 0, refused: 0, files: 1, failed: 0 });
  });

  it('wait while they are written', async () => {
    const path = put('urls.txt', 'https://a.example/\nhttps://b.exa');
    await drop.poll();
    appendFileSync(path, 'mple/\n');
    await drop.poll();
    expect(taken).toEqual([]);
    await drop.poll();
    expect(urls()).toEqual(['https://a.example/', 'https://b.example/']);
  });

  it('are read at once when they were renamed from a name that is ignored', async () => {
    for (const [before, after] of [
      ['one.txt.part', 'one.txt'],
      ['.two', 'two.txt'],
      ['three.tmp', 'three.txt'],
    ] as const) {
      put(before, `https://${after}.example/`);
      await settle();
      expect(existsSync(join(folder, before))).toBe(true);
      renameSync(join(folder, before), join(folder, after));
      await drop.poll();
      expect(urls().at(-1)).toBe(`https://${after}.example/`);
    }
  });

  it('that are empty, folders or links to elsewhere stay where they are', async () => {
    put('empty.txt', '');
    put('folder.txt/x.txt', 'https://a.example/');
    symlinkSync('/etc/hostname', join(folder, 'link.txt'));
    await settle();
    expect(readdirSync(folder).sort()).toEqual(['empty.txt', 'folder.txt', 'link.txt']);
    expect(taken).toEqual([]);
  });

  it('never overwrite what is in done already', async () => {
    for (const host of ['a', 'b', 'c']) {
      put('urls.txt', `https://${host}.example/`);
      await settle();
    }
    const kept = readdirSync(join(folder, 'done')).map((name) => readFileSync(join(folder, 'done', name), 'utf8'));
    expect(kept.sort()).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/']);
  });

  it('are taken in batches, each only when the one before is done', async () => {
    put('many.txt', Array.from({ length: 2500 }, (_, index) => `https://a.example/${index}`).join('\n'));
    let underWay = 0;
    drop = dropFolder(folder, async (entries) => {
      expect(++underWay).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return take(entries);
    });
    await settle();
    expect(taken.map((batch) => batch.length)).toEqual([1000, 1000, 500]);
  });

  it('stay when their URLs could not be taken, and are read again', async () => {
    put('urls.txt', 'https://a.example/');
    const full = dropFolder(folder, () => Promise.reject(new Error('the disk is full')));
    await full.poll();
    await expect(full.poll()).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual(['urls.txt']);
    await settle();
    expect(urls()).toEqual(['https://a.example/']);
  });

  it('are read again after a crash between taking and moving', async () => {
    put('urls.txt', 'https://a.example/');
    const stop = new AbortController();
    const cutOff = dropFolder(
      folder,
      async (entries) => {
        stop.abort();
        return take(entries);
      },
      { stop: stop.signal },
    );
    put('urls.txt', Array.from({ length: 1001 }, () => 'https://a.example/').join('\n'));
    await cutOff.poll();
    await cutOff.poll();
    expect(taken).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['urls.txt']);
    await settle();
    expect(taken).toHaveLength(3);
    expect(readdirSync(folder)).toEqual(['done']);
  });

  it('that grow while they are read are read again', async () => {
    const path = put('urls.txt', 'https://a.example/\n');
    let grown = false;
    drop = dropFolder(folder, async (entries) => {
      if (!grown) appendFileSync(path, 'https://b.example/\n');
      grown = true;
      return take(entries);
    });
    await settle();
    expect(readdirSync(folder)).toEqual(['urls.txt']);
    await settle();
    expect(urls()).toEqual(['https://a.example/', 'https://a.example/', 'https://b.example/']);
    expect(readdirSync(folder)).toEqual(['done']);
  });

  it('that cannot be moved are read once only', async () => {
    put('urls.txt', 'https://a.example/');
    put('done', 'a file where the folder should be');
    chmodSync(folder, 0o700);
    await settle();
    await settle();
    expect(urls()).toEqual(['https://a.example/']);
  });

  it('may come before the folder does', async () => {
    rmSync(folder, { recursive: true });
    await drop.poll();
    mkdirSync(folder);
    put('urls.txt', 'https://a.example/');
    await settle();
    expect(urls()).toEqual(['https://a.example/']);
  });

  it('have their folder made when that is wanted', async () => {
    const made = join(folder, 'a', 'b');
    await dropFolder(made, take, { create: true }).poll();
    expect(existsSync(made)).toBe(true);
  });

  it('polls never overlap', async () => {
    put('urls.txt', 'https://a.example/');
    await drop.poll();
    await Promise.all([drop.poll(), drop.poll(), drop.poll()]);
    expect(urls()).toEqual(['https://a.example/']);
  });
});

describe('formats', () => {
  const a = { url: 'https://a.example/', schemeGuessed: false };
  const b = { url: 'https://b.example/', schemeGuessed: false, score: 0.5 };

  it.each([
    ['JSON lines', 'x.jsonl', '{"url":"https://a.example/"}\n{"url":"https://b.example/","score":0.5}\n', [a, b]],
    ['JSON lines called .json', 'x.json', '{"url":"https://a.example/"}\n{"url":"https://b.example/","score":0.5}', [a, b]],
    ['a JSON list', 'x.json', '[{"url":"https://a.example/"},{"url":"https://b.example/","score":0.5}]', [a, b]],
    [
      'a JSON list over many lines',
      'x.json',
      JSON.stringify([{ url: 'https://a.example/' }, { url: 'https://b.example/', score: 0.5 }], null, 2),
      [a, b],
    ],
    ['one JSON object over many lines', 'x.json', '{\n  "url": "https://b.example/",\n  "score": 0.5\n}\n', [b]],
    [
      'a JSON list of URLs',
      'x.json',
      '["https://a.example/", "https://a.example/?q=[{\\"],"]',
      [a, { url: 'https://a.example/?q=[{%22],', schemeGuessed: false }],
    ],
    [
      'all fields',
      'x.jsonl',
      '{"url":"https://a.example/","score":1,"immediate":true,"blacklist":false,"depth":2}',
      [{ ...a, score: 1, immediate: true, blacklist: false, depth: 2 }],
    ],
    ['CSV with a header', 'x.csv', 'url,score\r\nhttps://a.example/,\r\n"https://b.example/",0.5\r\n', [a, b]],
    ['CSV without one', 'x.csv', 'https://a.example/\nhttps://b.example/,0.5\n', [a, b]],
    [
      'CSV in another order, with semicolons',
      'x.csv',
      'Score;URL;immediate\n0.5;https://b.example/;\n;https://a.example/;TRUE\n',
      [b, { ...a, immediate: true }],
    ],
    [
      'CSV with a comma in a URL',
      'x.csv',
      '"https://a.example/?x,""y""",0.5\n',
      [{ url: 'https://a.example/?x,%22y%22', schemeGuessed: false, score: 0.5 }],
    ],
    ['a byte-order mark and old line ends', 'x.TXT', '\uFEFFhttps://a.example/\rhttps://a.example/\r\n', [a, a]],
    [
      'the name of an international host',
      'x.txt',
      'https://müller.example/',
      [{ url: 'https://xn--mller-kva.example/', schemeGuessed: false }],
    ],
  ])('%s', async (_case, name, content, expected) => {
    put(name, content);
    await settle();
    expect(taken.flat()).toEqual(expected);
    expect(files).toMatchObject([{ state: 'done', unreadable: 0 }]);
  });

  it('letters split between two reads stay whole', async () => {
    const url = `https://a.example/?${encodeURIComponent('é')}=é`;
    put('x.txt', `#${'é'.repeat(40_000)}\n${url}\n#${'é'.repeat(40_000)}\n${url}\n`);
    await settle();
    expect(urls()).toEqual(['https://a.example/?%C3%A9=%C3%A9', 'https://a.example/?%C3%A9=%C3%A9']);
  });
});

describe('lines that cannot be read', () => {
  it.each([
    ['text', 'x.txt', 'https://a.example/\njust words\nmailto:me@a.example\nhttps://b.example/', [2, 3]],
    ['JSON lines', 'x.jsonl', '{"url":"https://a.example/"}\n{"url":"https://\n{"ur":"x"}\n7\n{"url":"https://b.example/"}', [2, 3, 4]],
    [
      'a JSON list',
      'x.json',
      '[\n{"url":"https://a.example/"},\n{"url":"https://x.example/",},\n{"url":3},\n{"url":"https://b.example/"}\n]',
      [3, 4],
    ],
    [
      'a string that is not closed',
      'x.json',
      '[\n{"url":"https://a.example/"},\n{"url":"https://x.example/},\n{"url":"https://b.example/"}\n]',
      [3],
    ],
    [
      'CSV',
      'x.csv',
      'url,score\nhttps://a.example/,high\n"https://x.example/,1\nhttps://x.example/,1,2\nhttps://a.example/,1\nhttps://b.example/,0\n',
      [2, 3, 4],
    ],
    [
      'scores out of range',
      'x.jsonl',
      '{"url":"https://a.example/"}\n{"url":"https://x.example/","score":1.5}\n{"url":"https://x.example/","scor":1}\n{"url":"https://b.example/"}',
      [2, 3],
    ],
    ['a line without end', 'x.txt', `https://a.example/\nhttps://x.example/${'x'.repeat(200_000)}\nhttps://b.example/`, [2]],
    [
      'a value without end',
      'x.json',
      `[{"url":"https://a.example/"},\n{"url":"${'x'.repeat(200_000)}"},\n{"url":"https://b.example/"}]`,
      [2],
    ],
    [
      'a key that means something to JavaScript',
      'x.jsonl',
      '{"url":"https://a.example/"}\n{"url":"https://x.example/","__proto__":{"score":1}}\n{"url":"https://b.example/"}',
      [2],
    ],
  ])('%s: told by line, the rest goes on', async (_case, name, content, lines) => {
    put(name, content);
    await settle();
    expect(urls()).toEqual(['https://a.example/', 'https://b.example/']);
    expect(files[0]).toMatchObject({ state: 'done', unreadable: lines.length });
    expect(files[0]?.problems.map(({ line }) => line)).toEqual(lines);
    const why = readFileSync(join(folder, 'done', `${name}.why`), 'utf8');
    expect(why.split('\n')).toHaveLength(lines.length + 1);
    expect(why).toContain(`line ${lines[0]}: `);
  });

  it.each([
    ['nothing but nonsense', 'x.txt', 'Lorem ipsum\ndolor sit amet\n', 'line 1: '],
    ['bytes', 'x.json', Buffer.from([0, 255, 1, 254, 2, 253, 10]), 'is not valid JSON'],
    ['an unknown format', 'x.gz', 'https://a.example/', 'the endings are .txt, .jsonl'],
    ['no ending', 'urls', 'https://a.example/', 'the endings are .txt, .jsonl'],
  ])('%s: the whole file fails', async (_case, name, content, why) => {
    put(name, content);
    await settle();
    expect(taken).toEqual([]);
    expect(readFileSync(join(folder, 'failed', `${name}.why`), 'utf8')).toContain(why);
    expect(existsSync(join(folder, 'failed', name))).toBe(true);
    expect(drop.counts).toMatchObject({ files: 1, failed: 1 });
  });

  it('are counted, not kept, when there are many', async () => {
    put('x.txt', `https://a.example/\n${'no URL\n'.repeat(5000)}`);
    await settle();
    expect(files[0]).toMatchObject({ accepted: 1, unreadable: 5000 });
    expect(files[0]?.problems).toHaveLength(1000);
    expect(readFileSync(join(folder, 'done/x.txt.why'), 'utf8')).toContain('… and 4000 more');
  });
});
