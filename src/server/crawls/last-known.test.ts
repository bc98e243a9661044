import { expect, it } from 'vitest';
import { LastKnown } from './last-known.js';

/** Somebody who answers when told to, on a clock that stands still. */
function asking() {
  const clock = { now: 0, isOver: () => {} };
  const questions: ((answer: string) => void)[] = [];
  const known = new LastKnown(() => new Promise<string>((resolve) => questions.push(resolve)), {
    now: () => clock.now,
    patience: () => new Promise((resolve) => (clock.isOver = resolve)),
  });
  return { known, clock, questions };
}

it('all who ask at a time share one question, and the answer for a moment', async () => {
  const { known, clock, questions } = asking();
  const [first, second] = [known.get(), known.get()];
  questions[0]?.('a');
  expect(await Promise.all([first, second])).toEqual(['a', 'a']);
  clock.now = 200;
  expect(await known.get()).toBe('a');
  expect(questions).toHaveLength(1);
});

it('who asks one that is busy is given what was answered before, and the news when it has come', async () => {
  const { known, clock, questions } = asking();
  const first = known.get();
  questions[0]?.('a');
  await first;
  clock.now = 1000;
  const waiting = known.get();
  clock.isOver();
  expect(await waiting).toBe('a');
  expect(await known.get()).toBe('a'); // nobody else waits for the same question
  expect(questions).toHaveLength(2);
  questions[1]?.('b');
  await new Promise((resolve) => setImmediate(resolve));
  expect(await known.get()).toBe('b');
});

it('an answer that comes soon enough is waited for', async () => {
  const { known, clock, questions } = asking();
  const first = known.get();
  questions[0]?.('a');
  await first;
  clock.now = 1000;
  const waiting = known.get();
  questions[1]?.('b');
  expect(await waiting).toBe('b');
});

it('a question that fails is asked again', async () => {
  let asked = 0;
  const known = new LastKnown(async () => {
    if (++asked === 1) throw new Error('not now');
    return asked;
  });
  await expect(known.get()).rejects.toThrow('not now');
  expect(await known.get()).toBe(2);
});
