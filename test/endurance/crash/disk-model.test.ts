/** The model of the disk that the power-loss images come from: if it promised too much, they would prove nothing. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskModel } from '../../crash/power/disk-model.js';
import { type Manner, writeImage } from '../../crash/power/image.js';
import type { Operation } from '../../crash/power/recording.js';
import { seededRandom } from '../../crash/random.js';

const open = (fd: number, path: string, existed = false): Operation => ({ is: 'open', fd, path, flags: 0, existed });
const write = (fd: number, at: number, text: string): Operation => ({ is: 'write', fd, at, bytes: Buffer.from(text) });
const sync = (fd: number, failed = false): Operation => ({ is: 'sync', fd, failed });

function imageOf(operations: readonly Operation[], manner: Manner, seed = 1): Record<string, string> {
  const model = new DiskModel('/d');
  for (const operation of operations) model.apply(operation);
  const folder = mkdtempSync(join(tmpdir(), 'winnow-image-'));
  try {
    writeImage(model.root, folder, manner, seededRandom(seed));
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FOLDER_SYNCED = [open(9, '/d', true), sync(9)];

describe('what a power cut leaves', () => {
  it.each<[string, Operation[], Record<string, string>]>([
    ['a file whose folder was not synced has no name', [open(3, '/d/a'), write(3, 0, 'text'), sync(3)], {}],
    ['a file that was not synced is empty', [open(3, '/d/a'), write(3, 0, 'text'), ...FOLDER_SYNCED], { a: '' }],
    ['both synced, all is there', [open(3, '/d/a'), write(3, 0, 'text'), sync(3), ...FOLDER_SYNCED], { a: 'text' }],
    [
      'what came after the sync is not',
      [open(3, '/d/a'), write(3, 0, 'text'), sync(3), ...FOLDER_SYNCED, write(3, 4, ' more')],
      { a: 'text' },
    ],
    [
      'a sync that failed made nothing durable, and neither does the next',
      [open(3, '/d/a'), write(3, 0, 'text'), sync(3, true), sync(3), ...FOLDER_SYNCED],
      { a: '' },
    ],
    [
      'a rename that was not synced did not happen',
      [open(3, '/d/a'), write(3, 0, 'text'), sync(3), ...FOLDER_SYNCED, { is: 'rename', path: '/d/a', to: '/d/b' }],
      { a: 'text' },
    ],
    ['nor did a removal', [open(3, '/d/a'), sync(3), ...FOLDER_SYNCED, { is: 'unlink', path: '/d/a' }], { a: '' }],
    [
      'a truncation that was synced did',
      [open(3, '/d/a'), write(3, 0, 'text'), { is: 'truncate', fd: 3, length: 2 }, sync(3), ...FOLDER_SYNCED],
      { a: 'te' },
    ],
  ])('at its worst: %s', (_case, operations, left) => {
    expect(imageOf(operations, 'dropped')).toEqual(left);
  });

  it('everything, where nothing is lost', () => {
    const operations: Operation[] = [open(3, '/d/a'), write(3, 2, 'b'), write(3, 0, 'a'), { is: 'rename', path: '/d/a', to: '/d/c' }];
    expect(imageOf(operations, 'kept')).toEqual({ c: 'a\0b' });
  });

  it('never less than what is durable, whatever chance does to the rest', () => {
    const operations = [open(3, '/d/a'), write(3, 0, 'x'.repeat(5000)), sync(3), ...FOLDER_SYNCED, write(3, 5000, 'y'.repeat(9000))];
    const images = Array.from({ length: 50 }, (_, seed) => imageOf(operations, 'random', seed)['a'] ?? '');
    for (const image of images) expect(image.slice(0, 5000)).toBe('x'.repeat(5000));
    expect(new Set(images).size).toBeGreaterThan(10);
  });
});
