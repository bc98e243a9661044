/** The spilled queues against a plain sorted list, with so little memory that they spill and merge all the time. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
      return new Promise((resolve) => setTimeout(resolve, 1));
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
      { numRuns: 60 },
    );
  });

  it('answer so while runs are merged under their hands, time and again', async () => {
    const steps = fc.array(step, { minLength: 4000, maxLength: 4000, size: 'max' });
    let mostRuns = 0;
    let mergers = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const model = new Model();
        const queues = open({ inMemory: 6, isCurrent: model.isCurrent });
        let before = 0;
        for (const next of all) {
          await perform(model, queues, next);
          if (queues.runs < before - 2) mergers++;
          before = queues.runs;
          mostRuns = Math.max(before, mostRuns);
        }
        expectSame(model, queues);
        await queues.close();
      }),
      { numRuns: 4, endOnFailure: true },
    );
    console.log(mostRuns, mergers);
  });
});
