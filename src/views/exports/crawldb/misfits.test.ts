import { describe, expect, it } from 'vitest';
import { Misfits } from './misfits.js';

describe('values the schema has no room for', () => {
  it('G-23 are counted in characters, as databases do, and cut between them', () => {
    const misfits = new Misfits();
    expect(misfits.cut('image', 'filename', 7, '🗎'.repeat(255))).toHaveLength(510);
    expect(misfits.count).toBe(0);
    expect(Array.from(misfits.cut('image', 'filename', 7, '🗎'.repeat(256)))).toHaveLength(255);
    expect(misfits.list).toMatchObject([{ table: 'image', column: 'filename', id: 7, length: 256, limit: 255, done: 'cut' }]);
  });

  it('G-23 are listed up to a number and counted beyond it; columns without a limit take anything', () => {
    const misfits = new Misfits();
    for (let id = 1; id <= 3000; id++) misfits.fits('page', 'url', id, 'x'.repeat(3001), 'row left out');
    expect([misfits.count, misfits.list.length]).toEqual([3000, 2000]);
    expect(misfits.fits('page', 'html_content', 1, 'x'.repeat(100_000), 'cut')).toBe(true);
  });
});
