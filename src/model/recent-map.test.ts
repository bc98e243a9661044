import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { RecentMap } from './recent-map.js';

it('keeps what is asked for over and over, and lets go of what is not', () => {
  const recent = new RecentMap<string, number>(10);
  recent.set('often', 1);
  recent.set('once', 2);
  for (let other = 0; other < 100; other++) {
    recent.set(`other ${other}`, other);
    expect(recent.get('often')).toBe(1);
  }
  expect(recent.get('once')).toBeUndefined();
  expect(recent.get('other 99')).toBe(99);
});

it('holds at most twice as many as it was made for', () => {
  const recent = new RecentMap<string, number>(10);
  for (let key = 0; key < 1000; key++) recent.set(String(key), key);
  const held = Array.from({ length: 1000 }, (_, key) => key).filter((key) => recent.get(String(key)) !== undefined);
  expect(held.length).toBeGreaterThanOrEqual(10);
  expect(held.length).toBeLessThanOrEqual(20);
});

it('holds no page for the sake of a key that was cut out of it', () => {
  const recent = new RecentMap<string, number>(300);
  const pageWith = (key: string): string => Buffer.alloc(100_000, `${key} `).toString('latin1');
  const before = heapUsed();
  for (let number = 0; number < 2000; number++) {
    const key = pageWith(`/a/path/to/page/${number % 500}`).slice(0, 18);
    if (recent.get(key) === undefined) recent.set(key, number);
  }
  expect(heapUsed() - before).toBeLessThan(5e6);
  expect(recent.get('/a/path/to/page/49')).toBeDefined();
});

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
