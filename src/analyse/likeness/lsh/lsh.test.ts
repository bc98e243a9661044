import { describe, expect, it } from 'vitest';
import { compareGestalt, gestaltRatio } from './gestalt.js';
import { makeLsh } from './signature.js';
import { SLOVENE_WORDS } from './slovene-words.js';
import { parseLabelledPairs, tuneLsh } from './tune.js';
import {
  builtInVocabulary,
  formatVocabulary,
  makeVocabulary,
  parseVocabulary,
  vocabularyFromList,
  vocabularyFromTexts,
} from './vocabulary.js';

const letters = makeVocabulary('words', 'abcde');
const reference = makeLsh({
  vocabulary: letters,
  hashes: [(x) => (x + 1) % 5, (x) => (3 * x + 1) % 5],
  bands: 2,
  bandHash: (values) => values.reduce((sum, value) => sum + value, 0) ^ 6,
  units: (text) => text,
});

describe('G-29 the reference', () => {
  it.each([
    ['ad', [7, 6]],
    ['c', [5, 4]],
    ['bde', [6, 6]],
    ['acd', [7, 6]],
  ])('%s', (text, signature) => expect(reference.signature(text)).toEqual(signature));

  it('units that are not in the vocabulary are ignored', () => expect([...reference.unitsOf('afb')]).toEqual([0, 1]));

  it('a text without any has no signature', () => expect(reference.signature('xyz')).toBeNull());
});

it('G-27 two near-equal pages get equal signatures', () => {
  const { signature } = makeLsh({ vocabulary: builtInVocabulary('sl-triples') as never, hashes: 1, bands: 1 });
  const page = 'Občina obvešča prebivalce, da bo v petek zaprta cesta med trgom in šolo zaradi del na vodovodu. Zapora velja do večera.';
  expect(signature(page)).toEqual(signature(page.replace('petek', 'soboto')));
  expect(signature(page)).toHaveLength(1);
});

describe('G-28 parameters', () => {
  it('7 hashes cannot make 5 bands', () => {
    expect(() => makeLsh({ vocabulary: letters, hashes: 7, bands: 5 })).toThrow(/7 hash functions cannot be split into 5 equal bands/);
  });

  it('a vocabulary is made of a frequency list, as words or as triples', () => {
    const list = 'hiša 900\ncesta 500\nbor 20\n';
    expect([...vocabularyFromList(list, 'words', 2).numbers.keys()]).toEqual(['hiša', 'cesta']);
    expect([...vocabularyFromList(list, 'triples', 2).numbers.keys()]).toEqual(['hiš', 'iša', 'ces', 'est', 'sta']);
  });

  it('or of texts, most frequent first, and survives as a file', () => {
    const made = vocabularyFromTexts(['cesta in cesta', 'in cesta'], 'words', 10);
    expect([...made.numbers.keys()]).toEqual(['cesta', 'in']);
    expect(parseVocabulary(formatVocabulary(made), 'x')).toEqual(made);
    expect(() => parseVocabulary('cesta\n', 'x.txt')).toThrow(/x\.txt does not say what its units are/);
  });

  it('the Slovene one has frequent triples', () => {
    const { numbers } = builtInVocabulary('sl-triples') as never as { numbers: Map<string, number> };
    expect(numbers.size).toBeGreaterThan(1000);
    for (const triple of ['pri', 'ost', 'nje']) expect(numbers.has(triple)).toBe(true);
  });
});

it('G-30 signatures are the same in every process and on every machine', () => {
  const { signature } = makeLsh({ vocabulary: builtInVocabulary('sl-words') as never, hashes: 6, bands: 3 });
  expect(signature('Pri tem je treba vedeti, da se lahko datoteka izbriše le enkrat.')).toMatchInlineSnapshot(`
    [
      3971918140,
      1013077207,
      254402866,
    ]
  `);
});

describe('G-31 gestalt ratio', () => {
  // As difflib.SequenceMatcher(None, a, b, autojunk=False).ratio() says.
  it.each([
    ['', '', 1],
    ['abc', '', 0],
    ['abcd', 'bcde', 0.75],
    ['private Thread currentThread;', 'private volatile Thread currentThread;', 58 / 67],
    ['WIKIMEDIA', 'WIKIMANIA', 7 / 9],
    ['qabxcd', 'abycdf', 2 / 3],
  ])('%j and %j', (a, b, ratio) => expect(gestaltRatio(a, b)).toBeCloseTo(ratio, 10));

  it('ends early where the threshold is out of reach, and says when it ran out of steps', () => {
    const a = 'abcdefghij'.repeat(20);
    expect(compareGestalt(a, 'xyz'.repeat(66), { atLeast: 0.9 })).toMatchObject({ is: 'below', bound: 0 });
    expect(compareGestalt(a, [...a].reverse().join(''), { atLeast: 0.9 }).is).toBe('below');
    expect(compareGestalt(a, a.replaceAll('e', 'E'), { steps: 50 })).toEqual({ is: 'unsettled' });
  });

  it('compares pages of ten thousand characters in a moment', () => {
    const page = Array.from({ length: 1500 }, (_, at) => `beseda${(at * 7919) % 1013}`).join(' ');
    const other = page.replaceAll('beseda77 ', 'druga ');
    expect(gestaltRatio(page, other)).toBeGreaterThan(0.99);
  });
});

describe('G-46 tuning', () => {
  /** Notices of one template: the duplicates differ in a word or two and in their frame, the others in what they are about. */
  const pairs = Array.from({ length: 30 }, (_, at) => {
    const about = (seed: number) =>
      SLOVENE_WORDS.split(' ')
        .filter((_word, index) => (index * 7919 + seed * 104_729) % 211 < 12)
        .join(' ');
    const notice = (text: string, frame: number) => `Obvestilo občine številka ${frame}. ${text}. Hvala za razumevanje.`;
    const duplicate = at % 2 === 0;
    const frame = 'menu kontakt novice arhiv iskanje zemljevid '.repeat(duplicate ? 3 : 0);
    return { a: notice(about(at), at), b: `${notice(about(duplicate ? at : at + 500), at + 1)} ${frame}`, duplicate };
  });

  it('lsh tune beats the default on a labelled set, with a line for each of the four vocabularies', () => {
    const texts = pairs.flatMap(({ a, b }) => [a, b]);
    const report = tuneLsh(pairs, [
      { name: 'words of the list', vocabulary: builtInVocabulary('sl-words') as never },
      { name: 'triples of the list', vocabulary: builtInVocabulary('sl-triples') as never },
      { name: 'words of the texts', vocabulary: vocabularyFromTexts(texts, 'words', 1000) },
      { name: 'triples of the texts', vocabulary: vocabularyFromTexts(texts, 'triples', 1000) },
    ]);
    expect(report.byVocabulary).toHaveLength(4);
    expect(report.best.accuracy).toBeGreaterThan(report.standard.accuracy);
    expect(report.best).toMatchObject({ precision: expect.any(Number), recall: expect.any(Number) });
  });

  it('pairs come one a line, and a wrong line is named', () => {
    const lines = pairs.map((pair) => JSON.stringify(pair)).join('\n');
    expect(parseLabelledPairs(lines, 'p')).toEqual(pairs);
    expect(() => parseLabelledPairs(`${lines}\n{"a": 1}`, 'p.jsonl')).toThrow(/p\.jsonl:31: this is no labelled pair/);
    expect(() => parseLabelledPairs('{"a":"x","b":"y","duplicate":true}', 'p.jsonl')).toThrow(/1 duplicates and 0 others/);
  });
});
