import { describe, expect, it } from 'vitest';
import type { SampledText } from './seen-text.js';
import { type Trap, TrapWatch } from './trap-watch.js';
import { kindOfUrl } from './url-kind.js';
import { trapShape } from './url-shape.js';

const NOW = Date.UTC(2026, 5, 1);
const SITE = 'http://a.test';

describe('A-48 shapes of URLs', () => {
  it.each([
    ['a sequence that repeats', '/a/b/a/b/a/b/', 'a/b repeats itself'],
    ['a segment that repeats', '/docs/docs/docs/', 'docs repeats itself'],
    ['a segment that comes back', '/x/y/x/z/x/w/x/', 'the segment x stands more than 3 times'],
    ['URLs in URLs', '/go/http://a.test/go/http://a.test/', 'made of several URLs'],
    ['parameters that pile up', '/list?page=2&page=2&page=2', 'page=2 stands 3 times'],
    ['very many parameters', `/list?${Array.from({ length: 50 }, (_, at) => `p${at}=1`).join('&')}`, 'more than 40 parameters'],
    ['a path without end', `/${Array.from({ length: 45 }, (_, at) => `s${at}`).join('/')}`, '45 segments'],
  ])('%s', (_name, path, reason) => expect(trapShape(SITE + path, `${SITE}/`, NOW)).toContain(reason));

  it.each([
    '/law/2024/2024/03/03/1/1',
    '/en/law/en/decree',
    '/2024/01/01/',
    '/a/b/a/b',
    '/shop?colour=red&colour=blue&size=m&size=l',
    '/search?f=a&f=b&f=c&f=d',
    '/e-uprava/podrocja/vloge/vloga.html?id=1&lang=si&lang=si',
    '/1/1/1/1/1',
    '/',
  ])('real sites have %s', (path) => expect(trapShape(SITE + path, `${SITE}/`, NOW)).toBeNull());

  it('a calendar may be two years ahead; what another page announces may be any time', () => {
    expect(trapShape(`${SITE}/calendar/2028/5`, `${SITE}/calendar/2028/4`, NOW)).toBeNull();
    expect(trapShape(`${SITE}/calendar/2031/5`, `${SITE}/calendar/2031/4`, NOW)).toBe('a calendar that is 4 years ahead');
    expect(trapShape(`${SITE}/calendar/2031/5`, `${SITE}/news/summit`, NOW)).toBeNull();
    expect(trapShape(`${SITE}/plan/2031/5`, `${SITE}/calendar/2031/5`, NOW)).toBeNull();
    expect(trapShape(`${SITE}/archive/1848/03`, `${SITE}/archive/1848/04`, NOW)).toBeNull();
  });
});

it.each([
  ['/calendar/2026/3/14', '/calendar', 2026 * 12 + 2, false],
  ['/events?date=2026-03-14&view=day', '/events', 2026 * 12 + 2, false],
  ['/cal?year=2026&month=3', '/cal', 2026 * 12 + 2, false],
  ['/shop/item-1?sid=b4351dbc', '/shop', null, true],
  ['/x;s=9f86d081884c7d65', '/x;s=9f86d081884c7d65', null, true],
  ['/news/harbour-opens-again', '/news', null, false],
  ['/product/4711', '/product', null, false],
  ['/2000/13', '/2000', null, false],
])('the kind of %s', (path, family, month, opaque) => expect(kindOfUrl(SITE + path)).toMatchObject({ family, month, opaque }));

/** Runs of words: those of the template, and so many of the page's own. */
function sample(own: number, page: number, template = 60): SampledText {
  const runs = Uint32Array.from({ length: template + own }, (_, at) => (at < template ? at + 1 : 1_000_000 + page * 100 + at) * 64);
  return { level: 0, runs };
}

/** Pages of a kind, each leading to the next ones, up to so many; says when it was paused. */
function visit(
  watch: TrapWatch,
  options: { url: (at: number) => string; text: (at: number) => SampledText | null; pages: number; listedAt?: string; site?: string },
): Trap | null {
  const { url, text, pages, listedAt, site = SITE } = options;
  const link = (at: number) => ({ site, url: site + url(at), kind: 'page' });
  if (listedAt) for (let at = 0; at < pages; at++) watch.take({ site, url: site + listedAt, sample: null, found: [link(at)] });
  for (let at = 0; at < pages; at++) {
    const trap = watch.take({ site, url: site + url(at), sample: text(at), found: [link(at + 1), link(at + 2)] });
    if (trap) return trap;
  }
  return null;
}

describe('A-48 kinds of URLs that bring no new text', () => {
  const month = (at: number) => `/calendar/${2020 + Math.floor(at / 12)}/${(at % 12) + 1}`;

  it('a calendar of empty months is paused after some dozens, with a sentence, numbers and examples', () => {
    const trap = visit(new TrapWatch(), { url: month, text: () => sample(0, 0), pages: 500 });
    expect(trap).toMatchObject({
      id: 1,
      pattern: '/calendar/#/#',
      state: 'paused',
      by: 'winnow',
      newText: 0,
      examples: [`${SITE}/calendar/2020/1`, expect.anything(), expect.anything()],
    });
    expect(trap?.fetched).toBeLessThan(50);
    expect(trap?.reason).toMatch(/0\.0 % new text lately in \d+ pages/);
  });

  it('filters of a shop that show the same things are paused, later', () => {
    const trap = visit(new TrapWatch(), { url: (at) => `/shop?colour=${at}&size=${at % 7}`, text: () => sample(0, 0), pages: 500 });
    expect(trap?.fetched).toBeGreaterThan(100);
  });

  it('900 numbered pages without words are not', () => {
    expect(visit(new TrapWatch(), { url: (at) => `/page/${at}`, text: () => null, pages: 900 })).toBeNull();
    expect(visit(new TrapWatch(), { url: month, text: () => null, pages: 900 })).toBeNull();
  });

  it.each([
    ['a paginated archive', (at: number) => `/archive?page=${at}`, 30],
    ['a catalogue of products that lead to each other', (at: number) => `/product/${at}`, 4],
    ['laws under one template', (at: number) => `/law/${1900 + (at % 120)}/${at % 12}/paragraph-${at}`, 6],
    ['a calendar with events', (at: number) => `/calendar/${2020 + Math.floor(at / 12)}/${(at % 12) + 1}`, 10],
    ['documents with identifiers', (at: number) => `/doc?id=${(0x10000000 + at * 7919).toString(16)}`, 5],
  ])('%s is not', (_name, url, own) => {
    expect(visit(new TrapWatch(), { url, text: (at) => sample(own, at), pages: 2000 })).toBeNull();
  });

  it('what is listed elsewhere ends by itself, whatever it says', () => {
    expect(visit(new TrapWatch(), { url: (at) => `/print/${at}`, text: () => sample(0, 0), pages: 1000, listedAt: '/index' })).toBeNull();
  });

  it('the same kind at another site is known sooner', () => {
    const watch = new TrapWatch();
    const first = visit(watch, { url: month, text: () => sample(0, 0), pages: 500 });
    const second = visit(watch, { url: month, text: () => sample(0, 0), pages: 500, site: 'http://b.test' });
    expect(second?.fetched).toBeLessThan((first?.fetched ?? 0) / 2);
  });

  it('one that was released stays so, also when it is met anew', () => {
    const watch = new TrapWatch();
    const trap = visit(watch, { url: month, text: () => sample(0, 0), pages: 500 }) as Trap;
    expect(watch.trapOf(SITE, `${SITE}/calendar/2044/9`)?.id).toBe(1);
    expect(watch.trapOf(SITE, `${SITE}/news/1`)).toBeNull();
    watch.set(watch.released(1));
    expect(watch.trapOf(SITE, `${SITE}/calendar/2044/9`)).toBeNull();
    const restarted = new TrapWatch([{ ...trap, state: 'released' }]);
    expect(visit(restarted, { url: month, text: () => sample(0, 0), pages: 500 })).toBeNull();
    expect(() => watch.released(7)).toThrow('There is no trap 7');
  });
});
