import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackFormat1 } from '../../../test/support/format-1-workspace.js';
import { BackupError, backUp, verifyBackup } from './backup.js';
import { openForReading, openForWriting, openToOwn, type Sqlite } from './database.js';
import { takeOwnership } from './owner.js';

let root = '';
let workspace = '';
let target = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'winnow-backup-'));
  workspace = join(root, 'crawl');
  target = join(root, 'copy');
  mkdirSync(join(workspace, 'archive'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A writer in miniature: a WARC file that grows, and commits that say how far it counts. */
class Grower {
  readonly #db: Sqlite;
  readonly #file = join(workspace, 'archive', 'a.warc.gz');
  length = 0;

  constructor() {
    this.#db = openForWriting(join(workspace, 'core.db'));
    this.#db.prepare("INSERT INTO meta VALUES ('secret', randomblob(16))").run();
  }

  grow(bytes: number, inDatabase = 20_000): void {
    appendFileSync(this.#file, Buffer.alloc(bytes, this.length % 251));
    this.length += bytes;
    this.#db
      .transaction(() => {
        this.#db.prepare("INSERT OR REPLACE INTO warc VALUES ('a.warc.gz', ?, 0)").run(this.length);
        this.#db.prepare('INSERT INTO frontier_log (records) VALUES (zeroblob(?))').run(inDatabase);
      })
      .immediate();
  }

  close(): void {
    this.#db.close();
  }
}

const committedIn = (folder: string): { length: number; commits: number } => {
  const db = openForReading(join(folder, 'core.db'));
  try {
    return db.prepare('SELECT (SELECT sum(length) FROM warc) AS length, (SELECT count(*) FROM frontier_log) AS commits').get() as never;
  } finally {
    db.close();
  }
};

const sizeIn = (folder: string): number => statSync(join(folder, 'archive', 'a.warc.gz')).size;

describe('a backup', () => {
  it('holds one moment of a workspace that is written to all the time', async () => {
    const grower = new Grower();
    for (let commit = 0; commit < 12; commit++) grower.grow(1000, 1_500_000);
    let during = 0;
    const report = await backUp({
      workspace,
      target,
      onProgress: ({ file, done, total }) => {
        if (done < total) grower.grow(1000); // a commit between any two steps
        if (file === 'core.db') during++;
      },
    });
    grower.close();
    expect(during).toBeGreaterThan(2);
    const { length, commits } = committedIn(target);
    expect(length).toBe(1000 * commits);
    expect(sizeIn(target)).toBe(length);
    expect(grower.length).toBeGreaterThan(length);
    expect(readFileSync(join(workspace, 'archive', 'a.warc.gz')).subarray(0, length)).toEqual(
      readFileSync(join(target, 'archive', 'a.warc.gz')),
    );
    expect(report).toMatchObject({ problems: [], copied: report.bytes });
    expect(await verifyBackup(target)).toEqual([]);
  });

  it('leaves out what was appended and not yet committed', async () => {
    const grower = new Grower();
    grower.grow(5000);
    appendFileSync(join(workspace, 'archive', 'a.warc.gz'), 'half a record');
    await backUp({ workspace, target });
    grower.close();
    expect(sizeIn(target)).toBe(5000);
  });

  it('belongs to nobody, whoever owns the workspace', async () => {
    const grower = new Grower();
    grower.grow(10);
    const db = openForWriting(join(workspace, 'core.db'));
    const ownership = takeOwnership(workspace, db);
    await backUp({ workspace, target });
    const copy = openToOwn(join(target, 'core.db'));
    takeOwnership(target, copy).release();
    copy.close();
    ownership.release();
    db.close();
    grower.close();
  });

  it('can be made of a workspace of an older format', async () => {
    unpackFormat1(workspace);
    const report = await backUp({ workspace, target });
    expect(report.format).toBe(1);
    expect(await verifyBackup(target)).toEqual([]);
  });

  it('is not there at all when it was broken off', async () => {
    const grower = new Grower();
    grower.grow(3_000_000);
    const interrupt = new AbortController();
    const backup = backUp({
      workspace,
      target,
      signal: interrupt.signal,
      onProgress: ({ file }) => file !== 'core.db' && interrupt.abort(),
    });
    await expect(backup).rejects.toThrow(/abort/i);
    grower.close();
    expect(readdirSync(root)).toEqual(['crawl']);
  });

  it('says what the workspace itself lacks', async () => {
    const grower = new Grower();
    grower.grow(5000);
    grower.close();
    truncateSync(join(workspace, 'archive', 'a.warc.gz'), 4000);
    expect((await backUp({ workspace, target })).problems).toEqual([
      'archive/a.warc.gz lacks 1000 of 5000 committed bytes in the workspace itself',
    ]);
  });
});

describe('an update', () => {
  it('copies only what is new of the archive', async () => {
    const grower = new Grower();
    grower.grow(2_000_000);
    await backUp({ workspace, target });
    grower.grow(1000);
    const report = await backUp({ workspace, target, update: true });
    grower.close();
    expect(report.copied - statSync(join(target, 'core.db')).size).toBe(1000);
    expect(committedIn(target).length).toBe(2_001_000);
    expect(await verifyBackup(target)).toEqual([]);
  });

  it('makes the backup when there is none', async () => {
    const grower = new Grower();
    grower.grow(10);
    grower.close();
    await backUp({ workspace, target, update: true });
    expect(committedIn(target).length).toBe(10);
  });

  it('that is broken off leaves the former backup whole', async () => {
    const grower = new Grower();
    grower.grow(1000);
    await backUp({ workspace, target });
    grower.grow(3_000_000);
    const interrupt = new AbortController();
    const update = backUp({
      workspace,
      target,
      update: true,
      signal: interrupt.signal,
      onProgress: ({ file }) => file !== 'core.db' && interrupt.abort(),
    });
    await expect(update).rejects.toThrow(/abort/i);
    grower.close();
    expect(committedIn(target).length).toBe(1000);
    expect(await verifyBackup(target)).toEqual([]);
    expect(existsSync(join(target, 'core.db.new'))).toBe(false);
    await backUp({ workspace, target, update: true });
    expect(committedIn(target).length).toBe(3_001_000);
  });

  it('keeps what the workspace has lost since', async () => {
    const grower = new Grower();
    grower.grow(5000);
    await backUp({ workspace, target });
    grower.close();
    truncateSync(join(workspace, 'archive', 'a.warc.gz'), 10);
    const report = await backUp({ workspace, target, update: true });
    expect(report.problems).toHaveLength(1);
    expect(sizeIn(target)).toBe(5000);
    expect(await verifyBackup(target)).toEqual([]);
  });

  it.each([
    ['a folder with something else in it', () => writeFileSync(join(target, 'letter.txt'), 'dear'), false, /is not empty/],
    ['a backup, when no update is asked for', () => undefined, false, /--update/],
    [
      'a backup that was written to since',
      () => {
        const db = openForWriting(join(target, 'core.db'));
        db.exec("INSERT INTO meta VALUES ('x', 1)");
        db.close();
      },
      true,
      /a crawl of its own/,
    ],
    ['files that are not the same any more', () => changeAt(990), true, /holds something else/],
  ])('refuses %s', async (_case, spoil, update, refusal) => {
    const grower = new Grower();
    grower.grow(1000);
    grower.close();
    if (refusal.source.includes('not empty')) mkdirSync(target);
    else await backUp({ workspace, target });
    spoil();
    await expect(backUp({ workspace, target, update })).rejects.toThrow(refusal);
  });

  it('refuses the backup of another workspace', async () => {
    const grower = new Grower();
    grower.grow(1000);
    await backUp({ workspace, target });
    grower.close();
    workspace = join(root, 'other');
    mkdirSync(join(workspace, 'archive'), { recursive: true });
    const other = new Grower();
    other.grow(2000);
    other.close();
    await expect(backUp({ workspace, target, update: true })).rejects.toThrow(BackupError);
    expect(committedIn(target).length).toBe(1000);
  });
});

it.each([
  ['a byte that changed', () => changeAt(100), /SHA-256 differs/],
  ['bytes that are gone', () => truncateSync(join(target, 'archive', 'a.warc.gz'), 900), /lacks 100 of 1000 bytes/],
])('checking finds %s', async (_case, spoil, problem) => {
  const grower = new Grower();
  grower.grow(1000);
  grower.close();
  await backUp({ workspace, target });
  spoil();
  expect(await verifyBackup(target)).toEqual([expect.stringMatching(problem)]);
});

function changeAt(position: number): void {
  const bytes = readFileSync(join(target, 'archive', 'a.warc.gz'));
  bytes[position] = (bytes[position] ?? 0) ^ 0xff;
  writeFileSync(join(target, 'archive', 'a.warc.gz'), bytes);
}
