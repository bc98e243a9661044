/** Reading and following the journal: slices, filters, a writer at work, consumers that fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { backUp, readWorkspace, verifyBackup } from '../../src/backends/index.js';
import {
  BEGINNING,
  type Consumer,
  consumerFile,
  consumerStates,
  followJournal,
  openLatestMirror,
  type Position,
  resetConsumer,
  type Trouble,
} from '../../src/follow/consumers/index.js';
import type { JournalEntry, Repository } from '../../src/store/index.js';
import { BEGAN, makeSyntheticJournal, type SyntheticJournal } from '../support/synthetic-journal.js';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0).reverse()) close();
});

function synthetic(documents: number, entries: number): { journal: SyntheticJournal; repository: Repository; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-journal-'));
  const journal = makeSyntheticJournal(folder, documents);
  journal.append(entries);
  const { repository, close } = readWorkspace(folder);
  opened.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => journal.close(),
    close,
  );
  return { journal, repository, folder };
}

/** Collects what it is given; `fail` decides before a batch is applied. */
class Collector implements Consumer<JournalEntry> {
  readonly name = 'collector';
  readonly entries: JournalEntry[] = [];
  readonly batches: number[] = [];
  #position: Position = BEGINNING;
  constructor(private readonly fail: () => boolean = () => false) {}
  position = () => this.#position;
  apply(batch: Parameters<Consumer<JournalEntry>['apply']>[0]): void {
    if (this.fail()) throw new Error('down for maintenance');
    this.entries.push(...batch.items);
    this.batches.push(batch.items.length);
    this.#position = { at: batch.through, mark: batch.mark };
  }
  sequences = () => this.entries.map(({ sequence }) => sequence);
}

const now = { finish: AbortSignal.abort() };
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

it('gives an entry with everything a consumer needs', () => {
  const { repository } = synthetic(3, 15);
  const [upd] = repository.journal.slice(3, 1).items;
  expect(upd).toEqual({
    sequence: 4,
    operation: 'Upd',
    at: new Date(BEGAN + 4000).toISOString(),
    run: 1,
    document: 1,
    identifier: 'https://court.gov.example:8443/law/1',
    url: 'https://court.gov.example:8443/law/1',
    site: 'https://court.gov.example:8443',
    state: 'present',
    title: 'Law 1',
    type: 'text/html',
    language: 'en',
    reason: 'seen',
    changed: ['title', 'text'],
    evidence: [],
    suspicion: null,
    version: {
      id: 4,
      sha256: 'sha-4',
      md5: 'md5-4',
      record: { id: 'urn:uuid:4', file: 'winnow-1.warc.gz', offset: 400, size: 99 },
    },
    previous: {
      id: 1,
      sha256: 'sha-1',
      md5: 'md5-1',
      record: { id: 'urn:uuid:1', file: 'winnow-1.warc.gz', offset: 100, size: 99 },
    },
    record: { id: 'urn:uuid:4', file: 'winnow-1.warc.gz', offset: 400, size: 99 },
  });
  const [del] = repository.journal.slice(9, 1).items;
  expect(del).toMatchObject({ operation: 'Del', record: { id: 'urn:uuid:10' }, evidence: [{ kind: 'gone', detail: '404' }] });
});

it.each([
  ['an operation', { operations: ['Del'] as const }, [10, 11, 12]],
  ['a host and all below it', { site: 'gov.example' }, [1, 3, 4, 6, 7, 9, 10, 12, 13, 15]],
  ['a site', { site: 'https://court.gov.example:8443' }, [1, 4, 7, 10, 13]],
  ['a host that only looks alike', { site: 'v.example' }, []],
  ['a host with a wildcard of SQL', { site: '%.example' }, []],
  ['a time', { since: BEGAN + 14_000 }, [14, 15]],
  ['a run', { run: 2 }, []],
])('leaves out what is not of %s, and moves past it', (_name, filter, expected) => {
  const { repository } = synthetic(3, 15);
  const slice = repository.journal.slice(0, 100, filter);
  expect(slice.items.map(({ sequence }) => sequence)).toEqual(expected);
  expect(slice.through).toBe(15);
});

it('goes through a filtered journal in pieces of bounded length', () => {
  const { repository } = synthetic(50_000, 50_001);
  const first = repository.journal.slice(0, 10, { operations: ['Upd'] });
  expect(first).toMatchObject({ items: [], through: 20_000 });
});

it('follows while the writer adds, without a gap and in order', async () => {
  const { journal, repository } = synthetic(10, 0);
  const consumer = new Collector();
  const finish = new AbortController();
  const followed = followJournal(repository, consumer, { finish: finish.signal, batch: 7, idle: { firstMs: 1, longestMs: 5 } });
  for (let round = 0; round < 100; round++) {
    journal.append(1 + (round % 17));
    await new Promise((resolve) => setTimeout(resolve, round % 4));
  }
  finish.abort();
  await followed;
  expect(consumer.sequences()).toEqual(upTo(repository.journal.last()));
  expect(Math.max(...consumer.batches)).toBe(7);
});

it('a consumer that was down catches up; one beside it is not disturbed', async () => {
  const { repository } = synthetic(10, 200);
  let down = 3;
  const failing = new Collector(() => down-- > 0);
  const healthy = new Collector();
  const troubles: Trouble[] = [];
  const retry = { firstMs: 1, longestMs: 4 };
  await Promise.all([
    followJournal(repository, failing, { ...now, batch: 50, retry, onTrouble: (trouble) => troubles.push(trouble) }),
    followJournal(repository, healthy, { ...now, batch: 50 }),
  ]);
  expect(failing.sequences()).toEqual(upTo(200));
  expect(healthy.sequences()).toEqual(upTo(200));
  expect(troubles.map(({ failures, error }) => `${failures} ${error.message}`)).toEqual([
    '1 down for maintenance',
    '2 down for maintenance',
    '3 down for maintenance',
  ]);
});

it('a mirror holds each document as it stands, and goes on from its cursor', async () => {
  const { journal, repository, folder } = synthetic(10, 25);
  const file = consumerFile(folder, 'latest');
  const follow = async () => {
    const mirror = openLatestMirror(file);
    await followJournal(repository, mirror, { ...now, batch: 4 });
    const rows = mirror.file.db.prepare('SELECT state, count(*) AS n FROM latest GROUP BY state ORDER BY state').all();
    const operations = mirror.file.db.prepare('SELECT name, entries FROM operation ORDER BY name').all();
    mirror.close();
    return { rows, operations };
  };
  expect(await follow()).toEqual({
    rows: [
      { state: 'present', n: 5 },
      { state: 'suspected', n: 5 },
    ],
    operations: [
      { name: 'Add', entries: 10 },
      { name: 'None', entries: 5 },
      { name: 'Upd', entries: 10 },
    ],
  });
  journal.append(15);
  expect(consumerStates(folder, repository)).toMatchObject([
    {
      name: 'latest',
      kind: 'mirror',
      position: 25,
      lag: 15,
      applied: 25,
      behindSince: new Date(BEGAN + 26_000).toISOString(),
      failing: null,
    },
  ]);
  expect((await follow()).rows).toEqual([{ state: 'deleted', n: 10 }]);
  expect(consumerStates(folder, repository)).toMatchObject([{ lag: 0, applied: 40, behindSince: null }]);
});

it('refuses to go on in a journal it does not know', async () => {
  const first = synthetic(10, 25);
  const other = synthetic(7, 30);
  const shorter = synthetic(10, 5);
  const mirror = openLatestMirror(consumerFile(first.folder, 'latest'));
  opened.push(() => mirror.close());
  await followJournal(first.repository, mirror, now);
  await expect(followJournal(other.repository, mirror, now)).rejects.toThrow('has followed another journal up to entry 25');
  await expect(followJournal(shorter.repository, mirror, now)).rejects.toThrow('this one ends at 5');
});

it('what makes something of the journal cannot be set back without it', async () => {
  const { repository, folder } = synthetic(10, 25);
  const mirror = openLatestMirror(consumerFile(folder, 'latest'));
  await followJournal(repository, mirror, now);
  mirror.close();
  expect(() => resetConsumer(folder, 'latest', 0, repository)).toThrow('Delete');
  expect(() => resetConsumer(folder, 'nobody', 0, repository)).toThrow('There is no consumer nobody');
});

it('a backup holds the cursors, so that nobody is told everything again after a restore', async () => {
  const { journal, repository, folder } = synthetic(10, 25);
  const mirror = openLatestMirror(consumerFile(folder, 'latest'));
  opened.push(() => mirror.close());
  await followJournal(repository, mirror, now);
  const target = `${folder}-backup`;
  opened.push(() => rmSync(target, { recursive: true, force: true }));
  await backUp({ workspace: folder, target });
  journal.append(5);
  await followJournal(repository, mirror, now);
  await backUp({ workspace: folder, target, update: true });
  expect(await verifyBackup(target)).toEqual([]);
  const restored = readWorkspace(target);
  expect(consumerStates(target, restored.repository)).toMatchObject([{ name: 'latest', position: 30, lag: 0 }]);
  const again = openLatestMirror(consumerFile(target, 'latest'));
  await followJournal(restored.repository, again, now);
  again.close();
  restored.close();
});
