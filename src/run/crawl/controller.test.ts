import { describe, expect, it } from 'vitest';
import { Controller, type Work } from './controller.js';

const later = (ms = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tasks are numbers here and answers are words: the controller knows nothing of either. */
function workOn(tasks: number[], more: Partial<Work<number, string>> = {}): { work: Work<number, string>; consumed: string[] } {
  const consumed: string[] = [];
  const work: Work<number, string> = {
    makeWorker: () => async (task) => `did ${task}`,
    consume: async (_task, response) => void consumed.push(response),
    next: (max) => tasks.splice(0, max),
    now: Date.now,
    nextAt: () => (tasks.length ? 0 : null),
    maxWorkers: 4,
    maxUnconsumed: 8,
    ...more,
  };
  return { work, consumed };
}

describe('Controller', () => {
  it('S-01 has every task done and every response consumed, whatever they are', async () => {
    const { work, consumed } = workOn([1, 2, 3, 4, 5, 6, 7]);
    await new Controller(work).run();
    expect(consumed.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].map((task) => `did ${task}`));
  });

  it('S-01 makes workers on demand, up to the limit, and uses them again', async () => {
    let made = 0;
    const tasks = [1];
    const { work } = workOn(tasks, {
      makeWorker: () => {
        made++;
        return async (task) => {
          await later();
          return `did ${task}`;
        };
      },
      consume: async (task) => void (task === 1 && tasks.push(2, 3, 4, 5, 6, 7, 8, 9)),
    });
    const controller = new Controller(work);
    const run = controller.run();
    expect(controller.load).toEqual({ workers: 1, active: 1, unconsumed: 1 });
    await run;
    expect(made).toBe(4);
    expect(controller.load).toEqual({ workers: 4, active: 0, unconsumed: 0 });
  });

  it('G-47 long tasks step aside, as many as may, and others are done meanwhile', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isLong = (task: number): boolean => task <= 3;
    const { work, consumed } = workOn([1, 2, 3, 4, 5, 6], {
      makeWorker: () => async (task, stepAside) => {
        if (isLong(task)) {
          stepAside();
          stepAside();
          await released;
        } else await later();
        return `did ${task}`;
      },
      maxWorkers: 2,
      maxAside: 2,
    });
    const controller = new Controller(work);
    const run = controller.run();
    await expect.poll(() => consumed).toEqual(['did 4', 'did 5', 'did 6']);
    expect(controller.load).toMatchObject({ active: 1, unconsumed: 3 }); // the third keeps its place
    release();
    await run;
    expect(consumed).toHaveLength(6);
    expect(controller.load).toMatchObject({ active: 0, unconsumed: 0 });
  });

  it('starts no more than may wait to be consumed', async () => {
    let unconsumed = 0;
    let most = 0;
    const { work } = workOn(
      Array.from({ length: 30 }, (_, i) => i),
      {
        maxWorkers: 100,
        maxUnconsumed: 5,
        makeWorker: () => async () => {
          most = Math.max(most, ++unconsumed);
          return '';
        },
        consume: async () => {
          await later();
          unconsumed--;
        },
      },
    );
    await new Controller(work).run();
    expect(most).toBe(5);
  });

  it('waits for the moment the next task is due', async () => {
    const due = Date.now() + 40;
    const tasks = [1];
    const { work, consumed } = workOn([], {
      next: () => (Date.now() >= due ? tasks.splice(0) : []),
      nextAt: () => (tasks.length ? due : null),
    });
    await new Controller(work).run();
    expect(consumed).toEqual(['did 1']);
    expect(Date.now()).toBeGreaterThanOrEqual(due);
  });

  it('a stop brings what has begun to its end and begins nothing', async () => {
    const tasks = [1, 2, 3, 4, 5, 6];
    const { work, consumed } = workOn(tasks, {
      maxWorkers: 2,
      makeWorker: () => async (task) => {
        await later(5);
        return `did ${task}`;
      },
    });
    const controller = new Controller(work);
    const run = controller.run();
    controller.stop();
    await run;
    expect(consumed).toEqual(['did 1', 'did 2']);
    expect(tasks).toEqual([3, 4, 5, 6]);
  });

  it.each([
    ['a worker', { makeWorker: () => () => Promise.reject(new Error('broken')) }],
    ['the consumer', { consume: () => Promise.reject(new Error('broken')) }],
    [
      'the source of tasks',
      {
        next: () => {
          throw new Error('broken');
        },
      },
    ],
  ])('the failure of %s ends the run', async (_name, more) => {
    const { work } = workOn([1, 2], more);
    await expect(new Controller(work).run()).rejects.toThrow('broken');
  });

  it('nothing to do is an end too', async () => {
    const { work, consumed } = workOn([]);
    await new Controller(work).run();
    expect(consumed).toEqual([]);
  });
});
