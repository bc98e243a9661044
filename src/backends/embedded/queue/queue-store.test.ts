/** The spilled queues against a plain sorted list, with so little memory that they spill and merge all the time. */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Place, QueueStore, QueueStoreFailed, type QueueStoreOptions } from './index.js';

let folder: string;
let store: QueueStore | null;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'winnow-queue-')), 'queue');
  store = null;
});

afterEach(async () => {
  await store?.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

function open(options: Partial<QueueStoreOptions> = {}): QueueStore {
  store = new QueueStore({ folder, inMemory: 10, isCurrent: () => true, ...options });
  return store;
}

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** What a queue must answer, in the simplest way. */
class Model {
  readonly turns = new Map<number, number>();
  readonly #queues = new Map<number, Place[]>();

  push(queue: number, place: Place): void {
    this.turns.set(place.id, place.turn);
    const places = [...this.current(queue), place];
    places.sort((a, b) => a.order - b.order || a.id - b.id);
    this.#queues.set(queue, places);
  }

  isCurrent = (id: number, turn: number): boolean => this.turns.get(id) === turn;

  current(queue: number): Place[] {
    return (this.#queues.get(queue) ?? []).filter(({ id, turn }) => this.isCurrent(id, turn));
  }

  pop(queue: number): Place | null {
    const [first, ...rest] = this.current(queue);
    this.#queues.set(queue, rest);
    return first ?? null;
  }
}

const QUEUES = [-2, 0, 1, 2, 3, 700];
const queue = fc.constantFrom(...QUEUES);
const order = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ noNaN: true }));
/** Ids are few, so that they are queued again with a higher turn time and again, often in another queue. */
const id = fc.integer({ min: 1, max: 60 });

type Step =
  | { readonly do: 'push'; readonly queue: number; readonly order: number; readonly id: number }
  | { readonly do: 'pop' | 'peek'; readonly queue: number }
  | { readonly do: 'settle'; readonly id: number }
  | { readonly do: 'turn-of-event-loop' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('push' as const), queue, order, id }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('pop' as const, 'peek' as const), queue }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('turn-of-event-loop' as const) }) },
);

async function perform(model: Model, queues: QueueStore, step: Step): Promise<void> {
  switch (step.do) {
    case 'push': {
      const place = { order: step.order, id: step.id, turn: (model.turns.get(step.id) ?? 0) + 1 };
      model.push(step.queue, place);
      return queues.push(step.queue, place.order, place.id, place.turn);
    }
    case 'pop':
      return expect(queues.pop(step.queue)).toEqual(model.pop(step.queue));
    case 'peek':
      return expect(queues.peek(step.queue)).toEqual(model.current(step.queue)[0] ?? null);
    case 'settle':
      model.turns.set(step.id, (model.turns.get(step.id) ?? 0) + 1);
      return;
    case 'turn-of-event-loop':
      return turnOfEventLoop();
  }
}

function expectSame(model: Model, queues: QueueStore): void {
  for (const name of QUEUES) {
    for (let expected = model.pop(name); expected; expected = model.pop(name)) expect(queues.pop(name)).toEqual(expected);
    expect(queues.pop(name)).toBeNull();
    expect(queues.isEmpty(name)).toBe(true);
  }
  expect(queues.inMemory).toBe(0);
}

describe('spilled queues', () => {
  it('answer as a sorted list would, whatever is pushed, queued again, settled and popped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 400, size: 'max' }), fc.integer({ min: 1, max: 30 }), async (steps, inMemory) => {
        const model = new Model();
        const queues = open({ inMemory, isCurrent: model.isCurrent });
        for (const next of steps) await perform(model, queues, next);
        expectSame(model, queues);
        await queues.close();
      }),
      { numRuns: 30 },
    );
  });

  it('answer so while runs are merged under their hands, time and again', async () => {
    const steps = fc.array(step, { minLength: 2500, maxLength: 2500, size: 'max' });
    let swaps = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const model = new Model();
        const queues = open({ inMemory: 6, isCurrent: model.isCurrent });
        let before = 0;
        for (const next of all) {
          await perform(model, queues, next);
          if (queues.runs <= before - 7) swaps++;
          before = queues.runs;
        }
        expectSame(model, queues);
        await queues.close();
      }),
      { numRuns: 3, endOnFailure: true },
    );
    expect(swaps).toBeGreaterThan(10);
  });

  it('hand out each of 30,000 places once, in order, with a thousand in memory', async () => {
    const queues = open({ inMemory: 1000 });
    for (let n = 0; n < 30_000; n++) queues.push(n % 7, (n * 7919) % 30_011, n + 1, 3);
    expect(queues.inMemory).toBeLessThanOrEqual(1000);
    expect(queues.runs).toBeLessThanOrEqual(32);
    const seen = new Set<number>();
    for (let name = 0; name < 7; name++) {
      let last = -1;
      for (let place = queues.pop(name); place; place = queues.pop(name)) {
        if (place.order <= last || seen.has(place.id)) expect.fail(`place ${place.id} comes at the wrong time`);
        last = place.order;
        seen.add(place.id);
        if (seen.size % 500 === 0) await turnOfEventLoop();
      }
    }
    expect(seen.size).toBe(30_000);
    // A merge that is under way ends first; what it brings has been handed out already.
    await vi.waitFor(() => {
      for (let name = 0; name < 7; name++) expect(queues.peek(name)).toBeNull();
      expect(queues.runs).toBe(0);
    });
  });

  it('take a new place that is better than all before it at once', () => {
    const queues = open();
    for (let id = 1; id <= 100; id++) queues.push(1, id, id, 0);
    queues.push(1, -5, 500, 0);
    expect(queues.pop(1)).toEqual({ order: -5, id: 500, turn: 0 });
    expect(queues.pop(1)).toEqual({ order: 1, id: 1, turn: 0 });
  });

  it('keep places with the best and the worst order there is', () => {
    const queues = open({ inMemory: 2 });
    const orders = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE, -0.1, 0];
    for (const [at, value] of orders.entries()) queues.push(9, value, 0xffff_fff0 + at, 0xfffe);
    const popped = orders.map(() => queues.pop(9));
    expect(popped.map((place) => place?.order)).toEqual(orders.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(popped[0]).toEqual({ order: Number.NEGATIVE_INFINITY, id: 0xffff_fff1, turn: 0xfffe });
  });

  it('take the same place again after it was popped', async () => {
    const queues = open({ inMemory: 4 });
    for (let id = 1; id <= 200; id++) queues.push(1, id, id, 0);
    for (let round = 0; round < 5; round++) {
      expect(queues.pop(1)?.id).toBe(1);
      queues.push(1, 1, 1, 0);
      for (let id = 1; id <= 20; id++) queues.push(2, id, 1000 * round + id, 0);
      await turnOfEventLoop();
    }
    for (let id = 1; id <= 200; id++) expect(queues.pop(1)?.id).toBe(id);
    expect(queues.pop(1)).toBeNull();
  });

  it('drop stale places when runs are merged, if the turns are in shared memory', async () => {
    const turns = new Uint16Array(new SharedArrayBuffer(2 * 65_536));
    const queues = open({ inMemory: 20, isCurrent: (id, turn) => turns[id] === turn, turnChunks: () => [turns.buffer] });
    for (let turn = 0; turn < 400; turn++) {
      for (let id = 1; id <= 20; id++) {
        turns[id] = turn;
        queues.push(1, 400 - turn, id, turn);
      }
      await turnOfEventLoop();
    }
    await expect.poll(() => queues.runs).toBeLessThan(8);
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    expect(bytes).toBeLessThan((400 * 20 * 16) / 2);
    for (let id = 1; id <= 20; id++) expect(queues.pop(1)).toEqual({ order: 1, id, turn: 399 });
    expect(queues.pop(1)).toBeNull();
  });

  it('are bounded in files also for a loop that never pauses', () => {
    const queues = open({ inMemory: 20 });
    let most = 0;
    for (let id = 1; id <= 5000; id++) {
      queues.push(id % 3, 5000 - id, id, 0);
      most = Math.max(most, queues.runs);
    }
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(32);
    expect(queues.pop(2)).toEqual({ order: 0, id: 5000, turn: 0 });
  });
});

describe('the folder of the runs', () => {
  const fill = (queues: QueueStore, count: number): void => {
    for (let id = 1; id <= count; id++) queues.push(1, id, id, 0);
  };

  it('is made with the first run and gone after closing', async () => {
    const queues = open();
    fill(queues, 5);
    expect(existsSync(folder)).toBe(false);
    fill(queues, 20);
    expect(readdirSync(folder)).not.toEqual([]);
    await queues.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('is emptied of what an earlier process left, and of nothing else', async () => {
    const before = open();
    fill(before, 50);
    writeFileSync(path.join(folder, 'notes.txt'), 'not ours');
    const queues = open();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    expect(queues.isEmpty(1)).toBe(true);
    await queues.close();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('cannot be written: says so and keeps everything in memory', () => {
    writeFileSync(path.dirname(folder) + '/file', '');
    const queues = open({ folder: path.join(path.dirname(folder), 'file', 'queue') });
    fill(queues, 10);
    expect(() => queues.push(1, 11, 11, 0)).toThrow(QueueStoreFailed);
    expect(() => queues.push(1, 12, 12, 0)).toThrow(/could not be written to .*file.queue: ENOTDIR/);
    expect(queues.inMemory).toBe(12);
    for (let id = 1; id <= 12; id++) expect(queues.pop(1)).toEqual({ order: id, id, turn: 0 });
    expect(queues.pop(1)).toBeNull();
  });

  it('has lost its files: that is said when there are too many to go on without merging, and everything still comes', async () => {
    const queues = open();
    fill(queues, 35);
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    let pushed = 35;
    const pushOne = (): void => queues.push(1, ++pushed, pushed, 0);
    const pushMany = async (): Promise<void> => {
      for (; pushed < 2000; pushOne()) if (pushed % 10 === 0) await turnOfEventLoop();
    };
    await expect(pushMany()).rejects.toThrow(/cannot be merged in .*queue: ENOENT/);
    expect(queues.runs).toBe(64);
    for (let id = 1; id <= pushed; id++) expect(queues.pop(1)?.id).toBe(id);
    expect(queues.pop(1)).toBeNull();
  });

  it('cannot be written any more: what is in runs and in memory still comes, and pushing works again after that', () => {
    const queues = open();
    fill(queues, 30);
    const aside = `${folder}-aside`;
    renameSync(folder, aside);
    writeFileSync(folder, '');
    const push = (): void => {
      for (let id = 31; id <= 60; id++) queues.push(1, id, id, 0);
    };
    expect(push).toThrow(QueueStoreFailed);
    for (let id = 1; id <= 25; id++) expect(queues.pop(1)?.id).toBe(id);
    const queued = queues.inMemory;
    rmSync(folder);
    renameSync(aside, folder);
    for (let id = 100; id <= 160; id++) queues.push(1, id, id, 0);
    let count = 0;
    while (queues.pop(1)) count++;
    expect(count).toBeGreaterThanOrEqual(queued + 61);
  });
});
