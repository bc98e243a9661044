import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Exchange, type Link, NO_DIRECTIVES, type Page } from '../../model/index.js';
import { defineAnalyser, type Score } from '../../plugins/index.js';
import { keywordDensity } from './keyword-density.js';
import { metaFields } from './meta-fields.js';
import { scoreLinks, scorePage } from './score-page.js';
import { wordCount } from './word-count.js';

const page = (text: string, metadata: Page['metadata'] = {}): Page => ({
  type: 'text/html',
  charset: 'utf-8',
  title: null,
  text,
  language: null,
  languageConfidence: 0,
  metadata,
  canonical: null,
  directives: NO_DIRECTIVES,
  links: [],
  notes: [],
});

describe('keyword-density', () => {
  const score = (text: string, keywords: string[], more: object = {}) =>
    keywordDensity.analyse(page(text), keywordDensity.options.parse({ keywords, minChars: 0, full: 1, ...more }));

  it.each<[name: string, text: string, keywords: string[], value: number]>([
    ['one of four', 'the cadastre of land', ['cadastre'], 1 / 4],
    ['case', 'The CADASTRE of land', ['Cadastre'], 1 / 4],
    ['whole words only', 'the cadastres of land', ['cadastre'], 0],
    ['punctuation around', '«cadastre», (land)!', ['cadastre'], 1 / 2],
    ['a phrase counts its words', 'the land register is open', ['land register'], 2 / 5],
    ['a phrase over a line end', 'the land\nregister is open', ['land register'], 2 / 5],
    ['the longer phrase wins', 'land register office', ['land', 'land register'], 2 / 3],
    ['a keyword inside a phrase counts once', 'land register office', ['register', 'land register'], 2 / 3],
    ['a phrase cut off by the end', 'the land', ['land register'], 0],
    ['Slovene', 'Kataster in ZEMLJIŠČE tam', ['zemljišče'], 1 / 4],
    ['accents written in two characters', 'zemljis\u030cc\u030ce tam', ['zemljišče'], 1 / 2],
    ['Greek', 'το ΚΤΗΜΑΤΟΛΌΓΙΟ εδώ', ['κτηματολόγιο'], 1 / 3],
    ['Chinese', '土地登记', ['土地'], 2 / 4],
    ['Chinese beside Latin', 'abc土地', ['土地', 'abc'], 3 / 3],
    ['full-width letters', 'Ｌａｎｄ here', ['land'], 1 / 2],
    ['signs of regular expressions are signs', 'a.c abc', ['a.c'], 2 / 3],
    ['a keyword without letters finds nothing', '*** a', ['***'], 0],
  ])('%s', (_name, text, keywords, value) => expect(score(text, keywords)?.value).toBeCloseTo(value));

  it('reaches 1 at the share set as full, and not more', () => {
    expect(score('land a b c', ['land'], { full: 0.5 })?.value).toBe(0.5);
    expect(score('land land land c', ['land'], { full: 0.5 })?.value).toBe(1);
  });
  it('says why', () => expect(score('land law land and sea', ['sea', 'land'])?.because).toBe('3 of 5 words are keywords: land 2, sea 1'));
  it('has no opinion on short texts', () => expect(score('land', ['land'], { minChars: 10 })).toBeNull());
  it('has no opinion on texts without words', () => expect(score('!!! ---', ['land'])).toBeNull());
  it('wants keywords', () => expect(keywordDensity.options.safeParse({ keywords: [] }).success).toBe(false));
  it('takes a huge text', () => expect(score('land '.repeat(1_000_000), ['land'])?.value).toBe(1));
});

describe('keyword-density of links', () => {
  const TEXT = 'About the sea.\nOf land here and there.';
  const link = (anchor: string, paragraph: Link['paragraph']): Link => ({
    url: 'https://a.test/',
    kind: 'a',
    anchor,
    rel: [],
    nofollow: false,
    paragraph,
    path: '',
  });
  const scores = (links: readonly Link[], more: object = {}) =>
    keywordDensity
      .analyseLinks?.({ ...page(TEXT), links }, keywordDensity.options.parse({ keywords: ['land'], minChars: 0, full: 1, ...more }))
      .map((score) => score?.value ?? null);
  const weights = (document: number, paragraph: number, anchor: number) => ({ links: { document, paragraph, anchor } });

  it.each<[name: string, link: Link, more: object, value: number | null]>([
    ['page, paragraph and anchor alike', link('land', [15, 39]), {}, (1 / 8 + 1 / 5 + 1) / 3],
    ['each by its weight', link('land', [15, 39]), weights(1, 2, 5), (1 / 8 + 2 / 5 + 5) / 8],
    ['its paragraph alone', link('here', [15, 39]), weights(0, 1, 0), 1 / 5],
    ['another paragraph', link('here', [0, 14]), weights(0, 1, 0), 0],
    ['no paragraph is no opinion', link('land', null), weights(0, 1, 1), 1],
    ['no words anywhere', link('', null), weights(0, 1, 1), null],
    ['a page too short to judge', link('land', null), { minChars: 100 }, 1],
  ])('%s', (_name, of, more, value) => expect(scores([of], more)).toEqual([value === null ? null : expect.closeTo(value)]));
});

describe('scoreLinks', () => {
  const pages = {
    plugin: defineAnalyser({ name: 'pages', about: '', options: z.unknown(), analyse: () => ({ value: 0.2, because: 'p' }) }),
    options: {},
  };
  const links = (analyseLinks: () => (Score | null)[]) => ({ plugin: { ...pages.plugin, name: 'links', analyseLinks }, options: {} });
  const two = { ...page(''), links: [{}, {}] as unknown as Page['links'] };
  const score = (...analysers: (typeof pages)[]) => scoreLinks(two, analysers, scorePage(two, analysers).parts);

  it('A-27 an analyser of pages gives its score to every link', () => expect(score(pages).values).toEqual([0.2, 0.2]));
  it('takes the mean of those that have an opinion', () =>
    expect(
      score(
        pages,
        links(() => [{ value: 0.8, because: '' }, null]),
      ).values,
    ).toEqual([0.5, 0.2]));
  it('cuts what is out of range, and takes a missing score and no number for no opinion', () =>
    expect(score(links(() => [{ value: 9, because: '' }])).values).toEqual([1, null]));
  it('says which analyser failed, and its score of the page stands in', () => {
    const { values, failed } = score(
      links(() => {
        throw new Error('no model');
      }),
    );
    expect(values).toEqual([0.2, 0.2]);
    expect(failed).toEqual([{ analyser: 'links', value: null, because: 'its links: failed: no model' }]);
  });
});

describe('scorePage', () => {
  const fixed = (name: string, score: () => Score | null) => ({
    plugin: defineAnalyser({ name, about: '', options: z.unknown(), analyse: score }),
    options: {},
  });
  const high = fixed('high', () => ({ value: 0.9, because: 'h' }));
  const low = fixed('low', () => ({ value: 0.1, because: 'l' }));
  const silent = fixed('silent', () => null);
  const broken = fixed('broken', () => {
    throw new Error('no model');
  });

  it.each([
    ['nobody asked', [], null],
    ['one opinion', [high], 0.9],
    ['the mean of two', [high, low], 0.5],
    ['no opinion is not zero', [high, silent], 0.9],
    ['nobody has an opinion', [silent], null],
    ['a failure does not count', [high, broken], 0.9],
    ['a value too large is cut', [fixed('x', () => ({ value: 7, because: '' }))], 1],
    ['a value below zero is cut', [fixed('x', () => ({ value: -7, because: '' }))], 0],
    ['not a number does not count', [low, fixed('x', () => ({ value: Number.NaN, because: '' }))], 0.1],
  ])('%s', (_name, analysers, value) => expect(scorePage(page(''), analysers).value).toBe(value));

  it('keeps each part with its reason', () => {
    expect(scorePage(page(''), [high, silent, broken]).parts).toEqual([
      { analyser: 'high', value: 0.9, because: 'h' },
      { analyser: 'silent', value: null, because: 'no opinion' },
      { analyser: 'broken', value: null, because: 'failed: no model' },
    ]);
  });
});

describe('meta-fields', () => {
  const metadata = JSON.parse(
    '{"author": ["A"], "dc.creator": ["B", " C ", "B"], "empty": [" "], "__proto__": ["p"], "og:title": ["T"]}',
  ) as Page['metadata'];
  const extract = (fields: object) => metaFields.extract(page('', metadata), metaFields.options.parse({ fields }));

  it.each([
    ['one name', { by: 'author' }, { by: 'A' }],
    ['several values, each once', { by: 'dc.creator' }, { by: ['B', 'C'] }],
    ['the first name that has a value', { by: ['empty', 'dc.author', 'author', 'dc.creator'] }, { by: 'A' }],
    ['case of the name', { title: 'OG:Title' }, { title: 'T' }],
    ['nothing there', { x: 'none' }, {}],
    ['only blanks there', { x: 'empty' }, {}],
    ['a name every object has', { x: 'constructor' }, {}],
    ['a name that objects treat in their own way', { x: '__proto__' }, { x: 'p' }],
  ])('%s', (_name, fields, expected) => expect(extract(fields)).toEqual(expected));
});

describe('word-count', () => {
  const result = (read: Page | null) => ({ url: 'https://a.test/', depth: 0, exchange: {} as Exchange, page: read, notes: {} });
  it('counts', () => expect(wordCount.consume(result(page('Dobar dan, 土地!')), {})).toEqual({ words: 4, characters: 14 }));
  it('leaves null for what nobody read', () => expect(wordCount.consume(result(null), {})).toBeNull());
});
