import { describe, expect, it } from 'vitest';
import { conclude, type DocumentState, type Evidence, type EvidenceKind } from './evidence.js';

const piece = (kind: EvidenceKind, run: number): Evidence => ({ kind, detail: `${kind} in ${run}`, run, at: 1000 * run, fetch: run });

describe('conclude', () => {
  it.each<[name: string, evidence: Evidence[], state: DocumentState]>([
    ['nothing', [], 'present'],
    ['only that nothing leads to it', [piece('unlisted', 2)], 'present'],
    ['one answer', [piece('gone', 2)], 'suspected'],
    ['one answer twice in a run', [piece('gone', 2), piece('gone', 2)], 'suspected'],
    ['what an earlier run found, and nothing now', [piece('gone', 1)], 'present'],
    ['a tombstone alone', [piece('tombstone', 2)], 'suspected'],
    ['two kinds in a run', [piece('gone', 2), piece('unlisted', 2)], 'deleted'],
    ['a tombstone and a redirect home', [piece('tombstone', 2), piece('home', 2)], 'deleted'],
    ['the same in two runs', [piece('gone', 1), piece('gone', 2)], 'deleted'],
    ['one in this run, another in an earlier one', [piece('moved', 1), piece('soft-404', 2)], 'deleted'],
    ['unlisted earlier, one answer now', [piece('unlisted', 1), piece('gone', 2)], 'suspected'],
    ['a person agreeing', [piece('gone', 2), piece('accepted', 2)], 'deleted'],
  ])('%s', (_name, evidence, state) => expect(conclude(evidence, 2).state).toBe(state));

  it('keeps what it weighed, and says so', () => {
    const { reason, evidence } = conclude([piece('gone', 1), piece('gone', 2)], 2);
    expect(evidence.map(({ kind, run }) => `${kind} ${run}`)).toEqual(['gone 1', 'gone 2', 'repeated 2']);
    expect(reason).toBe('gone in 2; run 1 found the same');
  });

  it('does not grow with every run', () => {
    const runs = Array.from({ length: 50 }, (_, index) => piece('gone', index));
    expect(conclude([...runs, piece('gone', 50)], 50).evidence.length).toBeLessThan(8);
  });
});
