/** Which document a text is like, with what is stored in memory. */
import { describe, expect, it } from 'vitest';
import { type DuplicateOptions, Likeness, type StoredLikenesses } from './likeness.js';
import { textSketch } from './text-sketch.js';

interface Stored {
  readonly version: number;
  readonly document: number;
  readonly sketch: Uint8Array | null;
  readonly signature: string | null;
  readonly text: string;
  readonly letters: Uint8Array | null;
  readonly duplicateOf: number | null;
}

/** A workspace of texts, each the newest version of a document of its own unless it is said to be `gone`. */
class Texts implements StoredLikenesses {
  readonly rows: Stored[] = [];
  readonly gone = new Set<number>();
  /** Texts that were read again. */
  read = 0;

  countSketches = (): number => this.rows.length;
  sketches = (): [number, Uint8Array][] =>
    this.rows.flatMap(({ version, sketch }) => (sketch ? [[version, sketch] as [number, Uint8Array]] : []));
  candidate = (version: number) => {
    const row = this.rows.find((each) => each.version === version && !this.gone.has(version));
    return row?.sketch ? { document: row.document, sketch: row.sketch, duplicateOf: row.duplicateOf } : undefined;
  };
  signatures = () =>
    this.rows.flatMap((row) => (row.signature && row.letters ? [{ ...row, signature: row.signature, letters: row.letters }] : []));
  isCurrent = (_document: number, version: number): boolean => !this.gone.has(version);
  textOf = (version: number): string | undefined => {
    this.read++;
    return this.rows.find((each) => each.version === version)?.text;
  };

  /** Compares a text and stores it. Returns the document it is like. */
  add(likeness: Likeness, text: string, { document = 0, signature = null as string | null } = {}): number | null {
    const version = this.rows.length + 1;
    const page = { text, content: null };
    const sketch = textSketch(page as never);
    const told = { version, document: document || version, sketch, signature };
    const found = likeness.find({ ...told, text: new TextEncoder().encode(text) });
    this.rows.push({ ...told, text, letters: found?.letters ?? null, duplicateOf: found?.duplicate?.document ?? null });
    return found?.duplicate?.document ?? null;
  }
}

const OPTIONS: DuplicateOptions = { find: 'near', similarity: 0.75, lsh: { threshold: 0.9, time: 60_000 } };
const words = (name: string, count = 400): string =>
  Array.from({ length: count }, (_, index) => `${name}${(index * 7919) % 997}`).join(' ');
const LAW = words('law');

describe('by sketches', () => {
  it('a text is a duplicate of the first that said it, and so are all later ones', () => {
    const texts = new Texts();
    const likeness = new Likeness(texts, OPTIONS);
    expect([LAW, words('rose'), LAW, `${LAW} again`].map((text) => texts.add(likeness, text))).toEqual([null, null, 1, 1]);
    expect(likeness.takeCounts()).toMatchObject({ texts: 4, duplicates: 3 });
    expect(likeness.takeCounts()).toBeNull();
  });

  it('a document is no duplicate of itself', () => {
    const texts = new Texts();
    const likeness = new Likeness(texts, OPTIONS);
    texts.add(likeness, LAW, { document: 1 });
    expect(texts.add(likeness, LAW, { document: 1 })).toBeNull();
  });

  it('what is deleted, or has changed since, is no original any more', () => {
    const texts = new Texts();
    const likeness = new Likeness(texts, OPTIONS);
    texts.add(likeness, LAW);
    texts.gone.add(1);
    expect(texts.add(likeness, LAW)).toBeNull();
  });

  it('what earlier processes stored is found', () => {
    const texts = new Texts();
    texts.add(new Likeness(texts, OPTIONS), LAW);
    expect(texts.add(new Likeness(texts, OPTIONS), LAW)).toBe(1);
  });

  it('a further version with the same text is found, too', () => {
    const texts = new Texts();
    const likeness = new Likeness(texts, OPTIONS);
    texts.add(likeness, LAW);
    const [first] = texts.rows as [Stored];
    texts.rows.push({ ...first, version: 2 });
    likeness.remember(2, first.sketch as Uint8Array);
    texts.gone.add(1);
    expect(texts.add(likeness, LAW)).toBe(1);
  });

  it('nothing is compared where it is not wanted', () => {
    const texts = new Texts();
    const likeness = new Likeness(texts, { ...OPTIONS, find: 'off' });
    expect([LAW, LAW].map((text) => texts.add(likeness, text))).toEqual([null, null]);
    expect(likeness.takeCounts()).toBeNull();
  });
});

describe('by signatures', () => {
  it('texts with an equal band at its place are compared, and no others', () => {
    const texts = new Texts();
    const likeness = new Likeness(texts, { ...OPTIONS, find: 'lsh' });
    const add = (signature: string) => texts.add(likeness, LAW, { signature });
    expect([add('a,b'), add('x,b'), add('b,x')]).toEqual([null, 1, null]);
    expect(likeness.takeCounts()).toMatchObject({ texts: 3, candidates: 1, duplicates: 1, unsettled: 0 });
  });

  it('a text of other letters is ruled out without being read', () => {
    const texts = new Texts();
    const likeness = new Likeness(texts, { ...OPTIONS, find: 'lsh' });
    texts.add(likeness, 'abc '.repeat(100), { signature: 'a' });
    expect(texts.add(likeness, 'xyz '.repeat(100), { signature: 'a' })).toBeNull();
    expect(texts.read).toBe(0);
    expect(likeness.takeCounts()).toMatchObject({ falseCandidates: 1 });
  });

  it('what earlier processes stored is found', () => {
    const texts = new Texts();
    texts.add(new Likeness(texts, { ...OPTIONS, find: 'lsh' }), LAW, { signature: 'a' });
    expect(texts.add(new Likeness(texts, { ...OPTIONS, find: 'lsh' }), LAW, { signature: 'a' })).toBe(1);
  });
});
