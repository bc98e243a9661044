import { expect, it } from 'vitest';
import type { ServedCrawl } from '../crawls/index.js';
import { JournalPages } from './journal-pages.js';

/** A journal of so many entries, and where it was read. */
function journal(length: number) {
  const reads: number[] = [];
  const state = { length };
  const slice = (after: number, limit: number) => {
    reads.push(after);
    return { items: Array.from({ length: Math.min(limit, state.length - after) }, (_, index) => ({ sequence: after + index + 1 })) };
  };
  const crawl = { read: (use: (reading: unknown) => unknown) => use({ repository: { journal: { slice } } }) } as unknown as ServedCrawl;
  return { pages: new JournalPages(crawl), reads, state };
}

const idsIn = (bytes: Uint8Array | undefined): number[] =>
  [
    ...Buffer.from(bytes ?? [])
      .toString()
      .matchAll(/^id: (\d+)$/gm),
  ].map(([, id]) => Number(id));

function allFrom({ pages }: ReturnType<typeof journal>, after: number): number[] {
  const ids: number[] = [];
  for (let page = pages.after(after); page; page = pages.after(page.last)) ids.push(...idsIn(page.bytes));
  return ids;
}

it.each([0, 1, 57, 100, 249, 250])('gives each entry once to who begins after %d', (after) => {
  expect(allFrom(journal(250), after)).toEqual(Array.from({ length: 250 - after }, (_, index) => after + index + 1));
});

it('is read once for all, also for who began elsewhere', () => {
  const test = journal(500);
  for (let client = 0; client < 50; client++) allFrom(test, 0);
  expect(test.reads).toEqual([0, 100, 200, 300, 400, 500]);
  allFrom(test, 137);
  expect(test.reads).toEqual([0, 100, 200, 300, 400, 500, 137]);
});

it('shows what has come since when it is asked to forget', () => {
  const test = journal(3);
  expect(allFrom(test, 0)).toEqual([1, 2, 3]);
  test.state.length = 5;
  test.pages.forget();
  expect(allFrom(test, 3)).toEqual([4, 5]);
});

it('keeps a bounded number of pages', () => {
  const test = journal(100_000);
  allFrom(test, 0);
  test.reads.length = 0;
  allFrom(test, 90_000);
  expect(test.reads.length).toBeLessThanOrEqual(101);
  test.pages.after(0);
  expect(test.reads).toContain(0);
});
