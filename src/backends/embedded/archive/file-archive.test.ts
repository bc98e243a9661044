import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { sampleExchange } from '../../../../test/support/sample-exchange.js';
import { buildRecords, checkArchive, type RecordSet } from '../../../formats/warc/index.js';
import { FileArchive, type FileArchiveOptions, recoverArchive } from './index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RUN = 'urn:uuid:00000000-0000-4000-8000-000000000001';
const open = (more: Partial<FileArchiveOptions> = {}) =>
  new FileArchive({
    folder,
    prefix: 'demo',
    rotate: 1e9,
    warcinfo: { id: RUN, software: 'winnow/0.1', operator: 'a@example.org', robots: 'obey', isPartOf: 'demo' },
    ...more,
  });

const OPTIONS = { gzip: 0, requests: true, metadata: 'short', except: [] } as const;
const setOf = (name: string, size = 100): Promise<RecordSet> =>
  buildRecords(
    sampleExchange({ url: `https://example.org/${name}`, body: Buffer.alloc(size, 'x') }),
    { warcinfoId: RUN, identifiedType: 'text/html' },
    OPTIONS,
  );

const files = (): string[] => readdirSync(folder).sort();
const sizeOf = (file: string): number => statSync(join(folder, file)).size;

it('A-39 writes files that begin with a warcinfo record and hold what was appended, where it said', async () => {
  const archive = open();
  const sets = [await setOf('a'), await setOf('b')];
  const placements = sets.map((set) => archive.append(set));
  const [committed] = archive.sync();
  const [file] = files() as [string];
  expect(file).toMatch(/^demo-\d{14}-00000\.warc\.gz$/);
  expect(committed).toEqual({ file, length: sizeOf(file), closed: false });
  expect(archive.close()).toEqual([{ file, length: sizeOf(file), closed: true }]);
  expect(await checkArchive(join(folder, file))).toMatchObject({ records: 7, problems: [], types: { warcinfo: 1 } });
  for (const { file: name, offset } of placements) {
    const record = await WARCParser.parse([readFileSync(join(folder, name)).subarray(offset)]);
    expect(record?.warcType).toBe('response');
    expect(record?.warcHeader('WARC-Warcinfo-ID')).toBe(`<${RUN}>`);
  }
  const first = await WARCParser.parse([readFileSync(join(folder, file))]);
  expect(first?.warcHeader('WARC-Filename')).toBe(file);
  expect(first?.warcHeader('WARC-Record-ID')).toBe(`<${RUN}>`);
  expect(await first?.contentText()).toContain('software: winnow/0.1\r\n');
});

it('leaves no file when nothing was archived', () => {
  const archive = open();
  expect(archive.sync()).toEqual([]);
  expect(archive.close()).toEqual([]);
  expect(files()).toEqual([]);
});

it('reports a file only when it has grown', async () => {
  const archive = open();
  archive.append(await setOf('a'));
  expect(archive.sync()).toHaveLength(1);
  expect(archive.sync()).toEqual([]);
});

it('begins a new file before a set that would be too much, each with a warcinfo of its own', async () => {
  const archive = open({ rotate: 5000 });
  for (const name of ['a', 'b', 'c', 'd']) archive.append(await setOf(name, 2000));
  archive.append(await setOf('too-large-for-any-file', 20_000));
  const lengths = archive.sync();
  expect(lengths.map(({ closed }) => closed)).toEqual([...lengths.slice(1).map(() => true), false]);
  archive.close();
  const ids = new Set<string>();
  for (const file of files()) {
    expect((await checkArchive(join(folder, file))).problems).toEqual([]);
    ids.add((await WARCParser.parse([readFileSync(join(folder, file))]))?.warcHeader('WARC-Record-ID') ?? '');
  }
  expect(ids.size).toBe(files().length);
  expect(lengths.map(({ file, length }) => [file, length])).toEqual(files().map((file) => [file, sizeOf(file)]));
  expect(files().filter((file) => sizeOf(file) > 5000)).toHaveLength(1);
});

it('never writes over a file that is there', async () => {
  const first = open();
  const second = open();
  const one = first.append(await setOf('a'));
  const other = second.append(await setOf('b'));
  expect(one.file).not.toBe(other.file);
});

it('makes a safe name of any prefix', async () => {
  open({ prefix: '../../ü ber/x y' }).append(await setOf('a'));
  expect(files()[0]).toMatch(/^x-y-\d{14}-00000\.warc\.gz$/);
});

it('refuses to go on after it was closed', async () => {
  const archive = open();
  archive.close();
  expect(() => archive.append({ bytes: new Uint8Array(1), records: [] })).toThrow(/ARCHIVE_CLOSED/);
});

it('A-42 moves a spooled set into the archive and removes its file', async () => {
  const path = join(folder, 'body');
  writeFileSync(path, Buffer.alloc(3_000_000, 'y'));
  const set = await buildRecords(
    sampleExchange({ body: { path, length: 3_000_000 } }),
    { warcinfoId: null, identifiedType: 'video/mp4' },
    OPTIONS,
  );
  const spooled = (set.bytes as { path: string }).path;
  const archive = open();
  const { file } = archive.append(set);
  archive.close();
  expect(existsSync(spooled)).toBe(false);
  expect(await checkArchive(join(folder, file))).toMatchObject({ records: 4, problems: [] });
});

it('takes nothing of a set whose file turns out too short', async () => {
  const archive = open();
  const { file } = archive.append(await setOf('a'));
  const before = archive.sync()[0]?.length;
  const path = join(folder, 'spooled');
  writeFileSync(path, 'short');
  expect(() => archive.append({ bytes: { path, length: 2_000_000 }, records: [] })).toThrow(/ARCHIVE_READ_FAILED/);
  expect(sizeOf(file)).toBe(before);
  archive.append(await setOf('b'));
  archive.close();
  expect(await checkArchive(join(folder, file))).toMatchObject({ records: 7, problems: [] });
});

/** A process that may not write files beyond 24 KB: the system itself refuses, as a full disk does. */
const WRITER = `
import { FileArchive } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
const [folder, spooled] = process.argv.slice(2);
const archive = new FileArchive({ folder, prefix: 'full', rotate: 1e9, warcinfo: { software: 'x' } });
const sizes = [];
for (let at = 0; at < 50; at += 1) {
  let bytes = randomBytes(3000);
  if (spooled) { writeFileSync(folder + '/../spool-' + at, bytes); bytes = { path: folder + '/../spool-' + at, length: 3000 }; }
  try {
    archive.append({ bytes, records: [] });
    sizes.push(archive.sync()[0]);
  } catch (error) {
    console.log(JSON.stringify({ code: error.code, message: error.message, last: sizes.at(-1) }));
    process.exit(0);
  }
}
`;

it.each([
  ['in memory', []],
  ['in a file', ['spooled']],
])('cuts back to the last whole set when the disk is full, with sets %s', (_case, args) => {
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  const script = join(folder, 'writer.mts');
  writeFileSync(script, WRITER);
  const command = `ulimit -f 24 && exec "$0" --import tsx "$@"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', `trap '' XFSZ; ${command}`, process.execPath, script, archive, ...args], {
    encoding: 'utf8',
    cwd: new URL('../../../..', import.meta.url).pathname,
  });
  expect(stdout, stderr).not.toBe('');
  const { code, message, last } = JSON.parse(stdout);
  expect(code).toBe('ARCHIVE_DISK_FULL');
  expect(message).toMatch(/free some space and resume/);
  expect(statSync(join(archive, last.file)).size).toBe(last.length);
});

it('cuts what was not committed, whole records included', async () => {
  const archive = open();
  const { file } = archive.append(await setOf('a'));
  const committed = archive.sync()[0]?.length as number;
  archive.append(await setOf('b'));
  archive.close();
  const surplus = sizeOf(file) - committed;
  expect(recoverArchive(folder, new Map([[file, committed]]))).toEqual({ cut: [{ file, bytes: surplus }], orphans: [], missing: [] });
  expect(sizeOf(file)).toBe(committed);
  expect(await checkArchive(join(folder, file))).toMatchObject({ records: 4, problems: [] });
  expect(recoverArchive(folder, new Map([[file, committed]])).cut).toEqual([]);
});

it('moves files nobody committed aside, and leaves files of others alone', async () => {
  const archive = open({ rotate: 10 });
  const { file } = archive.append(await setOf('a'));
  const committed = archive.sync()[0]?.length as number;
  const { file: orphan } = archive.append(await setOf('b'));
  archive.close();
  writeFileSync(join(folder, 'theirs.warc.gz'), 'x');
  writeFileSync(join(folder, 'index.cdxj'), 'x');
  expect(recoverArchive(folder, new Map([[file, committed]]))).toEqual({ cut: [], orphans: [orphan], missing: [] });
  expect(files()).toEqual([file, 'index.cdxj', 'orphans', 'theirs.warc.gz'].sort());
  expect(readdirSync(join(folder, 'orphans'))).toEqual([orphan]);
});

it('tells of committed bytes that are gone', () => {
  writeFileSync(join(folder, 'a'), 'abc');
  expect(
    recoverArchive(
      folder,
      new Map([
        ['a', 5],
        ['b', 7],
      ]),
    ),
  ).toEqual({
    cut: [],
    orphans: [],
    missing: [
      { file: 'a', bytes: 2 },
      { file: 'b', bytes: 7 },
    ],
  });
});

it('has nothing to do in a new workspace', () => {
  expect(recoverArchive(join(folder, 'none'), new Map())).toEqual({ cut: [], orphans: [], missing: [] });
});
