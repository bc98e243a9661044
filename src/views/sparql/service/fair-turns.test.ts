import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairTurns } from './fair-turns.js';

/** Who has had a turn, in order, and what ends the turn of each. */
function asking(turns: FairTurns) {
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal): void => {
    turns.take(name.charAt(0), signal).then(
      (end) => {
        begun.push(name);
        ends.set(name, end);
      },
      () => refused.push(name),
    );
  };
  const end = async (name: string): Promise<void> => {
    await settled();
    ends.get(name)?.();
    await settled();
  };
  return { begun, refused, ask, end };
}

it('one asker never has all places', async () => {
  const { begun, ask } = asking(new FairTurns({ places: 3, each: 2, waiting: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) ask(name);
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

it('those who wait are taken by askers in turn, and each asker’s in their order', async () => {
  const { begun, ask, end } = asking(new FairTurns({ places: 1, each: 1, waiting: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(name);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('when too many wait, the last of the longest line has to go', async () => {
  const { begun, refused, ask, end } = asking(new FairTurns({ places: 1, each: 1, waiting: 3 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1']) ask(name);
  await settled();
  expect(refused).toEqual(['a5', 'a4']);
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('whoever gives up waits no longer', async () => {
  const gone = new AbortController();
  const { begun, refused, ask, end } = asking(new FairTurns({ places: 1, each: 1, waiting: 3 }));
  ask('a1');
  ask('b1', gone.signal);
  ask('c1');
  gone.abort();
  await settled();
  await end('a1');
  expect([begun, refused]).toEqual([['a1', 'c1'], ['b1']]);
});
