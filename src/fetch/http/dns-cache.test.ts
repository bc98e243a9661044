import { describe, expect, it } from 'vitest';
import { DnsCache } from './dns-cache.js';

function cacheOf(answers: (() => Promise<{ address: string; ttl: number | null }[]>)[]) {
  let asked = 0;
  let now = 0;
  const cache = new DnsCache(
    () => (answers[Math.min(asked++, answers.length - 1)] ?? (() => Promise.resolve([])))(),
    () => now,
  );
  return {
    ask: () => cache.addresses('a.test').catch((error: Error) => error.message),
    asked: () => asked,
    wait: (seconds: number) => (now += seconds * 1000),
  };
}

const one = (address: string, ttl: number | null) => async () => [{ address, ttl }];

describe('DnsCache', () => {
  it.each([
    ['the time to live', 120, 119, 121],
    ['no less than 30 s', 0, 29, 31],
    ['no more than an hour', 1_000_000, 3_599, 3_601],
    ['5 minutes when nobody says', null, 299, 301],
  ])('remembers for %s', async (_name, ttl, before, after) => {
    const { ask, asked, wait } = cacheOf([one('192.0.2.1', ttl), one('192.0.2.2', ttl)]);
    expect(await ask()).toEqual(['192.0.2.1']);
    wait(before);
    expect(await ask()).toEqual(['192.0.2.1']);
    wait(after - before);
    expect(await ask()).toEqual(['192.0.2.2']);
    expect(asked()).toBe(2);
  });

  it('remembers failures, for a minute', async () => {
    const { ask, asked, wait } = cacheOf([() => Promise.reject(new Error('gone')), one('192.0.2.1', 60)]);
    expect([await ask(), await ask()]).toEqual(['gone', 'gone']);
    expect(asked()).toBe(1);
    wait(61);
    expect(await ask()).toEqual(['192.0.2.1']);
  });

  it('asks once for many who want to know at the same time', async () => {
    const { ask, asked } = cacheOf([one('192.0.2.1', 60)]);
    await Promise.all([ask(), ask(), ask()]);
    expect(asked()).toBe(1);
  });

  it('keeps a bounded number of addresses', async () => {
    const { ask } = cacheOf([async () => Array.from({ length: 500 }, (_unused, at) => ({ address: `192.0.2.${at % 256}`, ttl: 60 }))]);
    expect(await ask()).toHaveLength(16);
  });

  it('knows the names of this machine', async () => {
    expect(await new DnsCache().addresses('localhost')).toEqual(expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]));
  });
});
