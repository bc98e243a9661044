import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Repository, RunNote, RunRow } from '../../store/index.js';
import type { Hook } from './hook.js';
import { HookBook, type HookKey } from './hook-book.js';
import { readRunEnd } from './run-end.js';

let folder = '';
const opened: HookBook[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-hooks-'));
});
afterEach(() => {
  for (const book of opened.splice(0)) book.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (name: string, gone: readonly string[] = []): HookBook => {
  const book = new HookBook(folder, { name, isGone: (other) => gone.includes(other) });
  opened.push(book);
  return book;
};
const hook = (name: string): Hook => ({ name, when: 'always', perform: async () => ({ state: 'done', detail: '' }) });

/** A workspace with one run, which ended. */
function repository(endedAt: number | null = 2000, state: RunRow['state'] = 'finished'): Pick<Repository, 'runs' | 'journal'> {
  const run = { id: 1, startedAt: 1000, endedAt, state, statistics: '{"completed":3}', pages: 3 };
  const note = { ...run, reason: null, startedAt: 'then', endedAt: 'now', operations: { Add: 3, Upd: 0, Del: 0, None: 0 }, anomalies: 0 };
  const endedRuns = () => ({ items: [note as unknown as RunNote], through: 2000, mark: null });
  return { runs: () => [run], journal: { endedRuns } } as unknown as Pick<Repository, 'runs' | 'journal'>;
}

const read = (note: RunNote, failure: string | null) => readRunEnd(note, { crawl: 'laws', workspace: folder }, failure);
const enter = (book: HookBook, from = repository()): HookKey[] => {
  book.enterEnds({ repository: from, hooks: [hook('one'), hook('two')], read });
  return book.open();
};

it('an end is entered once, however often it is looked for', () => {
  const book = open('me');
  expect(enter(book)).toMatchObject([{ hook: 'one' }, { hook: 'two' }]);
  expect(enter(open('another'))).toHaveLength(2);
  expect(enter(book, repository(3000, 'finished'))).toHaveLength(4); // it went on and ended again
  expect(enter(book, repository(null, 'running'))).toHaveLength(4);
});

it('what somebody has in hand is not taken a second time, unless he is gone', () => {
  const book = open('first');
  const [key] = enter(book) as [HookKey];
  expect(book.take(key)).toMatchObject({ attempts: 1, told: { run: 1, isSuccess: true } });
  book.note({ ...key, attempts: 1, noted: null, told: {} as never }, 'half way');
  expect(open('second').take(key)).toBeNull();
  expect(open('third', ['first']).take(key)).toMatchObject({ attempts: 2, noted: 'half way' });
  expect(open('fourth', ['first']).take(key)).toBeNull();
});

it('what is done is done; what may work later waits, and is given up in the end', () => {
  const book = open('me');
  const [one, two] = enter(book) as [HookKey, HookKey];
  const task = book.take(one);
  expect(task && book.settle(task, { state: 'done', detail: 'sent' })).toMatchObject({ state: 'done' });
  expect(book.take(one)).toBeNull();
  for (let attempt = 1; attempt < 20; attempt++) {
    const again = book.take(two);
    expect(again && book.settle(again, { state: 'again', detail: 'away' })).toMatchObject({ state: 'waiting' });
  }
  const last = book.take(two);
  expect(last && book.settle(last, { state: 'again', detail: 'away' })).toMatchObject({
    state: 'failed',
    detail: 'away; given up after 20 attempts',
  });
  expect(book.open()).toEqual([]);
});
