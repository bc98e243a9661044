/** The contract of streams: whoever keeps a workspace runs it over rows that it is given. */
import { afterEach, describe, expect, it } from 'vitest';
import { allOf } from '../../../test/support/all-of.js';
import { FILTERS, type RowOf } from '../../testing/streams/row-filters.js';
import { sampleBody, sampleFetch, sampleRows } from '../../testing/streams/sample-rows.js';
import type { Stream } from './stream.js';
import type { Streams } from './streams.js';

export type Rows = { -readonly [Name in keyof Streams]: RowOf<Name>[] };

export interface StreamWorld {
  readonly streams: Streams;
  put(rows: Partial<Rows>): Promise<void>;
  removeFetch(id: number): Promise<void>;
  /** Fails where something is still being read. */
  close(): Promise<void>;
}

type AnyRow = Readonly<Record<string, unknown>>;
type AnyStream = Stream<AnyRow, unknown, Readonly<Record<string, unknown>>, string>;

/** By what a row is got, the columns that are read only when they are named, and the further orders with what they sort by. */
const TRAITS: { readonly [Name in keyof Streams]: Traits } = {
  runs: { key: 'id', orders: { newest: null } },
  sites: { key: 'id', heavy: ['robots'] },
  resources: { key: 'id', heavy: ['trail'] },
  queue: { key: 'resource' },
  rejections: { key: 'fingerprint' },
  fetches: { key: 'id', heavy: ['tls'], orders: { newest: null, started: ['startedAt', 1] } },
  segments: { key: 'name' },
  documents: { key: 'id', orders: { changed: ['lastChanged', -1] } },
  versions: { key: 'id', heavy: ['digests'], orders: { newest: null } },
  bodies: { key: 'version', heavy: ['text', 'content', 'metadata', 'facts', 'links'] },
};

interface Traits {
  readonly key: string;
  readonly heavy?: readonly string[];
  readonly orders?: Readonly<Record<string, readonly [column: string, direction: 1 | -1] | null>>;
}

export function streamsContract(name: string, open: () => Promise<StreamWorld>): void {
  let world: StreamWorld;
  const opened = async (): Promise<StreamWorld> => {
    world = await open();
    await world.put(sampleRows());
    return world;
  };
  afterEach(() => world.close());

  describe.each(Object.keys(TRAITS) as (keyof Streams)[])(`${name}: the stream of %s`, (stream) => {
    const { key, heavy = [], orders = {} } = TRAITS[stream];
    const rows = sampleRows()[stream] as readonly object[] as readonly AnyRow[];
    const columns = Object.keys(rows[0] ?? {});
    const kept = async (): Promise<AnyStream> => (await opened()).streams[stream] as unknown as AnyStream;
    const ids = (list: readonly AnyRow[]): string[] => list.map((row) => JSON.stringify(row[key])).toSorted();
    const filters = FILTERS[stream] as unknown as Readonly<Record<string, (row: AnyRow, wanted: unknown) => boolean>>;
    const wishes = Object.keys(filters).flatMap((filter) => wantedOf(filter, rows).map((wanted) => [filter, wanted] as const));

    it('gives every row once and as it was, in batches of any size', async () => {
      const all = await kept();
      for (const batch of [1, 7, 1000]) {
        const batches = await allOf(all.each({ batch, columns }));
        expect(batches.every((part) => part.length > 0 && part.length <= batch)).toBe(true);
        expect(sortedBy(batches.flat(), key)).toEqual(sortedBy(rows, key));
      }
    });

    it('gives every row once over pages, in every order', async () => {
      const all = await kept();
      for (const order of ['key', ...Object.keys(orders)]) {
        const read = (await allOf(all.each({ order, columns: [...new Set([key, orders[order]?.[0] ?? key])] }))).flat();
        expect(ids(read)).toEqual(ids(rows));
        const paged = await overPages(all, { order, limit: 7 });
        expect(paged.map((row) => row[key])).toEqual(read.map((row) => row[key]));
        const [column, direction] = orders[order] ?? [];
        if (column) expect(isSorted(read.map((row) => Number(row[column]) * (direction ?? 1)))).toBe(true);
      }
    });

    it('answers each filter alone and in pairs, and none that is met', async () => {
      const all = await kept();
      const pairs = wishes.flatMap((one, at) => wishes.slice(at + 1).map((other) => [one, other]));
      for (const pair of [...wishes.map((wish) => [wish]), ...pairs.filter((_, at) => at % 5 === 0)]) {
        const where = Object.fromEntries(pair);
        const met = rows.filter((row) => Object.entries(where).every(([filter, wanted]) => filters[filter]?.(row, wanted)));
        const read = (await allOf(all.each({ where, columns: [key], batch: 10 }))).flat();
        expect(ids(read), JSON.stringify(where)).toEqual(ids(met));
        expect(ids(await overPages(all, { where, limit: 5, scan: 3 })), JSON.stringify(where)).toEqual(ids(met));
      }
    });

    it('reads the columns that were asked for, and large ones only when they are named', async () => {
      const all = await kept();
      const [row] = (await all.page({ limit: 1, columns: [key] })).rows;
      expect(Object.keys(row ?? {})).toEqual([key]);
      const [whole] = (await all.page({ limit: 1 })).rows;
      expect(Object.keys(whole ?? {}).toSorted()).toEqual(columns.filter((column) => !heavy.includes(column)).toSorted());
    });

    it('looks rows up in the order asked, whether there are such rows or not', async () => {
      const all = await kept();
      const keys = rows.map((row) => row[key]).toReversed();
      const unknown = stream === 'rejections' ? [1, 1] : stream === 'segments' ? 'none' : 2;
      const found = await all.get([...keys, unknown, keys[0]], columns);
      expect(found).toEqual([...rows.toReversed(), null, rows.at(-1)]);
      expect(await all.get([])).toEqual([]);
      const many = await all.get(
        Array.from({ length: 10_000 }, (_, at) => keys[at % keys.length]),
        [key],
      );
      expect(many.map((row) => row?.[key])).toEqual(Array.from({ length: 10_000 }, (_, at) => keys[at % keys.length]));
    });

    it('counts as whoever reads everything', async () => {
      const all = await kept();
      const countable = columns.filter(
        (column) => !heavy.includes(column) && rows.every((row) => typeof row[column] !== 'object' || row[column] === null),
      );
      const [filter, wanted] = wishes[0] ?? [];
      const numbers = countable.filter((column) => rows.every((row) => typeof row[column] === 'number' && (row[column] as number) < 1e6));
      for (const by of [[], ...countable.map((column) => [column]), countable.slice(0, 3)]) {
        const where = by.length === 1 && filter !== undefined ? { [filter]: wanted } : {};
        const read = (await allOf(all.each({ where, columns: countable }))).flat();
        const tally = await all.tally({ where, by, sum: numbers, example: key === 'fingerprint' ? 'url' : key });
        expect(tally.map(({ group, count, sum }) => JSON.stringify([by.map((name) => group[name]), count, sum])).toSorted()).toEqual(
          countedBy(read, by, numbers).toSorted(),
        );
        expect(isSorted(tally.map(({ count }) => -count))).toBe(true);
        for (const { group, example } of tally)
          expect(
            read.some((row) => (row[key] ?? row['url']) === example || row['url'] === example) && by.length >= 0 && group !== null,
          ).toBe(true);
        expect((await all.tally({ where, by, most: 2 })).map(({ count }) => count)).toEqual(tally.slice(0, 2).map(({ count }) => count));
      }
    });

    it('refuses a cursor of another filter or order, and one that is none', async () => {
      const all = await kept();
      const { next } = await all.page({ limit: 1 });
      const [filter, wanted] = wishes[0] ?? [];
      if (filter !== undefined)
        await expect(all.page({ limit: 1, after: next, where: { [filter]: wanted } })).rejects.toMatchObject({ code: 'BAD_CURSOR' });
      await expect(all.page({ limit: 1, after: 'nonsense' as never })).rejects.toMatchObject({ code: 'BAD_CURSOR' });
    });

    it('leaves nothing open when a reader stops in the middle', async () => {
      const all = await kept();
      for await (const part of all.each({ batch: 1, columns })) if (part.length === 1) break;
      const reading = all.each({ batch: 1 });
      await reading.next();
      await world.close(); // and nobody went on
      await opened();
    });
  });

  describe(`${name}: rows that come and go while they are read`, () => {
    it('hide no other row, and repeat none', async () => {
      const { fetches } = (await opened()).streams;
      const known = sampleRows().fetches.map(({ id }) => id);
      const read: number[] = [];
      let added = 1000;
      for await (const part of fetches.each({ batch: 10, columns: ['id'] })) {
        read.push(...part.map(({ id }) => id));
        await world.put({ fetches: [{ ...sampleFetch(added++), resource: sampleFetch(1).resource }] });
      }
      expect(new Set(read).size).toBe(read.length);
      expect(known.every((id) => read.includes(id))).toBe(true);
    });

    it.each(['key', 'newest', 'started'] as const)('may take the row a reader stands at with them, in the order %s', async (order) => {
      const { fetches } = (await opened()).streams;
      const all = (await allOf(fetches.each({ order, columns: ['id'] }))).flat().map(({ id }) => id);
      const first = await fetches.page({ order, limit: 10, columns: ['id'] });
      await world.removeFetch(all[9] as number);
      await world.removeFetch(all[10] as number);
      const rest = await overPages(fetches as unknown as AnyStream, { order, limit: 50, after: first.next });
      expect(rest.map(({ id }) => id)).toEqual(all.slice(11));
      expect((await allOf(fetches.each({ order, after: first.next, columns: ['id'] }))).flat().map(({ id }) => id)).toEqual(all.slice(11));
    });
  });

  describe(`${name}: times and large texts`, () => {
    it('counts in buckets of time', async () => {
      const { fetches } = (await opened()).streams;
      const tally = await fetches.tally({ by: { time: 'startedAt', width: 20 }, sum: ['length'] });
      for (const { group, count, sum } of tally) {
        const inside = sampleRows().fetches.filter(({ startedAt }) => Math.floor(startedAt / 20) * 20 === group.startedAt);
        expect([count, sum.length]).toEqual([inside.length, inside.reduce((total, { length }) => total + length, 0)]);
      }
      expect(tally.reduce((total, { count }) => total + count, 0)).toBe(sampleRows().fetches.length);
    });

    it('gives a text of fifty million characters back', async () => {
      const { bodies } = (await opened()).streams;
      const body = { ...sampleBody(201), document: sampleBody(1).document, current: false, text: 'ab\0c'.repeat(12_500_000) };
      await world.put({ bodies: [body] });
      const [found] = await bodies.get([body.version], ['text']);
      expect(found?.text === body.text).toBe(true);
      const read = await allOf(bodies.each({ columns: ['version', 'text'] }));
      expect(read.flat()).toHaveLength(sampleRows().bodies.length + 1);
    });
  });
}

/** Things to ask a filter for: what some row has, a list, nothing that any row has. */
function wantedOf(filter: string, rows: readonly AnyRow[]): readonly unknown[] {
  const given: Readonly<Record<string, readonly unknown[]>> = {
    endedAfter: [0, 1499, 9e9],
    robotsExpiredBy: [0, 2002, 9e9],
    since: [0, 5050, 9e9],
    text: ['PAGE/1', 'härb', 'nowhere'],
    type: ['text/', 'application/pdf', 'x'],
    archived: [true, false],
    answered: [true, false],
    failed: [true, false],
    closed: [true, false],
    isDuplicate: [true, false],
    current: [true, false],
  };
  const values = [...new Set(rows.map((row) => row[filter]).filter((value) => value !== null && value !== undefined))];
  return given[filter] ?? [values[0], [values.at(-1), values[0]], []];
}

async function overPages(stream: AnyStream, query: Parameters<AnyStream['page']>[0]): Promise<AnyRow[]> {
  const all: AnyRow[] = [];
  let after = query.after ?? null;
  do {
    const { rows, next } = await stream.page({ ...query, after });
    expect(rows.length).toBeLessThanOrEqual(query.limit);
    all.push(...rows);
    after = next;
  } while (after !== null);
  return all;
}

function countedBy(rows: readonly AnyRow[], by: readonly string[], sums: readonly string[]): string[] {
  const groups = new Map<string, AnyRow[]>();
  for (const row of rows) {
    const group = JSON.stringify(by.map((name) => row[name]));
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups].map(([group, list]) =>
    JSON.stringify([
      JSON.parse(group),
      list.length,
      Object.fromEntries(sums.map((name) => [name, list.reduce((total, row) => total + Number(row[name]), 0)])),
    ]),
  );
}

const sortedBy = (rows: readonly AnyRow[], key: string): AnyRow[] =>
  rows.toSorted((a, b) => (JSON.stringify(a[key]) < JSON.stringify(b[key]) ? -1 : 1));

const isSorted = (values: readonly number[]): boolean => values.every((value, at) => at === 0 || (values[at - 1] as number) <= value);
