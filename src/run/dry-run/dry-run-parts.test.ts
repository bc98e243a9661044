/** The parts of a dry run that need no archive: counting, queueing, telling two readings apart. */
import { describe, expect, it } from 'vitest';
import type { NewVersion, StoredReading } from '../../store/index.js';
import { Counts } from './dry-run-report.js';
import { differencesBetween } from './field-differences.js';
import { ReplayQueue } from './replay-queue.js';

it('counts all and shows a few', () => {
  const counts = new Counts(2);
  for (const example of ['1', '2', '3']) counts.add('b', example);
  counts.add('a', '4');
  expect(counts.list()).toEqual([
    { name: 'b', count: 3, examples: ['1', '2'] },
    { name: 'a', count: 1, examples: ['4'] },
  ]);
  expect([counts.total, counts.of('b'), counts.of('c')]).toEqual([4, 3, 0]);
});

it('the queue gives back what it was given, in order', () => {
  const queue = new ReplayQueue(10);
  const entries = [
    { id: 7, depth: 3, redirects: 1, link: 'a', via: 2, trail: '[]' },
    { id: 2, depth: 0, redirects: 0, link: 'sitemap', via: 0, trail: null },
  ];
  for (const entry of entries) queue.push(entry);
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual([...entries, null]);
  expect(queue.total).toBe(2);
});

describe('differences', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const stored: StoredReading = {
    type: 'text/html',
    charset: 'utf-8',
    title: 'T',
    language: 'en',
    score: null,
    text: `${'x'.repeat(100)} old end`,
    metadata: '{"author":["A"],"gone":["1"]}',
    digests: '{}',
  };
  const seen = { ...stored, text: bytes(stored.text), metadata: bytes(stored.metadata) } as unknown as NewVersion;

  it('none between a reading and itself', () => expect(differencesBetween(stored, seen)).toEqual([]));

  it('each field of metadata by its name, and text from a little before it changes', () => {
    const other = { ...seen, title: null, text: bytes(`${'x'.repeat(100)} new end`), metadata: bytes('{"author":["A"],"by":"B"}') };
    expect(differencesBetween(stored, other)).toEqual([
      { field: 'title', before: 'T', after: '' },
      { field: 'metadata.gone', before: '["1"]', after: '' },
      { field: 'metadata.by', before: '', after: 'B' },
      { field: 'text', before: `${'x'.repeat(29)} old end`, after: `${'x'.repeat(29)} new end` },
    ]);
  });
});
