import { describe, expect, it } from 'vitest';
import { type Placed, SiteHeap } from './site-heap.js';

interface Site extends Placed {
  readonly name: string;
}

const site = (name: string, readyAt: number): Site => ({ name, readyAt, place: 0 });

function emptied(heap: SiteHeap<Site>): string[] {
  const names: string[] = [];
  for (let next = heap.pop(); next; next = heap.pop()) names.push(next.name);
  return names;
}

describe('SiteHeap', () => {
  it('gives the site whose moment comes first', () => {
    const heap = new SiteHeap<Site>();
    for (const [name, at] of [
      ['c', 30],
      ['a', 10],
      ['d', 40],
      ['b', 20],
    ] as const)
      heap.place(site(name, at));
    expect(heap.peek()?.name).toBe('a');
    expect(emptied(heap)).toEqual(['a', 'b', 'c', 'd']);
    expect(heap.peek()).toBeNull();
  });

  it('sites of the same moment take turns in the order they came', () => {
    const heap = new SiteHeap<Site>();
    for (const name of ['first', 'second', 'third', 'fourth']) heap.place(site(name, 5));
    expect(emptied(heap)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('a site that is placed again counts at its newest place only', () => {
    const heap = new SiteHeap<Site>();
    const [late, other] = [site('late', 1), site('other', 5)];
    heap.place(late);
    heap.place(other);
    late.readyAt = 9;
    heap.place(late);
    expect(emptied(heap)).toEqual(['other', 'late']);
  });

  it('a site that waits for something other than time is left out, and its old place with it', () => {
    const heap = new SiteHeap<Site>();
    const waiting = site('waiting', 1);
    heap.place(waiting);
    waiting.readyAt = Number.POSITIVE_INFINITY;
    heap.place(waiting);
    expect(heap.peek()).toBeNull();
  });

  it('keeps the order over many changes', () => {
    const heap = new SiteHeap<Site>();
    const sites = Array.from({ length: 300 }, (_, i) => site(String(i), (i * 7919) % 1000));
    for (const one of sites) heap.place(one);
    for (const one of sites.filter((_, i) => i % 3 === 0)) {
      one.readyAt = (one.readyAt * 31 + 17) % 1000;
      heap.place(one);
    }
    const order = emptied(heap).map((name) => sites[Number(name)]?.readyAt ?? 0);
    expect(order).toHaveLength(300);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
