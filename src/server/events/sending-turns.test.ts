import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Sending, SendingTurns } from './sending-turns.js';

it('gives one piece to each in turn, and the others their time in between', async () => {
  const turns = new SendingTurns();
  const sent: string[] = [];
  const stream = (name: string, pieces: number): Sending => ({ sendPiece: () => sent.push(name) > 0 && --pieces > 0 });
  turns.ask(stream('a', 3));
  turns.ask(stream('b', 2));
  expect(sent).toEqual([]);
  for (let count = 1; count <= 5; count++) {
    await turn();
    expect(sent).toHaveLength(count);
  }
  await turn();
  expect(sent.join('')).toBe('ababa');
});

it('has one turn for who asks twice, and none for who has gone', async () => {
  const turns = new SendingTurns();
  const sent: string[] = [];
  const stream = (name: string): Sending => ({ sendPiece: () => sent.push(name) < 0 });
  const [stays, goes] = [stream('stays'), stream('goes')];
  turns.ask(stays);
  turns.ask(goes);
  turns.ask(stays);
  turns.drop(goes);
  for (let count = 0; count < 4; count++) await turn();
  expect(sent).toEqual(['stays']);
});

it('sends nothing in a round that took a new connection, yet something now and then', async () => {
  const turns = new SendingTurns();
  let sent = 0;
  turns.ask({ sendPiece: () => ++sent > 0 });
  for (let count = 0; count < 30; count++) {
    turns.giveWay();
    await turn();
  }
  expect(sent).toBe(0);
  await turn();
  expect(sent).toBe(1);
  for (let count = 0; count < 200; count++) {
    turns.giveWay();
    await turn();
  }
  expect(sent).toBeGreaterThan(2);
  expect(sent).toBeLessThan(10);
});
