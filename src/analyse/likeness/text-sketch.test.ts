import { describe, expect, it } from 'vitest';
import { SketchIndex } from './sketch-index.js';
import { sketchKeys, sketchLikeness, textSketch } from './text-sketch.js';

/** Words that mean nothing, the same ones for the same seed. */
function words(count: number, seed: number): string[] {
  let state = seed >>> 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return `w${(state >>> 12) % 5000}x`;
  });
}

const paragraphs = (list: readonly string[], size = 60): string =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size).join(' ')).join('\n');

const sketch = (text: string) => textSketch({ text });
const likeness = (a: string, b: string): number => sketchLikeness(sketch(a) as Uint8Array, sketch(b) as Uint8Array);

describe('likeness', () => {
  const text = words(1500, 1);

  it('is 1 for the same words, whatever their case and what stands between them', () => {
    expect(likeness(paragraphs(text), paragraphs(text).replaceAll(' ', ', ').toUpperCase())).toBe(1);
  });

  it('falls with every change, about as much as runs of words differ', () => {
    const few = text.map((word, at) => (at % 100 === 50 ? 'other' : word));
    const many = text.map((word, at) => (at % 10 === 5 ? 'other' : word));
    expect(likeness(paragraphs(text), paragraphs(few))).toBeGreaterThan(0.85);
    expect(likeness(paragraphs(text), paragraphs(few))).toBeLessThan(1);
    expect(likeness(paragraphs(text), paragraphs(many))).toBeLessThan(0.7);
    expect(likeness(paragraphs(text), paragraphs(words(1500, 2)))).toBeLessThan(0.1);
  });

  it('passes over comments and lists around one and the same article', () => {
    const around = (seed: number): string => paragraphs(words(240, seed), 8);
    expect(likeness(`${paragraphs(text)}\n${around(5)}`, `${paragraphs(text)}\n${around(6)}`)).toBeGreaterThan(0.75);
  });

  it('looks at the content alone', () => {
    const page = (menu: string) => ({
      text: `${menu}\n${paragraphs(text)}`,
      content: { text: [menu.length + 1, menu.length + 1 + paragraphs(text).length], tables: [] },
    });
    const [a, b] = [textSketch(page('home news')), textSketch(page(paragraphs(words(900, 9))))];
    expect(sketchLikeness(a as Uint8Array, b as Uint8Array)).toBe(1);
  });

  it('knows words of scripts without spaces', () => {
    const chinese = '中文网页的文字之间没有空格因此每个字都算作一个词这样也能比较两个网页是否相同'.repeat(4);
    expect(sketch(chinese)).not.toBeNull();
    expect(likeness(chinese, `${chinese}新`)).toBeGreaterThan(0.75);
  });
});

describe('short pages', () => {
  it('say nothing below sixteen words', () => {
    expect(sketch('Nothing was found. Try another search.')).toBeNull();
  });

  it('match when all words are the same, never by likeness', () => {
    const short = words(30, 3);
    expect(likeness(short.join(' '), short.join(' '))).toBe(1);
    expect(likeness(short.join(' '), [...short.slice(1), 'other'].join(' '))).toBe(0);
  });
});

it('G-30 sketches are the same in every process and on every machine', () => {
  const bytes = sketch(paragraphs(words(200, 4))) as Uint8Array;
  expect(Buffer.from(bytes.subarray(0, 28)).toString('hex')).toMatchInlineSnapshot(
    `"300a919a553e154d18316cb4682937b419c50db95d0ff9aac8000000"`,
  );
});

describe('the index', () => {
  const texts = Array.from({ length: 3000 }, (_, at) => words(120, 100 + at));
  const stored: Uint8Array[] = [];
  const index = new SketchIndex((tell) => stored.forEach((bytes, at) => tell(at + 1, sketchKeys(bytes))));
  for (const text of texts) {
    const bytes = sketch(paragraphs(text)) as Uint8Array;
    index.add(stored.length + 1, sketchKeys(bytes));
    stored.push(bytes);
  }

  it('finds what is like a text among all, through all its growing', () => {
    const missed = texts.filter((text, at) => {
      const changed = text.map((word, place) => (place === 60 ? 'other' : word));
      return !index.find(sketchKeys(sketch(paragraphs(changed)) as Uint8Array), 64).includes(at + 1);
    });
    expect(missed.length).toBeLessThan(15);
  });

  it('names little else, and takes about 24 bytes a text', () => {
    const found = index.find(sketchKeys(sketch(paragraphs(words(120, 99_999))) as Uint8Array), 64);
    expect(found.length).toBeLessThan(5);
    expect(index.bytes / stored.length).toBeLessThan(30);
  });

  it('finds an original where a thousand pages are one and the same, and stays quick', () => {
    const same = new SketchIndex(() => undefined);
    const keys = [1, 2, 3, 4];
    for (let number = 1; number <= 200; number++) same.add(number, keys);
    expect(same.find(keys, 64)).toContain(1);
    expect(same.find(keys, 64).length).toBeLessThan(50);
  });
});
