import { describe, expect, it } from 'vitest';
import { heapInUse } from '../../testing/heap-in-use.js';
import { fieldDigests } from '../change/field-digests.js';
import { changedPieces, isTemplateChange } from '../change/template.js';
import { SiteWatch } from './site-watch.js';

const visits = (watch: SiteWatch, count: number): number[] => Array.from({ length: count }, () => watch.visited()).flat();

describe('a change that waits', () => {
  it('is sure after three further visits', () => {
    const watch = new SiteWatch();
    visits(watch, 5); // those before do not count: the site may have fallen ill just now
    watch.hold({ document: 1, digest: 'x', pieces: ['+a'] });
    expect([visits(watch, 2), visits(watch, 1)]).toEqual([[], [1]]);
    expect(visits(watch, 5)).toEqual([]);
  });

  it('is not sure when another document turned into the same text', () => {
    const watch = new SiteWatch();
    watch.hold({ document: 1, digest: 'x', pieces: ['+a'] });
    watch.hold({ document: 2, digest: 'x', pieces: ['+b'] });
    watch.hold({ document: 3, digest: 'y', pieces: ['+c'] });
    expect(visits(watch, 9)).toEqual([3]);
  });

  it('is not sure when all that changed changed elsewhere too', () => {
    const watch = new SiteWatch();
    for (const document of [1, 2, 3, 4])
      watch.hold({ document, digest: `${document}`, pieces: ['+banner', ...(document === 2 ? ['+own'] : [])] });
    expect(visits(watch, 9)).toEqual([2]);
  });

  it('costs no more memory the more there are', () => {
    const watch = new SiteWatch();
    const before = heapInUse();
    for (let document = 0; document < 200_000; document++) {
      watch.hold({ document, digest: `text ${document}`, pieces: [`+${document}`, `-${document}`] });
      watch.visited();
    }
    expect(heapInUse() - before).toBeLessThan(20_000_000);
    expect(watch.visited()).toHaveLength(1); // it is still there, and with it all it holds
  });
});

describe('pieces of a change', () => {
  const page = (text: string, title = 'Law', metadata: Record<string, string[]> = {}) =>
    ({ type: 'text/html', charset: 'utf-8', title, text, metadata, links: [], language: null, languageConfidence: 0 }) as never;
  const state = (text: string, title = 'Law', metadata: Record<string, string[]> = {}) => ({
    title,
    metadata: JSON.stringify(metadata),
    digests: JSON.stringify(fieldDigests(page(text, title, metadata), 'sha256:00')),
  });

  it('are those gained and lost, the same ones on every page', () => {
    const one = changedPieces(state('A\nold footer'), state('A\nnew footer')) as string[];
    const other = changedPieces(state('B\nold footer', 'Other'), state('B\nnew footer', 'Other'));
    expect(one).toHaveLength(2);
    expect(other).toEqual(one);
    expect(changedPieces(state('A\nB'), state('B\nA'))).toEqual([]);
  });

  it('include the title and what describes the document, not what the server mints anew', () => {
    expect(changedPieces(state('A', 'Law'), state('A', 'Law | Site'))).toHaveLength(2);
    expect(changedPieces(state('A', 'Law', { author: ['X'] }), state('A', 'Law', { author: ['Y'] }))).toHaveLength(2);
    expect(changedPieces(state('A', 'Law', { 'csrf-token': ['1'] }), state('A', 'Law', { 'csrf-token': ['2'] }))).toEqual([]);
  });

  it.each<[name: string, pieces: string[] | null, sharing: number, visited: number, expected: boolean]>([
    ['three share it', ['+a'], 3, 60, true],
    ['three of very many share it', ['+a'], 3, 61, false],
    ['two of three share it', ['+a'], 2, 3, true],
    ['two of four share it', ['+a'], 2, 4, false],
    ['nobody else', ['+a'], 1, 1, false],
    ['nothing changed that can be named', [], 9, 9, false],
    ['too much changed', null, 9, 9, false],
  ])('are the template when shared: %s', (_name, pieces, sharing, visited, expected) =>
    expect(isTemplateChange(pieces, () => sharing, visited)).toBe(expected),
  );
});
