import { expect, it } from 'vitest';
import { type Sending, SendingTurns } from './sending-turns.js';

/** A clock that stands until it is moved, and what is to be done at its times. */
function handMoved() {
  const due: { readonly act: () => void; readonly at: number }[] = [];
  let time = 0;
  const clock = { now: () => time, later: (act: () => void, ms: number) => void due.push({ act, at: time + ms }) };
  return {
    turns: new SendingTurns(clock),
    /** Does what is due next; the time at which it was. */
    next(): number | null {
      const first = due.shift();
      if (!first) return null;
      time = Math.max(time, first.at);
      first.act();
      return first.at;
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
}

it('gives one piece to each in turn, and the others their time in between', () => {
  const { turns, next } = handMoved();
  const sent: string[] = [];
  const stream = (name: string, pieces: number): Sending => ({ sendPiece: () => sent.push(name) > 0 && --pieces > 0 });
  turns.ask(stream('a', 3));
  turns.ask(stream('b', 2));
  expect(sent).toEqual([]);
  for (let count = 1; count <= 5; count++) {
    next();
    expect(sent).toHaveLength(count);
  }
  expect(next()).toBeNull();
  expect(sent.join('')).toBe('ababa');
});

it('has one turn for who asks twice, and none for who has gone', () => {
  const { turns, next } = handMoved();
  const sent: string[] = [];
  const stream = (name: string): Sending => ({ sendPiece: () => sent.push(name) < 0 });
  const [stays, goes] = [stream('stays'), stream('goes')];
  turns.ask(stays);
  turns.ask(goes);
  turns.ask(stays);
  turns.drop(goes);
  while (next() !== null);
  expect(sent).toEqual(['stays']);
});

it('rests twice as long as a piece took, also for who asks meanwhile', () => {
  const { turns, next, pass } = handMoved();
  const lasting = (ms: number): Sending => ({
    sendPiece: () => {
      pass(ms);
      return false;
    },
  });
  turns.ask(lasting(3));
  expect(next()).toBe(0);
  turns.ask(lasting(1000));
  expect(next(), 'three milliseconds and six of rest').toBe(9);
  turns.ask(lasting(0));
  expect(next(), 'no longer than this, however long it took').toBe(1009 + 50);
  turns.ask(lasting(0));
  expect(next(), 'never at once').toBe(1060);
});

it('sends nothing in a round that took a new connection, yet something now and then', () => {
  const { turns, next } = handMoved();
  let sent = 0;
  turns.ask({ sendPiece: () => ++sent > 0 });
  for (let count = 0; count < 30; count++) {
    turns.giveWay();
    next();
  }
  expect(sent).toBe(0);
  next();
  expect(sent).toBe(1);
  for (let count = 0; count < 200; count++) {
    turns.giveWay();
    next();
  }
  expect(sent).toBeGreaterThan(2);
  expect(sent).toBeLessThan(10);
});
