/** Deposits: documents that are handed over whole, stored in one transaction and read back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { answerOf, depositOf, fileOf, NOON, openTestWorkspace, uuidOf, versionOf } from '../../../test/support/depositing.js';
import { unpackFormat1 } from '../../../test/support/format-1-workspace.js';
import type { Workspace } from '../../store/index.js';
import { readWorkspace } from './index.js';

let folder: string;
let workspace: Workspace;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-deposits-'));
  workspace = openTestWorkspace(folder);
  await workspace.beginRun('{}', NOON);
});
afterEach(async () => {
  await workspace.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const deposits = () => workspace.repository.deposits;

async function textOf(key: string, name = 'main.html'): Promise<string> {
  const file = deposits()
    .byKey('DE.Law', key)
    ?.files.find((one) => one.name === name);
  if (!file) throw new Error(`${key} has no ${name}`);
  return Buffer.from(await deposits().read(file)).toString();
}

function rowsOf(sql: string): unknown[] {
  const db = new Database(join(folder, 'core.db'), { readonly: true });
  try {
    return db.prepare(sql).raw().all();
  } finally {
    db.close();
  }
}

async function zipped(files: Readonly<Record<string, Uint8Array | string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe('a document that is handed over', () => {
  it('is known by its identifier and its key, with its files', async () => {
    const stored = await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    expect(stored).toEqual({ document: 1, version: 1 });
    const known = deposits().byKey('DE.Law', 'bgb');
    expect(known).toMatchObject({ document: 1, version: 1, identifier: uuidOf('bgb'), url: 'https://law.test/bgb', title: 'Das Gesetz' });
    expect(known).toMatchObject({ fields: { title: ['Das Gesetz'] }, stamp: 'stamp of Das Gesetz', isDeleted: false, run: 1 });
    expect(deposits().byIdentifier(uuidOf('bgb'))).toEqual(known);
    expect(await textOf('bgb')).toBe('Das Gesetz');
    expect(deposits().byKey('AT.Law', 'bgb')).toBeNull();
  });

  it('is in the journal, the history and the collections like a page', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    const [entry] = workspace.repository.journal.slice(0, 10).items;
    expect(entry).toMatchObject({
      operation: 'Add',
      identifier: 'https://law.test/bgb',
      url: 'https://law.test/bgb',
      site: 'https://law.test',
    });
    expect(entry?.record?.file).toMatch(/warc/);
    expect(workspace.repository.changes.history('https://law.test/bgb')?.entries).toHaveLength(1);
    expect([...workspace.repository.rows('pages')]).toMatchObject([{ url: 'https://law.test/bgb', title: 'Das Gesetz' }]);
    expect([...workspace.repository.rows('resources')].map(({ state }) => state)).toEqual(['deposited', 'deposited']);
  });

  it('shares its address with another one', async () => {
    const url = 'https://law.test/both';
    await workspace.deposit(await depositOf('Add', 'one', 'First', { url }));
    await workspace.deposit(await depositOf('Add', 'two', 'Second', { url }));
    expect([...deposits().all()].map(({ key, url: address }) => [key, address])).toEqual([
      ['one', url],
      ['two', url],
    ]);
    expect(await textOf('two')).toBe('Second');
  });

  it('leaves nothing to be visited', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    expect(workspace.frontier.counts()).toMatchObject({ queued: 0, known: 2 });
    await workspace.endRun('finished', 'done', '{}', NOON);
    await workspace.beginRun('{}', NOON);
    expect(workspace.frontier.counts()).toMatchObject({ queued: 0 });
  });

  it('E-38 is counted as unchanged by the run that saw it so, whatever the clock said when the run began', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    await workspace.deposit(await depositOf('Add', 'stgb', 'Ein anderes'));
    expect(workspace.repository.summary(1).operations).toEqual({ Add: 2, Upd: 0, Del: 0, None: 0 });
    await workspace.endRun('finished', 'done', '{}', NOON);
    await workspace.beginRun('{}', NOON - 3_600_000); // the clock was an hour ahead until now
    await workspace.deposit(await depositOf('None', 'bgb', 'Das Gesetz'));
    await workspace.deposit(await depositOf('Upd', 'stgb', 'Ein anderes, geändert'));
    expect(workspace.repository.summary(2).operations).toEqual({ Add: 0, Upd: 1, Del: 0, None: 1 });
  });

  it('E-35 Add, Upd, Del, Add: the history shows both lives, the tombstone and every version', async () => {
    for (const [operation, text] of [
      ['Add', 'first life'],
      ['Upd', 'still the first'],
      ['Del', ''],
      ['Add', 'second life'],
    ] as const)
      expect(await workspace.deposit(await depositOf(operation, 'bgb', text))).not.toBeNull();
    const entries = workspace.repository.changes.history('https://law.test/bgb')?.entries ?? [];
    expect(entries.map(({ operation, number }) => [operation, number])).toEqual([
      ['Add', 1],
      ['Upd', 2],
      ['Del', 2],
      ['Add', 3],
    ]);
    expect(entries[2]).toMatchObject({ reason: 'no longer listed', evidence: [{ kind: 'told', detail: 'no longer listed' }] });
    expect(
      deposits()
        .versions(1)
        .map(({ files }) => files.length),
    ).toEqual([1, 1, 1]);
    expect(await textOf('bgb')).toBe('second life');
    const first = deposits().ofVersion(1)?.files[0];
    expect(first && Buffer.from(await deposits().read(first)).toString()).toBe('first life');
  });

  it.each([
    ['Add of what is there', 'Add', 'bgb'],
    ['Upd of what is not there', 'Upd', 'zpo'],
    ['Del of what is not there', 'Del', 'zpo'],
    ['None of what is not there', 'None', 'zpo'],
  ] as const)('%s stores nothing', async (_case, operation, key) => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    const before = rowsOf('SELECT count(*) FROM fetch');
    expect(await workspace.deposit(await depositOf(operation, key, 'other'))).toBeNull();
    expect(rowsOf('SELECT count(*) FROM fetch')).toEqual(before);
    expect(rowsOf('SELECT count(*) FROM journal')).toEqual([[1]]);
  });

  it('is taken once when it comes many times at once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(async (n) => workspace.deposit(await depositOf('Add', 'bgb', `attempt ${n}`))));
    expect(all.filter((stored) => stored !== null)).toHaveLength(1);
    expect(rowsOf('SELECT count(*) FROM document')).toEqual([[1]]);
  });

  it('is refused under the key of another one, without harm to what comes with it', async () => {
    const [first, second, third] = await Promise.all([
      workspace.deposit(await depositOf('Add', 'bgb', 'one')),
      workspace.deposit(await depositOf('Add', 'bgb', 'two', { identifier: uuidOf('other') })),
      workspace.deposit(await depositOf('Add', 'zpo', 'three')),
    ]);
    expect([first === null, second === null, third === null]).toEqual([false, true, false]);
    expect(await textOf('zpo')).toBe('three');
  });

  it('says what is wrong when a file has no bytes, and goes on with others', async () => {
    const files = [fileOf('main.html', 'x', { answer: null })];
    await expect(workspace.deposit(await depositOf('Add', 'bgb', 'x', { files }))).rejects.toThrow('main.html has no bytes');
    expect(await workspace.deposit(await depositOf('Add', 'zpo', 'y'))).not.toBeNull();
  });

  it('seen as it was costs a look, and is no longer unseen', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    await workspace.deposit(await depositOf('Add', 'zpo', 'Die Ordnung'));
    await workspace.endRun('finished', 'done', '{}', NOON);
    await workspace.beginRun('{}', NOON);
    await workspace.deposit(await depositOf('None', 'bgb', '', { stamp: 'newer' }));
    expect([...deposits().unseen('DE.Law', 2)].map(({ key }) => key)).toEqual(['zpo']);
    expect(deposits().byKey('DE.Law', 'bgb')).toMatchObject({ stamp: 'newer', version: 1, run: 2 });
    expect(rowsOf('SELECT count(*) FROM journal')).toEqual([[2]]);
    expect(deposits().count('DE.Law')).toBe(2);
  });

  it('may be suspected to be gone, and cleared', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    await workspace.deposit(await depositOf('None', 'bgb', '', { evidence: ['not listed, but it still answers'] }));
    expect(deposits().byKey('DE.Law', 'bgb')).toMatchObject({ isSuspected: true, isDeleted: false });
    await workspace.deposit(await depositOf('None', 'bgb', ''));
    expect(deposits().byKey('DE.Law', 'bgb')).toMatchObject({ isSuspected: false });
    expect(rowsOf('SELECT operation, suspicion FROM journal')).toEqual([
      ['Add', null],
      ['None', 'suspected'],
      ['None', 'cleared'],
    ]);
  });
});

describe('files of a document', () => {
  const annex = (operation: 'Add' | 'Upd' | 'Del' | 'None', answer: number | null, body = 'annex') =>
    fileOf('annex.pdf', body, { operation, answer, role: 'part' });

  it('stay as they were when they are not mentioned or not changed, and go when they are deleted', async () => {
    const url = 'https://law.test/bgb';
    await workspace.deposit(
      await depositOf('Add', 'bgb', 'main', {
        files: [fileOf('main.html', 'main'), annex('Add', 1)],
        answers: [await answerOf(url, 'main'), await answerOf(`${url}/annex`, 'annex')],
      }),
    );
    await workspace.deposit(
      await depositOf('Upd', 'bgb', 'changed', {
        files: [fileOf('main.html', 'main', { operation: 'None', answer: null }), annex('Upd', 0, 'other')],
      }),
    );
    expect(await textOf('bgb')).toBe('main');
    await workspace.deposit(await depositOf('Upd', 'bgb', 'again'));
    expect(
      deposits()
        .byKey('DE.Law', 'bgb')
        ?.files.map(({ name, operation }) => [name, operation]),
    ).toEqual([
      ['main.html', 'Upd'],
      ['annex.pdf', 'None'],
    ]);
    await workspace.deposit(await depositOf('Upd', 'bgb', 'without', { files: [annex('Del', null)], answers: [] }));
    expect(
      deposits()
        .byKey('DE.Law', 'bgb')
        ?.files.map(({ name }) => name),
    ).toEqual(['main.html']);
    expect(
      deposits()
        .ofVersion(4)
        ?.files.map(({ name, operation }) => [name, operation]),
    ).toEqual([
      ['annex.pdf', 'Del'],
      ['main.html', 'None'],
    ]);
    expect(await textOf('bgb')).toBe('again');
  });

  it('come out of archives inside archives, and of an archive that was kept for several documents', async () => {
    const inner = await zipped({ 'b.xml': '<b/>' });
    const outer = await zipped({ 'a.zip': inner, 'c.xml': '<c/>' });
    const [fetch] = await workspace.keepAnswers([await answerOf('https://law.test/all.zip', outer)]);
    for (const [key, member] of [
      ['b', 'a.zip!b.xml'],
      ['c', 'c.xml'],
    ] as const) {
      const files = [fileOf('main.html', 'x', { answer: null, fetch: fetch as number, member })];
      await workspace.deposit(await depositOf('Add', key, key, { files, answers: [] }));
    }
    expect([await textOf('b'), await textOf('c')]).toEqual(['<b/>', '<c/>']);
  });

  it('that were packed by themselves come out as they are known', async () => {
    const outer = await zipped({ 'dir/strange!name.xml': '<s/>', 'g.xml.gz': gzipSync('<g/>') });
    const answers = [await answerOf('https://law.test/bgb.zip', outer)];
    const files = [
      fileOf('strange', '<s/>', { member: 'dir/strange!name.xml' }),
      fileOf('g', '<g/>', { member: 'g.xml.gz', role: 'part' }),
    ];
    await workspace.deposit(await depositOf('Add', 'bgb', 'x', { files, answers }));
    expect([await textOf('bgb', 'strange'), await textOf('bgb', 'g')]).toEqual(['<s/>', '<g/>']);
  });

  it('are read without the content coding of their answer', async () => {
    const answer = await answerOf('https://law.test/bgb', gzipSync('plain text'), [['Content-Encoding', 'gzip']]);
    await workspace.deposit(await depositOf('Add', 'bgb', 'plain text', { answers: [answer] }));
    expect(await textOf('bgb')).toBe('plain text');
  });

  it('that are missing in their archive are named', async () => {
    const answers = [await answerOf('https://law.test/bgb.zip', await zipped({ 'a.xml': '<a/>' }))];
    const files = [fileOf('main.html', 'x', { member: 'b.xml' })];
    await workspace.deposit(await depositOf('Add', 'bgb', 'x', { files, answers }));
    await expect(textOf('bgb')).rejects.toThrow('there is no b.xml');
  });
});

describe('what is known', () => {
  it('is there after a crash of the writer, and nothing is doubled', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    await workspace.close();
    workspace = openTestWorkspace(folder);
    await workspace.beginRun('{}', NOON);
    expect(await workspace.deposit(await depositOf('Add', 'bgb', 'again'))).toBeNull();
    expect(await workspace.deposit(await depositOf('Upd', 'bgb', 'newer'))).toEqual({ document: 1, version: 2 });
    const reading = readWorkspace(folder);
    expect(reading.repository.deposits.byKey('DE.Law', 'bgb')?.title).toBe('newer');
    reading.close();
  });

  it('moves with its address', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    const url = 'https://law.test/new/bgb';
    await workspace.deposit(await depositOf('Upd', 'bgb', 'Das Gesetz', { url, aliases: ['https://law.test/bgb'] }));
    expect(deposits().byKey('DE.Law', 'bgb')).toMatchObject({ url, aliases: ['https://law.test/bgb'] });
    expect(workspace.repository.journal.slice(1, 1).items[0]).toMatchObject({ url, identifier: url });
  });

  it('logs calls, with the deposit or alone, once for each key', async () => {
    const row = {
      at: NOON,
      crawler: 'DE.Law',
      group: uuidOf('bgb'),
      operation: 'Add',
      result: 'OK',
      message: 'OK',
      stackTrace: null,
      sender: 'anna',
      errorId: null,
    };
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz', { log: row, sender: 'anna' }));
    await workspace.logCall({ ...row, group: 'other', result: 'Error', errorId: 'e-1' }, 'once');
    await workspace.logCall({ ...row, group: 'other', result: 'Error', errorId: 'e-1' }, 'once');
    expect([...deposits().log()]).toEqual([
      { id: 1, ...row },
      { id: 2, ...row, group: 'other', result: 'Error', errorId: 'e-1' },
    ]);
    expect([...deposits().log({ group: uuidOf('bgb') })]).toHaveLength(1);
  });

  it('opens a site for visits although deposits came from it first', async () => {
    await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
    const start = { kind: 'page', depth: 0, redirects: 0, via: null, link: 'seed', trail: null } as const;
    await workspace.add([{ url: 'https://law.test/new', fingerprint: [1, 2], site: 'https://law.test', ...start }]);
    expect(workspace.frontier.lease(10, NOON).map(({ entry }) => entry.url)).toEqual(['https://law.test/robots.txt']);
  });
});

it('a workspace of an older format takes deposits beside what was crawled', async () => {
  const older = mkdtempSync(join(tmpdir(), 'winnow-older-'));
  unpackFormat1(older);
  const opened = openTestWorkspace(older);
  try {
    const before = [...opened.repository.rows('pages')].length;
    expect(before).toBeGreaterThan(0);
    await opened.beginRun('{}', NOON);
    expect(await opened.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'))).not.toBeNull();
    expect([...opened.repository.rows('pages')]).toHaveLength(before + 1);
    expect([...opened.repository.deposits.all()].map(({ key }) => key)).toEqual(['bgb']);
  } finally {
    await opened.close();
    rmSync(older, { recursive: true, force: true });
  }
});

it('a version keeps its own fields', async () => {
  await workspace.deposit(await depositOf('Add', 'bgb', 'first', { fields: { title: ['first'] } }));
  await workspace.deposit(await depositOf('Upd', 'bgb', 'second', { fields: { title: ['second'] }, version: versionOf('Upd', 'second') }));
  expect(deposits().ofVersion(1)?.fields).toEqual({ title: ['first'] });
  expect(deposits().ofVersion(99)).toBeNull();
});
