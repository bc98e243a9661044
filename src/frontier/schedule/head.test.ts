import { describe, expect, it } from 'vitest';
import type { Entry } from '../queue/index.js';
import { Head } from './head.js';
import type { Place, Queued } from './place.js';

const place = (order: number, id = order): Place => ({ order, id, turn: 0 });
const queued = (order: number, id = order): Queued => ({ entry: { id } as Entry, place: place(order, id) });
const ids = (entries: readonly Queued[]): number[] => entries.map((each) => each.place.id);

function headOf(...orders: number[]): Head {
  const head = new Head();
  head.ask();
  head.stock(
    orders.map((order) => queued(order)),
    null,
  );
  return head;
}

describe('Head', () => {
  it('keeps what comes before something new, and gives back what comes after it', () => {
    const head = headOf(1, 2, 4, 5);
    expect(ids(head.cameIn(place(3)))).toEqual([4, 5]);
    expect(ids(head.queued)).toEqual([1, 2]);
    expect(head.below).toEqual(place(3));
  });

  it('among equals the older one comes first', () => {
    const head = headOf(1);
    head.stock([queued(7, 10), queued(7, 11)], null);
    expect(ids(head.cameIn(place(7, 12)))).toEqual([]);
    expect(ids(head.cameIn(place(7, 9)))).toEqual([10, 11]);
  });

  it('what comes in while entries are fetched comes before those that are worse', () => {
    const head = headOf(1);
    head.ask();
    expect(head.cameIn(place(3))).toEqual([]);
    expect(ids(head.stock([queued(2), queued(4)], place(5)))).toEqual([4]);
    expect(ids(head.queued)).toEqual([1, 2]);
    expect(head.below).toEqual(place(3));
  });

  it('what came in before entries are fetched is among them', () => {
    const head = headOf();
    head.cameIn(place(3));
    head.ask();
    expect(head.stock([queued(3), queued(4)], null)).toEqual([]);
    expect(head.top).toEqual(place(3));
    expect(head.below).toBeNull();
  });

  it('emptied while entries are fetched, it gives those back too', () => {
    const head = headOf(1, 2);
    head.ask();
    expect(ids(head.empty())).toEqual([1, 2]);
    expect(ids(head.stock([queued(3)], null))).toEqual([3]);
    expect(head.top).toEqual(place(1));
  });
});
