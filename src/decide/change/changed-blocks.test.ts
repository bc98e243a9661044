import { describe, expect, it } from 'vitest';
import { blockHashes } from '../../model/index.js';
import { changedBlocks, packBlocks, unpackBlocks } from './changed-blocks.js';

const hashes = (text: string) => blockHashes({ text });
const blocks = (text: string, rules = 1) => ({ blocks: packBlocks(hashes(text)), rules });
const manyLines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`);

describe('block hashes', () => {
  it('are one a block of the content, tables last', () => {
    const text = 'menu\na row\nfirst\nsecond';
    const content = { text: [11, 16, 17, 23], tables: [5, 10] };
    expect(blockHashes({ text, content })).toEqual([...hashes('first\nsecond'), ...hashes('a row')]);
  });

  it('survive being stored', () => expect(unpackBlocks(packBlocks(hashes('a\nb\nc')))).toEqual(hashes('a\nb\nc')));

  it.each([
    ['nothing', 'a\nb', 'a\nb', [], []],
    ['a block gained', 'a\nb', 'a\nx\nb', ['x'], []],
    ['a block lost', 'a\nb', 'a', [], ['b']],
    ['a block replaced', 'a\nb', 'a\nc', ['c'], ['b']],
    ['blocks that moved', 'a\nb', 'b\na', [], []],
    ['one of two alike gone', 'a\na', 'a', [], ['a']],
    ['from nothing', '', 'a', ['a'], []],
  ])('tell %s', (_case, before, after, gained, lost) => {
    expect(changedBlocks(blocks(before), blocks(after))).toEqual({ gained: gained.flatMap(hashes), lost: lost.flatMap(hashes) });
  });

  it('of very long pages keep a sample, and tell nothing that is not so', () => {
    const before = manyLines(5000);
    const changed = changedBlocks(blocks(before.join('\n')), blocks(['new', ...before].join('\n')));
    expect(changed?.lost).toEqual([]);
    expect(changed?.gained.length).toBeLessThanOrEqual(1);
    expect(packBlocks(hashes(before.join('\n')))?.length).toBeLessThan(5500);
  });

  it('say nothing where other rules made them', () => expect(changedBlocks(blocks('a', 0), blocks('b'))).toBeNull());
});
