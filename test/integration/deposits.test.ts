/** Deposits downstream: what search, backups, takedowns and retention make of documents that were handed over whole. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { catchUp, forgetAll } from '../../src/assembly/index.js';
import { applyRetention, backUp, forget, planTakedown, readWorkspace, verifyBackup } from '../../src/backends/index.js';
import { openOutbox } from '../../src/follow/outbox/index.js';
import { checkArchive } from '../../src/formats/warc/index.js';
import { type Deposited, parseQuery, type Workspace } from '../../src/store/index.js';
import { answerOf, depositOf, fileOf, NOON, openTestWorkspace, uuidOf, versionOf } from '../support/depositing.js';
import { serveGroups } from '../support/group-service.js';
import { tracesOf } from '../support/traces.js';

const WORD = 'quillomene';

let root: string;
let folder: string;
let workspace: Workspace;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'winnow-deposits-'));
  folder = join(root, 'crawl');
  workspace = openTestWorkspace(folder);
  await workspace.beginRun('{}', NOON);
});

afterEach(async () => {
  await workspace.close().catch(() => undefined);
  rmSync(root, { recursive: true, force: true });
});

async function inside<T>(look: (reading: ReturnType<typeof readWorkspace>) => T | Promise<T>, place = folder): Promise<T> {
  const reading = readWorkspace(place);
  try {
    return await look(reading);
  } finally {
    reading.close();
  }
}

const textOf = (key: string, place = folder): Promise<string> =>
  inside(async ({ repository: { deposits } }) => {
    const [file] = (deposits.byKey('DE.Law', key) as Deposited).files;
    return file ? Buffer.from(await deposits.read(file)).toString() : '';
  }, place);

it('are found by their words, as they are now', async () => {
  await workspace.deposit(await depositOf('Add', 'bgb', `Of the ${WORD}`));
  await workspace.deposit(await depositOf('Add', 'zpo', 'Of marmots'));
  await workspace.deposit(await depositOf('Upd', 'zpo', 'Of hedgehogs'));
  await catchUp(folder);
  const found = (words: string) =>
    inside((reading) =>
      reading
        .search()
        .search({ node: parseQuery(words), limit: 10 })
        .hits.map(({ url }) => url),
    );
  expect([await found(WORD), await found('marmots'), await found('hedgehogs')]).toEqual([
    ['https://law.test/bgb'],
    [],
    ['https://law.test/zpo'],
  ]);
});

it('whose text is still to be read hold up the search index, not the journal, until it is', async () => {
  await workspace.deposit(await depositOf('Add', 'first', 'Of badgers'));
  await workspace.deposit(await depositOf('Add', 'bgb', '', { isUnread: true }));
  await workspace.deposit(await depositOf('Add', 'zpo', 'Of marmots'));
  const found = async (words: string) => {
    await catchUp(folder);
    return inside((reading) => reading.search().search({ node: parseQuery(words), limit: 10 }).total);
  };
  expect([await found('badgers'), await found('marmots')]).toEqual([1, 0]);
  await inside(({ repository }) => expect(repository.journal.last()).toBe(3));
  const [unread] = workspace.repository.deposits.unread(10);
  await workspace.describe(unread as number, versionOf('Add', `Of the ${WORD}`));
  expect([await found(WORD), await found('marmots')]).toEqual([1, 1]);
  await inside(({ repository }) => expect(repository.deposits.byKey('DE.Law', 'bgb')?.title).toBe(`Of the ${WORD}`));
  expect(workspace.repository.deposits.firstUnread()).toBeNull();
});

it('are in a backup made while they come, and read from there', async () => {
  await workspace.deposit(await depositOf('Add', 'bgb', 'Das Gesetz'));
  const target = join(root, 'copy');
  await backUp({ workspace: folder, target });
  await workspace.deposit(await depositOf('Add', 'zpo', 'later'));
  expect(await verifyBackup(target)).toEqual([]);
  expect(await textOf('bgb', target)).toBe('Das Gesetz');
  await inside(({ repository }) => expect(repository.deposits.byKey('DE.Law', 'zpo')).toBeNull(), target);
});

it('taken down, leave no word behind, and are refused from then on', async () => {
  const log = {
    at: NOON,
    crawler: 'DE.Law',
    group: uuidOf('bgb'),
    operation: 'Add',
    result: 'OK',
    message: `${WORD} came`,
    stackTrace: null,
  };
  const fields = { title: [WORD] };
  await workspace.deposit(await depositOf('Add', 'bgb', `Of the ${WORD}`, { fields, log: { ...log, sender: null, errorId: null } }));
  await workspace.deposit(await depositOf('Add', 'zpo', 'Of marmots'));
  await workspace.close();
  expect(planTakedown(folder, { documents: [uuidOf('bgb')] })).toMatchObject({ documents: 1, captures: 1, resources: 2, sharing: 0 });
  await forget(folder, { wish: { documents: [uuidOf('bgb')] } });
  expect([tracesOf(WORD, folder), tracesOf('law.test/bgb', folder), tracesOf(uuidOf('bgb'), folder)]).toEqual([[], [], []]);
  expect(await textOf('zpo')).toBe('Of marmots');
  await inside(({ repository }) => {
    expect(repository.deposits.byIdentifier(uuidOf('bgb'))).toBeNull();
    expect(repository.journal.slice(0, 10).items.map(({ operation }) => operation)).toEqual(['Add', 'Add', 'Del']);
  });
  workspace = openTestWorkspace(folder);
  await workspace.beginRun('{}', NOON);
  expect(await workspace.deposit(await depositOf('Add', 'bgb', `Of the ${WORD} again`))).toBeNull();
  expect(await workspace.deposit(await depositOf('Upd', 'zpo', 'Of hedgehogs'))).not.toBeNull();
});

it('taken down, leave the outbox too, and it is told who still has them', async () => {
  const service = await serveGroups();
  const deliver = (): Promise<unknown> => {
    const settings = { to: service.rest, name: 'central', keepSent: true, onServiceUnavailable: 'rollback' } as const;
    return openOutbox({ settings, workspace: folder, repository: workspace.repository }).finish();
  };
  await workspace.deposit(await depositOf('Add', 'zpo', 'Of marmots'));
  await workspace.deposit(await depositOf('Add', 'bgb', `Of the ${WORD}`));
  await deliver();
  await workspace.deposit(await depositOf('Upd', 'bgb', `Of ${WORD} and others`));
  await workspace.deposit(await depositOf('Add', 'stgb', `Of the ${WORD} alone`));
  service.behaviour = 'fails';
  await deliver();
  expect(tracesOf(uuidOf('bgb'), join(folder, 'outbox'))).toEqual(['central/error/bgb.xml', 'central/sent/bgb.xml']);
  await service.close();
  await openOutbox({ settings: { to: service.rest, name: 'away' }, workspace: folder, repository: workspace.repository }).finish();
  await workspace.close();
  const { outbox } = await forgetAll({ workspace: folder, documents: [uuidOf('bgb'), 'stgb'] }, {});
  expect(outbox).toEqual({ packages: 5, held: [{ outbox: 'central', identifier: uuidOf('bgb') }] });
  for (const name of ['bgb', 'stgb'])
    expect([tracesOf(uuidOf(name), folder), tracesOf(`law.test/${name}`, folder)], name).toEqual([[], []]);
  expect(readdirSync(join(folder, 'outbox/central/sent'))).toEqual(['zpo.xml', 'zpo.zip']);
  expect(readdirSync(join(folder, 'outbox/away/waiting'))).toHaveLength(2);
  expect(readdirSync(join(folder, 'outbox/central/error'))).toEqual([]);
});

it('taken down for now, may come again', async () => {
  await workspace.deposit(await depositOf('Add', 'bgb', `Of the ${WORD}`));
  await workspace.close();
  await forget(folder, { wish: { urls: ['https://law.test/main.html'] }, allowAgain: true });
  workspace = openTestWorkspace(folder);
  await workspace.beginRun('{}', NOON);
  expect(await workspace.deposit(await depositOf('Add', 'bgb', 'Anew'))).toEqual({ document: 1, version: 2 });
  expect(await textOf('bgb')).toBe('Anew');
});

it('taken down from an archive they share, are told of the others', async () => {
  const [fetch] = await workspace.keepAnswers([await answerOf('https://law.test/all.txt', `both ${WORD}`)]);
  for (const key of ['one', 'two']) {
    const files = [fileOf('main.html', 'both', { answer: null, fetch: fetch as number })];
    await workspace.deposit(await depositOf('Add', key, key, { files, answers: [] }));
  }
  await workspace.close();
  expect(planTakedown(folder, { documents: ['one'] })).toMatchObject({ documents: 1, sharing: 1, captures: 1 });
  await forget(folder, { wish: { documents: ['one'] } });
  expect(tracesOf(WORD, folder)).toEqual([]);
  await expect(textOf('two')).rejects.toThrow('no longer in the archive');
});

it('lose the bytes of old versions where retention says so, and keep those of files that did not change', async () => {
  const annex = fileOf('annex.txt', 'annex', { role: 'part' });
  const answers = [await answerOf('https://law.test/bgb', 'first'), await answerOf('https://law.test/annex', 'annex')];
  await workspace.deposit(
    await depositOf('Add', 'bgb', 'first', { files: [fileOf('main.html', 'first'), { ...annex, answer: 1 }], answers }),
  );
  await workspace.deposit(await depositOf('Upd', 'bgb', 'second'));
  await workspace.close();
  const retained = await applyRetention(folder, { versions: 1, keepLast: true, archive: 'drop' });
  expect(retained).toMatchObject({ versions: 1, captures: 1 });
  await inside(async ({ repository: { deposits } }) => {
    const now = deposits.byKey('DE.Law', 'bgb') as Deposited;
    const texts = await Promise.all(now.files.map(async (file) => Buffer.from(await deposits.read(file)).toString()));
    expect(texts).toEqual(['second', 'annex']);
    const [old] = deposits.ofVersion(1)?.files ?? [];
    await expect(old && deposits.read(old)).rejects.toThrow('no longer in the archive');
  });
  const files = await inside(({ repository }) => repository.archiveFiles());
  for (const { file } of files) expect((await checkArchive(join(folder, 'archive', file))).problems).toEqual([]);
});
