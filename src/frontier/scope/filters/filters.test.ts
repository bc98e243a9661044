import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Candidate, FilterPlugin } from '../../../plugins/index.js';
import { depthFilter } from './depth-filter.js';
import { regexFilter } from './regex-filter.js';
import { type PreparedFilter, runFilters } from './run-filters.js';
import { singleFetchFilter } from './single-fetch-filter.js';
import { whiteListFilter } from './white-list-filter.js';

const at = (url: string, depth = 0): Candidate => ({ url, host: new URL(url).host, key: url, depth, via: 'a', anchor: '', trail: [] });

/** Options go through the schema, as a definition's do. */
function prepared<O extends z.ZodType>(plugin: FilterPlugin<O>, options: unknown = {}): PreparedFilter {
  return { name: plugin.name, judge: plugin.prepare(plugin.options.parse(options)) };
}

/** A crawl in small: follows links of a made-up web breadth-first, asking the filters about each. */
function walk(web: Record<string, string[]>, start: string, filters: PreparedFilter[], limit = 1000): string[] {
  const visited: string[] = [];
  const queue = [at(start)];
  for (let next = queue.shift(); next && visited.length < limit; next = queue.shift()) {
    if (runFilters(filters, next)) continue;
    visited.push(new URL(next.url).pathname);
    for (const target of web[new URL(next.url).pathname] ?? []) queue.push(at(new URL(target, next.url).href, next.depth + 1));
  }
  return visited;
}

const CHAIN = { '/0': ['/1'], '/1': ['/2'], '/2': ['/3'], '/3': ['/4'], '/4': ['/5'], '/5': ['/6'] };

describe('regex', () => {
  it('S-13 refuses what the pattern matches', () => {
    const filters = [prepared(regexFilter, { filter: 'livejournal' })];
    expect(runFilters(filters, at('https://someone.livejournal.com/1'))).toEqual({ by: 'filter.regex', reason: 'URL matches livejournal' });
    expect(runFilters(filters, at('https://someone.example.com/1'))).toBeNull();
  });
  it('says what is wrong with a pattern', () =>
    expect(() => prepared(regexFilter, { filter: '[z-a]' })).toThrow(/character 2, z-a: invalid character class range/));
  it('does not hang on a pattern made to hang', () => {
    expect(runFilters([prepared(regexFilter, { filter: '(a+)+$' })], at(`https://a.test/${'a'.repeat(50_000)}!`))).toBeNull();
  });
});

describe('depth', () => {
  it.each([
    [1, ['/0']],
    [3, ['/0', '/1', '/2']],
    [5, ['/0', '/1', '/2', '/3', '/4']],
  ])('S-15 limit %i', (depth, visited) => expect(walk(CHAIN, 'https://a.test/0', [prepared(depthFilter, { depth })])).toEqual(visited));
  it('S-15 the limit is 2 when left out', () => expect(walk(CHAIN, 'https://a.test/0', [prepared(depthFilter)])).toEqual(['/0', '/1']));
});

describe('white-list', () => {
  const filters = [prepared(whiteListFilter, { hosts: ['A.test', 'b.test:8080'] })];
  it.each([
    ['a listed host', 'https://a.test/x', true],
    ['any port of it', 'https://a.test:81/x', true],
    ['a listed port', 'http://b.test:8080/', true],
    ['another port', 'http://b.test/', false],
    ['a host below', 'https://www.a.test/', false],
    ['a host that begins alike', 'https://a.test.evil.com/', false],
  ])('S-54 only listed hosts: %s', (_name, url, accepted) => expect(runFilters(filters, at(url)) === null).toBe(accepted));
  it('refuses what is no host', () =>
    expect(() => prepared(whiteListFilter, { hosts: ['https://a.test/'] })).toThrow(/hosts\[0\].*write a\.test/));
});

describe('single-fetch', () => {
  it('S-14 a cycle ends, each URL once', () => {
    const web = { '/a': ['/b', '/c', '/a'], '/b': ['/c', '/a'], '/c': ['/a', '/b'] };
    expect(walk(web, 'https://a.test/a', [prepared(singleFetchFilter)])).toEqual(['/a', '/b', '/c']);
  });
  it('keeps a bounded number in memory', () => {
    const filters = [prepared(singleFetchFilter, { remember: 2 })];
    const accepted = ['/1', '/2', '/2', '/3', '/1'].map((path) => runFilters(filters, at(`https://a.test${path}`)) === null);
    expect(accepted).toEqual([true, true, false, true, true]);
  });
  it('starts afresh for each crawl', () => {
    prepared(singleFetchFilter).judge(at('https://a.test/'));
    expect(prepared(singleFetchFilter).judge(at('https://a.test/'))).toBeNull();
  });
});

describe('runFilters', () => {
  const filters = [
    prepared(whiteListFilter, { hosts: ['a.test'] }),
    prepared(regexFilter, { filter: 'print' }),
    prepared(depthFilter, { depth: 3 }),
  ];

  it.each([
    ['all agree', at('https://a.test/x', 2), null],
    ['the first objects', at('https://b.test/print', 9), 'filter.white-list'],
    ['the second objects', at('https://a.test/print', 9), 'filter.regex'],
    ['the last objects', at('https://a.test/x', 9), 'filter.depth'],
  ])('S-12 names the rejecting filter: %s', (_name, candidate, by) => expect(runFilters(filters, candidate)?.by ?? null).toBe(by));

  it('S-12 gives its reason', () => {
    expect(runFilters(filters, at('https://a.test/x', 9))).toEqual({ by: 'filter.depth', reason: 'depth 9 is not below 3' });
  });
  it('holds a failing filter for an objection', () => {
    const broken = {
      name: 'mine',
      judge: () => {
        throw new Error('no table');
      },
    };
    expect(runFilters([broken], at('https://a.test/'))).toEqual({ by: 'filter.mine', reason: 'the filter failed: no table' });
  });
});
