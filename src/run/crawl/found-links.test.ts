import { describe, expect, it } from 'vitest';
import { definitionSchema } from '../../definition/crawl/index.js';
import type { LinkKind } from '../../model/index.js';
import type { Candidate } from '../../plugins/index.js';
import { type FoundLink, type Judge, LinkFollower, type Origin } from './found-links.js';
import { identifier } from './identify.js';

const SECRET = new Uint8Array(16);
const identify = identifier(definitionSchema.parse({}).urls, SECRET);
const ALL: Judge = { scope: () => null, filters: () => null, trailLength: 0 };

const follower = (judge: Partial<Judge> = {}, capture: Parameters<typeof definitionSchema.parse>[0] = {}) =>
  new LinkFollower(definitionSchema.parse({ capture: { requisites: false, ...(capture as object) } }).capture, identify, {
    ...ALL,
    ...judge,
  });

const link = (url: string, kind: LinkKind = 'a', more: Partial<FoundLink> = {}): FoundLink => ({
  url,
  kind,
  anchor: '',
  nofollow: false,
  ...more,
});
const ORIGIN: Origin = { url: 'http://a.test/dir/', kind: 'page', depth: 2, redirects: 1, link: 'a', trail: null, language: 'de' };

describe('LinkFollower', () => {
  it.each([
    ['a link is a page one further', link('http://a.test/x'), { kind: 'page', depth: 3, redirects: 0, link: 'a' }],
    ['a redirect leads no further', link('http://a.test/x', 'redirect'), { kind: 'page', depth: 2, redirects: 2, link: 'redirect' }],
    ['a nested sitemap too', link('http://a.test/x', 'sitemap', { as: 'sitemap' }), { kind: 'sitemap', depth: 2 }],
    ['what a sitemap lists is one further', link('http://a.test/x', 'sitemap', { as: 'page' }), { kind: 'page', depth: 3 }],
    ['a frame is a page', link('http://a.test/x', 'iframe'), { kind: 'page', depth: 3 }],
  ])('%s', (_name, found, expected) => {
    expect(follower().follow([found], ORIGIN).found).toMatchObject([{ url: 'http://a.test/x', site: 'http://a.test', ...expected }]);
  });

  it.each([
    ['http://a.test/sitemap_index.xml', 'sitemap'],
    ['http://a.test/lists/all.xml.gz', 'sitemap'],
    ['http://a.test/index.php?view=sitemap', 'sitemap'],
    ['http://a.test/en/', 'page'],
    ['http://a.test/login?next=/a', 'page'],
    ['http://a.test/sitemap.html', 'page'],
  ])('a sitemap that is redirected to %s leads to a %s', (url, kind) => {
    expect(follower().follow([link(url, 'redirect')], { ...ORIGIN, kind: 'sitemap' }).found).toMatchObject([{ kind }]);
  });

  it.each([
    ['forms lead nowhere', link('http://a.test/x', 'form')],
    ['images, unless they are wanted', link('http://a.test/x', 'img')],
    ['schemes nobody fetches', link('mailto:a@a.test')],
    ['what is no URL', link('http://')],
  ])('leaves out %s', (_name, found) => expect(follower().follow([found], ORIGIN)).toMatchObject({ found: [], rejected: [], files: [] }));

  it('requisites are taken from any host, when they are wanted, and asked of filters only', () => {
    const judge = { scope: () => ({ by: 'scope.hosts', reason: 'elsewhere' }) };
    const { found, rejected } = follower(judge, { requisites: true }).follow(
      [link('http://b.test/i.png', 'img'), link('http://b.test/page')],
      ORIGIN,
    );
    expect(found).toMatchObject([{ url: 'http://b.test/i.png', kind: 'requisite', depth: 2 }]);
    expect(rejected).toMatchObject([{ url: 'http://b.test/page', filter: 'scope.hosts' }]);
  });

  it('what is shown and linked to is a page, and one that is refused as a page is shown all the same', () => {
    const judge: Partial<Judge> = { scope: ({ host }) => (host === 'b.test' ? { by: 'scope.hosts', reason: 'elsewhere' } : null) };
    const both = ['http://a.test/i.png', 'http://b.test/i.png'].flatMap((url) => [link(url, 'img'), link(url)]);
    const { found } = follower(judge, { requisites: true }).follow(both, ORIGIN);
    expect(found.map(({ url, kind }) => [url, kind])).toEqual([
      ['http://a.test/i.png', 'page'],
      ['http://b.test/i.png', 'requisite'],
    ]);
  });

  it('a frame of another host belongs to its page; one of its own host that is out of scope, or shut out by name, does not', () => {
    const frames = ['http://b.test/f', 'http://c.test/f', 'http://a.test/f'].map((url) => link(url, 'iframe'));
    const by = (host: string): string => (host === 'c.test' ? 'scope.not.hosts' : 'scope.url');
    const judge: Partial<Judge> = { scope: ({ host }) => ({ by: by(host), reason: 'no' }) };
    const { found, rejected } = follower(judge, { requisites: true }).follow(frames, ORIGIN);
    expect(found).toMatchObject([{ url: 'http://b.test/f', kind: 'requisite' }]);
    expect(rejected.map(({ url }) => url)).toEqual(['http://c.test/f', 'http://a.test/f']);
    expect(follower(judge).follow(frames, ORIGIN).found).toEqual([]);
  });

  it('a page with too many requisites has the first of them, and says that there were more', () => {
    const images = Array.from({ length: 5 }, (_, n) => link(`http://a.test/${n}.png`, 'img'));
    const { found, rejected } = follower({}, { requisites: true, maxRequisites: 3 }).follow([...images, ...images], ORIGIN);
    expect(found).toHaveLength(3);
    expect(rejected.map(({ filter }) => filter)).toEqual(['requisites: capture.maxRequisites', 'requisites: capture.maxRequisites']);
  });

  it('what a requisite links to is a requisite or nothing', () => {
    const style: Origin = { ...ORIGIN, kind: 'requisite' };
    const { found } = follower({}, { requisites: true }).follow([link('http://a.test/font', 'css'), link('http://a.test/page')], style);
    expect(found).toMatchObject([{ url: 'http://a.test/font', kind: 'requisite' }]);
  });

  it('M-06 the same resource under several spellings is handed on once', () => {
    const spellings = ['http://a.test/x#one', 'http://a.test/x#two', 'HTTP://A.test:80/x', 'http://a.test/y/../x'].map((url) => link(url));
    expect(follower().follow(spellings, ORIGIN).found).toHaveLength(1);
  });

  it('hands on what it has handed on before only when a visit depends on it', () => {
    const one = follower();
    expect(one.follow([link('http://a.test/x')], ORIGIN).found).toHaveLength(1);
    expect(one.follow([link('http://a.test/x')], ORIGIN).found).toHaveLength(0);
    expect(one.follow([link('http://a.test/x', 'redirect')], ORIGIN).found).toHaveLength(1);
  });

  it('nofollow is obeyed, and followed by setting', () => {
    const shy = [link('http://a.test/x', 'a', { nofollow: true })];
    expect(follower().follow(shy, ORIGIN).rejected).toMatchObject([{ filter: 'nofollow' }]);
    expect(follower({}, { obeyNofollow: false }).follow(shy, ORIGIN).found).toHaveLength(1);
  });

  it('S-12 an objection is reported once, with the name of the filter and its reason', () => {
    const one = follower({ filters: ({ url }) => (url.includes('no') ? { by: 'filter.regex', reason: 'URL matches no' } : null) });
    const links = [link('http://a.test/no'), link('http://a.test/yes')];
    expect(one.follow(links, ORIGIN).rejected).toMatchObject([
      { url: 'http://a.test/no', filter: 'filter.regex', reason: 'URL matches no' },
    ]);
    expect(one.follow(links, ORIGIN).rejected).toEqual([]);
  });

  it('A-46 keeps as much of the trail as the scope looks at, and shows it to it', () => {
    const seen: Candidate[] = [];
    const judge: Judge = {
      ...ALL,
      trailLength: 2,
      scope: (candidate) => {
        seen.push(candidate);
        return null;
      },
    };
    const trail = JSON.stringify([
      { url: 'http://a.test/1', via: 'seed', language: 'en' },
      { url: 'http://a.test/2', via: 'a', language: 'fr' },
    ]);
    const [entry] = follower(judge).follow([link('http://a.test/x')], { ...ORIGIN, trail }).found;
    const expected = [
      { url: 'http://a.test/2', via: 'a', language: 'fr' },
      { url: 'http://a.test/dir/', via: 'a', language: 'de' },
    ];
    expect(seen[0]?.trail).toEqual(expected);
    expect(JSON.parse(entry?.trail ?? 'null')).toEqual(expected);
  });

  it('keeps no trail when nobody asks for one', () =>
    expect(follower().follow([link('http://a.test/x')], ORIGIN).found[0]?.trail).toBeNull());
});
