/** The outbox on a real workspace: what the journal brings arrives at a service, once, whatever happens in between. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { consumerFile, type Position } from '../../../src/follow/consumers/index.js';
import { type DeliverySettings, type OutboxReport, openOutbox } from '../../../src/follow/outbox/index.js';
import { ParcelBook } from '../../../src/follow/outbox/parcel-book.js';
import type { NewDeposit, Workspace } from '../../../src/store/index.js';
import { handMadeZip } from '../../../src/testing/hand-made-zip.js';
import { sendStates } from '../../../src/views/exports/index.js';
import { answerOf, depositOf, fileOf, NOON, openTestWorkspace, uuidOf } from '../../support/depositing.js';
import { type GroupService, serveGroups } from '../../support/group-service.js';

let root: string;
let workspace: Workspace;
let service: GroupService;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'winnow-outbox-'));
  workspace = openTestWorkspace(join(root, 'workspace'));
  await workspace.beginRun('{}', NOON);
});
afterAll(async () => {
  await workspace.close();
  rmSync(root, { recursive: true, force: true });
});

/** All tests share the workspace, since opening one takes longer than most of them; each has documents and outboxes of its own. */
let test = 0;
let folder: string;
let start: Position;
let remarks: string[];
beforeEach(async () => {
  folder = join(root, String(++test));
  mkdirSync(folder);
  const at = workspace.repository.journal.last();
  start = { at, mark: workspace.repository.journal.markAt(at) };
  service = await serveGroups();
  remarks = [];
});
afterEach(() => service.close());

const QUICK = { idle: { firstMs: 1, longestMs: 4 }, retry: { firstMs: 1, longestMs: 4 } };
const idOf = (key: string): string => uuidOf(`${test} ${key}`);
const outboxName = (to: string): string => `outbox-${test}-${uuidOf(to).slice(0, 8)}`;
const fileOfBook = (name: string): string => consumerFile(workspace.folder, name);

/** One start of the outbox: everything there is, and then its report. */
function deliver(settings: Partial<DeliverySettings> = {}): Promise<OutboxReport> {
  const { to = service.rest, name = outboxName(to) } = settings;
  if (!existsSync(fileOfBook(name))) beginBook(name);
  const outbox = openOutbox({
    settings: { to, ...settings, name },
    workspace: workspace.folder,
    repository: workspace.repository,
    onRemark: (remark) => remarks.push(remark),
    ...QUICK,
  });
  return outbox.finish();
}

/** What other tests put into the journal is not for it. */
function beginBook(name: string): void {
  const book = new ParcelBook(name, fileOfBook(name));
  book.file.moveTo(start, 0);
  book.close();
}

const own = (key: string): Partial<NewDeposit> => ({ identifier: idOf(key), crawler: `DE.Law${test}` });
const deposit = async (operation: 'Add' | 'Upd' | 'Del' | 'None', key: string, text: string, more: Partial<NewDeposit> = {}) =>
  workspace.deposit(await depositOf(operation, key, text, { ...own(key), ...more }));
const operations = (): string[] => service.taken.map(({ group }) => `${group.operation} ${group.filename}`);
const filesIn = (name: string, to = service.rest): string[] => {
  const path = join(workspace.folder, 'outbox', outboxName(to), name);
  return existsSync(path) ? readdirSync(path).toSorted() : [];
};
const removeBook = (to = service.rest): void => {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${fileOfBook(outboxName(to))}${ending}`, { force: true });
};

/** A judgment with two annexes, an image and metadata. */
async function judgment(operation: 'Add' | 'Upd', annexes: readonly string[]): Promise<NewDeposit> {
  const files = [
    fileOf('judgment.html', 'Urteil', { operation }),
    ...annexes.map((text, at) => fileOf(`annex-${at}.pdf`, text, { role: 'part', type: 'application/pdf', answer: at + 1 })),
    fileOf('seal.png', 'PNG', { role: 'asset', type: 'image/png', answer: annexes.length + 1 }),
    fileOf('record.json', '{"court":"BVerwG"}', { role: 'meta', type: 'application/json', answer: annexes.length + 2 }),
  ];
  const bodies = ['Urteil', ...annexes, 'PNG', '{"court":"BVerwG"}'];
  const answers = await Promise.all(bodies.map((body, at) => answerOf(`https://law.test/j/${at}`, body)));
  return depositOf(operation, 'judgment', 'Urteil', { ...own('judgment'), kind: 2, files, answers });
}

describe('what is sent', () => {
  it('E-08 E-09 one group for a work of several files, its metadata beside the text', async () => {
    await workspace.deposit(await judgment('Add', ['A', 'B']));
    expect(await deliver()).toMatchObject({ sent: 1, refused: 0, waiting: 0, failure: null });
    const { group, files } = service.taken[0] ?? { group: null, files: new Map<string, string>() };
    expect(group).toMatchObject({
      operation: 'Add',
      type: 2,
      crawler: `DE.Law${test}`,
      lang: 'DE',
      format: 'application/zip',
      filename: 'judgment.zip',
    });
    expect(group?.documents.map(({ file, format, operation }) => [file, format, operation])).toEqual([
      ['judgment.html', 'text/html', 'Add'],
      ['annex-0.pdf', 'application/pdf', 'Add'],
      ['annex-1.pdf', 'application/pdf', 'Add'],
      ['seal.png', 'image/png', 'Add'],
      ['record.json.gz', 'application/gzip', 'Add'],
    ]);
    expect(files.get('judgment.html')).toBe('Urteil');
  });

  it('packs files of other types in gzip, unless the receiver takes them', async () => {
    const files = [fileOf('a.txt', 'plain', { type: 'text/plain; charset=utf-8' })];
    await deposit('Add', 'a', 'plain', { files });
    await deliver({ to: join(folder, 'gzip') });
    await deliver({ extraFormats: ['text/plain'] });
    expect(service.taken[0]?.files.get('a.txt')).toBe('plain');
    expect(readdirSync(join(folder, 'gzip')).toSorted()).toEqual(['a.xml', 'a.zip']);
  });

  it('E-39 a new annex makes the group Upd with None and Add inside', async () => {
    await workspace.deposit(await judgment('Add', ['A']));
    await deliver();
    await workspace.deposit(await judgment('Upd', ['A', 'B']));
    await deliver();
    const documents = service.taken[1]?.group.documents ?? [];
    expect(service.taken[1]?.group.operation).toBe('Upd');
    expect(documents.map(({ operation }) => operation)).toEqual(['None', 'None', 'Add', 'None', 'None']);
    expect(service.taken[1]?.files.size).toBe(5);
  });

  it('E-33 E-37 E-38 sends Add, Upd and Del under one identifier', async () => {
    await deposit('Add', 'bgb', 'first');
    await deliver();
    await deposit('Upd', 'bgb', 'second');
    await deliver();
    await deposit('Del', 'bgb', '');
    await deliver();
    expect(operations()).toEqual(['Add bgb.zip', 'Upd bgb.zip', 'Del bgb.zip']);
    expect(new Set(service.taken.map(({ group }) => group.identifier))).toEqual(new Set([idOf('bgb')]));
    expect(service.taken[2]?.group.documents.map(({ operation }) => operation)).toEqual(['Del']);
    expect(service.groups.size).toBe(0);
  });

  it('E-41 sends nothing for what did not change, unless None is asked for', async () => {
    await deposit('Add', 'bgb', 'text');
    await deliver();
    await workspace.endRun('finished', 'done', '{}', NOON);
    await workspace.beginRun('{}', NOON);
    await deposit('None', 'bgb', 'text');
    expect(await deliver()).toMatchObject({ sent: 0 });
    expect(service.calls).toBe(1);
    await deliver({ sendNone: true });
    await deliver({ sendNone: true });
    expect(operations()).toEqual(['Add bgb.zip', 'None bgb.zip']);
    expect(service.taken[1]?.files.size).toBe(1);
  });

  it('E-66 reports what is incomplete and sends it when it is whole, as new', async () => {
    await deposit('Add', 'article', 'text', { fields: { title: ['T'] } });
    await deposit('Add', 'whole', 'text', { fields: { title: ['T'], authors: ['A', 'B'] } });
    expect(await deliver({ require: ['title', 'authors'] })).toMatchObject({ sent: 1, incomplete: 1 });
    expect(remarks).toEqual(['https://law.test/article is not sent: it has no authors.']);
    await deposit('Upd', 'article', 'text 2', { fields: { title: ['T'], authors: ['A'] } });
    await deliver({ require: ['title', 'authors'] });
    expect(operations()).toEqual(['Add whole.zip', 'Add article.zip']);
  });

  it('says nothing of the end of what was never sent', async () => {
    await deposit('Add', 'article', 'text');
    await deliver({ require: ['authors'] });
    await deposit('Del', 'article', '');
    expect(await deliver({ require: ['authors'] })).toMatchObject({ sent: 0, refused: 0 });
  });
});

describe('a service that is away', () => {
  it.each(['rest', 'soap'] as const)('E-42 keep: packages wait and arrive once at the next start, over %s', async (protocol) => {
    service.behaviour = 'away';
    await deposit('Add', 'a', 'A');
    await deposit('Add', 'b', 'B');
    await deposit('Upd', 'a', 'A2');
    const report = await deliver({ to: service[protocol] });
    expect(report).toMatchObject({ sent: 0, waiting: 3 });
    expect(report.failure).toContain('was not reached');
    expect(remarks.filter((remark) => remark.includes('Packages wait'))).toHaveLength(1);
    expect(filesIn('waiting', service[protocol])).toHaveLength(6);
    service.behaviour = 'well';
    await deposit('Add', 'c', 'C');
    expect(await deliver({ to: service[protocol] })).toMatchObject({ sent: 4, waiting: 0, failure: null });
    expect(operations().toSorted()).toEqual(['Add a.zip', 'Add b.zip', 'Add c.zip', 'Upd a.zip']);
    expect(operations().indexOf('Upd a.zip')).toBeGreaterThan(operations().indexOf('Add a.zip'));
    expect(filesIn('waiting', service[protocol])).toEqual([]);
    expect(await deliver({ to: service[protocol] })).toMatchObject({ sent: 0 });
  });

  it('E-54 rollback: nothing is recorded as sent, the package lies in the error folder, the run is repeated', async () => {
    const settings = { onServiceUnavailable: 'rollback', errorFolder: join(folder, 'failed') } as const;
    service.behaviour = 'fails';
    await deposit('Add', 'a', 'A');
    await deposit('Add', 'b', 'B');
    const report = await deliver(settings);
    expect(report).toMatchObject({ sent: 0, waiting: 0 });
    expect(report.failure).toContain('answered 503');
    expect(service.calls).toBe(1);
    expect(readdirSync(join(folder, 'failed')).toSorted()).toEqual(['a.xml', 'a.zip']);
    expect(remarks[0]).toContain('repeat the run');
    service.behaviour = 'well';
    expect(await deliver(settings)).toMatchObject({ sent: 2, failure: null });
    expect(operations()).toEqual(['Add a.zip', 'Add b.zip']);
  });

  it.each(['rest', 'soap'] as const)('E-54 rollback: a service that goes away half-way takes nothing twice, over %s', async (protocol) => {
    const settings = { to: service[protocol], onServiceUnavailable: 'rollback', keepSent: true } as const;
    await deposit('Add', 'old', 'O');
    await deliver(settings);
    await deposit('Add', 'a', 'A');
    await deposit('Upd', 'a', 'A2');
    await deposit('Upd', 'old', 'O2');
    await deposit('Add', 'b', 'B');
    await deposit('Add', 'c', 'C');
    service.failsAfter = 4;
    const report = await deliver(settings);
    expect(report).toMatchObject({ sent: 0, waiting: 0 });
    expect(report.failure).toContain('answered 503');
    expect(['old', 'a', 'b'].map((key) => sendStates(workspace.folder, workspace.repository).get(idOf(key))?.state)).toEqual([
      'rolled-back',
      'rolled-back',
      'rolled-back',
    ]);
    expect(['waiting', 'sent', 'error'].map((name) => filesIn(name, service[protocol]))).toEqual([
      [],
      ['old.xml', 'old.zip'],
      ['b.xml', 'b.zip'],
    ]);
    service.failsAfter = Number.POSITIVE_INFINITY;
    expect(await deliver(settings)).toMatchObject({ sent: 5, refused: 0, failure: null });
    expect(operations()).toEqual(['Add old.zip', 'Add a.zip', 'Upd a.zip', 'Upd old.zip', 'Add b.zip', 'Add c.zip']);
    expect(filesIn('sent', service[protocol])).toHaveLength(12);
    expect(await deliver(settings)).toMatchObject({ sent: 0, refused: 0, failure: null });
  });

  it.each([
    ['rest', 'keep'],
    ['soap', 'keep'],
    ['soap', 'rollback'],
    ['rest', 'rollback'],
  ] as const)('counts a repetition after a lost answer as delivered: %s, %s', async (protocol, onServiceUnavailable) => {
    const settings = { to: service[protocol], onServiceUnavailable };
    const lose = async (...made: Parameters<typeof deposit>): Promise<void> => {
      await deposit(...made);
      service.behaviour = 'loses-answers';
      expect(await deliver(settings)).toMatchObject({ sent: 0 });
      service.behaviour = 'well';
      expect(await deliver(settings)).toMatchObject({ sent: 1, refused: 0, waiting: 0 });
    };
    await lose('Add', 'a', 'A');
    await lose('Upd', 'a', 'A2');
    await lose('Del', 'a', '');
    expect(service.groups.size).toBe(0);
    const repeated = protocol === 'soap' ? ['Upd'] : []; // it cannot be asked, and an Upd changes nothing the second time
    expect(service.taken.map(({ group }) => group.operation)).toEqual(['Add', 'Upd', ...repeated, 'Del']);
  });

  it('asks what is there when everything is sent anew, and takes no other state for its own', async () => {
    await deposit('Add', 'a', 'A');
    await deposit('Add', 'b', 'B');
    await deliver();
    removeBook();
    (service.groups as Map<string, Map<string, string>>).set(idOf('b'), new Map([[uuidOf('main.html'), 'f'.repeat(32)]]));
    expect(await deliver()).toMatchObject({ sent: 1, refused: 1 });
    expect(remarks.at(-1)).toContain('refused https://law.test/b');
  });
});

describe('packages', () => {
  it('streams large files, also out of archives and into gzip: none is read whole, nothing stays behind', async () => {
    const [page, member, plain] = (['page', 'member', 'plain'] as const).map((word) => `<p>${word}</p>`.repeat(150_000)) as [
      string,
      string,
      string,
    ];
    const archive = handMadeZip([{ name: 'deep/law.html', content: Buffer.from(member) }]);
    const files = [
      fileOf('page.html', page),
      fileOf('law.html', member, { role: 'part', answer: 1, member: 'deep/law.html' }),
      fileOf('plain.txt', plain, { role: 'part', answer: 2, type: 'text/plain' }),
    ];
    const answers = await Promise.all([page, archive, plain].map((body, at) => answerOf(`https://law.test/large/${at}`, body)));
    await deposit('Add', 'large', 'large', { files, answers });
    const read = vi.spyOn(workspace.repository.deposits, 'read').mockRejectedValue(new Error('read whole'));
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    vi.stubEnv('TMPDIR', temporary);
    try {
      expect(await deliver()).toMatchObject({ sent: 1, failure: null });
    } finally {
      vi.unstubAllEnvs();
      read.mockRestore();
    }
    const [{ group, files: taken } = { group: null, files: new Map<string, string>() }] = service.taken;
    expect([taken.get('page.html') === page, taken.get('law.html') === member]).toEqual([true, true]);
    expect(group?.documents.map(({ file }) => file)).toEqual(['page.html', 'law.html', 'plain.txt.gz']);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('packs again what waited and is gone from disk, as in a workspace that was restored', async () => {
    await deposit('Add', 'a', 'A');
    await deliver();
    service.behaviour = 'away';
    await deposit('Upd', 'a', 'A2');
    await deposit('Add', 'b', 'B');
    await deliver();
    rmSync(join(workspace.folder, 'outbox', outboxName(service.rest)), { recursive: true });
    service.behaviour = 'well';
    await deposit('Del', 'a', '');
    expect(await deliver()).toMatchObject({ sent: 3, refused: 0, waiting: 0, failure: null });
    expect(operations().filter((operation) => operation.endsWith('a.zip'))).toEqual(['Add a.zip', 'Upd a.zip', 'Del a.zip']);
    expect(service.groups.size).toBe(1);
  });

  it('keeps what was sent where it is asked to, and what was refused', async () => {
    await deposit('Add', 'a', 'A');
    await deliver({ keepSent: true });
    expect(filesIn('sent')).toEqual(['a.xml', 'a.zip']);
    expect(await deliver({ to: service.soap })).toMatchObject({ sent: 0, refused: 1 });
    expect(remarks.at(-1)).toContain('There is a document identifier');
  });
});
