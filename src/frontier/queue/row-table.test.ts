import { describe, expect, it } from 'vitest';
import { NOT_QUEUED, RowTable, TURN_CHUNK } from './row-table.js';

/** First and last rows of chunks, and one far beyond all others. */
const ROWS = [1, 2, TURN_CHUNK - 1, TURN_CHUNK, 3 * TURN_CHUNK + 5, 0x8000_0001];

describe('RowTable', () => {
  it('knows nothing of rows that were never set', () => {
    const rows = new RowTable();
    for (const row of ROWS) {
      expect(rows.turnOf(row)).toBe(NOT_QUEUED);
      expect(rows.scoreOf(row)).toBeNaN();
    }
    rows.setTurn(1, 0);
    rows.setScore(1, 0.5);
    expect(rows.turnOf(2)).toBe(NOT_QUEUED);
    expect(rows.scoreOf(2)).toBeNaN();
  });

  it.each(ROWS)('keeps turn and score of row %d', (row) => {
    const rows = new RowTable();
    rows.setTurn(row, 65_534);
    rows.setScore(row, -0.25);
    expect([rows.turnOf(row), rows.scoreOf(row)]).toEqual([65_534, -0.25]);
    rows.setTurn(row, NOT_QUEUED);
    rows.setScore(row, Number.NaN);
    expect([rows.turnOf(row), rows.scoreOf(row)]).toEqual([NOT_QUEUED, Number.NaN]);
  });

  it('takes two bytes a row until there are scores', () => {
    const rows = new RowTable();
    for (let row = 1; row < 4 * TURN_CHUNK; row++) rows.setTurn(row, 0);
    expect(rows.bytes).toBe(2 * 4 * TURN_CHUNK);
    rows.setScore(1, 1);
    expect(rows.bytes).toBe(2 * 4 * TURN_CHUNK + 4 * TURN_CHUNK);
  });

  it('shows its turns to other threads', () => {
    const rows = new RowTable();
    rows.setTurn(TURN_CHUNK + 3, 9);
    expect(rows.turnChunks[0]).toBeUndefined();
    const shared = new Uint16Array(rows.turnChunks[1] as SharedArrayBuffer);
    expect(shared[3]).toBe(9);
    rows.setTurn(TURN_CHUNK + 3, 10);
    expect(shared[3]).toBe(10);
  });
});
